package dev.moirai.rely.transition;

import dev.moirai.analysis.AbstractObject;
import dev.moirai.analysis.PointsTo;
import dev.moirai.analysis.StaticRange;
import dev.moirai.ir.Instr;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * An access to memory that a thread is about to make where it stands: what it may be to, and how.
 *
 * @param objects what the address may point to; empty if that may be anything
 * @param range which bytes of a global it is to, if these are always the same
 * @param isInside whether it comes later in an atomic section that begins where the thread stands
 */
public record Contact(
        Optional<Set<AbstractObject>> objects,
        Optional<StaticRange> range,
        boolean writes,
        boolean isAtomic,
        boolean isInside) {
    /** The contact of an instruction of a thread's code, if it makes one that others can notice. */
    static Optional<Contact> of(Instr instr, FlatCode.Origin origin, PointsTo pointsTo, boolean isInside) {
        boolean atomic;
        switch (instr) {
            case Instr.MemoryAccess access -> {
                if (!access.access().isShared()) return Optional.empty();
                atomic = access.access().isAtomic();
            }
            case Instr.Await _ -> atomic = true;
            default -> {
                return Optional.empty();
            }
        }
        boolean reads = instr instanceof Instr.Load || instr instanceof Instr.Await;
        return Optional.of(new Contact(
                pointsTo.pointees(origin.function(), origin.index()).map(HashSet::new),
                StaticRange.of(pointsTo.program(), instr),
                !reads,
                atomic,
                isInside));
    }

    /**
     * Whether two threads that stand before these accesses may race. Only one of them can be inside an atomic section.
     */
    public boolean mayRaceWith(Contact other) {
        if (!writes && !other.writes || isAtomic && other.isAtomic || isInside && other.isInside) return false;
        if (range.isPresent() && other.range.isPresent()) return range.get().overlaps(other.range.get());
        if (objects.isEmpty() || other.objects.isEmpty()) return true;
        return objects.get().stream()
                .anyMatch(object -> object instanceof AbstractObject.Unknown
                        || other.objects.get().contains(object)
                        || other.objects.get().stream().anyMatch(it -> it instanceof AbstractObject.Unknown));
    }
}
