/** Nodes that answer questions of others, and the asking side: who works on what, and what if somebody is lost. */
@NullMarked
package dev.moirai.cluster;

import org.jspecify.annotations.NullMarked;
