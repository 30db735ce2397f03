package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.Access.Order;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.BinaryOp;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.RmwOp;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The atomic builtins of GCC and Clang: {@code __sync_*}, {@code __atomic_*}, {@code __c11_atomic_*} (over which our
 * {@code stdatomic.h} is written).
 */
final class Atomics {
    private static final Pattern SIZED = Pattern.compile("_(1|2|4|8)$");

    private Atomics() {}

    static Optional<FunctionModel> find(String function) {
        if (function.startsWith("__sync_")) return Optional.ofNullable(sync(unsized(function, "__sync_")));
        if (function.startsWith("__c11_atomic_")) return Optional.ofNullable(c11(function.substring(13)));
        if (function.equals("__moirai_glance")) return Optional.of(Atomics::glance);
        if (!function.startsWith("__atomic_")) return Optional.empty();
        String name = unsized(function, "__atomic_");
        // __atomic_load_4 works on values, as __atomic_load_n does.
        boolean valued = SIZED.matcher(function).find()
                && switch (name) {
                    case "load", "store", "exchange", "compare_exchange" -> true;
                    default -> false;
                };
        return Optional.ofNullable(gcc(valued ? name + "_n" : name));
    }

    private static String unsized(String function, String prefix) {
        return SIZED.matcher(function.substring(prefix.length())).replaceFirst("");
    }

    // ---- __sync_*: always sequentially consistent ---------------------------------------------------------------

    private static @Nullable FunctionModel sync(String name) {
        if (name.startsWith("fetch_and_")) return fetchThen(name.substring("fetch_and_".length()));
        if (name.endsWith("_and_fetch")) return thenFetch(name.substring(0, name.length() - "_and_fetch".length()));
        return switch (name) {
            case "bool_compare_and_swap" ->
                site -> {
                    Expr expected = site.argumentFor(0, 1);
                    Expr old = AtomicPlace.of(site).compareExchange(expected, site.argumentFor(0, 2), Order.SEQ_CST);
                    return truth(Pen.equal(old, expected));
                };
            case "val_compare_and_swap" ->
                site -> Optional.of(AtomicPlace.of(site)
                        .compareExchange(site.argumentFor(0, 1), site.argumentFor(0, 2), Order.SEQ_CST));
            case "lock_test_and_set" ->
                site -> Optional.of(AtomicPlace.of(site).exchange(site.argumentFor(0, 1), Order.ACQUIRE));
            case "lock_release" ->
                site -> {
                    AtomicPlace place = AtomicPlace.of(site);
                    place.store(Expr.constant(place.type(), 0), Order.RELEASE);
                    return Pen.none();
                };
            case "synchronize" -> site -> fence(site, Order.SEQ_CST);
            default -> null;
        };
    }

    // ---- __atomic_* ---------------------------------------------------------------------------------------------

    private static @Nullable FunctionModel gcc(String name) {
        if (name.startsWith("fetch_")) return fetchThen(name.substring("fetch_".length()));
        if (name.endsWith("_fetch")) return thenFetch(name.substring(0, name.length() - "_fetch".length()));
        return switch (name) {
            case "load_n" -> Atomics::load;
            case "store_n" -> Atomics::store;
            case "exchange_n" -> Atomics::exchange;
            case "compare_exchange_n" ->
                site -> compareExchange(site, site.argumentFor(0, 2), isWeak(site), AtomicPlace.order(site, 4));
            case "load" ->
                site -> {
                    Expr value = AtomicPlace.of(site).load(AtomicPlace.order(site, 2));
                    new Pen(site).store(site.argument(1), value);
                    return Pen.none();
                };
            case "store" ->
                site -> {
                    AtomicPlace place = AtomicPlace.of(site);
                    place.store(plain(place, 1), AtomicPlace.order(site, 2));
                    return Pen.none();
                };
            case "exchange" ->
                site -> {
                    AtomicPlace place = AtomicPlace.of(site);
                    Expr old = place.exchange(plain(place, 1), AtomicPlace.order(site, 3));
                    new Pen(site).store(site.argument(2), old);
                    return Pen.none();
                };
            case "compare_exchange" ->
                site -> compareExchange(site, plain(AtomicPlace.of(site), 2), isWeak(site), AtomicPlace.order(site, 4));
            case "test_and_set" ->
                site -> truth(Pen.isNonzero(
                        AtomicPlace.byteOf(site).exchange(Expr.constant(Type.U8, 1), AtomicPlace.order(site, 1))));
            case "clear" ->
                site -> {
                    AtomicPlace.byteOf(site).store(Expr.constant(Type.U8, 0), AtomicPlace.order(site, 1));
                    return Pen.none();
                };
            case "thread_fence" -> site -> fence(site, AtomicPlace.order(site, 0));
            // Orders a thread against its own signal handlers, and there are none.
            case "signal_fence" -> _ -> Pen.none();
            case "always_lock_free", "is_lock_free" -> _ -> truth(Expr.TRUE);
            default -> null;
        };
    }

    // ---- __c11_atomic_*: as the generic functions of stdatomic.h ------------------------------------------------

    private static @Nullable FunctionModel c11(String name) {
        return switch (name) {
            case "init" ->
                site -> {
                    new Pen(site).store(site.argument(0), site.argumentFor(0, 1));
                    return Pen.none();
                };
            case "load" -> Atomics::load;
            case "store" -> Atomics::store;
            case "exchange" -> Atomics::exchange;
            case "compare_exchange_strong" ->
                site -> compareExchange(site, site.argumentFor(0, 2), Expr.FALSE, AtomicPlace.order(site, 3));
            case "compare_exchange_weak" ->
                site -> compareExchange(site, site.argumentFor(0, 2), Expr.TRUE, AtomicPlace.order(site, 3));
            case "fetch_add" -> site -> c11Fetch(site, RmwOp.ADD);
            case "fetch_sub" -> site -> c11Fetch(site, RmwOp.SUBTRACT);
            case "thread_fence" -> site -> fence(site, AtomicPlace.order(site, 0));
            case "signal_fence" -> _ -> Pen.none();
            case "is_lock_free" -> _ -> truth(Expr.TRUE);
            default -> name.startsWith("fetch_") ? fetchThen(name.substring("fetch_".length())) : null;
        };
    }

    /** Unlike the older builtins, this one counts pointers in elements. */
    private static Optional<Expr> c11Fetch(CallSite site, RmwOp op) {
        AtomicPlace place = AtomicPlace.of(site);
        Expr operand = operand(site, place);
        if (place.type() instanceof Type.Pointer(var target)) {
            operand = Pen.binary(
                    BinaryOp.MULTIPLY, operand, new Pen(site).size(site.sizes().of(target)));
        }
        return Optional.of(place.modify(op, operand, AtomicPlace.order(site, 2)));
    }

    // ---- shared parts ----------------------------------------------------------------------------------------------

    private static @Nullable FunctionModel fetchThen(String op) {
        RmwOp rmw = operation(op);
        if (rmw == null) return null;
        return site -> {
            AtomicPlace place = AtomicPlace.of(site);
            return Optional.of(place.modify(rmw, operand(site, place), AtomicPlace.order(site, 2)));
        };
    }

    private static @Nullable FunctionModel thenFetch(String op) {
        RmwOp rmw = operation(op);
        if (rmw == null) return null;
        return site -> {
            AtomicPlace place = AtomicPlace.of(site);
            return Optional.of(place.modified(rmw, operand(site, place), AtomicPlace.order(site, 2)));
        };
    }

    private static @Nullable RmwOp operation(String name) {
        return switch (name) {
            case "add" -> RmwOp.ADD;
            case "sub" -> RmwOp.SUBTRACT;
            case "and" -> RmwOp.AND;
            case "or" -> RmwOp.OR;
            case "xor" -> RmwOp.XOR;
            case "nand" -> RmwOp.NAND;
            default -> null;
        };
    }

    private static Expr operand(CallSite site, AtomicPlace place) {
        if (!(place.type() instanceof Type.Pointer)) return site.argument(1, place.type());
        Expr given = site.argument(1);
        Type.Int word = site.model().addressType();
        return given.type() instanceof Type.Pointer ? new Expr.Cast(word, given) : site.argument(1, word);
    }

    private static Optional<Expr> load(CallSite site) {
        return Optional.of(AtomicPlace.of(site).load(AtomicPlace.order(site, 1)));
    }

    /** Of bundled C: a read that is no part of a data race. */
    private static Optional<Expr> glance(CallSite site) {
        return Optional.of(AtomicPlace.of(site).load(Order.GLANCE));
    }

    private static Optional<Expr> store(CallSite site) {
        AtomicPlace.of(site).store(site.argumentFor(0, 1), AtomicPlace.order(site, 2));
        return Pen.none();
    }

    private static Optional<Expr> exchange(CallSite site) {
        return Optional.of(AtomicPlace.of(site).exchange(site.argumentFor(0, 1), AtomicPlace.order(site, 2)));
    }

    /** What the fourth argument of GCC's builtins says. */
    private static Expr isWeak(CallSite site) {
        OptionalLong known = Pen.constant(site.argument(3));
        if (known.isEmpty()) return Pen.isNonzero(site.argument(3));
        return known.getAsLong() == 0 ? Expr.FALSE : Expr.TRUE;
    }

    /** A weak one may fail for no reason: then the place is only read. */
    private static Optional<Expr> compareExchange(CallSite site, Expr desired, Expr weak, Order order) {
        LibraryOptions options = site.options();
        boolean strong = options.weakExchange() == LibraryOptions.WeakExchange.FAILS_IF_DIFFERENT
                || options.world() == LibraryOptions.World.REAL
                || weak.equals(Expr.FALSE);
        if (strong) return truth(exchanged(site, desired, order));
        var pen = new Pen(site);
        Local fails = site.fresh(Type.BOOL);
        Runnable choice = () -> site.emit(new Instr.Nondet(fails, new Source.SpuriousFailure(), site.span()));
        if (weak.equals(Expr.TRUE)) choice.run();
        else pen.either(weak, choice, () -> pen.set(fails, Expr.FALSE));
        Local done = site.fresh(Type.BOOL);
        Runnable failure = () -> {
            pen.store(site.argument(1), AtomicPlace.of(site).load(order));
            pen.set(done, Expr.FALSE);
        };
        pen.either(fails, failure, () -> pen.set(done, exchanged(site, desired, order)));
        return truth(done);
    }

    /** Whether the exchange took place. On failure, the value found is stored where the expected one was. */
    private static Expr exchanged(CallSite site, Expr desired, Order order) {
        var pen = new Pen(site);
        AtomicPlace place = AtomicPlace.of(site);
        Expr expectedAt = site.argument(1);
        Expr expected = plain(place, 1);
        Expr old = place.compareExchange(expected, desired, order);
        Expr done = Pen.equal(old, expected);
        pen.when(Expr.not(done), () -> pen.store(expectedAt, old));
        return done;
    }

    private static Expr plain(AtomicPlace place, int index) {
        CallSite site = place.site();
        return site.load(site.argument(index), place.type(), Access.PLAIN);
    }

    private static Optional<Expr> fence(CallSite site, Order order) {
        site.emit(new Instr.Fence(order, site.span()));
        return Pen.none();
    }

    /** The condition as a {@code _Bool}. */
    private static Optional<Expr> truth(Expr condition) {
        return Optional.of(new Expr.Cast(Type.U8, condition));
    }
}
