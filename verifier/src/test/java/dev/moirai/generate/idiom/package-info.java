/**
 * What the threads of {@link dev.moirai.generate.ThreadedPrograms} do, an idiom a class. To have more of it generated, write a
 * class and list it in {@link dev.moirai.generate.idiom.Idiom}. Test scope only.
 */
@NullMarked
package dev.moirai.generate.idiom;

import org.jspecify.annotations.NullMarked;
