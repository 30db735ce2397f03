/**
 * The command line: one class for each command, options, exit codes, and output. It reads options, asks {@code verify},
 * and shows the answer; all else is done in {@code verify} and below.
 */
@NullMarked
package dev.moirai.cli;

import org.jspecify.annotations.NullMarked;
