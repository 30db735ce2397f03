package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTNode;

/**
 * Everything needed while one function body is translated or, without one, a declaration at file scope: the scopes, the
 * writer of instructions, and the translators of types, expressions and statements.
 */
final class Translation {
    final Linker linker;
    final Unit unit;
    final Scopes scopes;
    final FunctionWriter writer;
    final Layouts layouts;
    final Fold fold;
    final Types types;
    final Conversions conversions;
    final LValues places;
    final Expressions expressions;
    final Operators operators;
    final Assignments assignments;
    final Logic logic;
    final Literals literals;
    final Calls calls;
    final Copies copies;
    final AtomicObjects atomicObjects;
    final Vectors vectors;
    final Initialisers initialisers;
    final Statements statements;
    final LocalDeclarations declarations;
    /** The function being translated; empty at file scope. */
    final Optional<FunctionBody> body;

    Translation(Linker linker, Unit unit, Scopes scopes, FunctionWriter writer, Optional<FunctionBody> body) {
        this.linker = linker;
        this.unit = unit;
        this.scopes = scopes;
        this.writer = writer;
        this.body = body;
        layouts = linker.layouts();
        fold = linker.fold();
        types = new Types(this);
        conversions = new Conversions(this);
        places = new LValues(this);
        expressions = new Expressions(this);
        operators = new Operators(this);
        assignments = new Assignments(this);
        logic = new Logic(this);
        literals = new Literals(this);
        calls = new Calls(this);
        copies = new Copies(this);
        atomicObjects = new AtomicObjects(this);
        vectors = new Vectors(this);
        initialisers = new Initialisers(this);
        statements = new Statements(this);
        declarations = new LocalDeclarations(this);
    }

    SourceSpan span(IASTNode node) {
        return unit.spans().of(node);
    }

    Type ir(CType type) {
        return layouts.ir(type);
    }

    /** The size of a type that must be complete here. */
    long size(CType type, SourceSpan span) {
        long size = layouts.size(type);
        if (size == Layouts.INCOMPLETE) throw new CError(span, "the size of " + type + " is not known");
        return size;
    }

    /** The size of an object that the program creates here. */
    long objectSize(CType type, SourceSpan span) {
        long size = size(type, span);
        if (!layouts.fits(size)) throw new CError(span, layouts.tooLarge(size));
        return size;
    }

    Expr sizeConstant(long bytes) {
        return Expr.constant(ir(layouts.sizeType()), bytes);
    }
}
