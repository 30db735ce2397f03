package dev.moirai.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/** Boogie texts with something wrong in them: words dropped, doubled, swapped or replaced, and texts cut off. */
final class BoogieMutation {
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][\\w.$#]*|\\d+|:=|==>|[^\\s\\w]|\\s+");
    private static final List<String> OTHERS = List.of(
            "int",
            "bool",
            "bv8",
            "forall",
            "::",
            "[",
            "]",
            "(",
            ")",
            "{",
            "}",
            ";",
            ":=",
            "==",
            "call",
            "async",
            "atomic",
            "while",
            "goto",
            "var",
            "type",
            "procedure",
            "old",
            "lambda",
            "-1",
            "0",
            "1bv2",
            "\"",
            "/*",
            "|{",
            "}|",
            "*",
            "ensures",
            "assume",
            "real",
            "1.5",
            "div",
            "++",
            "[7:0]",
            "if",
            "then");

    private BoogieMutation() {}

    static String of(String text, Random random) {
        var words = new ArrayList<String>();
        var matcher = WORD.matcher(text);
        while (matcher.find()) words.add(matcher.group());
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            int at = random.nextInt(words.size());
            switch (random.nextInt(5)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, words.get(at));
                case 2 -> words.set(at, words.get(random.nextInt(words.size())));
                case 3 -> words.set(at, OTHERS.get(random.nextInt(OTHERS.size())));
                default -> {
                    if (random.nextInt(4) == 0) words.subList(at, words.size()).clear();
                    else words.add(at, OTHERS.get(random.nextInt(OTHERS.size())));
                }
            }
            if (words.isEmpty()) return "";
        }
        return String.join("", words);
    }
}
