package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Local;
import dev.moirai.ir.Printer;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import dev.moirai.ir.WellFormed;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.SourceTexts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A call without a front end around it: collects what a model writes. */
final class FakeCall implements CallSite {
    private static final SourceSpan SPAN = new SourceSpan("test.c", 1, 1);

    private final String function;
    private final List<Expr> arguments;
    private final Map<Integer, String> literals = new LinkedHashMap<>();
    private final Map<String, Layout> layouts = new LinkedHashMap<>();
    private DataModel model = DataModel.LP64;
    private LibraryOptions options = LibraryOptions.DEFAULT;
    private Optional<Type> declared = Optional.empty();

    final List<Instr> body = new ArrayList<>();
    private final List<Local> locals = new ArrayList<>();
    private int labels;

    FakeCall(String function, Expr... arguments) {
        this.function = function;
        this.arguments = List.of(arguments);
        for (Expr argument : arguments) if (argument instanceof Local local) locals.add(local);
    }

    // ---- how it is set up ---------------------------------------------------------------------------------------

    static Expr address(String global, Type type) {
        return new Expr.GlobalAddress(global, new Type.Pointer(type));
    }

    static Expr number(long value) {
        return Expr.constant(Type.I32, value);
    }

    static Local local(String name, Type type) {
        return new Local(name, type);
    }

    FakeCall literal(int index, String text) {
        literals.put(index, text);
        return this;
    }

    FakeCall with(Layout layout) {
        layouts.put(layout.tag(), layout);
        return this;
    }

    FakeCall with(DataModel model) {
        this.model = model;
        return this;
    }

    FakeCall with(LibraryOptions options) {
        this.options = options;
        return this;
    }

    FakeCall declaredAs(Type type) {
        declared = Optional.of(type);
        return this;
    }

    // ---- what comes of it ---------------------------------------------------------------------------------------

    Optional<Expr> call() {
        return Library.find(function).orElseThrow().call(this);
    }

    /** The instructions and the value, as a reader sees them, after a check that they are well-formed. */
    String text() {
        Optional<Expr> value = call();
        var printer = new Printer(layouts);
        String written = body.stream().map(printer::instr).collect(Collectors.joining("\n"));
        checkWellFormed(value);
        return value.map(v -> written + "\n-> " + printer.expr(v))
                .orElse(written)
                .strip();
    }

    private void checkWellFormed(Optional<Expr> value) {
        var globals = new LinkedHashMap<String, Global>();
        for (Expr argument : arguments) {
            if (argument instanceof Expr.GlobalAddress(var name, Type.Pointer(var type))) {
                globals.put(name, new Global(name, type, List.of(), Global.Storage.SHARED, SPAN));
            }
        }
        List<Instr> whole = new ArrayList<>(body);
        value.ifPresent(v -> whole.add(new Instr.Assign(fresh(v.type()), v, SPAN)));
        whole.add(new Instr.Return(Optional.empty(), SPAN));
        var main = new Function("main", List.of(), Type.VOID, locals, whole, SPAN);
        var functions = new LinkedHashMap<>(Map.of("main", main));
        for (String name : called()) {
            functions.put(name, new Function(name, List.of(), Type.VOID, List.of(), returning(), SPAN));
        }
        var program =
                new Program("test.c", model, layouts, globals, functions, "main", Optional.empty(), new SourceTexts());
        List<String> complaints = WellFormed.check(program).stream()
                // Functions of the outside stand here without parameters.
                .filter(complaint -> !complaint.contains("parameters") && !complaint.contains("result is void"))
                .toList();
        if (!complaints.isEmpty()) throw new AssertionError(String.join("\n", complaints));
    }

    private List<String> called() {
        List<String> names = new ArrayList<>();
        for (Instr instr : body) {
            if (instr instanceof Instr.Call(var _, Expr.FunctionAddress(var name), var _, var _)) names.add(name);
            if (instr instanceof Instr.Spawn(var _, Expr.FunctionAddress(var name), var _, var _, var _))
                names.add(name);
        }
        return names;
    }

    private static List<Instr> returning() {
        return List.of(new Instr.Return(Optional.empty(), SPAN));
    }

    // ---- what the model asks ------------------------------------------------------------------------------------

    @Override
    public String function() {
        return function;
    }

    @Override
    public SourceSpan span() {
        return SPAN;
    }

    @Override
    public int argumentCount() {
        return arguments.size();
    }

    @Override
    public Expr argument(int index) {
        return arguments.get(index);
    }

    @Override
    public Expr argument(int index, Type type) {
        return convert(argument(index), type);
    }

    @Override
    public Optional<String> literal(int index) {
        return Optional.ofNullable(literals.get(index));
    }

    @Override
    public DataModel model() {
        return model;
    }

    @Override
    public Sizes sizes() {
        return new Sizes(model, layouts);
    }

    @Override
    public LibraryOptions options() {
        return options;
    }

    @Override
    public Local fresh(Type type) {
        Local local = new Local("%" + locals.size(), type);
        locals.add(local);
        return local;
    }

    @Override
    public String loopLabel(String hint) {
        return freshLabel(hint);
    }

    @Override
    public String freshLabel(String hint) {
        return hint + labels++;
    }

    @Override
    public void emit(Instr instr) {
        body.add(instr);
    }

    @Override
    public Expr load(Expr address, Type type, Access access) {
        Local into = fresh(type);
        emit(new Instr.Load(into, address, access, SPAN));
        return into;
    }

    @Override
    public Expr convert(Expr value, Type type) {
        if (value.type().equals(type)) return value;
        return value instanceof Expr.Constant(var _, var bits) && !(type instanceof Type.Float)
                ? Expr.constant(type, bits)
                : new Expr.Cast(type, value);
    }

    @Override
    public Optional<Expr> invoke(String name, List<Expr> values) {
        if (Library.cSource(name).isEmpty()) throw new AssertionError(name + " is not bundled");
        boolean yields = !name.equals("__moirai_set_errno") && !name.equals("__moirai_put_end");
        Type type = name.startsWith("__moirai_put")
                ? model.addressType()
                : name.endsWith("_signed") ? Type.I64 : name.endsWith("scan_integer") ? Type.VOID_POINTER : Type.I32;
        Optional<Local> into = yields ? Optional.of(fresh(type)) : Optional.empty();
        emit(new Instr.Call(into, new Expr.FunctionAddress(name), values, SPAN));
        return into.map(local -> local);
    }

    @Override
    public Expr list(int first) {
        return Pen.nothing();
    }

    @Override
    public Optional<Type> declaredResult() {
        return declared;
    }

    @Override
    public InputException error(String message, String hint) {
        return new InputException(Diagnostic.error(SPAN, message, hint));
    }
}
