/** Answers kept on disk: found again only for the same program, question and code. */
@NullMarked
package dev.moirai.verify.cache;

import org.jspecify.annotations.NullMarked;
