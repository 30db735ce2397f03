/**
 * An execution as it is told to readers, whatever the rendering: which steps the failure depends on, which parts are left
 * out, what the cause is in a sentence. Made from schedules and violations alone, so that it is the same for every language
 * and engine.
 */
@NullMarked
package dev.moirai.witness.story;

import org.jspecify.annotations.NullMarked;
