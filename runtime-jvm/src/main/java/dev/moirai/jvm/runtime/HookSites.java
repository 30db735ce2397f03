package dev.moirai.jvm.runtime;

import java.util.ArrayList;
import java.util.List;

/** The places in the program where hooks stand, by number. */
public final class HookSites {
    /** What a step does, as reports have it. */
    static final List<String> KINDS = List.of(
            "ready", "read", "write", "lock", "unlock", "wait", "notify", "call", "start", "join", "sleep", "yield",
            "park", "wake");

    public static final int READ = 1;
    public static final int WRITE = 2;
    public static final int LOCK = 3;
    public static final int UNLOCK = 4;
    public static final int WAIT = 5;
    public static final int NOTIFY = 6;
    public static final int CALL = 7;
    static final int START = 8;
    static final int JOIN = 9;
    static final int SLEEP = 10;
    static final int YIELD = 11;
    /** No step: a wait that ends for no reason. */
    static final int WAKE = 13;

    /** No place in instrumented code: the step happens in the JDK. */
    static final int IN_THE_JDK = -1;

    /** @param what the field, or the method called; for a static field with its class */
    public record Site(String what, String type, String method, String file, int line) {}

    private static final List<Site> SITES = new ArrayList<>();

    private HookSites() {}

    public static int add(Site site) {
        synchronized (SITES) {
            SITES.add(site);
            return SITES.size() - 1;
        }
    }

    static Site get(int number) {
        synchronized (SITES) {
            return SITES.get(number);
        }
    }
}
