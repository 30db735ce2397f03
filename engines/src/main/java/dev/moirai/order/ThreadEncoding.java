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
 * @param insideSections by the begin of a section in which the thread may stand: when control comes to its instructions
 */
record ThreadEncoding(
        BoundedThread thread,
        int[] reached,
        List<@Nullable Event> events,
        Formula formula,
        Map<Integer, Map<Integer, Integer>> insideSections) {}
