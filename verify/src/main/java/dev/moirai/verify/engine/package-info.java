/**
 * How engines are asked, whatever the question: their time, how they are stopped, the progress they report, and
 * portfolios of several. Knows no particular engine.
 */
@NullMarked
package dev.moirai.verify.engine;

import org.jspecify.annotations.NullMarked;
