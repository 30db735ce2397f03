/**
 * Reports as text for people: the fixed last line, and an execution as one column a thread. Opens with {@link
 * dev.moirai.witness.text.Interleaving}.
 */
@NullMarked
package dev.moirai.witness.text;

import org.jspecify.annotations.NullMarked;
