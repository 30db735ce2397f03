package dev.moirai.jvm.runtime;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The log of a recorded run, as docs/jvm-log.md has it. Only the token's holder writes, so nothing is locked. */
public final class Log {
    static final int ENTER = 1;
    static final int CALLBACK = 2;
    static final int RESULT = 3;
    static final int CAUGHT = 4;
    static final int LOCK = 5;
    static final int UNLOCK = 6;
    static final int WAIT = 7;
    static final int AWAKE = 8;
    static final int SIGNAL = 9;
    static final int SPAWN = 10;
    static final int END = 11;
    static final int JOIN = 12;
    static final int THREAD = 13;
    static final int WRITE = 14;
    static final int YIELD = 15;
    static final int CALL = 16;
    static final int LEFT = 17;
    static final int OUTSIDE = 18;

    /** A part of the log on its way to its file. */
    private static final class Stream {
        private static final int SIZE = 1 << 16;
        private final byte[] buffer = new byte[SIZE + 64];
        private final OutputStream out;
        private int at;

        Stream(Path file) throws IOException {
            out = new FileOutputStream(file.toFile());
        }

        void tag(int tag) {
            buffer[at++] = (byte) (0xC0 | tag);
            if (at >= SIZE) flush();
        }

        void number(long value) {
            if (value >= 0 && value < 0xC0) {
                buffer[at++] = (byte) value;
            } else {
                int bytes = 72 - Long.numberOfLeadingZeros(value ^ value >> 63) >>> 3;
                buffer[at++] = (byte) (0xE0 + bytes);
                long rest = value;
                for (int i = 0; i < bytes; i++) {
                    buffer[at++] = (byte) rest;
                    rest >>= 8;
                }
            }
            if (at >= SIZE) flush();
        }

        void flush() {
            try {
                out.write(buffer, 0, at);
                at = 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Whether the run is recorded. */
    static boolean on;

    private static @Nullable Stream log;
    private static @Nullable Stream objects;
    private static @Nullable Path folder;
    private static final List<String> METHODS = new ArrayList<>();

    private Log() {}

    /** The run is to be recorded in this folder. */
    static void in(Path where) {
        folder = where;
    }

    static void open() throws IOException {
        if (folder == null) throw new IOException("no folder for the log");
        log = new Stream(folder.resolve("log"));
        objects = new Stream(folder.resolve("objects"));
        on = true;
    }

    /** Gives an instrumented method its number. */
    public static int method(String name) {
        synchronized (METHODS) {
            METHODS.add(name);
            return METHODS.size() - 1;
        }
    }

    /** The folder where original class files are kept, if the run is recorded. */
    public static @Nullable Path classes() {
        return folder == null ? null : folder.resolve("classes");
    }

    static void tag(int tag) {
        if (log != null) log.tag(tag);
    }

    static void number(long value) {
        if (log != null) log.number(value);
    }

    static void thread(int number) {
        if (!on) return;
        tag(THREAD);
        number(number);
    }

    static void outside(int number) {
        if (!on) return;
        tag(OUTSIDE);
        number(number);
    }

    static void object(int type, int length) {
        if (objects == null) return;
        objects.number(type);
        if (length >= 0) objects.number(length);
    }

    static void close() {
        if (!on || log == null || objects == null || folder == null) return;
        on = false;
        log.flush();
        objects.flush();
        try {
            synchronized (METHODS) {
                Files.write(folder.resolve("methods"), METHODS, StandardCharsets.UTF_8);
            }
            List<String> types = new ArrayList<>();
            for (String type : Identities.types()) types.add(type.replace('.', '/'));
            Files.write(folder.resolve("types"), types, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
