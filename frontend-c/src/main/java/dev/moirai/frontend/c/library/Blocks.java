package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * {@code memcpy}, {@code memset} and their like. Where the pointers' types say what lies there, whole values are moved,
 * as by assignment; else a loop over bytes in bundled C does it. {@code memset} sets the padding between a struct's
 * members, but copying skips it: C gives padding no lasting value (C11 6.2.6.1p6), and {@code memcmp}, which would see
 * it, is refused for such structs.
 */
final class Blocks {
    /** More accesses than this are emitted as a loop, which is easier to read. */
    private static final int LONG = 32;

    private enum Overlap {
        NONE("__moirai_memcpy"),
        POSSIBLE("__moirai_memmove");

        final String inBytes;

        Overlap(String inBytes) {
            this.inBytes = inBytes;
        }
    }

    private Blocks() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "memcpy", "__builtin___memcpy_chk", "__memcpy_chk" -> site -> copy(site, Overlap.NONE);
                    case "memmove", "__builtin___memmove_chk", "__memmove_chk" -> site -> copy(site, Overlap.POSSIBLE);
                    case "memset", "__builtin___memset_chk", "__memset_chk" ->
                        site -> set(site, site.argument(1, Type.U8), 2);
                    case "bzero" ->
                        site -> {
                            set(site, Expr.constant(Type.U8, 0), 1);
                            return Pen.none();
                        };
                    case "memcmp", "bcmp" -> Blocks::compare;
                    default -> null;
                });
    }

    private static Expr bytes(CallSite site, int index) {
        return site.argument(index, new Pen(site).sizeType());
    }

    /**
     * Works in units of a type if the size is a multiple of it, else in bytes. A size that is not constant is n *
     * sizeof(T) as a rule, so the program tests for that at run time.
     */
    private static void inUnits(CallSite site, Optional<Type> unit, Expr bytes, ByCount byCount, Runnable byBytes) {
        var pen = new Pen(site);
        if (unit.isEmpty()) {
            byBytes.run();
            return;
        }
        long size = site.sizes().of(unit.get());
        OptionalLong constant = Pen.constant(bytes);
        if (constant.isPresent()) {
            boolean even = constant.getAsLong() >= 0 && constant.getAsLong() % size == 0;
            if (even) byCount.accept(unit.get(), pen.size(constant.getAsLong() / size));
            else byBytes.run();
        } else if (size == 1) {
            byCount.accept(unit.get(), bytes);
        } else {
            Local kept = pen.keep(bytes);
            pen.either(
                    Pen.isZero(Pen.binary(BinaryOp.REMAINDER, kept, pen.size(size))),
                    () -> byCount.accept(unit.get(), Pen.binary(BinaryOp.DIVIDE, kept, pen.size(size))),
                    byBytes);
        }
    }

    private interface ByCount {
        void accept(Type unit, Expr count);
    }

    /** The number of units, if they have few scalars altogether. */
    private static OptionalLong few(ScalarCells cells, Type unit, Expr count) {
        OptionalLong constant = Pen.constant(count);
        long scalars = cells.count(unit);
        return constant.isPresent() && scalars <= LONG && constant.getAsLong() * scalars <= LONG
                ? constant
                : OptionalLong.empty();
    }

    // ---- copying ------------------------------------------------------------------------------------------------

    private static Optional<Expr> copy(CallSite site, Overlap overlap) {
        var pen = new Pen(site);
        Expr to = site.argument(0);
        Expr from = site.argument(1);
        Expr bytes = bytes(site, 2);
        inUnits(
                site,
                ScalarCells.unit(site.sizes(), pen.pointee(0), pen.pointee(1)),
                bytes,
                (unit, count) -> copy(site, to, from, unit, count, overlap),
                () -> site.invoke(overlap.inBytes, List.of(to, from, bytes)));
        return Optional.of(to);
    }

    private static void copy(CallSite site, Expr to, Expr from, Type unit, Expr count, Overlap overlap) {
        var pen = new Pen(site);
        OptionalLong few = few(new ScalarCells(site, ScalarCells.Padding.LEFT_OUT), unit, count);
        if (few.isPresent()) {
            copyAtOnce(site, to, from, new Type.Array(unit, few.getAsLong()), overlap);
            return;
        }
        Local end = pen.keep(count);
        Runnable forwards = () -> pen.loop(end, i -> copyUnit(site, to, from, unit, i));
        if (overlap == Overlap.NONE) {
            forwards.run();
            return;
        }
        Expr last = Pen.binary(BinaryOp.SUBTRACT, end, pen.size(1));
        Runnable backwards =
                () -> pen.loop(end, i -> copyUnit(site, to, from, unit, Pen.binary(BinaryOp.SUBTRACT, last, i)));
        pen.either(new Expr.Compare(CompareOp.LESS_OR_EQUAL, to, from), forwards, backwards);
    }

    /** Copies blocks that may overlap: everything is read before anything is written. */
    private static void copyAtOnce(CallSite site, Expr to, Expr from, Type type, Overlap overlap) {
        var later = new ArrayList<Runnable>();
        new ScalarCells(site, ScalarCells.Padding.LEFT_OUT)
                .eachWrittenOut(type, List.of(to, from), (scalar, places) -> {
                    Expr value = site.load(places.getLast(), scalar, Access.PLAIN);
                    Runnable write = () -> new Pen(site).store(places.getFirst(), value);
                    if (overlap == Overlap.POSSIBLE) later.add(write);
                    else write.run();
                });
        later.forEach(Runnable::run);
    }

    private static void copyUnit(CallSite site, Expr to, Expr from, Type unit, Expr index) {
        var places = List.of(ScalarCells.element(to, unit, index), ScalarCells.element(from, unit, index));
        new ScalarCells(site, ScalarCells.Padding.LEFT_OUT).each(unit, places, (scalar, at) -> {
            Expr value = site.load(at.getLast(), scalar, Access.PLAIN);
            new Pen(site).store(at.getFirst(), value);
        });
    }

    // ---- setting ------------------------------------------------------------------------------------------------

    private static Optional<Expr> set(CallSite site, Expr value, int sizeAt) {
        var pen = new Pen(site);
        Expr to = site.argument(0);
        Expr bytes = bytes(site, sizeAt);
        OptionalLong pattern = Pen.constant(value);
        // A pointer made of non-zero bytes would be an invented address.
        Optional<Type> unit = ScalarCells.unit(site.sizes(), pen.pointee(0))
                .filter(type -> pattern.isPresent()
                        && (pattern.getAsLong() == 0 || ScalarCells.holdsOnlyIntegers(site.sizes(), type)));
        inUnits(
                site,
                unit,
                bytes,
                (type, count) -> set(site, to, type, count, pattern.orElse(0)),
                () -> site.invoke("__moirai_memset", List.of(to, new Expr.Cast(Type.I32, value), bytes)));
        return Optional.of(to);
    }

    private static void set(CallSite site, Expr to, Type unit, Expr count, long pattern) {
        var pen = new Pen(site);
        var cells = new ScalarCells(site, ScalarCells.Padding.INCLUDED);
        ScalarCells.Visit write =
                (scalar, at) -> pen.store(at.getFirst(), Expr.constant(scalar, (pattern & 0xff) * 0x0101010101010101L));
        OptionalLong few = few(cells, unit, count);
        if (few.isPresent()) cells.eachWrittenOut(new Type.Array(unit, few.getAsLong()), List.of(to), write);
        else pen.loop(count, i -> cells.each(unit, List.of(ScalarCells.element(to, unit, i)), write));
    }

    // ---- comparing ----------------------------------------------------------------------------------------------

    private static Optional<Expr> compare(CallSite site) {
        for (int i = 0; i < 2; i++) {
            Type type = new Pen(site).pointee(i);
            if (ScalarCells.hasPadding(site.sizes(), type)) {
                throw site.error(
                        site.function() + " on " + type + ", which has padding: C gives those bytes no lasting value",
                        "compare the members");
            }
        }
        return site.invoke("__moirai_memcmp", List.of(site.argument(0), site.argument(1), bytes(site, 2)));
    }
}
