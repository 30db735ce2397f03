/** Solvers that are other programs, reading DIMACS files or SMT-LIB. They may crash, hang or be killed. */
@NullMarked
package dev.moirai.solve.external;

import org.jspecify.annotations.NullMarked;
