package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BoogieDecl.Spec;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Calls: what is required is checked at the call, what a procedure without a body promises is all that is known of it. */
final class CallLowering {
    private final ExprLowering exprs;
    private final BodyWriter writer;
    private final Lowering program;
    private final Context context;

    CallLowering(ExprLowering exprs, Context context) {
        this.exprs = exprs;
        this.context = context;
        writer = exprs.writer();
        program = exprs.program();
    }

    void call(BoogieStmt.Call s) {
        Optional<Builtin> builtin = Builtin.called(s.procedure(), program.declarations());
        if (builtin.isPresent()) {
            builtin(builtin.get(), s);
            return;
        }
        ProcedureHead procedure =
                Objects.requireNonNull(program.declarations().procedures.get(s.procedure()), s.procedure());
        var arguments = new ArrayList<Expr>();
        for (BoogieExpr argument : s.arguments()) {
            arguments.add(writer.simple(exprs.value(argument, context), s.span()));
        }
        var values = new HashMap<BoogieSymbol, Expr>();
        for (int i = 0; i < arguments.size(); i++)
            values.put(procedure.parameters().get(i), arguments.get(i));
        var types = new HashMap<String, BoogieType>();
        program.typing().typeArguments(s).forEach((name, type) -> types.put(name, type.substitute(context.types())));
        requirements(procedure, Context.of(values, types), s.span());
        if (procedure.code().isEmpty()) {
            // Nobody sees a procedure without a body half done. Started as a thread, it is done at once.
            writer.atomically(s.span(), () -> unknown(procedure, Context.of(values, types), s));
        } else if (s.async()) spawn(procedure, types, arguments, s.span());
        else known(procedure, types, arguments, s);
    }

    private void requirements(ProcedureHead procedure, Context inside, SourceSpan span) {
        for (Spec spec : procedure.declaration().specs()) {
            if (!(spec instanceof Spec.Requires(var condition, var free, var _)) || free) continue;
            writer.nextStatement();
            String message = "requires " + BoogieText.of(condition) + " of " + procedure.name();
            new Conditions(exprs).check(condition, inside, message, span);
        }
    }

    private void builtin(Builtin builtin, BoogieStmt.Call s) {
        SourceSpan span = s.span();
        boolean preemptive = program.options().switching() == BoogieOptions.Switching.PREEMPTIVE;
        switch (builtin) {
            case ATOMIC_BEGIN -> {
                if (preemptive) writer.beginSection(span);
            }
            case ATOMIC_END -> {
                if (preemptive) writer.endSection(span);
            }
            case NOT_REACHABLE -> {
                writer.emit(new Instr.Assert(Expr.FALSE, "corral_assert_not_reachable is called", span));
                writer.emit(new Instr.Assume(Expr.FALSE, span));
            }
            case THREAD_ID -> {
                Expr number = new ThreadNumbers(program, writer, span).self();
                assign(s.results().getFirst(), number(number, s.results().getFirst()), span);
            }
            case CHILD_THREAD_ID -> {
                Local number = writer.load(program.lastChild(), Type.U64, Access.PRIVATE, span);
                assign(s.results().getFirst(), number(number, s.results().getFirst()), span);
            }
        }
    }

    /** A thread's number as the variable's type has it. */
    private Expr number(Expr handle, BoogieExpr.Name into) {
        Expr whole = new Expr.Calculate(
                Expr.MathOp.ADD,
                new Expr.Calculate(Expr.MathOp.UNSIGNED, handle),
                new Expr.Number(Lowering.FIRST_THREAD));
        Type type = program.types().of(program.typing().symbol(into).type(), into.span());
        return type instanceof Type.Int bits ? new Expr.Bits(bits, whole) : whole;
    }

    private void assign(BoogieExpr.Name into, Expr value, SourceSpan span) {
        BoogieSymbol symbol = program.typing().symbol(into);
        if (context.values().get(symbol) instanceof Local local) writer.emit(new Instr.Assign(local, value, span));
        else writer.store(program.address((BoogieSymbol.Global) symbol), value, span);
    }

    // ---- procedures without a body -----------------------------------------------------------------------------

    private void unknown(ProcedureHead procedure, Context call, BoogieStmt.Call s) {
        SourceSpan span = s.span();
        var promised = new ArrayList<Spec.Ensures>();
        var modified = new ArrayList<BoogieSymbol.Global>();
        for (Spec spec : procedure.declaration().specs()) {
            switch (spec) {
                case Spec.Ensures ensures -> promised.add(ensures);
                case Spec.Modifies(var globals, var _) -> {
                    for (BoogieExpr.Name name : globals) {
                        modified.add((BoogieSymbol.Global)
                                program.declarations().variables.get(name.name()));
                    }
                }
                case Spec.Requires _ -> {}
            }
        }
        if (NodeTypes.isMaker(procedure)) {
            make(s);
            return;
        }
        for (BoogieSymbol.Global global : modified) {
            program.nodes()
                    .refuse(global.type(), procedure.name() + " without a body, which modifies a variable", span);
        }
        writer.nextStatement();
        Map<BoogieSymbol.Global, Local> before = new HashMap<>();
        for (Spec.Ensures ensures : promised) before.putAll(OldValues.load(program, writer, ensures.condition(), span));
        for (BoogieSymbol.Global global : modified) {
            Local value = writer.fresh(program.types().of(global.type(), span));
            writer.emit(new Instr.Nondet(
                    value, procedure.name() + " modifies " + global.variable().name(), span));
            exprs.assumeProper(global.type(), value, span);
            writer.store(program.address(global), value, span);
        }
        Context inside = call;
        var results = new ArrayList<Local>();
        for (BoogieSymbol.OfProcedure result : procedure.results()) {
            BoogieType type = result.type().substitute(call.types());
            program.nodes().refuse(type, procedure.name() + " without a body, which returns a value", span);
            Local value = writer.fresh(program.types().of(type, span));
            writer.emit(new Instr.Nondet(
                    value, procedure.name() + " returns " + result.variable().name(), span));
            exprs.assumeProper(type, value, span);
            inside = inside.with(result, value);
            results.add(value);
        }
        writer.nextStatement();
        var after = new ExprLowering(program, writer, before);
        for (BoogieSymbol.OfProcedure result : procedure.results()) {
            if (result.variable().where().isEmpty()) continue;
            new Conditions(after).assume(result.variable().where().get(), inside, span);
        }
        for (Spec.Ensures ensures : promised) {
            new Conditions(after).assume(ensures.condition(), inside, span);
        }
        for (int i = 0; i < s.results().size(); i++) assign(s.results().get(i), results.get(i), span);
    }

    private void make(BoogieStmt.Call s) {
        if (s.results().isEmpty()) return;
        BoogieExpr.Name into = s.results().getFirst();
        var type = (Type.Named) program.types().of(program.typing().symbol(into).type(), into.span());
        Local node = writer.fresh(type);
        writer.emit(new Instr.Nondet(node, new Source.NewNode(program.theory().firstNode(type)), s.span()));
        assign(into, node, s.span());
    }

    // ---- procedures with a body --------------------------------------------------------------------------------

    private void known(
            ProcedureHead procedure, Map<String, BoogieType> types, List<Expr> arguments, BoogieStmt.Call s) {
        SourceSpan span = s.span();
        Lowering.Callable callee = program.procedure(procedure, types, writer.section(), span);
        Optional<Local> first = callee.results().isEmpty()
                ? Optional.empty()
                : Optional.of(writer.fresh(callee.results().getFirst()));
        writer.emit(new Instr.Call(first, new Expr.FunctionAddress(callee.function()), arguments, span));
        writer.nowIn(callee.sectionAtExit());
        writer.nextStatement();
        var results = new ArrayList<Local>();
        first.ifPresent(results::add);
        for (int i = 1; i < callee.results().size(); i++) {
            Expr address = program.furtherResult(procedure, types, i);
            Type type = callee.results().get(i);
            results.add(writer.load(address, type, Access.PRIVATE, span));
            // Nobody reads it again: states that differ in it alone are one.
            writer.emit(new Instr.Store(address, ZeroValues.of(type), Access.PRIVATE, span));
        }
        for (int i = 0; i < s.results().size(); i++) assign(s.results().get(i), results.get(i), span);
    }

    private void spawn(ProcedureHead procedure, Map<String, BoogieType> types, List<Expr> arguments, SourceSpan span) {
        String function = program.threadFunction(procedure, types, span);
        new ThreadNumbers(program, writer, span).spawn(function, arguments);
    }
}
