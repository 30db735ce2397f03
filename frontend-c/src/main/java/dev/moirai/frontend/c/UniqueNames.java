package dev.moirai.frontend.c;

import java.util.HashSet;
import java.util.Set;

/** The names of functions and variables in the IR: what C calls by the same name in several files gets different ones. */
final class UniqueNames {
    private final Set<String> taken = new HashSet<>();

    /** The name itself or, if it is taken, one made from it. It is taken from now on. */
    String unique(String name) {
        String candidate = name;
        for (int number = 2; !taken.add(candidate); number++) candidate = name + "@" + number;
        return candidate;
    }

    /** Takes a name that nobody else makes up. */
    void reserve(String name) {
        taken.add(name);
    }
}
