/** Answers whether a program can fail: the engines that look for a failing run, and the facade that asks them. */
@NullMarked
package dev.moirai.verify.check;

import org.jspecify.annotations.NullMarked;
