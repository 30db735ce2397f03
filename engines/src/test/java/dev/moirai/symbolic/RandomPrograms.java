package dev.moirai.symbolic;

import dev.moirai.ir.Access;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Expr.UnaryOp;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.SourceTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Acyclic programs of one function, from a seed: arithmetic of mixed widths, pointers, arrays, structs, heap objects. */
final class RandomPrograms {
    private static final List<Type.Int> INTS =
            List.of(Type.U8, new Type.Int(8, true), new Type.Int(16, false), Type.I32, Type.U32, Type.I64);
    private static final Layout PAIR = new Layout(
            "pair",
            Layout.Kind.STRUCT,
            List.of(new Layout.Field("small", Type.U8, 0), new Layout.Field("big", Type.I32, 4)),
            8,
            4);
    private static final Layout VIEW = new Layout(
            "view",
            Layout.Kind.UNION,
            List.of(new Layout.Field("word", Type.I32, 0), new Layout.Field("byte", Type.U8, 0)),
            4,
            4);

    private final SplittableRandom random;
    private final DataModel model;
    private final List<Local> ints = new ArrayList<>();
    private final List<Local> pointers = new ArrayList<>();
    private final List<Local> all = new ArrayList<>();
    private final List<Instr> body = new ArrayList<>();
    private int labels;
    private int line;

    private RandomPrograms(long seed) {
        random = new SplittableRandom(seed);
        model = random.nextInt(4) == 0 ? DataModel.ILP32 : DataModel.LP64;
    }

    static Program of(long seed) {
        return new RandomPrograms(seed).program();
    }

    private Program program() {
        for (int i = 0; i < 5; i++) ints.add(local("v" + i, anIntType()));
        for (int i = 0; i < 2; i++) pointers.add(local("p" + i, Type.VOID_POINTER));
        for (Local v : ints) {
            if (random.nextInt(3) == 0) body.add(new Instr.Nondet(v, "input", span()));
            else body.add(new Instr.Assign(v, Expr.constant(v.type(), small()), span()));
        }
        for (Local p : pointers) body.add(new Instr.Assign(p, place("array"), span()));
        block(0);
        body.add(new Instr.Return(Optional.empty(), span()));
        var globals = Map.of(
                "array", global("array", new Type.Array(Type.I32, 3)),
                "bytes", global("bytes", new Type.Array(Type.U8, 4)),
                "pairs", global("pairs", new Type.Array(new Type.Struct("pair"), 2)),
                "view", global("view", new Type.Struct("view")),
                "link", global("link", Type.VOID_POINTER));
        var main = new Function("main", List.of(), Type.VOID, all, body, SourceSpan.NOWHERE);
        return new Program(
                "random.c",
                model,
                Map.of("pair", PAIR, "view", VIEW),
                globals,
                Map.of("main", main),
                "main",
                Optional.empty(),
                new SourceTexts());
    }

    private Local local(String name, Type type) {
        var local = new Local(name, type);
        all.add(local);
        return local;
    }

    private static Global global(String name, Type type) {
        List<Global.Initial> initial =
                name.equals("array") ? List.of(new Global.Initial(4, Expr.constant(Type.I32, 7))) : List.of();
        return new Global(name, type, initial, Global.Storage.SHARED, SourceSpan.NOWHERE);
    }

    private SourceSpan span() {
        return new SourceSpan("random.c", ++line, 1);
    }

    private long small() {
        return random.nextInt(-3, 6);
    }

    private Type.Int anIntType() {
        return INTS.get(random.nextInt(INTS.size()));
    }

    private void block(int depth) {
        int length = random.nextInt(3, 8);
        for (int i = 0; i < length; i++) statement(depth);
    }

    private void statement(int depth) {
        switch (random.nextInt(depth < 3 ? 14 : 11)) {
            case 0 -> body.add(new Instr.Nondet(anInt(), "input", span()));
            case 1, 2 -> {
                Local into = anInt();
                body.add(new Instr.Assign(into, expr(into.type(), 2), span()));
            }
            case 3, 4 -> body.add(new Instr.Load(anInt(), address(), Access.PRIVATE, span()));
            case 5, 6 -> body.add(new Instr.Store(address(), expr(anIntType(), 2), Access.PRIVATE, span()));
            case 7 -> body.add(new Instr.Assert(truth(1), Property.ASSERTION, "holds", span()));
            case 8 -> {
                if (random.nextInt(3) == 0) body.add(new Instr.Assume(truth(1), span()));
                else body.add(new Instr.Assign(aPointer(), somePlace(), span()));
            }
            case 9 -> readModifyWrite();
            case 10 -> heap();
            default -> branch(depth);
        }
    }

    private void readModifyWrite() {
        Local into = anInt();
        Expr operand = expr(into.type(), 1);
        body.add(
                random.nextBoolean()
                        ? new Instr.Rmw(into, address(), Instr.RmwOp.ADD, operand, Access.PRIVATE, span())
                        : new Instr.CompareExchange(
                                into, address(), operand, expr(into.type(), 1), Access.PRIVATE, span()));
    }

    private void heap() {
        body.add(
                switch (random.nextInt(6)) {
                    case 0 -> new Instr.Free(aPointer(), Instr.Region.HEAP, Access.PRIVATE, span());
                    case 1, 2 -> new Instr.Store(place("link"), aPointer(), Access.PRIVATE, span());
                    case 3 -> new Instr.Load(aPointer(), place("link"), Access.PRIVATE, span());
                    default ->
                        new Instr.Alloc(
                                aPointer(),
                                Type.I32,
                                Expr.constant(model.addressType(), 8),
                                Instr.Region.HEAP,
                                Instr.Contents.ZERO,
                                "malloc",
                                span());
                });
    }

    private void branch(int depth) {
        String then = "then" + labels;
        String otherwise = "else" + labels;
        String end = "end" + labels++;
        body.add(new Instr.Branch(truth(1), then, otherwise, span()));
        body.add(new Instr.Label(then, span()));
        block(depth + 1);
        body.add(new Instr.Goto(end, span()));
        body.add(new Instr.Label(otherwise, span()));
        if (random.nextBoolean()) block(depth + 1);
        body.add(new Instr.Label(end, span()));
    }

    private Local anInt() {
        return ints.get(random.nextInt(ints.size()));
    }

    private Local aPointer() {
        return pointers.get(random.nextInt(pointers.size()));
    }

    private static Expr place(String global) {
        return new Expr.GlobalAddress(global, Type.VOID_POINTER);
    }

    private Expr somePlace() {
        return switch (random.nextInt(6)) {
            case 0 -> place("view");
            case 1 ->
                new Expr.Member(
                        new Expr.Index(place("pairs"), new Type.Struct("pair"), index(), Type.VOID_POINTER),
                        "pair",
                        random.nextInt(2),
                        Type.VOID_POINTER);
            case 2 -> new Expr.Index(place("array"), Type.I32, index(), Type.VOID_POINTER);
            case 3 -> new Expr.Index(place("bytes"), Type.U8, index(), Type.VOID_POINTER);
            case 4 -> new Expr.Select(truth(1), aPointer(), place("array"));
            default ->
                new Expr.Index(aPointer(), Type.I32, Expr.constant(Type.I32, random.nextInt(2)), Type.VOID_POINTER);
        };
    }

    private Expr index() {
        return random.nextInt(3) == 0
                ? new Expr.Binary(BinaryOp.AND, convert(anInt(), Type.U32), Expr.constant(Type.U32, 1))
                : Expr.constant(Type.I32, random.nextInt(3));
    }

    private Expr address() {
        return random.nextInt(3) == 0 ? aPointer() : somePlace();
    }

    private Expr truth(int depth) {
        Type type = anIntType();
        CompareOp op = CompareOp.values()[random.nextInt(CompareOp.values().length)];
        var compare = new Expr.Compare(op, expr(type, depth), expr(type, depth));
        return random.nextInt(5) == 0 ? Expr.not(compare) : compare;
    }

    private Expr expr(Type type, int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return random.nextBoolean() ? Expr.constant(type, small()) : convert(anInt(), type);
        }
        return switch (random.nextInt(6)) {
            case 0 -> new Expr.Unary(UnaryOp.values()[random.nextInt(2)], expr(type, depth - 1));
            case 1 -> new Expr.Cast(type, truth(depth - 1));
            case 2 -> new Expr.Select(truth(depth - 1), expr(type, depth - 1), expr(type, depth - 1));
            case 3 -> convert(expr(anIntType(), depth - 1), type);
            default -> {
                BinaryOp op = BinaryOp.values()[random.nextInt(BinaryOp.values().length)];
                Expr right = op == BinaryOp.DIVIDE || op == BinaryOp.REMAINDER
                        ? Expr.constant(type, random.nextInt(1, 5))
                        : op.isShift() ? expr(Type.I32, 0) : expr(type, depth - 1);
                yield new Expr.Binary(op, expr(type, depth - 1), right);
            }
        };
    }

    private static Expr convert(Expr value, Type type) {
        return value.type().equals(type) ? value : new Expr.Cast(type, value);
    }
}
