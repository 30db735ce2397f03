/** Solvers that are native libraries inside this process. Terms become their terms node by node. */
@NullMarked
package dev.moirai.solve.embedded;

import org.jspecify.annotations.NullMarked;
