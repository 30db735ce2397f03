/** Reports as Markdown, for pull requests and slides. */
@NullMarked
package dev.moirai.witness.markdown;

import org.jspecify.annotations.NullMarked;
