package dev.moirai.jvm;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.tree.ClassNode;

/** Classes are initialised by the thread that first uses them; every other waits for the end of that (JLS 12.4.2). */
final class ClassInitialisations {
    private record Use(int thread, String owner) {}

    private final ClassFiles classes;
    private final Milestones milestones;
    /** By class: the milestone of its end. */
    private final Map<String, JvmValue> ends = new HashMap<>();

    private final Set<Use> uses = new HashSet<>();
    private boolean areSeveral;

    ClassInitialisations(ClassFiles classes, Milestones milestones) {
        this.classes = classes;
        this.milestones = milestones;
    }

    /** From now on there are several threads: whatever was initialised before is known to all of them. */
    void spawned() {
        areSeveral = true;
    }

    void ended(FollowedThread thread, ClassFiles.Method method) {
        if (!areSeveral || !method.node().name.equals("<clinit>")) return;
        String owner = method.owner().name;
        JvmValue end = milestones.fresh("initialisation of " + owner.replace('/', '.'));
        ends.put(owner, end);
        uses.add(new Use(thread.number(), owner));
        milestones.pass(thread, Events.Aspect.DONE, end);
    }

    /** A thread uses a class: a static field or method, or an object that is made. */
    void used(FollowedThread thread, String owner) {
        if (ends.isEmpty()) return;
        for (Optional<ClassNode> at = classes.find(owner); at.isPresent(); at = above(at.get())) {
            JvmValue end = ends.get(at.get().name);
            if (end != null && uses.add(new Use(thread.number(), at.get().name))) milestones.await(thread, end);
        }
    }

    private Optional<ClassNode> above(ClassNode node) {
        return node.superName == null ? Optional.empty() : classes.find(node.superName);
    }
}
