package dev.moirai.generate.idiom;

/** What every thread has of its own: by keys, and by declaration. */
final class ThreadSpecific {
    private ThreadSpecific() {}

    static void write(ThreadText text) {
        if (text.dice().chance(40)) {
            text.declare("static _Thread_local int mine;");
            text.line(text.dice()
                    .one(
                            "mine = (mine + 1) & 3;",
                            text.variable() + " = mine;",
                            "assert(mine == 0);",
                            "mine = " + text.variable() + ";"));
            return;
        }
        text.declare("pthread_key_t key;");
        text.declare("static void drop(void *value)\n{\n    y = *(int *)value & 3;\n}\n");
        text.prepare("pthread_key_create(&key, " + text.dice().one("drop", "NULL") + ");");
        switch (text.dice().below(3)) {
            case 0 -> text.line("pthread_setspecific(key, &" + text.variable() + ");");
            case 1 ->
                text.line("if (pthread_getspecific(key)) " + text.local() + " = *(int *)pthread_getspecific(key) & 3;");
            default -> text.line("assert(pthread_getspecific(key) == NULL);");
        }
    }
}
