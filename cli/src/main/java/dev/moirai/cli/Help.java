package dev.moirai.cli;

import java.util.List;

/** Help texts, wrapped to the width of the terminal. */
final class Help {
    private static final int COLUMN = 30;

    private final StringBuilder text = new StringBuilder();
    private final int width;

    Help(int width) {
        this.width = Math.clamp(width, 60, 100);
    }

    Help usage(String usage) {
        text.append("Usage: ").append(usage).append('\n');
        return this;
    }

    Help paragraph(String words) {
        text.append('\n');
        wrapped(words, 0);
        return this;
    }

    Help heading(String heading) {
        text.append('\n').append(heading).append('\n');
        return this;
    }

    /** Adds a term and its meaning, in two columns. */
    Help entry(String term, String meaning) {
        text.append("  ").append(term);
        int used = term.length() + 2;
        if (used > COLUMN - 2) {
            text.append('\n');
            used = 0;
        }
        text.append(" ".repeat(COLUMN - used));
        wrapped(meaning, COLUMN);
        return this;
    }

    Help options(List<Option<?>> options) {
        for (var option : options) {
            entry(term(option), option.help());
        }
        return this;
    }

    /** An option as it is written, with what follows it. */
    static String term(Option<?> option) {
        String names = String.join(", ", option.names());
        // The value of a one-letter option follows without a blank, as for compilers.
        String gap = option.names().getLast().length() == 2 ? "" : " ";
        return option.isFlag() ? names : names + gap + option.label();
    }

    /** Adds a line that is not wrapped, such as an example. */
    Help line(String line) {
        text.append("  ").append(line).append('\n');
        return this;
    }

    private void wrapped(String words, int indent) {
        int column = indent;
        boolean first = true;
        for (String word : words.split(" ")) {
            if (!first && column + 1 + word.length() > width) {
                text.append('\n').append(" ".repeat(indent));
                column = indent;
            } else if (!first) {
                text.append(' ');
                column++;
            }
            text.append(word);
            column += word.length();
            first = false;
        }
        text.append('\n');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
