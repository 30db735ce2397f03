/**
 * Can it run for ever, fairly? Fair cycles of the state graph, lassos as formulas, and termination proofs.
 */
@NullMarked
package dev.moirai.verify.livelock;

import org.jspecify.annotations.NullMarked;
