package dev.moirai.frontend.c;

import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTAttribute;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTToken;
import org.eclipse.cdt.core.dom.ast.IASTTokenList;
import org.eclipse.cdt.internal.core.dom.parser.ASTAttribute;
import org.eclipse.cdt.internal.core.dom.parser.ASTNode;
import org.jspecify.annotations.Nullable;

/**
 * A GNU attribute. CDT keeps its argument as tokens; where C wants an expression, this node also holds the argument as
 * one.
 */
final class AttributeNode extends ASTAttribute {
    private final String plainName;
    private final boolean askedFor;
    private final @Nullable IASTExpression argument;
    private boolean concernsType;

    AttributeNode(char[] name, @Nullable IASTToken clause, @Nullable IASTExpression argument) {
        super(name, clause);
        plainName = plain(new String(name));
        askedFor = AttributeNames.isAskedFor(plainName);
        this.argument = argument;
        if (argument != null) {
            argument.setParent(this);
            argument.setPropertyInParent(IASTAttribute.ARGUMENT_CLAUSE);
        }
    }

    Optional<IASTExpression> argument() {
        return Optional.ofNullable(argument);
    }

    /** Whether the attribute belongs to a struct, union or enum, and not to what is declared with that type. */
    boolean concernsType() {
        return concernsType;
    }

    void concernType() {
        concernsType = true;
    }

    /** The name without the underscores that may surround it. */
    String plainName() {
        return plainName;
    }

    boolean isAskedFor() {
        return askedFor;
    }

    static String plain(String name) {
        return name.startsWith("__") && name.endsWith("__") && name.length() > 4
                ? name.substring(2, name.length() - 2)
                : name;
    }

    /** The argument's tokens, concatenated. */
    String text() {
        return text(getArgumentClause());
    }

    private static String text(@Nullable IASTToken token) {
        if (token == null) return "";
        if (!(token instanceof IASTTokenList list)) return new String(token.getTokenCharImage());
        var text = new StringBuilder();
        for (IASTToken part : list.getTokens()) text.append(text(part));
        return text.toString();
    }

    /** Whether CDT has put the attribute into its tree. */
    boolean isInTree() {
        return getTranslationUnit() != null;
    }

    @Override
    public IASTAttribute copy() {
        return copy(CopyStyle.withoutLocations);
    }

    @Override
    public IASTAttribute copy(CopyStyle style) {
        var copy = new AttributeNode(getName(), getArgumentClause(), argument);
        ((ASTNode) copy).setOffsetAndLength(this);
        return copy;
    }
}
