package dev.moirai.jvm.runtime;

import dev.moirai.jvm.runtime.Controlled.State;
import java.lang.reflect.Field;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/**
 * Selectors that have nothing to select from: whoever waits there can be helped by other threads only, not by the world outside.
 * So it waits as those who park do, and where nobody else can move it is a deadlock.
 */
public final class SelectorHooks {
    private SelectorHooks() {}

    /** Before a selection; what is waited for here, the real one does not wait for. */
    public static void selects(Selector selector, long timeout) {
        Controlled me = Token.on ? Token.self() : null;
        if (me == null || timeout >= 0 || hasKeys(selector)) return;
        boolean permit = me.permit; // an unpark is for another wait
        while (Token.on && !isWoken(selector) && !Interrupts.isSet(me)) {
            me.permit = false;
            me.on = selector;
            me.state = State.PARK;
            Token.block(me);
            permit |= me.permit && !isWoken(selector);
        }
        me.permit = permit;
    }

    public static void wakesUp(Selector selector) {
        if (!Token.on || Token.self() == null) return;
        for (Controlled each : Token.threads()) {
            if (each.state == State.PARK && each.on == selector) each.permit = true;
        }
        Token.stirred();
    }

    private static boolean hasKeys(Selector selector) {
        try {
            for (SelectionKey key : selector.keys()) if (key.isValid()) return true;
            return false;
        } catch (ClosedSelectorException e) {
            return true; // the real selection will say so
        }
    }

    /** Whether the next selection ends at once. Where that cannot be seen, the real one has to wait. */
    private static boolean isWoken(Selector selector) {
        try {
            Field woken = selector.getClass().getDeclaredField("interruptTriggered");
            woken.setAccessible(true);
            return woken.getBoolean(selector) || !selector.isOpen();
        } catch (ReflectiveOperationException | RuntimeException e) {
            return true;
        }
    }
}
