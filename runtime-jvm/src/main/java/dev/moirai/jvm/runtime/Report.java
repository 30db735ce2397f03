package dev.moirai.jvm.runtime;

import dev.moirai.jvm.runtime.Controlled.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Tells the process that started this JVM how the run ended; the format is in docs/jvm-log.md. */
public final class Report {
    private static final StackWalker WALKER = StackWalker.getInstance();
    private static final int MOST_FRAMES = 60;
    private static @Nullable Path file;
    private static final List<String> REMARKS = new ArrayList<>();

    /** Classes that were instrumented, and that could not be. */
    public static int classes;

    public static int failed;

    /** Whether a method of the program has begun. */
    static boolean entered;

    private final StringBuilder text = new StringBuilder();

    private Report() {}

    static void to(Path path) {
        file = path;
    }

    /** Something that users should know. */
    public static void remark(String text) {
        synchronized (REMARKS) {
            if (REMARKS.size() < 20) REMARKS.add(text);
        }
    }

    static void write(RunOutcome outcome) {
        if (file == null) return;
        var report = new Report();
        report.all(outcome);
        try {
            Path whole = file.resolveSibling("report.new");
            Files.write(whole, report.text.toString().getBytes(StandardCharsets.UTF_8));
            Files.move(whole, file);
        } catch (IOException e) {
            System.err.println("moirai: cannot write " + file + ": " + e);
        }
    }

    private void all(RunOutcome outcome) {
        line("moirai-jvm", "1");
        var words = new ArrayList<>(List.of("outcome"));
        words.addAll(outcome.words());
        line(words.toArray(new String[0]));
        String why = Watchdog.approximate();
        if (why != null) line("approximate", why);
        count("steps", Token.steps);
        count("switches", Token.switches);
        List<Controlled> threads = Token.threads();
        count("threads", threads.size());
        count("classes", classes);
        count("failed", failed);
        count("entered", entered ? 1 : 0);
        if (outcome.exception() != null) exception(outcome.words().get(1), outcome.exception());
        for (Controlled each : threads) thread(each);
        boolean tellsStacks = !outcome.words().get(0).equals("exit") && outcome.exception() == null;
        for (Controlled each : threads) {
            if (each.state == State.DONE) continue;
            if (each.state != State.READY) waits(each);
            stands(each);
            if (tellsStacks) frames(number(each.number), each.thread.getStackTrace());
        }
        RunStory.tell(this);
        Segments segments = Token.segments();
        for (int i = 0; i < segments.count(); i++) {
            line("segment", number(segments.thread(i)), number(segments.steps(i)));
        }
        synchronized (REMARKS) {
            for (String remark : REMARKS) line("remark", remark);
        }
    }

    private void thread(Controlled each) {
        String kind = each.isVirtual ? "virtual" : each.thread.isDaemon() ? "daemon" : "user";
        line("thread", number(each.number), each.name, kind, word(each.state), number(each.steps));
    }

    static String word(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private void waits(Controlled each) {
        String what = switch (each.state) {
            case ENTER -> "monitor";
            case WAIT -> "notify";
            case PARK -> "park";
            case JOIN -> "thread";
            case SLEEP -> "time";
            case OUTSIDE -> "outside";
            case READY, DONE -> "-";
        };
        Object on = each.state == State.PARK && each.on == null ? LockSupport.getBlocker(each.thread) : each.on;
        Thread owner = on == null || each.state != State.PARK ? null : Owners.of(on);
        Controlled holder = each.state == State.JOIN
                ? Token.of((Thread) each.on)
                : owner != null ? Token.of(owner) : each.state == State.ENTER ? Monitors.owner(on) : null;
        String name = on == null ? "-" : each.state == State.PARK ? Owners.name(on) : Identities.name(on);
        line("waits", number(each.number), what, name, holder == null ? "-" : number(holder.number));
    }

    private void stands(Controlled each) {
        if (each.pendingKind == 0) return;
        Object object = each.pendingObject;
        step(
                "stands",
                each.number,
                each.pendingKind,
                object == null ? null : Identities.name(object),
                each.pendingIndex,
                null,
                each.pendingSite,
                null);
    }

    void step(
            String line,
            int thread,
            int kind,
            @Nullable String object,
            int index,
            @Nullable String value,
            int site,
            @Nullable StackTraceElement place) {
        boolean isInJdk = site == HookSites.IN_THE_JDK;
        HookSites.Site where = isInJdk ? null : HookSites.get(site);
        String what = index >= 0 ? "[" + index + "]" : where == null ? "-" : where.what();
        line(
                line,
                number(thread),
                HookSites.KINDS.get(kind),
                object == null ? "-" : object,
                what,
                value == null ? "-" : value,
                where != null ? where.type() : place == null ? "-" : place.getClassName(),
                where != null ? where.method() : place == null ? "-" : place.getMethodName(),
                where != null ? where.file() : place == null || place.getFileName() == null ? "-" : place.getFileName(),
                number(where != null ? where.line() : place == null ? 0 : Math.max(0, place.getLineNumber())));
    }

    private void exception(String thread, Throwable thrown) {
        line("exception", thrown.getClass().getName(), message(thrown));
        frames(thread, thrown.getStackTrace());
        Throwable cause = thrown.getCause();
        for (int i = 0; cause != null && i < 5; i++) {
            line("cause", cause.getClass().getName(), message(cause));
            frames("cause", cause.getStackTrace());
            cause = cause.getCause();
        }
    }

    private static String message(Throwable thrown) {
        try {
            return String.valueOf(thrown.getMessage());
        } catch (RuntimeException e) {
            return "(its message cannot be had: " + e + ")";
        }
    }

    private void frames(String thread, StackTraceElement[] stack) {
        StackTraceElement[] shown = Arrays.copyOf(stack, Math.min(stack.length, MOST_FRAMES));
        for (StackTraceElement frame : shown) {
            if (frame.getClassName().startsWith("dev.moirai.jvm.")) continue;
            String source = frame.getFileName();
            line(
                    "frame",
                    thread,
                    frame.getClassName(),
                    frame.getMethodName(),
                    source == null ? "-" : source,
                    number(Math.max(0, frame.getLineNumber())));
        }
    }

    /** The innermost frame that is neither ours nor the JDK's. */
    static @Nullable StackTraceElement caller() {
        return caller(frame -> isOfUser(frame.getClassName()));
    }

    static @Nullable StackTraceElement caller(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) if (isOfUser(frame.getClassName())) return frame;
        return null;
    }

    static @Nullable StackTraceElement caller(Predicate<StackWalker.StackFrame> which) {
        return WALKER.walk(frames -> frames.filter(which)
                .findFirst()
                .map(StackWalker.StackFrame::toStackTraceElement)
                .orElse(null));
    }

    private static boolean isOfUser(String name) {
        return !name.startsWith("dev.moirai.jvm.") && !name.startsWith("java.") && !name.startsWith("jdk.");
    }

    private void count(String name, long value) {
        line("count", name, number(value));
    }

    private static String number(long value) {
        return Long.toString(value);
    }

    private void line(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (i > 0) text.append('\t');
            for (int j = 0; j < words[i].length(); j++) {
                char c = words[i].charAt(j);
                switch (c) {
                    case '\t' -> text.append("\\t");
                    case '\n' -> text.append("\\n");
                    case '\\' -> text.append("\\\\");
                    case '\r' -> {}
                    default -> text.append(c);
                }
            }
        }
        text.append('\n');
    }
}
