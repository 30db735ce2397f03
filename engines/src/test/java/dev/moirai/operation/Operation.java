package dev.moirai.operation;

import dev.moirai.analysis.Preparation;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.frontend.c.COptions;
import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.ir.Errno;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * A row of {@code operations.txt}: one operation of the thread library in one state, and all that can come of it.
 *
 * @param outcomes names of {@link #CODES}, {@link #WAITS}
 */
record Operation(String name, String text, String call, Set<String> outcomes, boolean isMisuse) {
    static final String WAITS = "waits";
    /** What main reports if it comes to its end; the operation may still be waiting then. */
    static final int NOT_YET = 77;

    /** What an operation may return, by name. Numbers from 100 on are values that a row computes. */
    static final Map<String, Integer> CODES = codes();

    private static Map<String, Integer> codes() {
        var codes = new LinkedHashMap<String, Integer>();
        codes.put("0", 0);
        codes.put("-1", -1);
        codes.put("EPERM", Errno.EPERM);
        codes.put("ESRCH", Errno.ESRCH);
        codes.put("EAGAIN", Errno.EAGAIN);
        codes.put("EBUSY", Errno.EBUSY);
        codes.put("EINVAL", Errno.EINVAL);
        codes.put("EDEADLK", Errno.EDEADLK);
        codes.put("EOVERFLOW", Errno.EOVERFLOW);
        codes.put("ETIMEDOUT", Errno.ETIMEDOUT);
        for (int value = 99; value < 103; value++) codes.put(Integer.toString(value), value);
        return codes;
    }

    /** The name of a returned code; the code itself if nobody expects it. */
    static String word(long code) {
        return CODES.entrySet().stream()
                .filter(entry -> entry.getValue() == code)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(Long.toString(code));
    }

    @Override
    public String toString() {
        return name + ": " + call;
    }

    // ---- programs ----------------------------------------------------------------------------------------------

    /** Main asserts of every code that it was not returned. */
    Program asserting(Path folder) throws IOException {
        var tail = new StringBuilder();
        for (int code : CODES.values())
            tail.append("    assert(code != ").append(code).append(");\n");
        return program(folder, tail + "    return 0;\n");
    }

    /** The name of the code whose assertion stands on the line. */
    String codeAt(int line) {
        int first = (int) (text.lines().count()) + 1;
        return List.copyOf(CODES.keySet()).get(line - first);
    }

    /** Main returns the code. */
    Program returning(Path folder) throws IOException {
        return program(folder, "    return code;\n");
    }

    /** Another thread waits for a code that never comes, so that a termination proof must know which do. */
    Program watched(Path folder) throws IOException {
        String main = "int main(void) {\n    pthread_t watcher; pthread_create(&watcher, 0, watch, 0);";
        String watch = "void *watch(void *p) { if (code == 1234) while (code == 1234) ; return 0; }\n";
        return translated(folder, text.replace("int main(void) {", watch + main) + "    return 0;\n}\n");
    }

    private Program program(Path folder, String tail) throws IOException {
        return translated(folder, text + tail + "}\n");
    }

    private static Program translated(Path folder, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("operation.c"), text);
        COptions plain = COptions.DEFAULT;
        var library = new LibraryOptions(LibraryOptions.Allocation.SUCCEEDS, Instr.Wakeup.SIGNALLED_ONLY);
        var options = new COptions(plain.model(), plain.flags(), plain.assumePure(), library, plain.arguments());
        return Preparation.prepare(CFrontend.translate(file, options));
    }

    // ---- the table ---------------------------------------------------------------------------------------------

    static List<Operation> all() {
        var reader = new Reader();
        for (String line : table().split("\n")) reader.read(line);
        return reader.operations;
    }

    private static String table() {
        try (InputStream table = Operation.class.getResourceAsStream("operations.txt")) {
            return new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Reader {
        private final List<Operation> operations = new ArrayList<>();
        private String group = "";
        private String state = "";
        private String declarations = "";
        private String making = "";
        private String other = "";
        private String routine = "";
        private String leading = "";

        void read(String line) {
            if (line.isBlank() || line.startsWith("#")) return;
            if (line.startsWith("== ")) {
                group = line.substring(3);
                state = declarations = making = other = routine = "";
            } else if (line.startsWith("other: ")) {
                other = line.substring(7);
            } else if (line.startsWith("routine: ")) {
                routine = line.substring(9);
            } else if (line.startsWith("-- ")) {
                String[] parts = line.substring(3).split(": ", 2);
                state = parts[0];
                leading = parts.length == 1 ? "" : parts[1];
            } else if (!state.isEmpty()) {
                operations.add(operation(line));
            } else if (declarations.isEmpty()) {
                declarations = line;
            } else {
                making = line;
            }
        }

        private Operation operation(String line) {
            int colon = line.lastIndexOf(" : ");
            String call = line.substring(0, colon);
            Set<String> outcomes =
                    new TreeSet<>(Arrays.asList(line.substring(colon + 3).split(" ")));
            boolean isMisuse = outcomes.remove("misuse");
            var unknown = new LinkedHashSet<>(outcomes);
            unknown.removeAll(CODES.keySet());
            unknown.remove(WAITS);
            if (!unknown.isEmpty()) throw new IllegalArgumentException(unknown + " in: " + line);
            return new Operation(group + ", " + state, text(call), call, outcomes, isMisuse);
        }

        private String text(String call) {
            return """
                #include <assert.h>
                #include <errno.h>
                #include <pthread.h>
                #include <semaphore.h>
                #define LATER(call) ((call) ? errno : 0)
                #define VALUE(semaphore) (sem_getvalue(semaphore, &value) ? 99 : 100 + value)
                #define START_OTHER pthread_create(&t, 0, other, 0);
                #define BY_OTHER START_OTHER pthread_join(t, 0);
                extern void __VERIFIER_assume(int);
                struct timespec soon;
                int code = %d, value, waits;
                %s
                void routine(void) { %s }
                void *other(void *p) { %s return 0; }
                int main(void) {
                    pthread_t t;
                    %s
                    %s
                    code = %s;
                """.formatted(NOT_YET, declarations, routine, other, making, leading, call);
        }
    }
}
