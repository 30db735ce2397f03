/** Answers whether a run nearly failed: records runs and looks for reorderings of them that fail. */
@NullMarked
package dev.moirai.verify.predict;

import org.jspecify.annotations.NullMarked;
