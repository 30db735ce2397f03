package dev.moirai.witness.report;

import dev.moirai.property.Property;

/**
 * What a property means, for readers of reports who have not read the documentation.
 *
 * @param title in a few words
 * @param help what it is and what to do about it
 */
public record Rule(String title, String help) {
    public static Rule of(Property property) {
        return switch (property) {
            case ASSERTION ->
                new Rule(
                        "Assertion can fail",
                        "Some order of the threads' steps makes an assertion fail. The steps lead there one by one;"
                                + " look for a value that one thread has seen and another changes before it is used.");
            case DEADLOCK ->
                new Rule(
                        "Deadlock",
                        "Some thread is blocked and none can move. Take locks in the same order everywhere, and let"
                                + " waits for a condition check it under the lock, in a loop.");
            case LOCK_MISUSE ->
                new Rule(
                        "Misuse of a synchronisation object",
                        "A lock, condition, barrier, semaphore or thread handle is used against its rules, such as a"
                                + " mutex unlocked by a thread that does not hold it.");
            case MEMORY ->
                new Rule(
                        "Memory error",
                        "Memory is touched that is null, out of bounds, freed or constant, or is freed twice.");
            case DIVISION -> new Rule("Division by zero", "An integer is divided by zero, or the least one by -1.");
            case OVERFLOW -> new Rule("Integer overflow", "A signed operation overflows, or a shift is undefined.");
            case DATA_RACE ->
                new Rule(
                        "Data race",
                        "Two threads access the same memory, at least one of them writes, they are not both atomic, and"
                                + " nothing orders them. Protect both by one lock, or make both atomic.");
            case ATOMICITY ->
                new Rule(
                        "Broken atomicity",
                        "Another thread comes between two accesses of a stretch that is meant to be atomic.");
            case LIVELOCK ->
                new Rule(
                        "Run without an end",
                        "The threads can go on for ever under a fair scheduler without getting done.");
            case EXCEPTION ->
                new Rule(
                        "Uncaught exception",
                        "Some order of the threads' steps ends a thread by an exception that nobody catches.");
        };
    }
}
