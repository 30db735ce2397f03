/**
 * Reports as one HTML file that needs nothing else: readable as it stands, and with JavaScript to be gone through step by
 * step.
 */
@NullMarked
package dev.moirai.witness.html;

import org.jspecify.annotations.NullMarked;
