/**
 * Questions and answers as bytes. What can be written is known before the first byte is read: a closed table of our own
 * records, made from the types of the questions. No name of a class is ever on the wire.
 */
@NullMarked
package dev.moirai.cluster.wire;

import org.jspecify.annotations.NullMarked;
