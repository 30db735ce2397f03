package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.CallSite;
import dev.moirai.frontend.c.library.FunctionModel;
import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.ir.Access;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;

/** A call of a library function, as its model sees it. */
final class LibraryCall implements CallSite {
    private final Translation in;
    private final String function;
    private final Optional<CType.Function> declared;
    private final SourceSpan span;
    private final Optional<CType> pointee;
    private final boolean valueNeeded;
    private final List<Operand.Value> arguments = new ArrayList<>();
    private final List<Optional<String>> texts = new ArrayList<>();
    private final List<Boolean> fixed = new ArrayList<>();

    LibraryCall(
            Translation in,
            String function,
            Optional<CType.Function> declared,
            IASTFunctionCallExpression node,
            Optional<CType> pointee,
            boolean valueNeeded) {
        this.in = in;
        this.function = function;
        this.declared = declared;
        span = in.span(node);
        this.pointee = pointee;
        this.valueNeeded = valueNeeded;
        for (IASTInitializerClause argument : node.getArguments()) {
            texts.add(text(argument));
            fixed.add(isFixed(argument));
            arguments.add(evaluated(argument, arguments.size()));
        }
    }

    /**
     * A call with values already computed: inside the function that stands for a library function whose address is
     * taken.
     */
    LibraryCall(
            Translation in, String function, CType.Function declared, List<Operand.Value> arguments, SourceSpan span) {
        this.in = in;
        this.function = function;
        this.declared = Optional.of(declared);
        this.span = span;
        pointee = Optional.empty();
        valueNeeded = true;
        this.arguments.addAll(arguments);
        for (int i = 0; i < arguments.size(); i++) {
            texts.add(Optional.empty());
            fixed.add(false);
        }
    }

    private Operand.Value evaluated(IASTInitializerClause node, int index) {
        if (!(node instanceof IASTExpression expression)) throw new CError(in.span(node), "braces as an argument");
        Operand operand = in.atomicObjects.value(in.expressions.operand(expression), in.span(node));
        if (operand instanceof Operand.Memory(var type, var address) && FunctionBody.isAggregate(type)) {
            return new Operand.Value(new CType.Pointer(type), address);
        }
        Operand.Value value = in.places.read(operand, in.span(node));
        if (value.type() instanceof CType.Void) throw new CError(in.span(node), "an argument without a value");
        List<CType> parameters = declared.map(CType.Function::parameters).orElse(List.of());
        if (index >= parameters.size() || !parameters.get(index).isScalar()) return in.conversions.argument(value);
        // A pointer keeps its type, which says more than the prototype's void *.
        if (parameters.get(index).isPointer() && value.type().isPointer()) return value;
        return in.conversions.assigned(parameters.get(index), value, in.span(node));
    }

    Operand by(FunctionModel model) {
        Optional<Expr> result = model.call(this);
        CType type = declared.map(CType.Function::result)
                .or(() -> result.map(expr -> in.layouts.typeOf(expr.type())))
                .orElse(CType.VOID);
        if (type instanceof CType.Void) return LValues.nothing();
        if (result.isEmpty()) {
            return valueNeeded && in.writer.isReachable()
                    ? in.calls.anything(type, "result of " + function, span)
                    : LValues.nothing();
        }
        return new Operand.Value(type.plain(), in.conversions.expr(type, result.get()));
    }

    // ---- what the model asks -----------------------------------------------------------------------------------

    @Override
    public String function() {
        return function;
    }

    @Override
    public SourceSpan span() {
        return span;
    }

    @Override
    public int argumentCount() {
        return arguments.size();
    }

    @Override
    public Expr argument(int index) {
        if (index >= arguments.size()) throw error("too few arguments for " + function, "");
        return arguments.get(index).expr();
    }

    @Override
    public Expr argument(int index, Type type) {
        return convert(argument(index), type);
    }

    @Override
    public Expr argumentFor(int pointer, int index) {
        return arguments.get(pointer).type().plain() instanceof CType.Pointer(var target) && target.isScalar()
                ? in.conversions.expr(target, argument(index))
                : CallSite.super.argumentFor(pointer, index);
    }

    @Override
    public Optional<String> literal(int index) {
        return index < texts.size() ? texts.get(index) : Optional.empty();
    }

    private Optional<String> text(IASTInitializerClause node) {
        return switch (node) {
            case IASTLiteralExpression literal
            when literal.getKind() == IASTLiteralExpression.lk_string_literal ->
                Optional.of(in.literals.text(literal).text());
            case IASTUnaryExpression unary
            when unary.getOperator() == IASTUnaryExpression.op_bracketedPrimary -> text(unary.getOperand());
            case IASTCastExpression cast -> text(cast.getOperand());
            case IASTIdExpression id
            when in.scopes.find(id.getName().toString()).orElse(null) instanceof Symbol.Static(var definition, var _) ->
                definition.storage().isConstant() ? definition.literal() : Optional.empty();
            case IASTIdExpression id
            when in.scopes.find(id.getName().toString()).orElse(null) instanceof Symbol.Register ->
                AssignedBefore.to(id).flatMap(this::text);
            default -> Optional.empty();
        };
    }

    @Override
    public boolean isFixedText(int index) {
        return index < fixed.size() && fixed.get(index);
    }

    private boolean isFixed(IASTInitializerClause node) {
        return switch (node) {
            case IASTUnaryExpression unary
            when unary.getOperator() == IASTUnaryExpression.op_bracketedPrimary -> isFixed(unary.getOperand());
            case IASTCastExpression cast -> isFixed(cast.getOperand());
            case IASTConditionalExpression either ->
                either.getPositiveResultExpression() != null
                        && isFixed(either.getPositiveResultExpression())
                        && isFixed(either.getNegativeResultExpression());
            default -> text(node).isPresent();
        };
    }

    @Override
    public DataModel model() {
        return in.layouts.model();
    }

    @Override
    public Sizes sizes() {
        return in.linker.sizes();
    }

    @Override
    public LibraryOptions options() {
        return in.linker.options().library();
    }

    @Override
    public Local fresh(Type type) {
        return in.writer.temporary(type);
    }

    @Override
    public String freshLabel(String hint) {
        return in.writer.label(hint);
    }

    @Override
    public String loopLabel(String hint) {
        return in.writer.libraryLoop(hint, function);
    }

    @Override
    public void emit(Instr instr) {
        boolean destructors = in.linker.lifeHooks().hasDestructors();
        boolean atExit = in.linker.control().runsAtExit();
        if (instr instanceof Instr.ExitProcess(var code, var _) && function.equals("exit")) {
            if (atExit) invoke(LifeHooks.AT_EXIT, List.of(code));
            if (destructors) in.writer.emit(LifeHooks.destructorsCall(span));
        }
        if ((destructors || atExit)
                && instr instanceof Instr.ExitThread
                && in.body.filter(FunctionBody::isMain).isPresent()) {
            throw CError.unsupported(
                    span, function + " in main of a program that does something at its end (destructors, atexit)");
        }
        in.writer.emit(instr);
    }

    @Override
    public Expr load(Expr address, Type type, Access access) {
        Local local = fresh(type);
        emit(new Instr.Load(local, address, access, span));
        return local;
    }

    @Override
    public Expr convert(Expr value, Type type) {
        return type.equals(Type.BOOL) ? in.fold.truth(value) : in.fold.cast(type, value);
    }

    @Override
    public Optional<Expr> invoke(String name, List<Expr> values) {
        Definition.Procedure procedure = in.linker.bundledFunction(name);
        CType.Function type = procedure.type();
        var converted = new ArrayList<Expr>();
        for (int i = 0; i < values.size(); i++) {
            converted.add(in.conversions.expr(type.parameters().get(i), values.get(i)));
        }
        boolean hasResult = !(type.result() instanceof CType.Void);
        Optional<Local> into = hasResult ? Optional.of(fresh(in.ir(type.result()))) : Optional.empty();
        emit(new Instr.Call(into, new Expr.FunctionAddress(procedure.name()), converted, span));
        return into.map(local -> local);
    }

    @Override
    public Expr list(int first) {
        return in.calls.inSlots(
                first < arguments.size() ? arguments.subList(first, arguments.size()) : List.of(), span);
    }

    @Override
    public Optional<Type> pointee() {
        return pointee.filter(
                        type -> in.layouts.size(type) != Layouts.INCOMPLETE && !(type.bare() instanceof CType.Void))
                .map(in::ir);
    }

    @Override
    public Expr standardStream(String name) {
        if (!in.linker.control().isAssigned(name)) return CallSite.super.standardStream(name);
        Definition.Variable variable =
                in.linker.variables().declare(in.unit, name, new CType.Pointer(CType.VOID), false, span());
        return load(in.expressions.global(variable).address(), Type.VOID_POINTER, Access.PLAIN);
    }

    @Override
    public boolean isUsers() {
        return in.unit.origin() != Unit.Origin.BUNDLED;
    }

    @Override
    public boolean cancelsThreads() {
        return in.linker.control().cancelsThreads();
    }

    @Override
    public boolean masksSignals() {
        return in.linker.control().masksSignals();
    }

    @Override
    public boolean opensMemory() {
        return in.linker.control().opensMemory();
    }

    @Override
    public boolean namesThreads() {
        return in.linker.control().namesThreads();
    }

    @Override
    public Expr returnPoint(Expr buffer) {
        FunctionBody body = in.body.orElseThrow(() -> new CError(span, function + " outside of a function"));
        CBlock outermost = in.writer.block();
        for (CBlock above = outermost.parent(); above != null; above = above.parent()) outermost = above;
        Operand.Memory frame = in.expressions.hiddenIn(outermost, CType.UNSIGNED_CHAR, "frame", span);
        invoke("__moirai_note_frame", List.of(buffer, frame.address()));
        Local result = fresh(Type.I32);
        emit(new Instr.Assign(result, Expr.constant(Type.I32, 0), span));
        String again = freshLabel("again");
        in.writer.place(again, span);
        if (!in.writer.isDryRun()) {
            in.linker
                    .control()
                    .addReturnPoint(body.irName(), new ReturnPoints.Site((Local) frame.address(), again, result));
        }
        return result;
    }

    @Override
    public boolean failureNoticed() {
        return valueNeeded || in.linker.control().looksAtErrno();
    }

    @Override
    public boolean resultUsed() {
        return valueNeeded;
    }

    @Override
    public Optional<Type> declaredResult() {
        return declared.map(type -> in.ir(type.result()));
    }

    @Override
    public InputException error(String message, String hint) {
        return new InputException(Diagnostic.error(span, message, hint));
    }
}
