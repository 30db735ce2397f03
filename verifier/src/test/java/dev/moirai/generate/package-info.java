/** Seeded generators of C programs, and the real compiler to compare with. Test scope only. */
@NullMarked
package dev.moirai.generate;

import org.jspecify.annotations.NullMarked;
