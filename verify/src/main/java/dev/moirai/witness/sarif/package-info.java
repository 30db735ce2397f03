/** Reports as SARIF 2.1.0, which code hosts and editors show beside the source. */
@NullMarked
package dev.moirai.witness.sarif;

import org.jspecify.annotations.NullMarked;
