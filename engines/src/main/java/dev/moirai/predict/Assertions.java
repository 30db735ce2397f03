package dev.moirai.predict;

import dev.moirai.trace.TraceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where the trace passed assertions whose outcome depends on what was read. */
final class Assertions {
    /** An assertion: the {@code index}th event of the step, and what fails if it comes out otherwise. */
    record Place(StepNode node, int index, FailedCondition failure) {}

    private final List<Place> all = new ArrayList<>();
    private final Map<StepNode, List<Place>> byNode = new HashMap<>();

    Assertions(TraceProgram program, TraceOrigin origin) {
        for (StepNode node : program.nodes()) {
            List<TraceEvent> events = node.step().events();
            for (int i = 0; i < events.size(); i++) {
                TraceEvent event = events.get(i);
                if (!event.isSymbolic() || !EventOperands.isCondition(event)) continue;
                int index = i;
                origin.failure(event).ifPresent(failure -> {
                    var place = new Place(node, index, failure);
                    all.add(place);
                    byNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(place);
                });
            }
        }
    }

    List<Place> all() {
        return all;
    }

    List<Place> of(StepNode node) {
        return byNode.getOrDefault(node, List.of());
    }
}
