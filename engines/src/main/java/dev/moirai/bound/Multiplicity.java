package dev.moirai.bound;

/** Whether the text itself says how often control comes to a place. */
enum Multiplicity {
    /** As often as it is written down: in no loop, or in one that counts to a constant. */
    PLAIN,
    /** A bound says where to stop. */
    OPEN;

    Multiplicity unless(boolean isOpen) {
        return isOpen ? OPEN : this;
    }
}
