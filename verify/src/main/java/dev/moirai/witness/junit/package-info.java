/** Reports as JUnit XML, which build servers show. */
@NullMarked
package dev.moirai.witness.junit;

import org.jspecify.annotations.NullMarked;
