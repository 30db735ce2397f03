package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTTypeIdExpression;

/** Builtins that look like calls but are part of the language: they take types, or do not evaluate their arguments. */
final class LanguageBuiltins {
    private final Translation in;
    private final FloatingTests floatingTests;

    LanguageBuiltins(Translation in) {
        this.in = in;
        floatingTests = new FloatingTests(in);
    }

    Optional<Operand> call(String name, IASTFunctionCallExpression node) {
        if (!name.startsWith("_")) return Optional.empty();
        IASTInitializerClause[] arguments = node.getArguments();
        SourceSpan span = in.span(node);
        return switch (name) {
            case TypedefAwareParser.GENERIC -> Optional.of(generic(arguments, span));
            case GnuParser.ASSEMBLY -> {
                InlineAssembly.translate(in, arguments, span);
                yield Optional.of(LValues.nothing());
            }
            case CKeywords.VA_ARG -> Optional.of(vaArg(arguments, span));
            case "__builtin_va_start", "__builtin_stdarg_start" -> Optional.of(vaStart(arguments, span));
            case "__builtin_va_copy", "__va_copy" -> Optional.of(vaCopy(arguments, span));
            case "__builtin_va_end" -> Optional.of(LValues.nothing());
            case "__builtin_types_compatible_p" -> Optional.of(compatible(arguments, span));
            case "__builtin_constant_p" -> Optional.of(isConstant(arguments, span));
            case "__builtin_choose_expr" -> Optional.of(choose(arguments, span));
            case "__builtin_expect" -> {
                Operand.Value value = in.expressions.value(argument(arguments, 0, span));
                yield Optional.of(in.conversions.to(CType.LONG, value));
            }
            case "__builtin_object_size" -> Optional.of(new Operand.Value(in.layouts.sizeType(), in.sizeConstant(-1)));
            case "__builtin_ia32_pmovmskb128" -> Optional.of(signs(arguments, span));
            case "__builtin_prefetch" -> Optional.of(LValues.nothing());
            default -> floatingTests.call(name, arguments, span);
        };
    }

    static boolean isBuiltin(String name) {
        return switch (name) {
            case "__builtin_va_arg",
                    "__builtin_va_start",
                    "__builtin_va_copy",
                    "__builtin_va_end",
                    "__builtin_offsetof",
                    "__builtin_types_compatible_p",
                    "__builtin_constant_p",
                    "__builtin_choose_expr",
                    "__builtin_expect",
                    "__builtin_object_size",
                    "__builtin_prefetch" -> true;
            default -> FloatingTests.contains(name);
        };
    }

    private static IASTExpression argument(IASTInitializerClause[] arguments, int index, SourceSpan span) {
        if (index >= arguments.length || !(arguments[index] instanceof IASTExpression expression)) {
            throw new CError(span, "too few arguments");
        }
        return expression;
    }

    private static Operand integer(long value) {
        return new Operand.Value(CType.INT, Expr.constant(Type.I32, value));
    }

    private Operand signs(IASTInitializerClause[] arguments, SourceSpan span) {
        Operand vector = in.expressions.operand(argument(arguments, 0, span));
        if (!Vectors.isVector(vector.type())) throw new CError(span, "a vector is needed, not " + vector.type());
        return in.vectors.signs(vector, span);
    }

    private Operand generic(IASTInitializerClause[] arguments, SourceSpan span) {
        CType type = decayed(in.expressions.typeOf(argument(arguments, 0, span)));
        Optional<IASTExpression> fitting = Optional.empty();
        Optional<IASTExpression> otherwise = Optional.empty();
        for (int i = 1; i + 1 < arguments.length; i += 2) {
            IASTExpression result = argument(arguments, i + 1, span);
            switch (arguments[i]) {
                case IASTTypeIdExpression typeId
                when Compatibility.compatible(in.types.typeId(typeId.getTypeId()), type) -> {
                    if (fitting.isPresent()) throw new CError(in.span(typeId), "two associations fit the type " + type);
                    fitting = Optional.of(result);
                }
                case IASTIdExpression _ -> otherwise = Optional.of(result);
                default -> {}
            }
        }
        Optional<IASTExpression> chosen = fitting.isPresent() ? fitting : otherwise;
        return in.expressions.operand(
                chosen.orElseThrow(() -> new CError(span, "no association of _Generic fits the type " + type)));
    }

    private static CType decayed(CType type) {
        return Declarators.adjusted(type.plain());
    }

    private Operand vaArg(IASTInitializerClause[] arguments, SourceSpan span) {
        Operand list = in.expressions.operand(argument(arguments, 0, span));
        if (!(in.expressions.typeOf(argument(arguments, 1, span)) instanceof CType.Pointer(var type))) {
            throw new CError(span, "va_arg needs a type");
        }
        return in.calls.nextArgument(list, type, span);
    }

    private Operand vaStart(IASTInitializerClause[] arguments, SourceSpan span) {
        Operand list = in.expressions.operand(argument(arguments, 0, span));
        var further = in.body
                .flatMap(FunctionBody::furtherArguments)
                .orElseThrow(() -> new CError(span, "va_start in a function without ..."));
        in.places.write(list, in.fold.cast(in.ir(list.type()), further), span);
        return LValues.nothing();
    }

    private Operand vaCopy(IASTInitializerClause[] arguments, SourceSpan span) {
        Operand to = in.expressions.operand(argument(arguments, 0, span));
        in.assignments.store(to, in.expressions.value(argument(arguments, 1, span)), span);
        return LValues.nothing();
    }

    /** CDT turns the two types into {@code sizeof} expressions. */
    private Operand compatible(IASTInitializerClause[] arguments, SourceSpan span) {
        return integer(
                Compatibility.compatible(unqualified(arguments, 0, span), unqualified(arguments, 1, span)) ? 1 : 0);
    }

    /** The type without qualifiers, those of array elements included, as in gcc. */
    private CType unqualified(IASTInitializerClause[] arguments, int index, SourceSpan span) {
        return switch (type(arguments, index, span)) {
            case CType.Array(var element, var length) -> new CType.Array(element.bare(), length);
            case CType type -> type.bare();
        };
    }

    private CType type(IASTInitializerClause[] arguments, int index, SourceSpan span) {
        return argument(arguments, index, span) instanceof IASTTypeIdExpression typeId
                ? in.types.typeId(typeId.getTypeId()).plain()
                : in.expressions.typeOf(argument(arguments, index, span));
    }

    private Operand isConstant(IASTInitializerClause[] arguments, SourceSpan span) {
        FunctionWriter.Mark mark = in.writer.mark();
        in.writer.beginDryRun();
        try {
            Operand.Value value = in.expressions.value(argument(arguments, 0, span));
            return integer(value.expr() instanceof Expr.Constant && in.writer.nothingSince(mark) ? 1 : 0);
        } finally {
            in.writer.endDryRun();
            in.writer.returnTo(mark);
        }
    }

    private Operand choose(IASTInitializerClause[] arguments, SourceSpan span) {
        boolean first = in.expressions.constant(argument(arguments, 0, span)) != 0;
        return in.expressions.operand(argument(arguments, first ? 1 : 2, span));
    }
}
