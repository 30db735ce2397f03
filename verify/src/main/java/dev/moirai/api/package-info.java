/**
 * Moirai for Java programs: a file and a question in, an {@link dev.moirai.witness.Answer} out. Stands on {@code verify}; the
 * command line does not need it.
 */
@NullMarked
package dev.moirai.api;

import org.jspecify.annotations.NullMarked;
