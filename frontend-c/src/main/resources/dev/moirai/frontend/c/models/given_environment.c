/* The environment at the beginning: empty. Where the user hands variables over, a text like this one takes its place. */

static char *__moirai_given_environment[] = {0};

char **environ = __moirai_given_environment;
