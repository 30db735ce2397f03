package dev.moirai.rely.rule;

/**
 * The ladder of exposure: how much of the other threads the relations of a proof may mention. A proof in which each
 * relation knows one thread only is what the paper calls modular.
 */
public enum Exposure {
    /** Each thread's relations know the globals, its own locals and its own place; effects know globals only. */
    MODULAR("modular"),
    /**
     * As modular, with critical sections as one step, which uses a fact about all threads: that the sections exclude
     * each other.
     */
    SECTIONS("non-modular: knows that critical sections exclude each other"),
    /** As modular, and what all threads see of a run is combined at its end: the paper's C6. */
    VIEWS("modular: puts all threads' views together"),
    /** Sections as one step, and combined views. */
    SECTION_VIEWS("non-modular: puts all threads' views together, knows that critical sections exclude each other"),
    /**
     * Relations know two threads each: their places and locals. A third thread's step is one that both can see it make
     * (Hoenicke, Majumdar, Podelski, Thread Modularity at Many Levels, POPL 2017).
     */
    PAIRS("non-modular: knows every two threads"),
    /** Also where the other threads stand. */
    CONTROL("non-modular: knows where the other threads stand"),
    /** Also the other threads' locals. */
    FULL("non-modular: knows the other threads' locals");

    private final String words;

    Exposure(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    public boolean isModular() {
        return this == MODULAR || this == VIEWS;
    }
}
