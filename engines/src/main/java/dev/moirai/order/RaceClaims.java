package dev.moirai.order;

import dev.moirai.bound.BoundedPlace;
import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import dev.moirai.symbolic.Outside.Use;
import dev.moirai.symbolic.SymbolicExecution;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Data races: two threads that in the end stand before accesses to overlapping bytes, one of them a write, not both
 * atomic. As everybody may stay before an access for ever, that end is any state in which both stand there.
 */
final class RaceClaims {
    private final TermPool pool;
    private final Sizes sizes;
    private final List<Standing> standing = new ArrayList<>();

    enum Surroundings {
        PLAIN,
        ATOMIC_SECTION
    }

    /** A thread before an access to {@code bytes} (a term) bytes from {@code start}, when {@code condition} holds. */
    private record Standing(
            BoundedPlace place,
            int condition,
            int start,
            int bytes,
            Use use,
            boolean atomic,
            Surroundings surroundings,
            SourceSpan span) {}

    RaceClaims(TermPool pool, Sizes sizes) {
        this.pool = pool;
        this.sizes = sizes;
    }

    void clear() {
        standing.clear();
    }

    /** Notes that a thread may stand before an access: {@code execution} is there, in the final state. */
    void stands(BoundedPlace place, SymbolicExecution execution, Instr instr, Surroundings surroundings) {
        switch (instr) {
            case Instr.Load(var into, var address, var access, var span) ->
                add(place, execution, address, into.type(), Use.READ, access.isAtomic(), surroundings, span);
            case Instr.Store(var address, var value, var access, var span) ->
                add(place, execution, address, value.type(), Use.WRITE, access.isAtomic(), surroundings, span);
            case Instr.Rmw i ->
                add(
                        place,
                        execution,
                        i.address(),
                        i.old().type(),
                        Use.WRITE,
                        i.access().isAtomic(),
                        surroundings,
                        i.span());
            case Instr.CompareExchange i ->
                add(
                        place,
                        execution,
                        i.address(),
                        i.old().type(),
                        Use.WRITE,
                        i.access().isAtomic(),
                        surroundings,
                        i.span());
            case Instr.Free(var pointer, var _, var access, var span) ->
                addWhole(place, execution, pointer, access, surroundings, span);
            case Instr.Resize(var _, var pointer, var _, var access, var span) ->
                addWhole(place, execution, pointer, access, surroundings, span);
            default -> {}
        }
    }

    /** An empty object has a place all the same. */
    private void addWhole(
            BoundedPlace place,
            SymbolicExecution execution,
            Expr pointer,
            Access access,
            Surroundings surroundings,
            SourceSpan span) {
        for (SymbolicExecution.Extent extent : execution.extents(execution.term(pointer, span))) {
            int none = pool.bv(0, pool.width(extent.bytes()));
            int one = pool.bv(1, pool.width(extent.bytes()));
            standing.add(new Standing(
                    place,
                    pool.and(execution.guard().term(), extent.condition()),
                    extent.start(),
                    pool.ite(pool.eq(extent.bytes(), none), one, extent.bytes()),
                    Use.WRITE,
                    access.isAtomic(),
                    surroundings,
                    span));
        }
    }

    private void add(
            BoundedPlace place,
            SymbolicExecution execution,
            Expr address,
            Type type,
            Use use,
            boolean atomic,
            Surroundings surroundings,
            SourceSpan span) {
        int start = execution.term(address, span);
        int somewhere = TermPool.FALSE;
        for (SymbolicExecution.Extent extent : execution.extents(start)) {
            somewhere = pool.or(somewhere, extent.condition());
        }
        int condition = pool.and(execution.guard().term(), somewhere);
        if (condition == TermPool.FALSE) return;
        int bytes = pool.bv(sizes.of(type), pool.width(start));
        standing.add(new Standing(place, condition, start, bytes, use, atomic, surroundings, span));
    }

    /** All terms that occur in the conditions of claims. */
    List<Integer> terms() {
        var terms = new ArrayList<Integer>();
        for (Standing one : standing) {
            terms.add(one.condition());
            terms.add(one.start());
            terms.add(one.bytes());
        }
        return terms;
    }

    List<Encoding.Claim> claims() {
        var claims = new ArrayList<Encoding.Claim>();
        for (int i = 0; i < standing.size(); i++) {
            Standing second = standing.get(i);
            for (int k = 0; k < i; k++) {
                Standing first = standing.get(k);
                if (!mayRace(first, second)) continue;
                int condition = pool.and(overlap(first, second), pool.and(first.condition(), second.condition()));
                if (condition == TermPool.FALSE) continue;
                String message = "data race with the access at " + first.span();
                claims.add(new Encoding.Claim(
                        condition,
                        Property.DATA_RACE,
                        message,
                        second.span(),
                        Optional.empty(),
                        List.of(first.place(), second.place())));
            }
        }
        return claims;
    }

    private static boolean mayRace(Standing first, Standing second) {
        return first.place().thread() != second.place().thread()
                && (first.use() == Use.WRITE || second.use() == Use.WRITE)
                && !(first.atomic() && second.atomic())
                && !(first.surroundings() == Surroundings.ATOMIC_SECTION
                        && second.surroundings() == Surroundings.ATOMIC_SECTION);
    }

    private int overlap(Standing first, Standing second) {
        return pool.and(reachesInto(first, second), reachesInto(second, first));
    }

    private int reachesInto(Standing one, Standing other) {
        return pool.ult(other.start(), pool.bvAdd(one.start(), one.bytes()));
    }
}
