package dev.moirai.explore;

import dev.moirai.interpret.Observer;

/** Notices that memory of a thread's own ends, of which other threads may know the address. */
final class EndsNoticed implements Observer {
    private boolean seen;

    boolean seen() {
        return seen;
    }

    @Override
    public void ended(long address, long bytes) {
        seen = true;
    }
}
