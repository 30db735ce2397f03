package dev.moirai.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test of threads: the method is run many times, each time in a JVM of its own and under another schedule. It fails if one of the
 * runs ends by an exception, in any thread, or in a deadlock; the message is the interleaving.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(MoiraiExtension.class)
public @interface MoiraiTest {
    /** How many runs at most. */
    int runs() default 30;

    /** How many seconds at most, for all runs together. */
    int seconds() default 60;
}
