package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.Errno;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.Detachment;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import java.util.List;
import java.util.Optional;

/** Starting and ending threads, {@code pthread_create} to {@code pthread_exit}, and thread attributes. */
final class ThreadFunctions {
    private static final int DETACHED = 1;
    /** The default stack size on Linux, and the smallest. */
    private static final long STACK = 8 << 20;

    private static final long SMALLEST_STACK = 16384;
    /** Of the policies of scheduling the last, {@code SCHED_RR}. */
    private static final int ROUND_ROBIN = 2;
    /** {@code PTHREAD_SCOPE_PROCESS}, which Linux knows and does not have, and the error for it. */
    private static final int PROCESS_SCOPE = 1;

    private static final int ENOTSUP = 95;

    private ThreadFunctions() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "pthread_create" -> ThreadFunctions::create;
                    case "pthread_join" -> ThreadFunctions::join;
                    case "pthread_exit" -> ThreadFunctions::exit;
                    case "pthread_self" -> ThreadFunctions::self;
                    case "pthread_equal" -> ThreadFunctions::equal;
                    case "pthread_detach" -> ThreadFunctions::detach;
                    case "pthread_attr_init" -> ThreadFunctions::initial;
                    case "pthread_attr_setdetachstate" ->
                        site -> Accepted.within(
                                site, site.argument(1, Type.I32), 0, DETACHED, state -> setState(site, state));
                    case "pthread_attr_getdetachstate" -> ThreadFunctions::getState;
                    case "pthread_attr_setstacksize" -> ThreadFunctions::setStack;
                    case "pthread_attr_getstacksize" -> ThreadFunctions::getStack;
                    case "pthread_attr_setscope" -> ThreadFunctions::setScope;
                    case "pthread_attr_setinheritsched" -> Accepted.upTo(1);
                    case "pthread_attr_setschedpolicy" -> Accepted.upTo(ROUND_ROBIN);
                    case "pthread_setconcurrency" ->
                        site -> Accepted.within(site, site.argument(0, Type.I32), 0, Integer.MAX_VALUE, _ -> {});
                    // These set stacks and priorities, on which no verdict depends.
                    case "pthread_attr_destroy",
                            "pthread_attr_setguardsize",
                            "pthread_attr_setschedparam",
                            "pthread_setschedparam",
                            "pthread_setaffinity_np",
                            "sched_setaffinity",
                            "sched_setscheduler" -> _ -> Pen.zero();
                    case "pthread_setname_np" ->
                        site -> !site.namesThreads() && isShortName(site)
                                ? Pen.zero()
                                : site.invoke("__moirai_set_thread_name", List.of(site.argument(0), site.argument(1)));
                    default -> null;
                });
    }

    /** Whether a name is surely short enough, and need not be read. */
    private static boolean isShortName(CallSite site) {
        return site.literal(1).filter(name -> name.length() < 16).isPresent();
    }

    private static Optional<Expr> create(CallSite site) {
        Expr into = site.argument(0);
        Type handleType = new Pen(site).pointee(0) instanceof Type.Int t ? t : new Pen(site).sizeType();
        Local handle = site.fresh(handleType);
        spawn(site, handle, site.argument(1), site.argument(2), site.argument(3, Type.VOID_POINTER));
        new Pen(site).store(into, handle);
        return Pen.zero();
    }

    private static void spawn(CallSite site, Local handle, Expr attributes, Expr start, Expr argument) {
        var pen = new Pen(site);
        Runnable joinable = () -> spawn(site, handle, start, argument, Detachment.JOINABLE);
        if (Pen.isNull(attributes)) {
            joinable.run();
            return;
        }
        Local state = site.fresh(Type.I32);
        pen.set(state, Pen.number(0));
        Runnable read = () -> pen.set(state, site.load(pen.at(attributes, 0, Type.I32), Type.I32, Access.PLAIN));
        if (Pen.isSurelySomething(attributes)) read.run();
        else pen.when(Pen.isNonzero(attributes), read);
        pen.either(
                Pen.equal(state, Pen.number(DETACHED)),
                () -> spawn(site, handle, start, argument, Detachment.DETACHED),
                joinable);
    }

    private static void spawn(CallSite site, Local handle, Expr start, Expr argument, Detachment detachment) {
        site.emit(new Instr.Spawn(handle, start, argument, detachment, site.span()));
        if (site.masksSignals()) site.invoke("__moirai_inherit_mask", List.of(handle));
    }

    private static Optional<Expr> join(CallSite site) {
        var pen = new Pen(site);
        Expr thread = site.convert(site.argument(0), pen.sizeType());
        Expr into = site.argument(1);
        Local result = pen.result();
        if (Pen.isNull(into)) {
            Cancellation.during(site, () -> site.emit(new Instr.Join(result, Optional.empty(), thread, site.span())));
        } else {
            Local value = site.fresh(Type.VOID_POINTER);
            Cancellation.during(site, () -> site.emit(new Instr.Join(result, Optional.of(value), thread, site.span())));
            pen.when(Pen.isZero(result), () -> pen.storeUnlessNull(into, value));
        }
        return Optional.of(result);
    }

    private static Optional<Expr> exit(CallSite site) {
        site.emit(new Instr.ExitThread(site.argument(0, Type.VOID_POINTER), site.span()));
        return Pen.none();
    }

    static Optional<Expr> self(CallSite site) {
        Local self = site.fresh(new Pen(site).sizeType());
        site.emit(new Instr.Self(self, site.span()));
        return Optional.of(self);
    }

    static Optional<Expr> equal(CallSite site) {
        Type handle = new Pen(site).sizeType();
        return Optional.of(Pen.asInt(Pen.equal(site.argument(0, handle), site.argument(1, handle))));
    }

    static Optional<Expr> detach(CallSite site) {
        Local result = new Pen(site).result();
        site.emit(new Instr.Detach(result, site.argument(0, new Pen(site).sizeType()), site.span()));
        return Optional.of(result);
    }

    /** Sets the detach state, which is the first word of the attributes. */
    private static Optional<Expr> setState(CallSite site, Expr state) {
        var pen = new Pen(site);
        pen.store(pen.at(site.argument(0), 0, Type.I32), state);
        return Pen.zero();
    }

    private static Optional<Expr> initial(CallSite site) {
        new Pen(site).store(stack(site), new Pen(site).size(STACK));
        return setState(site, Pen.number(0));
    }

    /** Where attributes hold the size of the stack: their second word. */
    private static Expr stack(CallSite site) {
        return new Pen(site).at(site.argument(0), site.model().pointerBytes(), new Pen(site).sizeType());
    }

    private static Optional<Expr> setStack(CallSite site) {
        var pen = new Pen(site);
        Expr size = site.argument(1, pen.sizeType());
        Expr tooSmall = new Expr.Compare(Expr.CompareOp.LESS, size, pen.size(SMALLEST_STACK));
        pen.when(new Expr.Select(tooSmall, Expr.FALSE, Expr.TRUE), () -> pen.store(stack(site), size));
        return Optional.of(new Expr.Select(tooSmall, Pen.number(Errno.EINVAL), Pen.number(0)));
    }

    private static Optional<Expr> getStack(CallSite site) {
        Type size = new Pen(site).sizeType();
        new Pen(site).store(site.argument(1), site.load(stack(site), size, Access.PLAIN));
        return Pen.zero();
    }

    private static Optional<Expr> setScope(CallSite site) {
        Expr scope = new Pen(site).keep(site.argument(1, Type.I32));
        return Optional.of(new Expr.Select(
                Pen.isZero(scope),
                Pen.number(0),
                new Expr.Select(
                        Pen.equal(scope, Pen.number(PROCESS_SCOPE)), Pen.number(ENOTSUP), Pen.number(Errno.EINVAL))));
    }

    private static Optional<Expr> getState(CallSite site) {
        var pen = new Pen(site);
        pen.store(site.argument(1), site.load(pen.at(site.argument(0), 0, Type.I32), Type.I32, Access.PLAIN));
        return Pen.zero();
    }
}
