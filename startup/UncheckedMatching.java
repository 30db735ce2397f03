import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One method without the handlers that turn what a record's accessor throws into a {@code MatchException}. Each accessor
 * called by a record pattern has one, no accessor of ours throws, and a method with a hundred handlers is what the first
 * compiler takes longest for.
 */
final class UncheckedMatching {
    private final Set<Label> handlers = new HashSet<>();

    UncheckedMatching(CodeModel body) {
        List<CodeElement> elements = body.elementList();
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i) instanceof LabelTarget target && isHandler(elements, i)) handlers.add(target.label());
        }
        handlers.retainAll(caughtBy(elements));
    }

    private static Set<Label> caughtBy(List<CodeElement> elements) {
        Set<Label> labels = new HashSet<>();
        for (CodeElement element : elements) if (element instanceof ExceptionCatch caught) labels.add(caught.handler());
        return labels;
    }

    private static boolean isHandler(List<CodeElement> elements, int label) {
        List<CodeElement> begin = elements.subList(label, elements.size()).stream()
                .filter(Instruction.class::isInstance)
                .limit(2)
                .toList();
        return begin.size() == 2
                && begin.get(0) instanceof StoreInstruction
                && begin.get(1) instanceof NewObjectInstruction made
                && made.className().asInternalName().equals("java/lang/MatchException");
    }

    /** The code of the handler stays, though nothing leads to it any more. */
    boolean isDropped(CodeElement element) {
        return element instanceof ExceptionCatch caught && handlers.contains(caught.handler());
    }
}
