/**
 * The facade: a file and a question in, a {@link dev.moirai.witness.Report} out. Here the engines are strung together,
 * given their budgets, and disbelieved: a violation leaves only after its schedule has been run again. May know every
 * other package of the library.
 */
@NullMarked
package dev.moirai.verify;

import org.jspecify.annotations.NullMarked;
