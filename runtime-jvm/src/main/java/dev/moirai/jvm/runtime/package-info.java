/**
 * What runs inside the user's JVM: one token among its threads, schedules, virtual time, the log. On the boot class path, Java
 * 17, without dependencies; it blocks with monitors only, since {@code java.util.concurrent} would come back to it.
 */
@NullMarked
package dev.moirai.jvm.runtime;

import org.jspecify.annotations.NullMarked;
