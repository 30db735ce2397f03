package org.eclipse.cdt.internal.core.parser.scanner;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;

/**
 * CDT's evaluator of {@code #if} with a constructor that other packages can reach, and a way to put it in place of CDT's own;
 * in CDT's package for that alone.
 */
public abstract class OpenExpressionEvaluator extends ExpressionEvaluator {
    /** A handle and not {@code Field.set}, which makes up classes at every start that the ahead-of-time cache does not keep. */
    private static final MethodHandle EVALUATOR = evaluatorSetter();

    protected OpenExpressionEvaluator(CPreprocessor preprocessor) {
        super(preprocessor);
    }

    private static MethodHandle evaluatorSetter() {
        try {
            Field evaluator = CPreprocessor.class.getDeclaredField("fExpressionEvaluator");
            evaluator.setAccessible(true);
            return MethodHandles.lookup().unreflectSetter(evaluator);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("another version of CDT", e);
        }
    }

    /** Sets CDT's evaluator by reflection, because CDT offers no other way. */
    public void install(CPreprocessor preprocessor) {
        try {
            EVALUATOR.invokeExact(preprocessor, (ExpressionEvaluator) this);
        } catch (Throwable e) {
            throw new IllegalStateException("another version of CDT", e);
        }
    }
}
