package dev.moirai.jvm.runtime;

import dev.moirai.jvm.runtime.Controlled.State;
import org.jspecify.annotations.Nullable;

/** Calls of the JDK's containers where users see inside: {@link Containers} says how. */
public final class ContainerHooks {
    private ContainerHooks() {}

    /** Before a virtual call. */
    public static void call(@Nullable Object receiver, int hash, int site) {
        Controlled me = Token.on ? Token.self() : null;
        if (me == null) return;
        Containers.Kind kind = receiver == null ? Containers.Kind.OUTSIDE : Containers.of(receiver.getClass(), hash);
        call(me, receiver, kind, hash, site);
    }

    /** Before a call of a method of this class, and no other. */
    public static void call(Object receiver, String owner, int hash, int site) {
        Controlled me = Token.on ? Token.self() : null;
        if (me != null) call(me, receiver, Containers.of(owner, hash), hash, site);
    }

    private static void call(Controlled me, @Nullable Object receiver, Containers.Kind kind, int hash, int site) {
        switch (kind) {
            case OUTSIDE -> {
                Hooks.step(me, HookSites.CALL, receiver, -1, site);
                if (Log.on) Log.tag(Log.CALL);
            }
            case OF_PROGRAM -> me.calling = hash;
            case PLAIN -> begins(me, hash);
            case SYNCHRONIZED -> {
                Hooks.step(me, HookSites.LOCK, receiver, -1, site);
                if (!Monitors.isFreeFor(receiver, me)) {
                    me.on = receiver;
                    me.state = State.ENTER;
                    Token.block(me);
                }
                begins(me, hash);
            }
        }
    }

    /** Before a call of a static method. */
    public static void callStatic(int hash) {
        Controlled me = Token.holder();
        if (me != null) begins(me, hash);
    }

    private static void begins(Controlled me, int hash) {
        me.calling = hash;
        me.entering = hash;
    }

    /** Whether the program has called the method that begins here. */
    public static boolean isCalled(int hash) {
        Controlled me = Token.current;
        if (me == null || me.entering != hash || me.thread != Thread.currentThread()) return false;
        me.entering = 0;
        return true;
    }

    /** A synchronized method has begun, and has its monitor. */
    public static void locked(Object monitor) {
        Controlled me = Token.on ? Token.self() : null;
        if (me == null) return;
        Monitors.enter(monitor, me);
        if (!Log.on) return;
        Log.tag(Log.LOCK);
        Log.number(Identities.of(monitor));
    }
}
