package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * {@code memcpy}, {@code memset} and their like. Where the pointers' types say what lies there, values are moved whole,
 * as an assignment would; else a loop over bytes in C does it. Padding between a struct's members is set by {@code
 * memset} but not copied: C gives it no value that lasts (C11 6.2.6.1p6), and {@code memcmp}, which would see it, is
 * refused for such structs.
 */
final class Blocks {
    /** Beyond so many accesses one after the other a loop is easier to read. */
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

    static Optional<Model> find(String function) {
        return Optional.<Model>ofNullable(
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

    // ---- copying ------------------------------------------------------------------------------------------------

    private static Optional<Expr> copy(CallSite site, Overlap overlap) {
        var pen = new Pen(site);
        Expr to = site.argument(0);
        Expr from = site.argument(1);
        Expr bytes = bytes(site, 2);
        OptionalLong constant = Pen.constant(bytes);
        Runnable byBytes = () -> site.invoke(overlap.inBytes, List.of(to, from, bytes));
        Optional<Leaves> common = Leaves.common(site.sizes(), pen.pointee(0), pen.pointee(1));
        if (common.isEmpty() || (constant.isPresent() && !common.get().divides(constant.getAsLong()))) {
            byBytes.run();
            return Optional.of(to);
        }
        Leaves leaves = common.get();
        if (constant.isPresent()) {
            long count = constant.getAsLong() / leaves.size();
            if (count * leaves.values().size() <= LONG) copyAtOnce(site, to, from, leaves, count, overlap);
            else copyInLoop(site, to, from, leaves, pen.size(count), overlap);
            return Optional.of(to);
        }
        // A count that is not constant: n * sizeof(T) as a rule, which a loop over T does if it comes out even.
        Local size = pen.keep(bytes);
        Expr unit = pen.size(leaves.size());
        pen.either(
                Pen.isZero(Pen.binary(BinaryOp.REMAINDER, size, unit)),
                () -> copyInLoop(site, to, from, leaves, Pen.binary(BinaryOp.DIVIDE, size, unit), overlap),
                byBytes);
        return Optional.of(to);
    }

    private static void copyInLoop(CallSite site, Expr to, Expr from, Leaves leaves, Expr count, Overlap overlap) {
        var pen = new Pen(site);
        Local end = pen.keep(count);
        Runnable forwards = () -> loop(site, end, i -> copyElement(site, to, from, leaves, i));
        if (overlap == Overlap.NONE) {
            forwards.run();
            return;
        }
        Expr last = Pen.binary(BinaryOp.SUBTRACT, end, pen.size(1));
        Runnable backwards =
                () -> loop(site, end, i -> copyElement(site, to, from, leaves, Pen.binary(BinaryOp.SUBTRACT, last, i)));
        pen.either(new Expr.Compare(CompareOp.LESS_OR_EQUAL, to, from), forwards, backwards);
    }

    /** Overlapping blocks are read whole before anything is written. */
    private static void copyAtOnce(CallSite site, Expr to, Expr from, Leaves leaves, long count, Overlap overlap) {
        var pen = new Pen(site);
        var later = new java.util.ArrayList<Runnable>();
        for (long element = 0; element < count; element++) {
            for (Leaves.Leaf leaf : leaves.values()) {
                long offset = element * leaves.size() + leaf.offset();
                Expr value = site.load(pen.at(from, offset, leaf.type()), leaf.type(), Access.PLAIN);
                Runnable write = () -> pen.store(pen.at(to, offset, leaf.type()), value);
                if (overlap == Overlap.POSSIBLE) later.add(write);
                else write.run();
            }
        }
        later.forEach(Runnable::run);
    }

    private static void copyElement(CallSite site, Expr to, Expr from, Leaves leaves, Expr index) {
        var pen = new Pen(site);
        for (Leaves.Leaf leaf : leaves.values()) {
            Expr source = element(from, leaves, index);
            Expr value = site.load(pen.at(source, leaf.offset(), leaf.type()), leaf.type(), Access.PLAIN);
            pen.store(pen.at(element(to, leaves, index), leaf.offset(), leaf.type()), value);
        }
    }

    private static Expr element(Expr base, Leaves leaves, Expr index) {
        return new Expr.Index(base, leaves.type(), index, new Type.Pointer(leaves.type()));
    }

    // ---- setting ------------------------------------------------------------------------------------------------

    private static Optional<Expr> set(CallSite site, Expr value, int sizeAt) {
        var pen = new Pen(site);
        Expr to = site.argument(0);
        Expr bytes = bytes(site, sizeAt);
        OptionalLong constant = Pen.constant(bytes);
        OptionalLong pattern = Pen.constant(value);
        Optional<Leaves> leaves = Leaves.of(site.sizes(), pen.pointee(0)).map(found -> found.withPadding(site.sizes()));
        // A pointer of other bytes than zeros would be an invented address.
        boolean whole = leaves.isPresent()
                && constant.isPresent()
                && pattern.isPresent()
                && leaves.get().divides(constant.getAsLong())
                && (pattern.getAsLong() == 0
                        || leaves.get().values().stream().allMatch(leaf -> leaf.type() instanceof Type.Int));
        if (!whole) {
            site.invoke("__moirai_memset", List.of(to, new Expr.Cast(Type.I32, value), bytes));
            return Optional.of(to);
        }
        long count = constant.getAsLong() / leaves.get().size();
        if (count * leaves.get().values().size() <= LONG) {
            for (long i = 0; i < count; i++) {
                Expr element = pen.at(to, i * leaves.get().size(), leaves.get().type());
                setElement(site, element, leaves.get(), pattern.getAsLong());
            }
        } else {
            loop(
                    site,
                    pen.size(count),
                    i -> setElement(site, element(to, leaves.get(), i), leaves.get(), pattern.getAsLong()));
        }
        return Optional.of(to);
    }

    private static void setElement(CallSite site, Expr element, Leaves leaves, long pattern) {
        var pen = new Pen(site);
        for (Leaves.Leaf leaf : leaves.values()) {
            long repeated = (pattern & 0xff) * 0x0101010101010101L;
            pen.store(pen.at(element, leaf.offset(), leaf.type()), Expr.constant(leaf.type(), repeated));
        }
    }

    // ---- comparing ----------------------------------------------------------------------------------------------

    private static Optional<Expr> compare(CallSite site) {
        for (int i = 0; i < 2; i++) {
            Type type = new Pen(site).pointee(i);
            if (Leaves.of(site.sizes(), type)
                    .filter(found -> found.hasPadding(site.sizes()))
                    .isPresent()) {
                throw site.error(
                        site.function() + " on " + type + ", which has padding: C gives those bytes no lasting value",
                        "compare the members");
            }
        }
        return site.invoke("__moirai_memcmp", List.of(site.argument(0), site.argument(1), bytes(site, 2)));
    }

    // ---- a loop over elements -----------------------------------------------------------------------------------

    private static void loop(CallSite site, Expr count, java.util.function.Consumer<Expr> body) {
        var pen = new Pen(site);
        Local end = pen.keep(count);
        Local i = site.fresh(pen.sizeType());
        String head = site.freshLabel("each");
        String inside = site.freshLabel("element");
        String done = site.freshLabel("done");
        pen.set(i, pen.size(0));
        pen.label(head);
        site.emit(new Instr.Branch(new Expr.Compare(CompareOp.LESS, i, end), inside, done, site.span()));
        pen.label(inside);
        body.accept(i);
        pen.set(i, Pen.binary(BinaryOp.ADD, i, pen.size(1)));
        site.emit(new Instr.Goto(head, site.span()));
        pen.label(done);
    }
}
