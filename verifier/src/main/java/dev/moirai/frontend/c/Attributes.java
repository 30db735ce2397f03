package dev.moirai.frontend.c;

import org.eclipse.cdt.core.dom.ast.IASTAlignmentSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTAttribute;
import org.eclipse.cdt.core.dom.ast.IASTAttributeOwner;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTToken;
import org.eclipse.cdt.core.dom.ast.IASTTokenList;

/** The few GNU attributes that change what a declaration means. All others are hints and are ignored. */
final class Attributes {
    /** {@code __attribute__((aligned))} without a number. */
    private static final int LARGEST_ALIGNMENT = 16;

    private Attributes() {}

    private static String bare(char[] name) {
        String text = new String(name);
        return text.startsWith("__") && text.endsWith("__") && text.length() > 4
                ? text.substring(2, text.length() - 2)
                : text;
    }

    static boolean has(IASTAttributeOwner owner, String name) {
        for (IASTAttribute attribute : owner.getAttributes()) {
            if (bare(attribute.getName()).equals(name)) return true;
        }
        return false;
    }

    /** The alignment asked for by {@code aligned(n)} or {@code _Alignas}, or 0. */
    static int alignment(IASTNode node, Translation in) {
        int alignment = 0;
        if (node instanceof IASTAttributeOwner owner) {
            for (IASTAttribute attribute : owner.getAttributes()) {
                if (bare(attribute.getName()).equals("aligned")) {
                    alignment = Math.max(alignment, number(attribute.getArgumentClause()));
                }
            }
        }
        if (node instanceof IASTDeclSpecifier specifier) {
            for (IASTAlignmentSpecifier wanted : specifier.getAlignmentSpecifiers()) {
                int bytes = wanted.getTypeId() != null
                        ? in.layouts.alignment(in.types.typeId(wanted.getTypeId()))
                        : (int) in.expressions.constant(wanted.getExpression());
                alignment = Math.max(alignment, bytes);
            }
        }
        return alignment;
    }

    private static int number(IASTToken arguments) {
        String text = text(arguments);
        if (text.isEmpty()) return LARGEST_ALIGNMENT;
        try {
            return Integer.decode(text);
        } catch (NumberFormatException e) {
            return LARGEST_ALIGNMENT;
        }
    }

    private static String text(IASTToken token) {
        if (token == null) return "";
        if (token instanceof IASTTokenList list) {
            var text = new StringBuilder();
            for (IASTToken part : list.getTokens()) text.append(text(part));
            return text.toString();
        }
        String text = new String(token.getTokenCharImage());
        return text.equals("(") || text.equals(")") ? "" : text;
    }

    /** {@code mode(DI)} and the like: another width for the same kind of type, as old glibc declares {@code int64_t}. */
    static CType mode(IASTAttributeOwner owner, CType type) {
        for (IASTAttribute attribute : owner.getAttributes()) {
            if (!bare(attribute.getName()).equals("mode") || !(type instanceof CType.Int integer)) continue;
            CType.Int wanted = switch (bare(text(attribute.getArgumentClause()).toCharArray())) {
                case "QI", "byte" -> CType.SIGNED_CHAR;
                case "HI" -> CType.SHORT;
                case "SI" -> CType.INT;
                case "DI" -> CType.LONG_LONG;
                case "word", "pointer" -> CType.LONG;
                default -> integer;
            };
            return integer.signed() ? wanted : wanted.unsigned();
        }
        return type;
    }
}
