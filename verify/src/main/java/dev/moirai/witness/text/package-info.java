/**
 * Reports as text for readers: the fixed last line, and executions with one column for each thread ({@link
 * dev.moirai.witness.text.Interleaving}).
 */
@NullMarked
package dev.moirai.witness.text;

import org.jspecify.annotations.NullMarked;
