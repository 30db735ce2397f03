package dev.moirai.frontend.c;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.ASTNodeFactoryFactory;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTFieldDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTInitializer;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTName;
import org.eclipse.cdt.core.dom.ast.IASTParameterDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStandardFunctionDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTTranslationUnit;
import org.eclipse.cdt.core.dom.ast.IASTTypeId;
import org.eclipse.cdt.core.dom.ast.IASTTypeIdExpression;
import org.eclipse.cdt.core.dom.ast.c.ICASTTypedefNameSpecifier;
import org.eclipse.cdt.core.dom.ast.gnu.c.ICASTKnRFunctionDeclarator;
import org.eclipse.cdt.core.parser.EndOfFileException;
import org.eclipse.cdt.core.parser.IGCCToken;
import org.eclipse.cdt.core.parser.IToken;
import org.eclipse.cdt.internal.core.dom.parser.ASTNode;
import org.eclipse.cdt.internal.core.dom.parser.BacktrackException;
import org.eclipse.cdt.internal.core.dom.parser.DeclarationOptions;
import org.eclipse.cdt.internal.core.dom.parser.c.CASTAmbiguousSimpleDeclaration;
import org.jspecify.annotations.Nullable;

/**
 * CDT's parser, told which identifiers name types. CDT alone keeps both readings of {@code (a)*b}, {@code a * b;} or
 * {@code f(x);} and chooses later by its own bindings, which is slow and sometimes wrong; knowing the typedef names in
 * scope, as a C compiler does, leaves one reading. Also adds {@code _Generic}, which becomes a call of that name.
 */
final class TypedefAwareParser extends GnuParser {
    static final String GENERIC = "_Generic";
    static final String GENERIC_DEFAULT = "default";

    private static final DeclarationOptions ASSOCIATION = new DeclarationOptions(DeclarationOptions.REQUIRE_ABSTRACT
            | DeclarationOptions.NO_INITIALIZER
            | DeclarationOptions.ALLOW_BITFIELD);

    /** The names declared in each scope, innermost first, and whether each is a type there. */
    private final Deque<Map<String, Boolean>> scopes = new ArrayDeque<>();

    private final Scanner tokens;
    /** The tokens at which the parser gave up, by offset. */
    private final Map<Integer, IToken> errors = new LinkedHashMap<>();

    TypedefAwareParser(Scanner scanner) {
        super(scanner, ASTNodeFactoryFactory.getDefaultCNodeFactory());
        tokens = scanner;
        scopes.push(new HashMap<>());
        for (String name : BuiltinTypes.NAMES) declare(name, true);
    }

    Collection<IToken> errors() {
        return errors.values();
    }

    @Override
    protected void failParse() {
        super.failParse();
        IToken furthest = tokens.furthest();
        if (furthest != null) errors.putIfAbsent(furthest.getOffset(), furthest);
    }

    @Override
    public IASTTranslationUnit parse() {
        translationUnit();
        return getTranslationUnit();
    }

    @Override
    protected void setupTranslationUnit() {
        // CDT's bindings for built-in functions are left out, because they cost start-up time.
        translationUnit = nodes.newTranslationUnit(scanner);
    }

    private void declare(String name, boolean isType) {
        if (isType || isType(name)) scopes.element().put(name, isType);
    }

    private boolean isType(String name) {
        for (Map<String, Boolean> scope : scopes) {
            Boolean known = scope.get(name);
            if (known != null) return known;
        }
        return false;
    }

    private boolean startsWithTypeName() throws EndOfFileException {
        return isType(LA(1).getImage());
    }

    @Override
    protected boolean canBeTypeSpecifier() throws EndOfFileException {
        return LT(1) == IToken.tIDENTIFIER ? startsWithTypeName() : super.canBeTypeSpecifier();
    }

    @Override
    protected IASTExpression primaryExpression(CastExprCtx context, ITemplateIdStrategy strategy)
            throws EndOfFileException, BacktrackException {
        if (LT(1) == IToken.tIDENTIFIER) {
            if (startsWithTypeName()) throwBacktrack(LA(1));
            if (LA(1).getImage().equals(GENERIC)) return genericSelection();
        }
        return super.primaryExpression(context, strategy);
    }

    private IASTExpression genericSelection() throws EndOfFileException, BacktrackException {
        int start = LA(1).getOffset();
        var name = nodes.newIdExpression(identifier());
        setRange(name, start, start + GENERIC.length());
        consume(IToken.tLPAREN);
        var arguments = new ArrayList<IASTExpression>();
        arguments.add(constantExpression());
        while (LT(1) == IToken.tCOMMA) {
            consume();
            int from = LA(1).getOffset();
            if (LT(1) == IToken.t_default) {
                consume();
                var word = nodes.newIdExpression(nodes.newName(GENERIC_DEFAULT.toCharArray()));
                arguments.add(setRange(word, from, from + GENERIC_DEFAULT.length()));
            } else {
                IASTTypeId type = typeId(ASSOCIATION);
                if (type == null) {
                    throwBacktrack(LA(1));
                    break;
                }
                arguments.add(setRange(nodes.newTypeIdExpression(IASTTypeIdExpression.op_typeof, type), type));
                // CDT parses a type, a colon and a value as a bit-field without a name.
                if (type.getAbstractDeclarator() instanceof IASTFieldDeclarator association) {
                    arguments.add(association.getBitFieldSize());
                    continue;
                }
            }
            consume(IToken.tCOLON);
            arguments.add(constantExpression());
        }
        int end = consume(IToken.tRPAREN).getEndOffset();
        var call = nodes.newFunctionCallExpression(name, arguments.toArray(new IASTInitializerClause[0]));
        return setRange(call, start, end);
    }

    @Override
    protected IASTStatement parseDeclarationOrExpressionStatement() throws EndOfFileException, BacktrackException {
        if (startsDeclaration()) {
            IASTDeclaration declaration = declaration(DeclarationOptions.LOCAL);
            IASTDeclarationStatement statement = nodes.newDeclarationStatement(declaration);
            return setRange(statement, declaration);
        }
        IASTExpression expression = expression();
        IASTExpressionStatement statement = nodes.newExpressionStatement(expression);
        setRange(statement, expression);
        return adjustEndOffset(statement, consume(IToken.tSEMI).getEndOffset());
    }

    private boolean startsDeclaration() throws EndOfFileException {
        return switch (LT(1)) {
            case IToken.tIDENTIFIER ->
                startsWithTypeName() || LA(1).getImage().equals("__label__") || atStaticAssertion();
            case IToken.t_static,
                    IToken.t_extern,
                    IToken.t_typedef,
                    IToken.t_register,
                    IToken.t_auto,
                    IToken.t_inline,
                    IToken.t__Alignas,
                    IGCCToken.t__attribute__,
                    IToken.t_asm -> true;
            default -> canBeTypeSpecifier();
        };
    }

    @Override
    protected IASTCompoundStatement compoundStatement() throws EndOfFileException, BacktrackException {
        scopes.push(new HashMap<>());
        try {
            return super.compoundStatement();
        } finally {
            scopes.pop();
        }
    }

    @Override
    protected IASTStatement parseForStatement() throws EndOfFileException, BacktrackException {
        scopes.push(new HashMap<>());
        try {
            return super.parseForStatement();
        } finally {
            scopes.pop();
        }
    }

    @Override
    protected IASTStatement handleFunctionBody() throws BacktrackException, EndOfFileException {
        scopes.push(namesNoTypes(lastDeclarator));
        try {
            return super.handleFunctionBody();
        } finally {
            scopes.pop();
        }
    }

    /** The declarator that was read last; if a body follows, its parameters are those of the body. */
    private @Nullable IASTDeclarator lastDeclarator;

    @Override
    protected IASTDeclarator initDeclarator(IASTDeclSpecifier specifier, DeclarationOptions option)
            throws EndOfFileException, BacktrackException, FoundAggregateInitializer {
        IASTDeclarator declarator = super.initDeclarator(specifier, option);
        // CDT tries several readings of a declaration; only the one before a body counts.
        if (LTcatchEOF(1) == IToken.tLBRACE) lastDeclarator = declarator;
        return declarator;
    }

    private static Map<String, Boolean> namesNoTypes(@Nullable IASTDeclarator declarator) {
        var names = new HashMap<String, Boolean>();
        if (declarator == null) return names;
        switch (Declarators.parametersOf(declarator)) {
            case ICASTKnRFunctionDeclarator old -> {
                for (IASTName name : old.getParameterNames()) names.put(name.toString(), false);
            }
            case IASTStandardFunctionDeclarator function -> {
                for (IASTParameterDeclaration parameter : function.getParameters()) {
                    names.put(declaredName(parameter.getDeclarator()), false);
                }
            }
            default -> {}
        }
        return names;
    }

    /** A name no longer means a type in its own initialiser: {@code list *list = new(sizeof *list)}. */
    @Override
    protected IASTInitializer optionalInitializer(IASTDeclarator declarator, DeclarationOptions option)
            throws EndOfFileException, BacktrackException {
        boolean variable = LTcatchEOF(1) == IToken.tASSIGN && option != DeclarationOptions.C_MEMBER;
        if (variable) declare(declaredName(declarator), false);
        return super.optionalInitializer(declarator, option);
    }

    @Override
    protected IASTDeclaration declaration(DeclarationOptions option) throws EndOfFileException, BacktrackException {
        IASTDeclaration declaration = super.declaration(option);
        if (declaration instanceof CASTAmbiguousSimpleDeclaration ambiguous) declaration = resolved(ambiguous);
        if (option == DeclarationOptions.C_MEMBER) return declaration;
        if (declaration instanceof IASTSimpleDeclaration simple) {
            boolean isType = simple.getDeclSpecifier().getStorageClass() == IASTDeclSpecifier.sc_typedef;
            for (IASTDeclarator declarator : simple.getDeclarators()) declare(declaredName(declarator), isType);
        } else if (declaration instanceof IASTFunctionDefinition function) {
            declare(declaredName(function.getDeclarator()), false);
        }
        return declaration;
    }

    /** {@code static x;} or {@code unsigned f(x);}: the identifier is the type only if it is a typedef name. */
    private IASTDeclaration resolved(CASTAmbiguousSimpleDeclaration ambiguous) {
        var alternatives = ambiguous.getNodes();
        var first = (IASTSimpleDeclaration) alternatives[0];
        if (!(first.getDeclSpecifier() instanceof ICASTTypedefNameSpecifier named)
                || isType(named.getName().toString())) {
            return first;
        }
        var second = nodes.newSimpleDeclaration((IASTDeclSpecifier) alternatives[1]);
        second.addDeclarator((IASTDeclarator) alternatives[2]);
        IASTDeclarator[] others = first.getDeclarators();
        for (int i = 1; i < others.length; i++) second.addDeclarator(others[i]);
        ((ASTNode) second).setOffsetAndLength((ASTNode) first);
        return second;
    }

    private static String declaredName(IASTDeclarator declarator) {
        if (declarator == null) return "";
        IASTDeclarator inner = declarator;
        while (inner.getNestedDeclarator() != null) inner = inner.getNestedDeclarator();
        return inner.getName() == null ? "" : inner.getName().toString();
    }
}
