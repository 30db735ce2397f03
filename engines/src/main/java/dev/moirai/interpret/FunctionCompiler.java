package dev.moirai.interpret;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Turns a function's instructions into operations: labels disappear, jumps go to positions. */
final class FunctionCompiler {
    private final CompiledProgram program;
    private final CompiledFunction compiled;
    private final ExpressionCompiler expressions;
    private final Map<String, Integer> positions = new HashMap<>();

    FunctionCompiler(CompiledProgram program, CompiledFunction compiled) {
        this.program = program;
        this.compiled = compiled;
        this.expressions = new ExpressionCompiler(program, compiled);
    }

    void link() {
        Function function = compiled.function;
        int position = 0;
        for (Instr instr : function.body()) {
            if (instr instanceof Instr.Label(var name, var _)) positions.put(name, position);
            else position++;
        }
        Op[] code = function.body().stream()
                .filter(instr -> !(instr instanceof Instr.Label))
                .map(this::compile)
                .toArray(Op[]::new);
        SectionOps.link(code);
        compiled.link(code);
    }

    private Op compile(Instr instr) {
        return switch (instr) {
            case Instr.Assign i -> new ControlOps.Assign(i, slot(i.into()), node(i.value()));
            case Instr.Nondet i
            when i.source() instanceof Source.NewNode made -> new NodeOps.Make(i, slot(i.into()), made, program);
            case Instr.Nondet i -> new ControlOps.Nondet(i, slot(i.into()), scalar(i.into()));
            case Instr.Load i
            when i.address() instanceof Expr.Cell cell ->
                new CellOps.Load(i, slot(i.into()), CellOps.Path.of(cell, program, expressions), scalar(i.into()));
            case Instr.Store i
            when i.address() instanceof Expr.Cell cell ->
                new CellOps.Store(i, CellOps.Path.of(cell, program, expressions), node(i.value()), scalar(i.value()));
            case Instr.Load i -> new MemoryOps.Load(i, slot(i.into()), node(i.address()), scalar(i.into()));
            case Instr.Store i -> new MemoryOps.Store(i, node(i.address()), node(i.value()), scalar(i.value()));
            case Instr.Rmw i ->
                new MemoryOps.Rmw(i, slot(i.old()), node(i.address()), node(i.operand()), scalar(i.old()));
            case Instr.CompareExchange i ->
                new MemoryOps.CompareExchange(
                        i, slot(i.old()), node(i.address()), node(i.expected()), node(i.desired()), scalar(i.old()));
            case Instr.Fence i -> new ControlOps.Nothing(i);
            case Instr.Alloc i -> new HeapOps.Alloc(i, slot(i.into()), node(i.bytes()));
            case Instr.Free i -> new HeapOps.Free(i, node(i.pointer()));
            case Instr.Resize i -> new HeapOps.Resize(i, slot(i.into()), node(i.pointer()), node(i.bytes()));
            case Instr.Label i -> throw new IllegalArgumentException("label " + i.name() + " is no operation");
            case Instr.Goto i -> new ControlOps.Goto(i, position(i.target()));
            case Instr.Branch i ->
                new ControlOps.Branch(i, node(i.condition()), position(i.whenTrue()), position(i.whenFalse()));
            case Instr.Call i -> call(i);
            case Instr.Return i -> new CallOps.Return(i, i.value().map(this::node));
            case Instr.ExitProcess i -> new CallOps.ExitProcess(i, node(i.code()));
            case Instr.Assume i -> new ControlOps.Assume(i, node(i.condition()));
            case Instr.Assert i -> new ControlOps.Assert(i, node(i.condition()));
            case Instr.AtomicBegin i -> new ControlOps.AtomicBegin(i);
            case Instr.AtomicEnd i -> new ControlOps.AtomicEnd(i);
            case Instr.Print i -> new Printf(i, nodes(i.arguments()));
            case Instr.Cut i -> new ControlOps.Cut(i);
            case Instr.Block i -> new ControlOps.Block(i, node(i.condition()));
            case Instr.Spawn i ->
                new ThreadOps.Spawn(i, slot(i.handle()), node(i.function()), nodes(i.arguments()), scalar(i.handle()));
            case Instr.Join i ->
                new ThreadOps.Join(
                        i, slot(i.result()), i.value().map(this::slot).orElse(-1), node(i.thread()));
            case Instr.Detach i -> new ThreadOps.Detach(i, slot(i.result()), node(i.thread()));
            case Instr.ExitThread i -> new CallOps.ExitThread(i, node(i.value()));
            case Instr.Self i -> new ThreadOps.Self(i, slot(i.into()));
            case Instr.Yield i -> new ControlOps.Nothing(i);
            case Instr.Lock i -> new LockOps.Lock(i, slot(i.result()), node(i.object()));
            case Instr.Unlock i -> new LockOps.Unlock(i, slot(i.result()), node(i.object()));
            case Instr.Wait i -> new WaitOps.Wait(i, slot(i.result()), node(i.object()), node(i.mutex()));
            case Instr.Awake i -> new WaitOps.Awake(i, slot(i.result()), node(i.object()));
            case Instr.Signal i -> new WaitOps.Signal(i, node(i.object()));
            case Instr.Arrive i -> new WaitOps.Arrive(i, slot(i.result()), node(i.object()));
            case Instr.Down i -> new SemaphoreOps.Down(i, slot(i.result()), node(i.object()));
            case Instr.Up i -> new SemaphoreOps.Up(i, slot(i.result()), node(i.object()));
            case Instr.Level i -> new SemaphoreOps.Level(i, slot(i.into()), node(i.object()));
            case Instr.InitSync i -> new LifeOps.Init(i, node(i.object()), node(i.parameter()));
            case Instr.DestroySync i -> new LifeOps.Destroy(i, slot(i.result()), node(i.object()));
            case Instr.Await i -> new MemoryOps.Await(i, node(i.address()), node(i.expected()), scalar(i.expected()));
        };
    }

    private Op call(Instr.Call call) {
        int into = call.into().map(this::slot).orElse(-1);
        Node[] arguments = nodes(call.arguments());
        if (call.callee() instanceof Expr.FunctionAddress(var name)) {
            return new CallOps.Direct(call, into, arguments, program.function(name));
        }
        return new CallOps.Indirect(call, into, arguments, node(call.callee()));
    }

    private int slot(Local local) {
        return compiled.slot(local);
    }

    private Node node(Expr expr) {
        return expressions.compile(expr);
    }

    private Node[] nodes(List<Expr> exprs) {
        return exprs.stream().map(this::node).toArray(Node[]::new);
    }

    private Scalar scalar(Expr expr) {
        return program.scalar(expr.type());
    }

    private int position(String label) {
        Integer position = positions.get(label);
        if (position == null) throw new IllegalArgumentException("no label " + label + " in " + compiled.name);
        return position;
    }
}
