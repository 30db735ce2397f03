package dev.moirai.frontend.c;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IASTAttribute;
import org.eclipse.cdt.core.dom.ast.IASTAttributeList;
import org.eclipse.cdt.core.dom.ast.IASTAttributeOwner;
import org.eclipse.cdt.core.dom.ast.IASTAttributeSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTEnumerationSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTName;
import org.eclipse.cdt.core.dom.ast.IASTPointerOperator;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTToken;
import org.eclipse.cdt.core.dom.ast.c.ICASTCompositeTypeSpecifier;
import org.eclipse.cdt.core.dom.ast.c.ICNodeFactory;
import org.eclipse.cdt.core.dom.parser.c.GCCParserExtensionConfiguration;
import org.eclipse.cdt.core.parser.EndOfFileException;
import org.eclipse.cdt.core.parser.IGCCToken;
import org.eclipse.cdt.core.parser.IToken;
import org.eclipse.cdt.core.parser.NullLogService;
import org.eclipse.cdt.core.parser.ParserMode;
import org.eclipse.cdt.internal.core.dom.parser.BacktrackException;
import org.eclipse.cdt.internal.core.dom.parser.DeclarationOptions;
import org.eclipse.cdt.internal.core.dom.parser.c.GNUCSourceParser;

/**
 * Extends CDT's parser with GNU C that it lacks: attributes that CDT reads and drops are attached to their nodes, and
 * their arguments parsed as expressions; attributes after labels and as statements; {@code _Static_assert}, which
 * becomes the declaration of an array of that name.
 */
class GnuParser extends GNUCSourceParser {
    static final String STATIC_ASSERTION = "_Static_assert";
    /** The function that asm statements call. */
    static final String ASSEMBLY = "__asm__";

    final ICNodeFactory nodes;
    /** Attributes that matter, by offset. CDT may parse a text twice and keep either result. */
    private final Map<Integer, List<AttributeNode>> attributes = new LinkedHashMap<>();

    /** Attributes in front of the declarators that are being read, innermost first. */
    private final Deque<List<IASTAttributeSpecifier>> beforeDeclarators = new ArrayDeque<>();

    /** The attribute lists, in the order in which they are read. */
    private final List<IASTAttributeSpecifier> lists = new ArrayList<>();

    GnuParser(Scanner scanner, ICNodeFactory nodes) {
        super(scanner, ParserMode.COMPLETE_PARSE, new NullLogService(), GCCParserExtensionConfiguration.getInstance());
        this.nodes = nodes;
    }

    /** The attributes of the file that matter or are not known, also in places where CDT does not keep them. */
    Collection<AttributeNode> attributes() {
        var read = new ArrayList<AttributeNode>();
        for (List<AttributeNode> results : attributes.values()) {
            AttributeNode chosen = results.getLast();
            for (AttributeNode result : results) {
                if (result.isInTree()) chosen = result;
            }
            read.add(chosen);
        }
        return read;
    }

    // ---- attributes --------------------------------------------------------------------------------------------

    @Override
    protected IASTAttribute singleAttribute() throws EndOfFileException, BacktrackException {
        IToken name = identifierOrKeyword();
        int end = name.getEndOffset();
        IASTToken clause = null;
        IASTExpression argument = null;
        if (LT(1) == IToken.tLPAREN) {
            int open = consume().getEndOffset();
            boolean expression = AttributeNames.WITH_EXPRESSION.contains(AttributeNode.plain(name.getImage()));
            if (expression && LT(1) != IToken.tRPAREN) argument = constantExpression();
            else clause = balancedTokenSeq(open, IToken.tRPAREN);
            end = consume(IToken.tRPAREN).getEndOffset();
        }
        var attribute = new AttributeNode(name.getCharImage(), clause, argument);
        setRange(attribute, name.getOffset(), end);
        if (!AttributeNames.isHarmless(attribute.plainName())) {
            attributes
                    .computeIfAbsent(name.getOffset(), _ -> new ArrayList<>(1))
                    .add(attribute);
        }
        return attribute;
    }

    private List<IASTAttributeSpecifier> attributeList() throws EndOfFileException, BacktrackException {
        List<IASTAttributeSpecifier> found = __attribute_decl_seq(true, false);
        return found == null ? List.of() : found;
    }

    @Override
    protected IASTAttributeList __attribute__() throws BacktrackException, EndOfFileException {
        IASTAttributeList list = super.__attribute__();
        if (list != null) lists.add(list);
        return list;
    }

    @Override
    protected ICASTCompositeTypeSpecifier structOrUnionSpecifier() throws BacktrackException, EndOfFileException {
        ICASTCompositeTypeSpecifier type = super.structOrUnionSpecifier();
        concernType(type);
        return type;
    }

    @Override
    protected IASTEnumerationSpecifier enumSpecifier() throws BacktrackException, EndOfFileException {
        int first = lists.size();
        IASTEnumerationSpecifier type = super.enumSpecifier();
        for (IASTAttributeSpecifier list : lists.subList(first, lists.size())) {
            if (list.getParent() == null) ((IASTAttributeOwner) type).addAttributeSpecifier(list);
        }
        concernType((IASTAttributeOwner) type);
        return type;
    }

    /**
     * Attributes inside the specifier or right after it belong to the type; all others that CDT adds belong to the
     * variables.
     */
    private void concernType(IASTAttributeOwner type) throws EndOfFileException, BacktrackException {
        for (IASTAttributeSpecifier list : attributeList()) type.addAttributeSpecifier(list);
        for (IASTAttribute attribute : type.getAttributes()) ((AttributeNode) attribute).concernType();
    }

    @Override
    protected IASTDeclarator declarator(IASTDeclSpecifier specifier, DeclarationOptions option)
            throws EndOfFileException, BacktrackException {
        beforeDeclarators.push(new ArrayList<>(0));
        try {
            IASTDeclarator declarator = super.declarator(specifier, option);
            for (IASTAttributeSpecifier list : beforeDeclarators.element()) declarator.addAttributeSpecifier(list);
            return declarator;
        } finally {
            beforeDeclarators.pop();
        }
    }

    @Override
    protected void consumePointerOperators(List<IASTPointerOperator> operators)
            throws EndOfFileException, BacktrackException {
        int first = lists.size();
        super.consumePointerOperators(operators);
        if (lists.size() > first && !beforeDeclarators.isEmpty()) {
            beforeDeclarators.element().addAll(lists.subList(first, lists.size()));
        }
    }

    // ---- statements --------------------------------------------------------------------------------------------

    @Override
    protected IASTStatement statement() throws EndOfFileException, BacktrackException {
        if (LT(1) == IToken.t_asm) return assembly();
        if (LT(1) != IGCCToken.t__attribute__) return super.statement();
        IToken start = mark();
        attributeList();
        if (LT(1) == IToken.tSEMI) return parseNullStatement();
        backup(start);
        return super.statement();
    }

    /** GNU C allows a label at the end of a block without a statement after it. */
    @Override
    protected IASTStatement parseLabelStatement() throws EndOfFileException, BacktrackException {
        int offset = LA(1).getOffset();
        IASTName name = identifier();
        int end = consume(IToken.tCOLON).getEndOffset();
        attributeList();
        IASTStatement labelled;
        if (LT(1) == IToken.tRBRACE) labelled = setRange(nodes.newNullStatement(), end, end);
        else labelled = statement();
        return setRange(nodes.newLabelStatement(name, labelled), offset, calculateEndOffset(labelled));
    }

    // ---- assembly ----------------------------------------------------------------------------------------------

    /** An asm statement becomes a call: the template, then for each operand its name, constraint and expression. */
    private IASTStatement assembly() throws EndOfFileException, BacktrackException {
        int start = consume().getOffset();
        while (LT(1) == IToken.t_volatile || LT(1) == IToken.t_inline) consume();
        consume(IToken.tLPAREN);
        var arguments = new ArrayList<IASTInitializerClause>();
        arguments.add(constantExpression());
        for (int section = 1; LT(1) != IToken.tRPAREN; section++) {
            boolean both = LT(1) == IToken.tCOLONCOLON;
            consume(both ? IToken.tCOLONCOLON : IToken.tCOLON);
            if (both) section++;
            while (LT(1) != IToken.tCOLON && LT(1) != IToken.tCOLONCOLON && LT(1) != IToken.tRPAREN) {
                if (section <= 2) assemblyOperand(arguments);
                else constantExpression(); // what is clobbered is nobody's here
                if (LT(1) == IToken.tCOMMA) consume();
            }
        }
        int end = consume(IToken.tRPAREN).getEndOffset();
        var name = nodes.newIdExpression(nodes.newName(ASSEMBLY.toCharArray()));
        setRange(name, start, start + 1);
        var call = nodes.newFunctionCallExpression(name, arguments.toArray(new IASTInitializerClause[0]));
        var statement = nodes.newExpressionStatement(setRange(call, start, end));
        return setRange(statement, start, consume(IToken.tSEMI).getEndOffset());
    }

    private void assemblyOperand(List<IASTInitializerClause> arguments) throws EndOfFileException, BacktrackException {
        int start = LA(1).getOffset();
        var name = nodes.newName(new char[0]);
        if (LT(1) == IToken.tLBRACKET) {
            consume();
            name = identifier();
            consume(IToken.tRBRACKET);
        }
        arguments.add(setRange(nodes.newIdExpression(name), start, start));
        IToken constraint = consume(IToken.tSTRING);
        var literal = nodes.newLiteralExpression(IASTLiteralExpression.lk_string_literal, constraint.getImage());
        arguments.add(setRange(literal, constraint.getOffset(), constraint.getEndOffset()));
        consume(IToken.tLPAREN);
        arguments.add(expression());
        consume(IToken.tRPAREN);
    }

    // ---- static assertions -------------------------------------------------------------------------------------

    boolean atStaticAssertion() throws EndOfFileException {
        return LT(1) == IToken.tIDENTIFIER && LA(1).getImage().equals(STATIC_ASSERTION);
    }

    @Override
    protected IASTDeclaration declaration(DeclarationOptions option) throws EndOfFileException, BacktrackException {
        return atStaticAssertion() ? staticAssertion() : super.declaration(option);
    }

    private IASTDeclaration staticAssertion() throws EndOfFileException, BacktrackException {
        int start = LA(1).getOffset();
        IASTName name = identifier();
        consume(IToken.tLPAREN);
        var declarator = nodes.newArrayDeclarator(name);
        IASTExpression condition = constantExpression();
        declarator.addArrayModifier(setRange(nodes.newArrayModifier(condition), condition));
        if (LT(1) == IToken.tCOMMA) {
            consume();
            IASTExpression message = constantExpression();
            declarator.setInitializer(setRange(nodes.newEqualsInitializer(message), message));
        }
        int end = consume(IToken.tRPAREN).getEndOffset();
        consume(IToken.tSEMI);
        setRange(declarator, start, end);
        IASTSimpleDeclSpecifier specifier = nodes.newSimpleDeclSpecifier();
        specifier.setType(IASTSimpleDeclSpecifier.t_int);
        setRange(specifier, start, start);
        var declaration = nodes.newSimpleDeclaration(specifier);
        declaration.addDeclarator(declarator);
        return setRange(declaration, start, end);
    }
}
