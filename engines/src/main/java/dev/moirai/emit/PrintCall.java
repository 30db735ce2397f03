package dev.moirai.emit;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A {@code printf} whose arguments are made to fit its format: a missing argument is 0, one of another width is cut or
 * extended, and {@code %n} writes nothing. So it prints what the interpreter prints.
 */
final class PrintCall {
    private final Instr.Print print;
    private final int site;
    private final Function<Expr, String> value;
    private final Words words;
    private final StringBuilder format = new StringBuilder();
    private final List<String> arguments = new ArrayList<>();
    private int next;

    private PrintCall(Instr.Print print, int site, Function<Expr, String> value, Words words) {
        this.print = print;
        this.site = site;
        this.value = value;
        this.words = words;
    }

    static String of(Instr.Print print, int site, Function<Expr, String> value, Words words) {
        return new PrintCall(print, site, value, words).write();
    }

    private String write() {
        String text = print.format();
        if (text.equals(Instr.Print.LISTED)) {
            return "moirai_print_list(" + site + ", " + take(Type.VOID_POINTER) + ", " + take(Type.VOID_POINTER) + ");";
        }
        int i = 0;
        while (i < text.length()) {
            int start = i;
            if (text.charAt(i++) != '%') {
                format.append(text.charAt(start));
                continue;
            }
            while (i < text.length() && "-+ #0'*.123456789hlLqjzt".indexOf(text.charAt(i)) >= 0) i++;
            if (i < text.length()) conversion(text.substring(start, i), text.charAt(i++));
            // A conversion that the text's end cuts off is printed as it stands.
            else format.append("%").append(text, start, i);
        }
        var call = new StringBuilder("printf(" + quoted(format.toString()));
        for (String argument : arguments) call.append(", ").append(argument);
        return call.append(");").toString();
    }

    /** @param head the percent sign and everything between it and the letter */
    private void conversion(String head, char letter) {
        if (letter == '%') {
            format.append("%%");
            return;
        }
        if (letter == 'n') {
            take(Type.VOID_POINTER);
            return;
        }
        String precision = "-1";
        for (int i = 0; i < head.length(); i++) {
            if (head.charAt(i) == '.') precision = number(head.substring(i + 1));
            if (head.charAt(i) != '*') continue;
            String star = take(Type.I32);
            arguments.add(star);
            if (head.charAt(i - 1) == '.') precision = "(int)" + star;
        }
        String length = head.replaceAll("[^hlLqjzt]", "");
        switch (letter) {
            case 'd', 'i', 'u', 'x', 'X', 'o' -> arguments.add(integer(length));
            case 'c' -> arguments.add("(unsigned char)" + take(Type.I32));
            case 's' -> arguments.add("moirai_text_within(" + take(Type.VOID_POINTER) + ", " + precision + ")");
            case 'p' -> arguments.add(take(Type.VOID_POINTER));
            case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A' -> arguments.add(length.equals("L") ? extended() : floating());
            default -> {
                format.append("%").append(head).append(letter);
                return;
            }
        }
        boolean word = letter == 'c' || letter == 's' || letter == 'p';
        boolean real = "fFeEgGaA".indexOf(letter) >= 0;
        format.append(word || real && !length.equals("L") ? head.replaceAll("[hlLqjzt]", "") : head)
                .append(letter);
    }

    private static String number(String text) {
        int digits = 0;
        while (digits < text.length() && Character.isDigit(text.charAt(digits))) digits++;
        return digits == 0 ? "0" : text.substring(0, digits);
    }

    private String integer(String length) {
        String type = switch (length) {
            case "", "h", "hh" -> "int";
            case "ll", "q", "j", "L" -> "long long";
            default -> "long";
        };
        return "(" + type + ")" + take(Type.I64);
    }

    private String floating() {
        if (next < print.arguments().size() && print.arguments().get(next).type() instanceof Type.Float) {
            return "(double)" + value.apply(print.arguments().get(next++));
        }
        return take(new Type.Float(64));
    }

    /** A {@code long double} from its two words. */
    private String extended() {
        String significand = take(Type.U64);
        return "((union {unsigned long long words[2]; long double number;}){{" + significand + ", " + take(Type.U64)
                + "}}).number";
    }

    private String take(Type type) {
        if (next >= print.arguments().size()) return words.fromWord(type, "0");
        Expr argument = print.arguments().get(next++);
        return words.convert(argument.type(), type, value.apply(argument));
    }

    /** A C string literal for bytes given as characters 0 to 255. */
    static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') quoted.append('\\').append(c);
            else if (c == '\n') quoted.append("\\n");
            else if (c >= 32 && c < 127 && c != '?') quoted.append(c);
            else quoted.append(String.format("\\%03o", c & 0xff));
        }
        return quoted.append('"').toString();
    }
}
