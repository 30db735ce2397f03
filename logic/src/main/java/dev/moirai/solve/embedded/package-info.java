/** Solvers that are native libraries inside this process. Terms are translated to theirs node by node. */
@NullMarked
package dev.moirai.solve.embedded;

import org.jspecify.annotations.NullMarked;
