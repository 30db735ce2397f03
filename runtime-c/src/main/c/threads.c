/* Threads begun, joined and ended; steps that are nothing but steps; what ends the process. */
#include "runtime.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

enum { MOST_THREADS = 10000, SIGNAL_STACK = 1 << 16 };

/* Reserved, not used: the interpreter's programs may recurse deeply. */
static const size_t STACK = (size_t)1 << (sizeof(void *) > 4 ? 28 : 22);

/* ---- plain steps ----------------------------------------------------------------------------------------------- */

void moirai_access(unsigned site, const void *address, unsigned long bytes, int effect) {
    struct pending before = {.site = site, .touched = address, .bytes = bytes, .effect = effect};
    turn(before);
}

void moirai_access_whole(unsigned site, const void *object) {
    struct pending before = {.site = site, .effect = MOIRAI_WRITES};
    const void *start;
    unsigned long bytes;
    if (whole_object(object, &start, &bytes)) {
        before.touched = start;
        before.bytes = bytes;
    }
    turn(before);
}

void moirai_yield(unsigned site) {
    struct pending before = {.site = site};
    if (has_request()) make_without_token(before);
    else turn(before);
}

void moirai_cut(unsigned site) {
    struct pending here = {.site = site, .cut = 1};
    turn(here);
}

void moirai_atomic_begin(unsigned site) {
    moirai_yield(site);
    set_atomic_holder(running()->number);
}

void moirai_atomic_end(void) {
    if (atomic_holder() == running()->number) set_atomic_holder(-1);
}

void moirai_assume(unsigned site, int holds) {
    struct pending here = {.site = site};
    if (holds) return;
    turn(here);
    finish("pruned %u %d", site, running()->number);
}

void moirai_assert(unsigned site, int holds, const char *property) {
    if (!holds) fault(property, site);
}

void moirai_limit(unsigned site, const char *what) {
    finish("limit %s at instruction %u", what, site);
}

/* ---- the end of the process ------------------------------------------------------------------------------------ */

void end_process(moirai_word code) {
    finish("ended %d", (int)code);
}

void moirai_exit(moirai_word code) {
    end_process(code);
}

static int main_began;

int moirai_outermost(void) {
    if (main_began || running()->number != 0) return 0;
    main_began = 1;
    return 1;
}

void moirai_main_returns(unsigned site) {
    moirai_yield(site);
}

/* ---- a thread's life ------------------------------------------------------------------------------------------- */

static void end_thread(void) {
    struct thread *self = running();
    int last = 1;
    end_thread_locals(self);
    moirai_atomic_end();
    for (int i = 0; i < thread_count(); i++) last &= thread_at(i) == self || thread_at(i)->ended;
    if (last) end_process(0);
    self->ended = 1;
    hand_over();
}

void moirai_exit_thread(moirai_word value) {
    struct thread *self = running();
    if (!self->in_epilogue) self->result = value;
    longjmp(self->end, 1);
}

static void *live(void *own) {
    struct thread *self = own;
    stack_t signals = {.ss_sp = malloc(SIGNAL_STACK), .ss_size = SIGNAL_STACK};
    if (signals.ss_sp) sigaltstack(&signals, NULL);
    first_turn(self);
    moirai_thread_initial();
    if (!setjmp(self->end)) {
        if (self->number == 0) end_process(moirai_entry());
        self->result = self->start->call(&self->argument, 1);
    }
    end_stack_objects(self, 0);
    if (!setjmp(self->end)) {
        self->in_epilogue = 1;
        moirai_epilogue();
    }
    end_stack_objects(self, 0);
    end_thread();
    return NULL;
}

static void start(struct thread *thread) {
    pthread_attr_t attributes;
    pthread_t handle;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (pthread_create(&handle, &attributes, live, thread)) finish("limit the system starts no more threads");
    pthread_attr_destroy(&attributes);
}

int is_function(const void *pointer) {
    size_t at = (size_t)((const char *)pointer - (const char *)moirai_functions);
    return at < moirai_function_count * sizeof *moirai_functions && at % sizeof *moirai_functions == 0;
}

const struct moirai_function *moirai_callee(unsigned site, const void *pointer) {
    if (!is_function(pointer)) fault("memory", site);
    return pointer;
}

moirai_word moirai_spawn(unsigned site, const void *function, moirai_word argument, int detached) {
    struct thread *thread;
    moirai_yield(site);
    moirai_callee(site, function);
    if (thread_count() >= MOST_THREADS) moirai_limit(site, "too many threads");
    thread = add_thread(function, argument);
    thread->detached = detached;
    start(thread);
    return thread->number;
}

int moirai_join(unsigned site, moirai_word thread, moirai_word *value) {
    struct pending before = {.site = site, .waiting = JOINS, .thread = thread};
    struct thread *other;
    turn(before);
    other = thread_at(thread);
    if (!other || other->joined) return misuse(site, ESRCH);
    if (other->detached) return misuse(site, EINVAL);
    if (other == running()) return EDEADLK;
    other->joined = 1;
    *value = other->result;
    return 0;
}

int moirai_detach(unsigned site, moirai_word thread) {
    struct thread *other;
    moirai_yield(site);
    other = thread_at(thread);
    if (!other || other->joined) return misuse(site, ESRCH);
    if (other->detached) return misuse(site, EINVAL);
    other->detached = 1;
    return 0;
}

moirai_word moirai_self(void) {
    return running()->number;
}

int main(int count, char **words) {
    read_control(count == 2 ? words[1] : NULL);
    start_memory();
    moirai_initial();
    start(add_thread(NULL, 0));
    start_watch();
    for (;;) pthread_exit(NULL);
}
