/**
 * From a bounded program of several threads to one sequential program. Knows {@code bound}, {@code interpret} (to follow
 * a model's path), {@code schedule} and what is below them.
 */
@NullMarked
package dev.moirai.sequentialize;

import org.jspecify.annotations.NullMarked;
