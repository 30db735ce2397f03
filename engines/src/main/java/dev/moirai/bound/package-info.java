/**
 * Bounding: a {@link dev.moirai.ir.Program} becomes a {@link dev.moirai.bound.BoundedProgram} of finitely many threads,
 * each one flat list of instructions without calls and without backward jumps; then synchronisation becomes loads and
 * stores in atomic sections. Knows {@code analysis}, {@code interpret} (for {@link dev.moirai.bound.Prelude}), {@code ir},
 * {@code property}, {@code source}.
 */
@NullMarked
package dev.moirai.bound;

import org.jspecify.annotations.NullMarked;
