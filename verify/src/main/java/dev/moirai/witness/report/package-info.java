/** What a command has to report, as data for renderings that leave the terminal: one or several answers, with the sources. */
@NullMarked
package dev.moirai.witness.report;

import org.jspecify.annotations.NullMarked;
