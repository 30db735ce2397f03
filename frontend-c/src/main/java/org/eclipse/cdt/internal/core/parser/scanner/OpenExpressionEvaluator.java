package org.eclipse.cdt.internal.core.parser.scanner;

/** CDT's evaluator of {@code #if} with a constructor that other packages can reach; in CDT's package for that alone. */
public abstract class OpenExpressionEvaluator extends ExpressionEvaluator {
    protected OpenExpressionEvaluator(CPreprocessor preprocessor) {
        super(preprocessor);
    }
}
