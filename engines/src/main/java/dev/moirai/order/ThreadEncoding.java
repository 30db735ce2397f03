package dev.moirai.order;

import dev.moirai.bound.BoundedThread;
import dev.moirai.symbolic.Formula;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thread as terms.
 *
 * @param reached for each instruction when control comes to it
 * @param events for each instruction its event, or null
 * @param insideSections the sections in which the thread may stand, by the index at which they begin
 * @param waits when the thread stands where it has to wait in the end
 */
record ThreadEncoding(
        BoundedThread thread,
        int[] reached,
        List<@Nullable Event> events,
        Formula formula,
        Map<Integer, SectionReach> insideSections,
        int waits) {}
