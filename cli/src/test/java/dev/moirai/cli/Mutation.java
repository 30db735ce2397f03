package dev.moirai.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/** A way to damage a file. Texts are read as bytes (ISO 8859-1), so that nothing else changes. */
enum Mutation {
    DELETE_TOKEN,
    DOUBLE_TOKEN,
    SWAP_TOKENS,
    REPLACE_TOKEN,
    DELETE_LINE,
    DOUBLE_LINE,
    SWAP_LINES,
    HUGE_NUMBER,
    DEEP_NESTING,
    LONG_LINE,
    CRLF,
    LONE_CR,
    FLIP_BYTE,
    DELETE_BYTES,
    DOUBLE_BYTES,
    NUL_BYTE,
    INVALID_UTF8,
    TRUNCATE,
    WRONG_TYPE,
    MANY_ELEMENTS;

    private static final Pattern TOKEN = Pattern.compile(
            "\"(?:[^\"\\\\\n]|\\\\.)*+\"|[A-Za-z_]\\w*|\\d\\w*|\\s+|[-+*/%&|^=!<>]=?|.", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private static final List<String> HUGE = List.of(
            "2147483647",
            "2147483648",
            "-1",
            "4294967296",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551615",
            "99999999999999999999999999",
            "1000000000",
            "0x" + "f".repeat(40),
            "1e400",
            "08",
            "0b2",
            "9".repeat(2000));

    /** Opening and closing parts that can be nested, in C, JSON and SMT-LIB. */
    private static final List<List<String>> NESTS = List.of(
            List.of("(", ")"),
            List.of("{", "}"),
            List.of("[", "]"),
            List.of("-(", ")"),
            List.of("!", ""),
            List.of("- ", ""),
            List.of("*", ""),
            List.of("&", ""),
            List.of("1+", "1"),
            List.of("a ? b : ", "c"),
            List.of("sizeof ", "x"),
            List.of("(int)", "0"),
            List.of("f(", ")"),
            List.of("a[", "]"),
            List.of("if (1) ", ";"),
            List.of("while (1) {", "}"),
            List.of("if (x) {} else ", ";"),
            List.of("struct { ", "} x;"),
            List.of("int (*", ")(void)"),
            List.of("[1]", ""),
            List.of("{\"a\": ", "}"),
            List.of("(and ", ")"),
            List.of("\n#if 1\n", "\n#endif\n"),
            List.of("/*", "*/"));

    private static final List<String> WRONG = List.of(
            "null",
            "true",
            "[]",
            "{}",
            "\"\"",
            "\"text\"",
            "-1",
            "1.5",
            "1e9999",
            "[[[]]]",
            "{\"a\": 1}",
            "\"\\u0000\"");

    byte[] apply(byte[] original, Random random) {
        return switch (this) {
            case DELETE_TOKEN, DOUBLE_TOKEN, SWAP_TOKENS, REPLACE_TOKEN -> bytes(tokens(text(original), random));
            case DELETE_LINE, DOUBLE_LINE, SWAP_LINES -> bytes(lines(text(original), random));
            case HUGE_NUMBER -> bytes(replaced(text(original), NUMBER, any(HUGE, random), random));
            case DEEP_NESTING -> bytes(nested(text(original), random));
            case LONG_LINE ->
                bytes(inserted(
                        text(original),
                        any(List.of("x", "1", " ", "\"", "\\", "#"), random).repeat(300_000),
                        random));
            case CRLF -> bytes(text(original).replace("\n", "\r\n"));
            case LONE_CR -> bytes(text(original).replace('\n', '\r'));
            case FLIP_BYTE, DELETE_BYTES, DOUBLE_BYTES, NUL_BYTE, INVALID_UTF8, TRUNCATE -> bytewise(original, random);
            case WRONG_TYPE ->
                bytes(replaced(
                        text(original),
                        Pattern.compile(": (\"(?:[^\"\\\\]|\\\\.)*+\"|-?\\d+)"),
                        ": " + any(WRONG, random),
                        random));
            case MANY_ELEMENTS -> bytes(manyElements(text(original), random));
        };
    }

    private String tokens(String text, Random random) {
        var tokens = new ArrayList<String>();
        var places = new ArrayList<Integer>();
        var matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            if (!matcher.group().isBlank()) places.add(tokens.size());
            tokens.add(matcher.group());
        }
        if (places.isEmpty()) return text;
        int place = any(places, random);
        int other = any(places, random);
        switch (this) {
            case DELETE_TOKEN -> tokens.remove(place);
            case DOUBLE_TOKEN -> tokens.add(place, tokens.get(place) + " ");
            case SWAP_TOKENS -> Collections.swap(tokens, place, other);
            default -> tokens.set(place, tokens.get(other));
        }
        return String.join("", tokens);
    }

    private String lines(String text, Random random) {
        var lines = new ArrayList<>(List.of(text.split("\n", -1)));
        int line = random.nextInt(lines.size());
        switch (this) {
            case DELETE_LINE -> lines.remove(line);
            case DOUBLE_LINE -> lines.add(line, lines.get(line));
            default -> Collections.swap(lines, line, random.nextInt(lines.size()));
        }
        return String.join("\n", lines);
    }

    private static String replaced(String text, Pattern pattern, String by, Random random) {
        var matcher = pattern.matcher(text);
        var starts = new ArrayList<int[]>();
        while (matcher.find()) starts.add(new int[] {matcher.start(), matcher.end()});
        if (starts.isEmpty()) return text;
        int[] place = any(starts, random);
        return text.substring(0, place[0]) + by + text.substring(place[1]);
    }

    /** Inserts something deeply nested, closed or not, where an expression, a statement or a value may stand. */
    private static String nested(String text, Random random) {
        var nest = any(NESTS, random);
        int depth = any(List.of(20, 300, 3_000, 20_000, 100_000), random);
        String inside = random.nextBoolean() ? "" : "0";
        String closing = random.nextInt(5) == 0 ? "" : nest.get(1).repeat(depth);
        String all = nest.get(0).repeat(depth) + inside + closing;
        if (random.nextBoolean()) return replaced(text, NUMBER, all, random);
        int place = text.indexOf(any(List.of("=", ";", "{", "(", ":", "["), random), random.nextInt(text.length() + 1));
        return place < 0 ? inserted(text, all, random) : text.substring(0, place + 1) + all + text.substring(place + 1);
    }

    private static String inserted(String text, String more, Random random) {
        int place = random.nextInt(text.length() + 1);
        return text.substring(0, place) + more + text.substring(place);
    }

    private static String manyElements(String text, Random random) {
        int place = text.indexOf('[', random.nextInt(text.length() + 1));
        String element = any(List.of("{}, ", "1, ", "\"a\", ", "[], ", "{\"thread\": \"main\"}, "), random);
        return place < 0
                ? text
                : text.substring(0, place + 1)
                        + element.repeat(any(List.of(10, 10_000, 100_000), random))
                        + text.substring(place + 1);
    }

    private byte[] bytewise(byte[] original, Random random) {
        if (original.length == 0) return original;
        int place = random.nextInt(original.length);
        int length = Math.min(1 + random.nextInt(64), original.length - place);
        var out = new ByteArrayOutputStream();
        out.write(original, 0, place);
        int rest = place;
        switch (this) {
            case FLIP_BYTE -> {
                out.write(original[place] ^ 1 << random.nextInt(8));
                rest++;
            }
            case DELETE_BYTES -> rest += length;
            case DOUBLE_BYTES -> out.write(original, place, length);
            case NUL_BYTE -> out.write(0);
            case INVALID_UTF8 -> out.writeBytes(new byte[] {(byte) 0xC3, (byte) 0x28, (byte) 0xFF, (byte) 0xFE});
            default -> rest = original.length;
        }
        out.write(original, rest, original.length - rest);
        return out.toByteArray();
    }

    private static <T> T any(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
