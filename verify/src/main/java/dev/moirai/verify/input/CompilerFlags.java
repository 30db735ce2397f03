package dev.moirai.verify.input;

import dev.moirai.frontend.c.CFlags;
import dev.moirai.frontend.c.CommandWords;
import dev.moirai.frontend.c.GccCommand;
import dev.moirai.ir.DataModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** gcc's options, as they stand on our command line, in {@code compile_commands.json} and in witnesses. */
public final class CompilerFlags {
    private static final Path HERE = Path.of("");

    private CompilerFlags() {}

    /** How many words the option at this place takes, itself included; 0 if it is none of gcc's. */
    public static int length(List<String> words, int at) {
        return GccCommand.length(words, at);
    }

    /** The words with every {@code @FILE} replaced by what the file has. */
    public static List<String> expanded(List<String> words) {
        return CommandWords.expanded(words, HERE);
    }

    /** The options among these that cannot be followed though they matter. */
    public static List<String> refused(List<String> flags) {
        return GccCommand.of(flags, HERE).refused();
    }

    /** Whether they ask for 32 bits, as {@code -m32} does. */
    public static boolean areForILP32(List<String> flags) {
        return GccCommand.of(flags, HERE).model().equals(Optional.of(DataModel.ILP32));
    }

    /** The libraries that they name and the folders to look for them in, as gcc takes them when it links. */
    static List<String> libraries(List<String> flags) {
        if (flags.isEmpty()) return List.of();
        GccCommand command = GccCommand.of(flags, HERE);
        var words = new ArrayList<String>();
        for (Path folder : command.folders()) words.add("-L" + folder);
        for (String library : command.libraries()) words.add("-l" + library);
        return words;
    }

    static CFlags meaning(List<String> flags) {
        return flags.isEmpty() ? CFlags.NONE : GccCommand.of(flags, HERE).flags();
    }

    /** The flags as words of gcc's command line, every path as the flags hold it. */
    static List<String> words(CFlags flags) {
        var words = new ArrayList<String>();
        for (Path path : flags.quoted()) words.addAll(List.of("-iquote", path.toString()));
        for (Path path : flags.includes()) words.add("-I" + path);
        for (Path path : flags.system()) words.addAll(List.of("-isystem", path.toString()));
        words.addAll(flags.macros());
        for (Path path : flags.forced()) words.addAll(List.of("-include", path.toString()));
        CFlags.Dialect dialect = flags.dialect();
        if (!dialect.equals(CFlags.Dialect.GNU11)) {
            String year = switch (dialect.version()) {
                case "" -> "90";
                case "199409L" -> "iso9899:199409";
                case "199901L" -> "99";
                case "201112L" -> "11";
                case "201710L" -> "17";
                default -> "2x";
            };
            words.add("-std=" + (year.contains(":") ? year : (dialect.isStrict() ? "c" : "gnu") + year));
            words.add(dialect.inlining() == CFlags.Inlining.GNU89 ? "-fgnu89-inline" : "-fno-gnu89-inline");
        }
        if (flags.commons() == CFlags.Commons.REFUSED) words.add("-fno-common");
        return words;
    }
}
