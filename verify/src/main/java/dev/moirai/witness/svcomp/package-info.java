/**
 * The conventions of the Competition on Software Verification: specifications, tasks, verdict words, and violation witnesses
 * as GraphML (format 1.0) and YAML (format 2.2).
 */
@NullMarked
package dev.moirai.witness.svcomp;

import org.jspecify.annotations.NullMarked;
