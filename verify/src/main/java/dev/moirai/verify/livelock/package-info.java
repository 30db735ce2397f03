/**
 * Answers whether a program can run for ever under a fair scheduler: by fair cycles in the state graph, lassos as
 * formulas, and termination proofs.
 */
@NullMarked
package dev.moirai.verify.livelock;

import org.jspecify.annotations.NullMarked;
