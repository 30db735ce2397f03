/**
 * The command line: one class a command, options, exit codes, what is printed. Thinking is done in {@code verify} and
 * below; nothing here but reading options, asking, and showing the answer.
 */
@NullMarked
package dev.moirai.cli;

import org.jspecify.annotations.NullMarked;
