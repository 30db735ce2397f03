package dev.moirai.frontend.c;

import dev.moirai.frontend.c.CFlags.Commons;
import dev.moirai.frontend.c.CFlags.Dialect;
import dev.moirai.frontend.c.CFlags.Inlining;
import dev.moirai.ir.DataModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a command line of gcc says of a program: its files, the flags that give them meaning, and what becomes of them.
 * All else (warnings, optimisation, debugging, code generation, dependencies) is understood and has no meaning here.
 *
 * @param inputs the words that are no options
 * @param output as in {@code -o}
 * @param libraries as in {@code -lNAME}
 * @param folders where libraries are looked for
 * @param refused options that would change what the program means in a way that is not followed
 */
public record GccCommand(
        Goal goal,
        List<Path> inputs,
        Optional<Path> output,
        CFlags flags,
        Optional<DataModel> model,
        List<String> libraries,
        List<Path> folders,
        List<String> refused) {
    /** What is made. */
    public enum Goal {
        /** A program or a shared library. */
        LINKED,
        /** An object file a source: {@code -c}. */
        OBJECTS,
        /** Nothing that could run: {@code -E}, {@code -M}, {@code -fsyntax-only}, {@code --version}. */
        NOTHING
    }

    /** @param directory what relative paths are relative to */
    public static GccCommand of(List<String> words, Path directory) {
        return new Reader(words, directory).command();
    }

    /** How many words the option at this place takes, itself included; 0 if it is none that gcc knows. */
    public static int length(List<String> words, int at) {
        String word = words.get(at);
        if (SEPARATE.contains(word)) return at + 1 < words.size() ? 2 : 0;
        if (ALONE.contains(word)) return 1;
        for (String start : JOINED) if (word.startsWith(start) && word.length() > start.length()) return 1;
        return 0;
    }

    /** Options that are followed by a word of their own. */
    private static final List<String> SEPARATE = List.of(
            "-I",
            "-D",
            "-U",
            "-include",
            "-imacros",
            "-isystem",
            "-iquote",
            "-idirafter",
            "-isysroot",
            "-iprefix",
            "-iwithprefix",
            "-l",
            "-L",
            "-o",
            "-x",
            "-u",
            "-z",
            "-T",
            "-MF",
            "-MT",
            "-MQ",
            "-Xlinker",
            "-Xpreprocessor",
            "-Xassembler",
            "-arch",
            "-framework",
            "--param",
            "--sysroot",
            "-dumpbase",
            "-aux-info");

    private static final List<String> ALONE = List.of(
            "-c",
            "-S",
            "-E",
            "-g",
            "-O",
            "-W",
            "-w",
            "-v",
            "-s",
            "-C",
            "-P",
            "-ansi",
            "-pthread",
            "-pthreads",
            "-pedantic",
            "-pedantic-errors",
            "-pipe",
            "-pg",
            "-p",
            "-pie",
            "-no-pie",
            "-static",
            "-shared",
            "-static-libgcc",
            "-shared-libgcc",
            "-rdynamic",
            "-nostdinc",
            "-nostdlib",
            "-nostartfiles",
            "-nodefaultlibs",
            "-undef",
            "-traditional",
            "-trigraphs",
            "-remap",
            "-H",
            "-M",
            "-MM",
            "-MD",
            "-MMD",
            "-MP",
            "-MG",
            "-###",
            "-dumpversion",
            "-dumpmachine");

    /** How options begin whose value is joined to them. */
    private static final List<String> JOINED = List.of(
            "-I",
            "-D",
            "-U",
            "-isystem",
            "-iquote",
            "-include",
            "-idirafter",
            "-l",
            "-L",
            "-o",
            "-x",
            "-std=",
            "-W",
            "-O",
            "-g",
            "-f",
            "-m",
            "-M",
            "-Xlinker",
            "-specs=",
            "-print-",
            "-save-temps",
            "-dump",
            "-B",
            "-z",
            "-u",
            "-T",
            "--sysroot=",
            "--param=",
            "--std=",
            "-i");

    /** One pass over the words. */
    private static final class Reader {
        private final List<String> words;
        private final Path directory;
        private final List<Path> quoted = new ArrayList<>();
        private final List<Path> includes = new ArrayList<>();
        private final List<Path> system = new ArrayList<>();
        private final List<String> macros = new ArrayList<>();
        private final List<Path> forced = new ArrayList<>();
        private final List<Path> inputs = new ArrayList<>();
        private final List<String> libraries = new ArrayList<>();
        private final List<Path> folders = new ArrayList<>();
        private final List<String> refused = new ArrayList<>();
        private Goal goal = Goal.LINKED;
        private Optional<Path> output = Optional.empty();
        private Dialect dialect = Dialect.GNU11;
        private Optional<Inlining> inlining = Optional.empty();
        private Commons commons = Commons.MERGED;
        private Optional<DataModel> model = Optional.empty();

        Reader(List<String> words, Path directory) {
            this.words = words;
            this.directory = directory;
        }

        GccCommand command() {
            for (int at = 0; at < words.size(); ) {
                String word = words.get(at);
                int length = length(words, at);
                if (length == 2) valued(word, words.get(at + 1));
                else if (length == 1 && !valued(word)) plain(word);
                else if (length == 0 && (!word.startsWith("-") || word.equals("-"))) inputs.add(path(word));
                else if (word.equals("--version") || word.equals("--help")) goal = Goal.NOTHING;
                at += Math.max(length, 1);
            }
            var spoken = new Dialect(dialect.version(), dialect.isStrict(), inlining.orElse(dialect.inlining()));
            var flags = new CFlags(quoted, includes, system, macros, forced, spoken, commons);
            return new GccCommand(goal, inputs, output, flags, model, libraries, folders, refused);
        }

        private Path path(String word) {
            return directory.resolve(word);
        }

        /** An option with its value joined to it. */
        private boolean valued(String word) {
            for (String name :
                    List.of("-isystem", "-iquote", "-include", "-idirafter", "-I", "-D", "-U", "-l", "-L", "-o")) {
                if (word.startsWith(name) && word.length() > name.length()) {
                    valued(name, word.substring(name.length()));
                    return true;
                }
            }
            return false;
        }

        private void valued(String name, String value) {
            switch (name) {
                case "-I" -> includes.add(path(value));
                case "-iquote" -> quoted.add(path(value));
                case "-isystem", "-idirafter" -> system.add(path(value));
                case "-include", "-imacros" -> forced.add(path(value));
                case "-D", "-U" -> macros.add(name + value);
                case "-l" -> libraries.add(value);
                case "-L" -> folders.add(path(value));
                case "-o" -> output = Optional.of(path(value));
                case "-x" -> {
                    if (value.contains("++")) refused.add("-x " + value);
                }
                default -> {}
            }
        }

        private void plain(String word) {
            switch (word) {
                case "-c" -> goal = Goal.OBJECTS;
                case "-E", "-S", "-M", "-MM", "-fsyntax-only", "-###", "-dumpversion", "-dumpmachine" ->
                    goal = Goal.NOTHING;
                case "-pthread", "-pthreads" -> macros.add("-D_REENTRANT=1");
                case "-ansi" -> dialect = standard("c90");
                case "-m32" -> model = Optional.of(DataModel.ILP32);
                case "-m64" -> model = Optional.of(DataModel.LP64);
                case "-fgnu89-inline" -> inlining = Optional.of(Inlining.GNU89);
                case "-fno-gnu89-inline" -> inlining = Optional.of(Inlining.C99);
                case "-fno-common" -> commons = Commons.REFUSED;
                case "-fcommon" -> commons = Commons.MERGED;
                case "-funsigned-char",
                        "-fno-signed-char",
                        "-fshort-enums",
                        "-fshort-wchar",
                        "-fopenmp",
                        "-fopenacc",
                        "-mx32",
                        "-m16",
                        "-traditional" -> refused.add(word);
                default -> {
                    if (word.startsWith("-std=")) dialect = standard(word.substring(5));
                    else if (word.startsWith("--std=")) dialect = standard(word.substring(6));
                    else if (word.startsWith("-fpack-struct")) refused.add(word);
                    else if (word.startsWith("-print-")) goal = Goal.NOTHING;
                    else if (word.startsWith("-Wp,")) handedOn(word.substring(4));
                }
            }
        }

        /** Words for the preprocessor, with commas between. */
        private void handedOn(String list) {
            for (String part : list.split(",")) {
                if (part.startsWith("-D") || part.startsWith("-U")) macros.add(part);
            }
        }

        private Dialect standard(String name) {
            boolean gnu = name.startsWith("gnu");
            String year = name.replaceFirst("^(gnu|c|iso9899:)", "");
            return switch (year) {
                case "89", "90", "1990" -> new Dialect("", !gnu, Inlining.GNU89);
                case "199409" -> new Dialect("199409L", !gnu, Inlining.GNU89);
                case "99", "9x", "1999", "199x" -> new Dialect("199901L", !gnu, Inlining.C99);
                case "11", "1x", "2011" -> new Dialect("201112L", !gnu, Inlining.C99);
                case "17", "18", "2017", "2018" -> new Dialect("201710L", !gnu, Inlining.C99);
                case "2x", "23", "2y", "2023" -> new Dialect("202000L", !gnu, Inlining.C99);
                default -> {
                    refused.add("-std=" + name);
                    yield dialect;
                }
            };
        }
    }
}
