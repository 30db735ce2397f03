package dev.moirai.rely.rule;

import dev.moirai.rely.transition.Contact;
import dev.moirai.rely.transition.Location;
import dev.moirai.rely.transition.ThreadSystem;

/** Which places two threads must not stand at together if there is no data race. */
final class RacePairs {
    private RacePairs() {}

    static boolean mayRace(Location one, Location other) {
        for (Contact mine : one.contacts()) {
            for (Contact theirs : other.contacts()) if (mine.mayRaceWith(theirs)) return true;
        }
        return false;
    }

    static String words(ThreadSystem first, Location one, ThreadSystem second, Location other) {
        return "no data race of " + first.name() + ", line " + one.span().line() + ", and " + second.name() + ", line "
                + other.span().line();
    }
}
