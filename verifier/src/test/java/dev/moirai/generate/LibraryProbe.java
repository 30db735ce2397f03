package dev.moirai.generate;

import java.util.ArrayList;
import java.util.List;

/** Calls of the C library whose results C and glibc define. */
final class LibraryProbe {
    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "abc",
            "hello, world",
            "aXbXc",
            "  12 34",
            "-42abc",
            "0x1fG",
            "077",
            "key=value;x",
            "zzzz",
            "a\\tb\\n",
            "99999999999999999999",
            "+7",
            "Mixed CASE 09",
            "\\377\\200",
            "--5",
            "....",
            "ab,cd,,ef");

    private final Dice dice;
    private final StringBuilder run;

    LibraryProbe(Dice dice, StringBuilder run) {
        this.dice = dice;
        this.run = run;
    }

    void write() {
        run.append("    {\n"
                + "    char b[64] = \"\", c[64] = \"\"; char *p; int i1 = -7, i2 = -8; unsigned u = 9; short h ="
                + " 3; signed char k = 4; long l = 5; long long q = 6;\n");
        int count = 6 + dice.below(6);
        for (int i = 0; i < count; i++) {
            run.append("    ")
                    .append(dice.write(
                            this::strings,
                            this::strings,
                            this::blocks,
                            this::numbers,
                            this::characters,
                            this::formatted,
                            this::formatted,
                            this::scanned,
                            this::scanned,
                            this::sorted))
                    .append('\n');
        }
        run.append("    printf(\"\\n\");\n    }\n");
    }

    private String text() {
        return "\"" + dice.one(TEXTS) + "\"";
    }

    private String show(String value) {
        return "printf(\"%lld \", (long long) (" + value + "));";
    }

    private String sign(String value) {
        return "i1 = " + value + "; printf(\"%d \", (i1 > 0) - (i1 < 0));";
    }

    /** Where a pointer into {@code b} points, or -1. */
    private String place(String value) {
        return "p = " + value + "; printf(\"%d \", p ? (int) (p - b) : -1);";
    }

    private String fill() {
        return "strcpy(b, " + text() + "); ";
    }

    private String strings() {
        String c = dice.one("'a'", "'X'", "'z'", "0", "' '", "','", "'c' + 256");
        return dice.write(
                () -> show("strlen(" + text() + ")"),
                () -> sign("strcmp(" + text() + ", " + text() + ")"),
                () -> sign("strncmp(" + text() + ", " + text() + ", " + dice.below(5) + ")"),
                () -> fill() + place("strchr(b, " + c + ")"),
                () -> fill() + place("strrchr(b, " + c + ")"),
                () -> fill()
                        + place("strstr(b, " + dice.one("\"\"", "\"b\"", "\"Xb\"", "\"lo\"", "\"zzz\"", "\"none\"")
                                + ")"),
                () -> fill() + place("strpbrk(b, " + dice.one("\"\"", "\"xyz\"", "\",;\"", "\"0123456789\"") + ")"),
                () -> show("strspn(" + text() + ", " + dice.one("\"abc\"", "\" 12\"", "\"\"", "\"-+0\"") + ")"),
                () -> show("strcspn(" + text() + ", " + dice.one("\"X\"", "\",;\"", "\"\"", "\"zl\"") + ")"),
                () -> fill() + "strncpy(c, b, " + dice.one("3", "0", "12") + "); c[12] = 0; printf(\"[%s] \", c);",
                () -> fill() + "strcat(b, " + text() + "); printf(\"[%s] \", b);",
                () -> fill() + "strncat(b, " + text() + ", " + dice.below(5) + "); printf(\"[%s] \", b);",
                () -> fill() + "for (p = strtok(b, " + dice.one("\",\"", "\" ,=\"", "\"X\"")
                        + "); p; p = strtok(NULL, \",;\")) printf(\"<%s>\", p);",
                () -> sign("strcasecmp(" + text() + ", " + text() + ")"),
                () -> "p = strdup(" + text() + "); printf(\"[%s] \", p); free(p);",
                () -> show("strnlen(" + text() + ", " + dice.below(6) + ")"));
    }

    private String blocks() {
        return dice.write(
                () -> fill() + "memmove(b + " + dice.below(4) + ", b + " + dice.below(4) + ", " + dice.below(9)
                        + "); b[20] = 0; printf(\"[%s] \", b);",
                () -> fill() + "memset(b + 1, " + dice.one("'y'", "0", "300", "-1") + ", " + dice.below(6)
                        + "); printf(\"%d %d \", b[1], b[3]);",
                () -> fill() + "memcpy(c, b, sizeof b); " + sign("memcmp(b, c, 64)"),
                () -> sign("memcmp(" + text() + " \"12345678\", " + text() + " \"12345678\", " + dice.below(8) + ")"),
                () -> fill() + "p = memchr(b, " + dice.one("'a'", "'l'", "0")
                        + ", 20); printf(\"%d \", p ? (int) (p - b) : -1);",
                () -> "{ int *z = calloc(3, sizeof(int)); z[1] = " + dice.below(99)
                        + "; z = realloc(z, 5 * sizeof(int)); printf(\"%d %d \", z[0], z[1]); free(z); }");
    }

    private String numbers() {
        return dice.write(
                () -> show("atoi(" + dice.one("\"12\"", "\" -7x\"", "\"+3\"", "\"\"", "\"x\"", "\"0x10\"") + ")"),
                () -> fill() + show("strtol(b, &p, " + dice.one("0", "10", "16", "8", "36", "2") + ")") + show("p - b"),
                () -> fill() + show("strtoul(b, &p, " + dice.one("0", "10", "16") + ")") + show("p - b"),
                () -> fill() + show("strtoll(b, NULL, " + dice.one("0", "10", "16") + ")"),
                () -> fill() + show("strtoull(b, &p, 0)") + show("p - b"),
                () -> show("abs(" + dice.one("-3", "4", "0") + ") + labs(-5L) + llabs(-6LL)"),
                () -> "{ div_t d = div(" + dice.one("7", "-7", "100") + ", " + dice.one("2", "-3", "9")
                        + "); printf(\"%d %d \", d.quot, d.rem); }",
                () -> show("atol(\" 123456789012\") + atoll(\"-9\")"));
    }

    private String characters() {
        String test = dice.one(
                "isalpha",
                "isdigit",
                "isalnum",
                "isspace",
                "isupper",
                "islower",
                "ispunct",
                "isxdigit",
                "iscntrl",
                "isprint",
                "isgraph",
                "isblank");
        String from = dice.one("0", "30", "60", "90", "120");
        return dice.write(
                () -> "for (int c = " + from + "; c < " + from + " + 12; c++) printf(\"%d\", " + test
                        + "(c) != 0); printf(\" \");",
                () -> "for (int c = 60; c < 72; c++) printf(\"%c\", " + dice.one("tolower", "toupper")
                        + "(c + 30)); printf(\" \");");
    }

    private String formatted() {
        List<String> formats = new ArrayList<>();
        List<String> values = new ArrayList<>();
        int count = 1 + dice.below(3);
        for (int i = 0; i < count; i++) {
            String flags = dice.one("", "", "-", "0", "+", " ", "#", "-+", "0+");
            String width = dice.one("", "", "5", "12", "1");
            String precision = dice.one("", "", ".3", ".0", ".", ".8");
            String number = dice.one("0", "-1", "42", "-12345", "2147483647", "255");
            switch (dice.below(6)) {
                case 0 ->
                    add(formats, values, "%" + flags.replace("#", "") + width + precision + dice.one("d", "i"), number);
                case 1 ->
                    add(
                            formats,
                            values,
                            "%" + flags.replace("+", "").replace(" ", "") + width + precision
                                    + dice.one("u", "x", "X", "o"),
                            number + "u");
                case 2 ->
                    add(
                            formats,
                            values,
                            "%" + dice.one("", "-", "0") + width + dice.one("ld", "lld", "hhd", "hd", "zd", "jd"),
                            "(" + dice.one("long", "long long") + ") " + number);
                case 3 -> add(formats, values, "%" + dice.one("", "-") + width + precision + "s", text());
                case 4 -> add(formats, values, "%" + dice.one("", "-") + width + "c", dice.one("'x'", "'%'", "65"));
                default -> add(formats, values, dice.one("%%", "text", "a b"), "");
            }
        }
        String arguments = String.join(
                "", values.stream().filter(v -> !v.isEmpty()).map(v -> ", " + v).toList());
        String format = "\"" + String.join(dice.one("|", " ", ""), formats) + "\"";
        return dice.chance(50)
                ? "i1 = sprintf(b, " + format + arguments + "); printf(\"%d[%s] \", i1, b);"
                : "i1 = snprintf(b, " + dice.one("1", "4", "10", "64") + ", " + format + arguments
                        + "); printf(\"%d[%s] \", i1, b);";
    }

    private static void add(List<String> formats, List<String> values, String format, String value) {
        formats.add(format);
        values.add(value);
    }

    private String scanned() {
        String input = dice.one(
                "12 34",
                "abc12",
                "  -7,8",
                "0x1f 077",
                "key=value;rest",
                "a b c",
                "",
                "   ",
                "12345678",
                "9 lives",
                "x:y:z",
                "-",
                "+5-6",
                "99999999999",
                "]^-a",
                "%5");
        List<String> formats = new ArrayList<>();
        List<String> places = new ArrayList<>();
        int count = 1 + dice.below(4);
        for (int i = 0; i < count; i++) {
            String width = dice.one("", "", "1", "2", "3", "10");
            switch (dice.below(9)) {
                case 0 -> add(formats, places, "%" + width + "d", dice.one("&i1", "&i2"));
                case 1 -> add(formats, places, "%" + width + dice.one("u", "x", "o"), "&u");
                case 2 -> add(formats, places, "%" + width + "i", "&i2");
                case 3 -> add(formats, places, "%" + dice.one("hd", "hhd", "ld", "lld"), "");
                case 4 ->
                    add(
                            formats,
                            places,
                            "%" + (width.isEmpty() ? "20" : width)
                                    + dice.one("s", "[a-z]", "[^,;]", "[0-9 ]", "[]^-]", "[^]a]", "[a-]"),
                            dice.one("b", "c"));
                case 5 -> add(formats, places, "%*" + width + dice.one("d", "s", "[a-z]", "c"), "");
                case 6 -> add(formats, places, "%" + dice.one("", "2", "3") + "c", "c");
                case 7 -> add(formats, places, "%n", "&i2");
                default -> add(formats, places, dice.one(" ", ",", ";", "=", ":", "a", "%%"), "");
            }
            String last = formats.getLast();
            if (places.getLast().isEmpty() && !last.startsWith("%*") && last.length() > 2 && last.startsWith("%")) {
                places.removeLast();
                places.add(
                        switch (last) {
                            case "%hd" -> "&h";
                            case "%hhd" -> "&k";
                            case "%ld" -> "&l";
                            default -> "&q";
                        });
            }
        }
        String arguments = String.join(
                "", places.stream().filter(v -> !v.isEmpty()).map(v -> ", " + v).toList());
        return "memset(b, 0, 64); memset(c, 0, 64); i1 = i2 = -9; { int r = sscanf(\"" + input + "\", \""
                + String.join(dice.one("", " "), formats) + "\"" + arguments
                + "); printf(\"%d:%d,%d,%u,%d,%d,%ld,%lld,[%s][%s] \", r, i1, i2, u, h, k, l, q, b, c); }";
    }

    private String sorted() {
        return "{ int z[6] = { " + dice.below(50) + ", " + dice.below(50) + ", 7, -3, 50, 7 }, x = "
                + dice.one("7", "8")
                + "; qsort(z, 6, sizeof(int), compare_ints); for (int i = 0; i < 6; i++) printf(\"%d \", z[i]); int *f"
                + " = bsearch(&x, z, 6, sizeof(int), compare_ints); printf(\"%d \", f ? *f : -1); }";
    }
}
