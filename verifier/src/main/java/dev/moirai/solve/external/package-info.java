/** Solvers that are other programs: any that reads DIMACS files, any that speaks SMT-LIB. They may crash, hang or be killed. */
@NullMarked
package dev.moirai.solve.external;

import org.jspecify.annotations.NullMarked;
