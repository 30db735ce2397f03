/**
 * All interleavings of a bounded program as one formula over what happens before what: the partial-order encoding. Knows
 * {@code symbolic}, {@code bound} and what lies below them; knows no solver.
 */
@NullMarked
package dev.moirai.order;

import org.jspecify.annotations.NullMarked;
