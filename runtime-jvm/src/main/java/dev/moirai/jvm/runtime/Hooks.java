package dev.moirai.jvm.runtime;

import dev.moirai.jvm.runtime.Controlled.State;
import org.jspecify.annotations.Nullable;

/**
 * What instrumented code calls: reads and writes, monitors, calls, values for the log. Nothing happens before control begins,
 * after it has ended, or in threads that are not controlled. One set of hooks serves all modes, so steps and hash codes are the
 * same in all of them.
 */
public final class Hooks {
    private static final int NO_INDEX = -1;

    private Hooks() {}

    private static void step(int kind, @Nullable Object object, int index, int site) {
        if (!Token.on) return;
        Controlled me = Token.self();
        if (me != null) step(me, kind, object, index, site);
    }

    static void step(Controlled me, int kind, @Nullable Object object, int index, int site) {
        Identities.hash(object);
        Token.step(me, kind, object, index, site);
        if (RunStory.on) RunStory.step(me, kind, object, index, site);
    }

    // ---- memory ------------------------------------------------------------------------------------------------

    public static void read(Object object, int site) {
        step(HookSites.READ, object, NO_INDEX, site);
    }

    public static void readStatic(int site) {
        step(HookSites.READ, null, NO_INDEX, site);
    }

    public static void readElement(Object array, int index, int site) {
        step(HookSites.READ, array, index, site);
    }

    public static void write(Object object, int site) {
        step(HookSites.WRITE, object, NO_INDEX, site);
        tag(Log.WRITE);
    }

    public static void writeStatic(int site) {
        step(HookSites.WRITE, null, NO_INDEX, site);
        tag(Log.WRITE);
    }

    public static void writeElement(Object array, int index, int site) {
        step(HookSites.WRITE, array, index, site);
        tag(Log.WRITE);
    }

    /** Before a call of the JDK that others may notice. */
    public static void call(int site) {
        step(HookSites.CALL, null, NO_INDEX, site);
        tag(Log.CALL);
    }

    public static void call(Object receiver, int site) {
        step(HookSites.CALL, receiver, NO_INDEX, site);
        tag(Log.CALL);
    }

    private static void tag(int tag) {
        if (Log.on && Token.holder() != null) Log.tag(tag);
    }

    // ---- values ------------------------------------------------------------------------------------------------

    private static void number(long value) {
        if (Log.on && Token.holder() != null) Log.number(value);
    }

    /** Gives the object its hash code, and its number where numbers are given. */
    private static void reference(@Nullable Object object) {
        if (!Token.on || Token.holder() == null) return;
        int number = Identities.of(object);
        if (Log.on) Log.number(number);
    }

    public static void value(int value) {
        if (RunStory.on) told(value);
        number(value);
    }

    public static void value(long value) {
        if (RunStory.on) told(value);
        number(value);
    }

    public static void value(float value) {
        if (RunStory.on) told(value);
        number(Float.floatToRawIntBits(value));
    }

    public static void value(double value) {
        if (RunStory.on) told(value);
        number(Double.doubleToRawLongBits(value));
    }

    public static void value(Object value) {
        reference(value);
        if (RunStory.on) told(value);
    }

    private static void told(@Nullable Object value) {
        Controlled me = Token.holder();
        if (me != null) RunStory.value(me, value);
    }

    /** A value that is about to be written. */
    public static void stored(int value) {
        if (RunStory.on) told(value);
    }

    public static void stored(long value) {
        if (RunStory.on) told(value);
    }

    public static void stored(float value) {
        if (RunStory.on) told(value);
    }

    public static void stored(double value) {
        if (RunStory.on) told(value);
    }

    public static void stored(Object value) {
        if (!Token.on || Token.holder() == null) return;
        Identities.hash(value);
        if (RunStory.on) told(value);
    }

    /** The length of an array, or whether an object is of a type: for the log, but no value to show to readers. */
    public static void known(int value) {
        number(value);
    }

    public static void made(Object object) {
        reference(object);
    }

    // ---- calls -------------------------------------------------------------------------------------------------

    /** Instrumented code is about to call a method that is instrumented too, as far as its name tells. */
    public static void calling(int hash) {
        Controlled me = Token.holder();
        if (me != null) me.calling = hash;
    }

    public static void enter(int method, int hash) {
        if (!Token.on) return;
        Controlled me = Token.self();
        if (me == null) return;
        Runs.enter();
        boolean isDirect = me.calling == hash;
        me.calling = 0;
        me.logsArguments = !isDirect;
        if (!Log.on) return;
        Log.tag(isDirect ? Log.ENTER : Log.CALLBACK);
        Log.number(method);
    }

    /** A class initialiser begins. */
    public static void initialise(int method) {
        if (!Token.on) return;
        Controlled me = Token.self();
        if (me == null) return;
        Runs.enter();
        me.noSwitch++;
        if (!Log.on) return;
        Log.tag(Log.CALLBACK);
        Log.number(method);
    }

    public static void initialised() {
        if (!Token.on) return;
        Controlled me = Token.self();
        if (me != null && me.noSwitch > 0) me.noSwitch--;
    }

    public static void argument(int value) {
        if (logsArguments()) number(value);
    }

    public static void argument(long value) {
        if (logsArguments()) number(value);
    }

    public static void argument(float value) {
        if (logsArguments()) number(Float.floatToRawIntBits(value));
    }

    public static void argument(double value) {
        if (logsArguments()) number(Double.doubleToRawLongBits(value));
    }

    public static void argument(Object value) {
        if (logsArguments()) reference(value);
    }

    private static boolean logsArguments() {
        Controlled me = Token.holder();
        return me != null && me.logsArguments;
    }

    public static void result() {
        tag(Log.RESULT);
    }

    public static void result(int value) {
        tag(Log.RESULT);
        number(value);
    }

    public static void result(long value) {
        tag(Log.RESULT);
        number(value);
    }

    public static void result(float value) {
        tag(Log.RESULT);
        number(Float.floatToRawIntBits(value));
    }

    public static void result(double value) {
        tag(Log.RESULT);
        number(Double.doubleToRawLongBits(value));
    }

    public static void result(Object value) {
        tag(Log.RESULT);
        reference(value);
    }

    public static void caught(Object exception, int handler) {
        tag(Log.CAUGHT);
        number(handler);
        reference(exception);
    }

    /** A method ends by an exception. */
    public static void left(int method) {
        tag(Log.LEFT);
        number(method);
    }

    // ---- monitors ----------------------------------------------------------------------------------------------

    public static void beforeEnter(@Nullable Object monitor, int site) {
        if (!Token.on || monitor == null) return;
        Controlled me = Token.self();
        if (me == null) return;
        step(me, HookSites.LOCK, monitor, NO_INDEX, site);
        if (!Monitors.isFreeFor(monitor, me)) {
            me.on = monitor;
            me.state = State.ENTER;
            Token.block(me);
        }
        Monitors.enter(monitor, me);
        tag(Log.LOCK);
        reference(monitor);
    }

    public static void beforeExit(@Nullable Object monitor, int site) {
        if (!Token.on || monitor == null) return;
        Controlled me = Token.self();
        if (me == null) return;
        step(me, HookSites.UNLOCK, monitor, NO_INDEX, site);
        tag(Log.UNLOCK);
        reference(monitor);
    }

    public static void afterExit(@Nullable Object monitor) {
        if (!Token.on || monitor == null) return;
        Controlled me = Token.self();
        if (me == null) return;
        Monitors.exit(monitor, me);
        Token.stirred();
    }

    public static void wait(Object monitor, int site) throws InterruptedException {
        wait(monitor, 0L, site);
    }

    public static void wait(Object monitor, long millis, int nanos, int site) throws InterruptedException {
        wait(monitor, nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis, site);
    }

    public static void wait(Object monitor, long millis, int site) throws InterruptedException {
        Controlled me = Token.on && monitor != null ? Token.self() : null;
        if (me == null || Monitors.owner(monitor) != me || millis < 0) {
            monitor.wait(millis);
            return;
        }
        step(me, HookSites.WAIT, monitor, NO_INDEX, site);
        if (Interrupts.taken(me)) throw new InterruptedException();
        tag(Log.WAIT);
        reference(monitor);
        try {
            WaitingFor.until(me, monitor, millis);
        } finally {
            tag(Log.AWAKE);
            reference(monitor);
        }
    }

    public static void notifyOne(Object monitor, int site) {
        signal(monitor, false, site);
        monitor.notify();
    }

    public static void notifyEvery(Object monitor, int site) {
        signal(monitor, true, site);
        monitor.notifyAll();
    }

    private static void signal(@Nullable Object monitor, boolean all, int site) {
        if (!Token.on || monitor == null) return;
        Controlled me = Token.self();
        if (me == null) return;
        step(me, HookSites.NOTIFY, monitor, NO_INDEX, site);
        tag(Log.SIGNAL);
        reference(monitor);
        if (Monitors.owner(monitor) != me) return; // the real call will throw
        WaitingFor.end(monitor, all);
    }
}
