/** Questions about JVM programs: one run, a replay, many runs, a recording. The real JVM is the judge. */
@NullMarked
package dev.moirai.verify.jvm;

import org.jspecify.annotations.NullMarked;
