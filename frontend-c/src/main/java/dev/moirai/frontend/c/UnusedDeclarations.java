package dev.moirai.frontend.c;

import java.util.BitSet;

/**
 * Leaves out, of a preprocessed file, declarations of names that nobody names: most of what the system's headers have
 * brought in. A small task is 20 lines below 700 of these, and building syntax trees for them was a third of its time.
 *
 * <p>Only declarations of a few plain forms go: a prototype, a variable that is {@code extern}, a typedef, a struct, union or enum, one
 * name each. They are looked at from the last to the first, since what they name stands before them: a typedef goes
 * once the prototypes that it is for have gone. A name that is declared twice stays, in case the two differ; so does whatever
 * begins a type with a name that is no type, and the whole file if it has directives other than line markers, or asks which
 * line it is on.
 */
final class UnusedDeclarations {
    private final PlainTokens tokens;
    /** The words that typedefs so far have declared, or may have. */
    private final BitSet types = new BitSet();
    /** How often a word occurs in what is left. */
    private final int[] uses;

    private UnusedDeclarations(PlainTokens tokens) {
        this.tokens = tokens;
        uses = tokens.uses();
    }

    static ShortText shortened(String text) {
        char[] characters = text.toCharArray();
        PlainTokens tokens = PlainTokens.of(characters);
        if (!tokens.isPlain()) return ShortText.whole(characters);
        var unused = new UnusedDeclarations(tokens);
        return unused.uses[Word.LINE.number()] > 0 ? ShortText.whole(characters) : unused.shorten(characters);
    }

    private ShortText shorten(char[] text) {
        int count = tokens.items();
        var declared = new PlainDeclaration[count];
        for (int item = 0; item < count; item++) {
            int from = tokens.from(item);
            int to = tokens.from(item + 1);
            var declaration = PlainDeclaration.of(tokens, from, to, types);
            if (tokens.at(declaration.start()) == Word.TYPEDEF.number()) noteTypes(declaration, from, to);
            declared[item] = declaration;
        }
        boolean[] stays = new boolean[count];
        for (int item = count - 1; item >= 0; item--) {
            stays[item] = !declared[item].isPlain() || !isUnused(declared[item]);
        }
        var left = ShortText.room(text.length, count);
        for (int item = 0; item < count; item++) {
            // An item ends with a semicolon or a brace.
            int last = tokens.from(item + 1) - 1;
            if (stays[item]) left.add(text, tokens.place(tokens.from(item)), tokens.place(last) + 1);
        }
        return left;
    }

    private void noteTypes(PlainDeclaration declaration, int from, int to) {
        if (declaration.isPlain()) {
            types.set(declaration.name(declaration.names() - 1));
            return;
        }
        for (int i = from; i < to; i++) {
            if (tokens.at(i) >= Word.COUNT) types.set(tokens.at(i));
        }
    }

    /** Whether what is left names nothing that it declares. Its own words do not count from then on. */
    private boolean isUnused(PlainDeclaration declaration) {
        count(declaration, -1);
        for (int i = 0; i < declaration.names(); i++) {
            if (uses[declaration.name(i)] == 0) continue;
            count(declaration, 1);
            return false;
        }
        return true;
    }

    private void count(PlainDeclaration declaration, int more) {
        for (int i = declaration.start(); i < declaration.end(); i++) {
            if (tokens.at(i) >= 0) uses[tokens.at(i)] += more;
        }
    }

    /** The words that decide of what form a declaration is. */
    enum Word {
        TYPEDEF("typedef"),
        EXTERN("extern"),
        EXTENSION("__extension__"),
        ATTRIBUTE("__attribute__"),
        ATTRIBUTE_TOO("__attribute"),
        ASM("__asm__"),
        STRUCT("struct"),
        UNION("union"),
        ENUM("enum"),
        LINE("__LINE__"),
        // From here on: words that a type may begin with.
        VOID("void"),
        CHAR("char"),
        SHORT("short"),
        INT("int"),
        LONG("long"),
        FLOAT("float"),
        DOUBLE("double"),
        SIGNED("signed"),
        UNSIGNED("unsigned"),
        BOOL("_Bool"),
        ARGUMENTS("__builtin_va_list"),
        CONST("const"),
        CONST_TOO("__const"),
        VOLATILE("volatile"),
        RESTRICT("__restrict");

        static final int COUNT = values().length;
        private static final Word[] ALL = values();

        private final String text;

        Word(String text) {
            this.text = text;
        }

        int number() {
            return ordinal();
        }

        static String text(int number) {
            return ALL[number].text;
        }

        static boolean isTag(int token) {
            return token == STRUCT.ordinal() || token == UNION.ordinal() || token == ENUM.ordinal();
        }

        static boolean isAttribute(int token) {
            return token == ATTRIBUTE.ordinal() || token == ATTRIBUTE_TOO.ordinal() || token == ASM.ordinal();
        }

        static boolean isQualifier(int token) {
            return token >= CONST.ordinal() && token <= RESTRICT.ordinal();
        }

        static boolean isOfType(int token) {
            return token >= VOID.ordinal() && token < COUNT;
        }
    }
}
