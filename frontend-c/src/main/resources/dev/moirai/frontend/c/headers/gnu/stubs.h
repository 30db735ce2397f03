/* Which functions the C library lacks: the machine has this file for its own word size only. */
