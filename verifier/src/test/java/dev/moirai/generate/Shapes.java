package dev.moirai.generate;

import java.util.ArrayList;
import java.util.List;

/** Writes structs, unions and enums of every layout C and GNU C know, and initialisers for them. */
final class Shapes {
    private static final List<String> NARROW =
            List.of("char", "signed char", "unsigned char", "short", "unsigned short");
    private static final List<String> WIDE =
            List.of("int", "unsigned", "long", "unsigned long", "long long", "unsigned long long", "float", "double");

    private final Dice dice;
    private final String prefix;
    private final StringBuilder text;
    private final List<Shape.Record> known = new ArrayList<>();
    private final List<String> types = new ArrayList<>();
    private int names;
    private int members;

    Shapes(Dice dice, String prefix, StringBuilder text) {
        this.dice = dice;
        this.prefix = prefix;
        this.text = text;
    }

    private String fresh(String word) {
        return prefix + "_" + word + names++;
    }

    /** Enumerations and aligned typedefs, for members to use. */
    void types() {
        String packed = dice.one(" __attribute__((packed))", " __attribute__((__packed__))", "", "");
        String e = fresh("E");
        text.append("enum")
                .append(dice.chance(50) ? packed : "")
                .append(" ")
                .append(e)
                .append(" { ");
        int count = 1 + dice.below(3);
        for (int i = 0; i < count; i++) {
            text.append(fresh("K"))
                    .append(
                            dice.chance(60)
                                    ? " = "
                                            + dice.one(
                                                    "-1",
                                                    "3",
                                                    "127",
                                                    "128",
                                                    "200",
                                                    "255",
                                                    "256",
                                                    "-129",
                                                    "40000",
                                                    "65535",
                                                    "65536",
                                                    "-32769",
                                                    "2147483640",
                                                    "'x'")
                                    : "")
                    .append(", ");
        }
        text.append("}").append(dice.chance(40) ? packed : "").append(";\n");
        types.add("enum " + e);
        String t = fresh("T");
        text.append("typedef ")
                .append(dice.one("int", "short", "char", "long long"))
                .append(' ')
                .append(t)
                .append(" __attribute__((aligned(")
                .append(dice.one("1", "2", "4", "8", "16", "1 << 3", "sizeof(long)"))
                .append(")));\n");
        types.add(t);
    }

    private String scalar() {
        if (dice.chance(15) && !types.isEmpty()) return dice.one(types);
        if (dice.chance(8)) return "_Bool";
        return dice.one(dice.chance(50) ? NARROW : WIDE);
    }

    /** A struct or union with a name, defined in the program, perhaps under a pragma. */
    Shape.Record defined(int depth) {
        String pragma = dice.one(
                "",
                "",
                "",
                "#pragma pack(push, 1)\n",
                "#pragma pack(push, 2)\n",
                "#pragma pack(push, 4)\n",
                "_Pragma(\"pack(push, 1)\")\n",
                "#pragma pack(push)\n#pragma pack(2)\n",
                "#pragma pack(push, 8)\n");
        Shape.Record record = record(dice.chance(75) ? fresh("S") : "", depth);
        String name = record.name();
        text.append(pragma);
        if (name.isEmpty()) {
            name = fresh("D");
            text.append("typedef ")
                    .append(record.body())
                    .append(' ')
                    .append(name)
                    .append(";\n");
        } else {
            text.append(record.body().replaceFirst("^(struct|union) ", record.name() + " "))
                    .append(";\n");
        }
        if (!pragma.isEmpty()) text.append("#pragma pack(pop)\n");
        var defined = new Shape.Record(name, record.keyword(), record.members(), "");
        known.add(defined);
        return defined;
    }

    private Shape.Record record(String tag, int depth) {
        String keyword = dice.chance(80) ? "struct" : "union";
        List<Shape.Member> all = new ArrayList<>();
        int count = 1 + dice.below(6);
        for (int i = 0; i < count; i++) all.add(member(depth));
        if (all.stream().allMatch(Shape.Member::isPadding))
            all.add(new Shape.Member("m" + members++, new Shape.Scalar("char"), -1, ""));
        String attributes = dice.one(
                "",
                "",
                "",
                " __attribute__((packed))",
                " __attribute__((aligned(8)))",
                " __attribute__((packed, aligned(2)))",
                " __attribute__((aligned(1 << 4)))");
        return new Shape.Record(tag.isEmpty() ? "" : keyword + " " + tag, keyword, all, attributes);
    }

    private Shape.Member member(int depth) {
        String name = "m" + members++;
        int kind = dice.below(100);
        if (kind < 35) return bits(name);
        String attributes = dice.one(
                "",
                "",
                "",
                "",
                "",
                "",
                " __attribute__((packed))",
                " __attribute__((aligned(4)))",
                " __attribute__((aligned(16)))",
                " __attribute__((packed, aligned(2)))");
        if (kind < 70 || depth == 0) return new Shape.Member(name, new Shape.Scalar(scalar()), -1, attributes);
        if (kind < 82)
            return new Shape.Member(name, new Shape.Array(element(depth), 1 + dice.below(4)), -1, attributes);
        if (kind < 92 && !known.isEmpty()) return new Shape.Member(name, dice.one(known), -1, attributes);
        return new Shape.Member(dice.chance(50) ? "" : name, record("", depth - 1), -1, "");
    }

    private Shape element(int depth) {
        if (dice.chance(30)) return new Shape.Scalar("char");
        if (dice.chance(25) && !known.isEmpty()) return dice.one(known);
        if (dice.chance(20) && depth > 1) return new Shape.Array(new Shape.Scalar(dice.one(NARROW)), 1 + dice.below(3));
        return new Shape.Scalar(dice.chance(85) ? dice.one(dice.chance(50) ? NARROW : WIDE) : "_Bool");
    }

    private Shape.Member bits(String name) {
        String type = dice.one(
                "int",
                "unsigned",
                "signed char",
                "unsigned char",
                "short",
                "unsigned short",
                "long",
                "unsigned long long",
                "_Bool");
        int most = switch (type) {
            case "_Bool" -> 1;
            case "signed char", "unsigned char" -> 8;
            case "short", "unsigned short" -> 16;
            case "int", "unsigned" -> 32;
            // A wider one may lie in nine bytes if it is packed, which is refused.
            default -> 57;
        };
        if (dice.chance(10)) return new Shape.Member("", new Shape.Scalar(type), 0, "");
        int width = 1 + dice.below(dice.chance(60) ? Math.min(most, 9) : most);
        if (dice.chance(8)) return new Shape.Member("", new Shape.Scalar(type), width, "");
        String attributes = dice.one("", "", "", "", "", " __attribute__((packed))", " __attribute__((aligned(2)))");
        return new Shape.Member(name, new Shape.Scalar(type), width, attributes);
    }

    // ---- initialisers ------------------------------------------------------------------------------------------

    String constant() {
        return dice.one(
                "0",
                "1",
                "-1",
                "5",
                "100",
                "127",
                "200",
                "-128",
                "255",
                "1000",
                "-30000",
                "65537",
                "'q'",
                "0x7fffffff",
                "-5 * 3",
                "3 > 2",
                "sizeof(int)",
                "1u << 3");
    }

    private enum Unions {
        BY_ANY,
        BY_FIRST
    }

    private Unions unions = Unions.BY_ANY;

    /** Of a union the first member only: what another leaves of it is garbage on the stack. */
    String automatic(Shape shape) {
        unions = Unions.BY_FIRST;
        String text = initialiser(shape);
        unions = Unions.BY_ANY;
        return text;
    }

    String initialiser(Shape shape) {
        return switch (shape) {
            case Shape.Scalar _ -> dice.chance(10) ? "{ " + constant() + " }" : constant();
            case Shape.Array(var of, var length) -> array(of, length);
            case Shape.Record record -> record(record);
        };
    }

    private String array(Shape of, int length) {
        boolean characters = of instanceof Shape.Scalar(var type) && type.endsWith("char");
        if (characters && length > 1 && dice.chance(50)) {
            String word =
                    dice.one("a", "xyz", "q\\0r", "\\x41", "\\377", "").replace("\\377", length > 1 ? "\\377" : "");
            return dice.chance(30) ? "{ \"" + word + "\" }" : "\"" + word + "\"";
        }
        List<String> parts = new ArrayList<>();
        int at = 0;
        int count = dice.below(length + 2);
        for (int i = 0; i < count; i++) {
            if (dice.chance(25)) {
                at = dice.below(length);
                int to = at + dice.below(length - at);
                parts.add(
                        to > at && dice.chance(40)
                                ? "[" + at + " ... " + to + "] = " + initialiser(of)
                                : "[" + at + "] = " + initialiser(of));
                if (parts.getLast().contains("...")) at = to;
            } else if (at < length) {
                parts.add(part(of));
            }
            at++;
        }
        return "{ " + (parts.isEmpty() ? "0" : String.join(", ", parts)) + " }";
    }

    /** What goes to the next part: with braces or, now and then, without. */
    private String part(Shape shape) {
        if (shape instanceof Shape.Scalar || !dice.chance(25)) return initialiser(shape);
        List<String> flat = new ArrayList<>();
        for (Shape.Leaf _ : shape.leaves("")) flat.add(constant());
        return flat.isEmpty() ? "0" : String.join(", ", flat);
    }

    private String record(Shape.Record record) {
        List<Shape.Member> usable =
                record.members().stream().filter(m -> !m.isPadding()).toList();
        List<String> parts = new ArrayList<>();
        boolean designated = dice.chance(45);
        if (designated && record.isUnion() && !usable.isEmpty()) {
            usable = List.of(unions == Unions.BY_FIRST ? usable.getFirst() : dice.one(usable));
        }
        for (Shape.Member member : usable) {
            if (designated && member.name().isEmpty()) continue;
            if (dice.chance(20)) {
                if (!designated) break;
                continue;
            }
            if (!designated) parts.add(part(member.shape()));
            else parts.add("." + member.name() + deeper(member));
            if (record.isUnion()) break;
        }
        return "{ " + (parts.isEmpty() ? dice.chance(50) ? "0" : "" : String.join(", ", parts)) + " }";
    }

    private String deeper(Shape.Member member) {
        if (member.shape() instanceof Shape.Array(var of, var length) && dice.chance(40)) {
            return "[" + dice.below(length) + "] = " + initialiser(of);
        }
        boolean whole = unions == Unions.BY_FIRST && member.shape() instanceof Shape.Record r && r.isUnion();
        if (member.shape() instanceof Shape.Record inner && !whole && dice.chance(40)) {
            List<Shape.Member> named =
                    inner.members().stream().filter(m -> !m.name().isEmpty()).toList();
            if (!named.isEmpty()) {
                Shape.Member one = dice.one(named);
                return "." + one.name() + " = " + initialiser(one.shape());
            }
        }
        return " = " + initialiser(member.shape());
    }
}
