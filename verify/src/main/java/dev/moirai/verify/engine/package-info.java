/**
 * How engines are asked, whatever the question: their time, who may stop them, what they tell on the way, and several at
 * once. Knows no engine.
 */
@NullMarked
package dev.moirai.verify.engine;

import org.jspecify.annotations.NullMarked;
