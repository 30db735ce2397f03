/**
 * Did it nearly fail? Runs are recorded, and reorderings of them looked for that fail.
 */
@NullMarked
package dev.moirai.verify.predict;

import org.jspecify.annotations.NullMarked;
