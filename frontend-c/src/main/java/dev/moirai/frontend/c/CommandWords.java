package dev.moirai.frontend.c;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Splits texts into words: a shell's command as {@code compile_commands.json} has it, and the files of gcc's {@code @FILE}. */
public final class CommandWords {
    /** A file may name another, but not without end. */
    private static final int DEEPEST = 20;

    private CommandWords() {}

    /** Words with blanks between; quotes and backslashes as in a shell. */
    public static List<String> split(String text) {
        var words = new ArrayList<String>();
        var word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote == 0 && Character.isWhitespace(c)) {
                if (inWord) words.add(word.toString());
                word.setLength(0);
                inWord = false;
                continue;
            }
            inWord = true;
            if (c == '\\' && quote != '\'' && i + 1 < text.length()) {
                char next = text.charAt(++i);
                // Between double quotes a backslash is itself, but before a few.
                if (quote == '"' && "\"\\$`".indexOf(next) < 0) word.append(c);
                word.append(next);
            } else if (c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else {
                word.append(c);
            }
        }
        if (inWord) words.add(word.toString());
        return words;
    }

    /** The words with every {@code @FILE} replaced by what the file has; one that cannot be read stays as it is. */
    public static List<String> expanded(List<String> words, Path directory) {
        var all = new ArrayList<String>();
        for (String word : words) expand(word, directory, 0, all);
        return all;
    }

    private static void expand(String word, Path directory, int depth, List<String> all) {
        Path file = word.startsWith("@") && word.length() > 1 ? directory.resolve(word.substring(1)) : directory;
        if (file == directory || depth > DEEPEST || !Files.isRegularFile(file)) {
            all.add(word);
            return;
        }
        try {
            for (String inner : split(Files.readString(file, StandardCharsets.UTF_8))) {
                expand(inner, directory, depth + 1, all);
            }
        } catch (IOException _) {
            all.add(word);
        }
    }
}
