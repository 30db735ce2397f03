package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieDecl.Body;
import dev.moirai.frontend.boogie.BoogieDecl.Signature;
import dev.moirai.frontend.boogie.BoogieDecl.Spec;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the declarations of a file, by recursive descent. After an error it goes on at the next declaration. */
final class BoogieParser {
    /** Whether {@code where} may follow a variable's type. */
    enum Where {
        ALLOWED,
        REFUSED
    }

    /** Words before a declaration of Civl. */
    private static final Set<String> CIVL = Set.of(
            "yield",
            "action",
            "atomic",
            "async",
            "left",
            "right",
            "both",
            "invariant",
            "link",
            "pure",
            "pending_async");

    private final TokenStream in;
    private final BoogieComplaints complaints;
    private final TypeParser types;
    private final ExprParser exprs;
    private final StmtParser statements;
    private final List<BoogieDecl> declarations = new ArrayList<>();

    private BoogieParser(TokenStream in, BoogieComplaints complaints) {
        this.in = in;
        this.complaints = complaints;
        types = new TypeParser(in);
        exprs = new ExprParser(in, types, this);
        statements = new StmtParser(in, exprs, this);
    }

    static List<BoogieDecl> declarations(String file, String text, BoogieComplaints complaints) {
        var parser = new BoogieParser(new TokenStream(file, Lexer.tokens(file, text, complaints)), complaints);
        parser.file();
        return parser.declarations;
    }

    BoogieComplaints complaints() {
        return complaints;
    }

    StmtParser statements() {
        return statements;
    }

    private void file() {
        while (!in.atEnd()) {
            try {
                declaration();
            } catch (BoogieError e) {
                complaints.add(e.diagnostic());
                in.skipDeclaration();
            }
        }
    }

    private void declaration() {
        SourceSpan span = in.span();
        BoogieToken token = in.peek();
        if (token.kind() == BoogieToken.Kind.NAME && CIVL.contains(token.text()) || token.is("invariant")) {
            throw BoogieError.unsupported(
                    span,
                    "'" + token.text() + "' before a declaration, which belongs to proofs (Civl)",
                    "threads are procedures, started by 'async call'");
        }
        if (token.kind() != BoogieToken.Kind.KEYWORD) throw in.missing("a declaration", "");
        in.next();
        switch (token.text()) {
            case "type" -> typeNames();
            case "datatype" -> datatype(span);
            case "const" -> constants();
            case "var" -> {
                List<Attribute> attributes = attributes();
                for (BoogieVariable variable : variables(Where.ALLOWED, attributes)) {
                    declarations.add(new BoogieDecl.Global(variable, variable.span()));
                }
                in.expect(";", "after the variables");
            }
            case "function" -> function();
            case "axiom" -> {
                attributes();
                declarations.add(new BoogieDecl.Axiom(exprs.expression(), span));
                in.expect(";", "after the axiom");
            }
            case "procedure" -> procedure();
            case "implementation" -> {
                List<Attribute> attributes = attributes();
                Signature signature = signature();
                declarations.add(new BoogieDecl.Implementation(signature, body(), attributes, signature.span()));
            }
            default -> throw new BoogieError(span, "expected a declaration, found " + token.quoted());
        }
    }

    // ---- attributes and variables ------------------------------------------------------------------------------

    List<Attribute> attributes() {
        var all = new ArrayList<Attribute>();
        while (in.at("{:")) {
            SourceSpan span = in.span();
            in.next();
            BoogieToken name = in.peek();
            if (name.kind() != BoogieToken.Kind.KEYWORD) in.expectName("an attribute's name");
            else in.next();
            var values = new ArrayList<Attribute.Value>();
            if (!in.at("}")) {
                do values.add(attributeValue());
                while (in.accept(","));
            }
            in.expect("}", "after the attribute");
            if (Set.of("layer", "yields", "linear").contains(name.text())) {
                throw BoogieError.unsupported(span, "{:" + name.text() + "}, which belongs to proofs (Civl)");
            }
            all.add(new Attribute(name.text(), values, span));
        }
        return all;
    }

    private Attribute.Value attributeValue() {
        if (in.peek().kind() == BoogieToken.Kind.STRING)
            return new Attribute.Value.Text(in.next().text());
        return new Attribute.Value.Expression(exprs.expression());
    }

    /** {@code a, b: int where a > 0, c: bool}. */
    List<BoogieVariable> variables(Where where) {
        return variables(where, List.of());
    }

    private List<BoogieVariable> variables(Where where, List<Attribute> shared) {
        var all = new ArrayList<BoogieVariable>();
        do {
            var attributes = new ArrayList<>(shared);
            attributes.addAll(attributes());
            var names = new ArrayList<BoogieToken>();
            do names.add(in.expectName("a variable's name"));
            while (in.accept(","));
            in.expect(":", "before the variable's type");
            TypeText type = types.type();
            Optional<BoogieExpr> condition = Optional.empty();
            if (where == Where.ALLOWED && in.accept("where")) condition = Optional.of(exprs.expression());
            for (BoogieToken name : names)
                all.add(new BoogieVariable(name.text(), type, attributes, condition, in.span(name)));
        } while (in.accept(","));
        return all;
    }

    private List<BoogieVariable> inBrackets(String before) {
        in.expect("(", before);
        List<BoogieVariable> all = in.at(")") ? List.of() : variables(Where.ALLOWED);
        in.expect(")", "after the parameters");
        return all;
    }

    List<BoogieVariable> localDeclarations() {
        var locals = new ArrayList<BoogieVariable>();
        while (in.at("var")) {
            try {
                in.next();
                List<Attribute> attributes = attributes();
                locals.addAll(variables(Where.ALLOWED, attributes));
                in.expect(";", "after the variables");
            } catch (BoogieError e) {
                complaints.add(e.diagnostic());
                in.skipStatement();
            }
        }
        return locals;
    }

    // ---- declarations ------------------------------------------------------------------------------------------

    private void typeNames() {
        List<Attribute> attributes = attributes();
        if (Attribute.has(attributes, "builtin")) {
            throw BoogieError.unsupported(
                    Attribute.find(attributes, "builtin").orElseThrow().span(), "types of the prover ({:builtin})");
        }
        in.acceptWord("finite");
        in.accept("finite");
        do {
            BoogieToken name = in.expectName("the type's name");
            var parameters = new ArrayList<String>();
            while (in.peek().kind() == BoogieToken.Kind.NAME)
                parameters.add(in.next().text());
            Optional<TypeText> meaning = in.accept("=") ? Optional.of(types.type()) : Optional.empty();
            declarations.add(new BoogieDecl.TypeName(name.text(), parameters, meaning, in.span(name)));
        } while (in.accept(","));
        in.expect(";", "after the type");
    }

    private void datatype(SourceSpan span) {
        attributes();
        BoogieToken name = in.expectName("the datatype's name");
        List<String> parameters = types.parameters();
        in.expect("{", "before the constructors");
        var constructors = new ArrayList<BoogieDecl.Constructor>();
        do {
            attributes();
            BoogieToken constructor = in.expectName("a constructor");
            constructors.add(new BoogieDecl.Constructor(
                    constructor.text(), inBrackets("after the constructor's name"), in.span(constructor)));
        } while (in.accept(","));
        in.expect("}", "after the constructors");
        declarations.add(new BoogieDecl.Datatype(name.text(), parameters, constructors, in.span(name)));
    }

    private void constants() {
        List<Attribute> attributes = attributes();
        boolean unique = in.accept("unique");
        List<BoogieVariable> variables = variables(Where.REFUSED, attributes);
        if (in.at("extends") || in.at("complete"))
            throw BoogieError.unsupported(in.span(), "the partial order 'extends'");
        if (!uses()) in.expect(";", "after the constants");
        for (BoogieVariable variable : variables) {
            declarations.add(new BoogieDecl.Constant(variable, unique, variable.span()));
        }
    }

    /** {@code uses { axiom e; }}: axioms that matter where the name before is used; axioms that speak of nothing used never count. */
    private boolean uses() {
        if (!in.acceptWord("uses")) return false;
        in.expect("{", "after 'uses'");
        while (!in.accept("}")) {
            SourceSpan span = in.span();
            in.expect("axiom", "inside 'uses'");
            attributes();
            declarations.add(new BoogieDecl.Axiom(exprs.expression(), span));
            in.expect(";", "after the axiom");
        }
        return true;
    }

    private void function() {
        List<Attribute> attributes = attributes();
        BoogieToken name = in.expectName("the function's name");
        List<String> typeParameters = types.parameters();
        in.expect("(", "after the function's name");
        var parameters = new ArrayList<BoogieVariable>();
        if (!in.at(")")) {
            do parameters.add(nameOrType(parameters.size()));
            while (in.accept(","));
        }
        in.expect(")", "after the parameters");
        TypeText result;
        if (in.accept("returns")) {
            in.expect("(", "after 'returns'");
            result = nameOrType(0).type();
            in.expect(")", "after the result's type");
        } else {
            in.expect(":", "before the result's type");
            result = types.type();
        }
        Optional<BoogieExpr> body = Optional.empty();
        if (in.accept("{")) {
            body = Optional.of(exprs.expression());
            in.expect("}", "after the function's body");
            uses();
        } else if (!uses()) in.expect(";", "after the function");
        declarations.add(new BoogieDecl.Function(
                name.text(), typeParameters, parameters, result, body, attributes, in.span(name)));
    }

    private BoogieVariable nameOrType(int position) {
        List<Attribute> attributes = attributes();
        SourceSpan span = in.span();
        if (in.peek().kind() == BoogieToken.Kind.NAME && in.peek(1).is(":")) {
            String name = in.next().text();
            in.next();
            return new BoogieVariable(name, types.type(), attributes, Optional.empty(), span);
        }
        return new BoogieVariable("#" + position, types.type(), attributes, Optional.empty(), span);
    }

    private void procedure() {
        List<Attribute> attributes = attributes();
        Signature signature = signature();
        boolean bodyless = in.accept(";");
        var specs = new ArrayList<Spec>();
        while (in.at("requires") || in.at("ensures") || in.at("modifies") || in.at("free")) specs.add(spec());
        Optional<Body> body = bodyless || !in.at("{") ? Optional.empty() : Optional.of(body());
        if (!bodyless && body.isEmpty()) throw in.missing("'{' or ';'", "after the procedure's head");
        declarations.add(new BoogieDecl.Procedure(signature, specs, body, attributes, signature.span()));
    }

    private Signature signature() {
        BoogieToken name = in.expectName("the procedure's name");
        List<String> typeParameters = types.parameters();
        List<BoogieVariable> parameters = inBrackets("after the procedure's name");
        List<BoogieVariable> results = in.accept("returns") ? inBrackets("after 'returns'") : List.of();
        return new Signature(name.text(), typeParameters, parameters, results, in.span(name));
    }

    private Spec spec() {
        SourceSpan span = in.span();
        boolean free = in.accept("free");
        String word = in.next().text();
        attributes();
        Spec spec;
        switch (word) {
            case "requires" -> spec = new Spec.Requires(exprs.expression(), free, span);
            case "ensures" -> spec = new Spec.Ensures(exprs.expression(), free, span);
            case "modifies" -> {
                var globals = new ArrayList<BoogieExpr.Name>();
                if (!in.at(";")) {
                    do {
                        SourceSpan at = in.span();
                        globals.add(new BoogieExpr.Name(
                                in.expectName("a global variable").text(), at));
                    } while (in.accept(","));
                }
                spec = new Spec.Modifies(globals, span);
            }
            default ->
                throw new BoogieError(span, "expected 'requires', 'ensures' or 'modifies', found '" + word + "'");
        }
        in.expect(";", "after the clause");
        return spec;
    }

    private Body body() {
        SourceSpan begin = in.span();
        in.expect("{", "before the body");
        List<BoogieVariable> locals = localDeclarations();
        List<BoogieStmt> all = statements.until("}");
        SourceSpan end = in.span();
        in.expect("}", "to close the body of line " + begin.line());
        return new Body(locals, all, end);
    }
}
