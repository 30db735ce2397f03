/** Answers whether every thread ends: by proofs, which a second solver checks, and by endless runs. */
@NullMarked
package dev.moirai.verify.terminates;

import org.jspecify.annotations.NullMarked;
