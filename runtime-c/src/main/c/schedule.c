/*
 * Who runs. One thread at a time has the token; it keeps it from one of its visible instructions to the next, so that
 * what lies between belongs to the step. Who can go on is asked of what each thread stands before, by the rules of the
 * interpreter (docs/semantics.md).
 */
#include "runtime.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NOBODY = -1, ANYBODY = -2, IDLE_CHANCE = 8, INTERRUPTION = 32, LONG_TURN = 1000 };

/* While all that could move are outside: how often that is looked at, and how often until a wait is given up. */
enum { TICK_MICROSECONDS = 10000, PATIENT_TICKS = 10 };

/* So many rounds make a step too long. A script is left alone unless the program seems to go round for ever. */
enum { MANY_ROUNDS = 10000, ENDLESS_ROUNDS = 50000000 };

__thread unsigned long moirai_rounds_left;

static pthread_mutex_t token = PTHREAD_MUTEX_INITIALIZER;
static struct thread **threads;
static int count, room;
/* Who has the token; ANYBODY while the system may choose, NOBODY while all that could move are outside. */
static int current = 0;
static int holder = NOBODY;

static __thread struct thread *self;

struct thread *running(void) {
    return self;
}

struct thread *thread_at(moirai_word number) {
    return number >= 0 && number < count ? threads[number] : NULL;
}

int thread_count(void) {
    return count;
}

int atomic_holder(void) {
    return holder;
}

void set_atomic_holder(int thread) {
    holder = thread;
}

struct thread *add_thread(const struct moirai_function *start, moirai_word argument) {
    struct thread *thread = calloc(1, sizeof *thread);
    if (count == room) {
        room = room ? room * 2 : 16;
        threads = realloc(threads, (size_t)room * sizeof *threads);
    }
    if (!thread || !threads) finish("limit no memory for another thread");
    thread->number = count;
    thread->start = start;
    thread->argument = argument;
    thread->newborn = 1;
    pthread_cond_init(&thread->turn, NULL);
    threads[count++] = thread;
    return thread;
}

/* ---- choosing -------------------------------------------------------------------------------------------------- */

static int is_enabled(int number) {
    return (holder == NOBODY || holder == number) && readiness_of(threads[number]) != BLOCKED;
}

/* Waits that nobody has ended: such a thread could go on only spuriously, or by giving up. */
static int is_idle(int number) {
    return threads[number]->parked_on && !threads[number]->woken;
}

static int any_enabled(int idle_too) {
    for (int i = 0; i < count; i++) if (is_enabled(i) && (idle_too || !is_idle(i))) return 1;
    return 0;
}

static int any_outside(void) {
    for (int i = 0; i < count; i++) if (!threads[i]->ended && threads[i]->pending.waiting == OUTSIDE) return 1;
    return 0;
}

/* Of several stuck threads the one named is at a place that the schedule's owner expects, if any is. */
static void look_for_deadlock(void) {
    int named = NOBODY;
    if (!watches("deadlock")) return;
    for (int i = 0; i < count; i++) {
        if ((holder != NOBODY && i != holder) || threads[i]->ended) continue;
        if (readiness_of(threads[i]) == READY || threads[i]->pending.waiting == OUTSIDE) return;
        if (named == NOBODY) named = i;
        else if (!is_expected(threads[named]->pending.site) && is_expected(threads[i]->pending.site)) named = i;
    }
    if (named != NOBODY) violated("deadlock", threads[named]->pending.site, named);
}

static int race(const struct pending *a, const struct pending *b) {
    const char *left = a->touched, *right = b->touched;
    if ((a->effect & MOIRAI_ATOMIC) && (b->effect & MOIRAI_ATOMIC)) return 0;
    if ((a->effect | b->effect) & MOIRAI_GLANCE) return 0;
    if (!(a->effect & MOIRAI_WRITES) && !(b->effect & MOIRAI_WRITES)) return 0;
    return left < right + b->bytes && right < left + a->bytes;
}

static int touches(int number) {
    const struct thread *thread = threads[number];
    return !thread->ended && !thread->newborn && thread->pending.bytes > 0 && is_object(thread->pending.touched);
}

/* Under a script races are looked for at its end: there may be others on the way. */
static void look_for_race(void) {
    unsigned site;
    if (!watches("data-race") || (mode() == SCRIPTED && scripted_thread(&site) >= 0)) return;
    for (int i = 0; i < count; i++) {
        if (!touches(i)) continue;
        for (int j = 0; j < i; j++) {
            if (!touches(j) || !race(&threads[j]->pending, &threads[i]->pending)) continue;
            if (is_expected(threads[i]->pending.site)) violated("data-race", threads[i]->pending.site, i);
            if (is_expected(threads[j]->pending.site)) violated("data-race", threads[j]->pending.site, j);
        }
    }
}

static int by_chance(void) {
    int idle_too = random_number() % IDLE_CHANCE == 0 || !any_enabled(0);
    int among = 0, chosen;
    for (int i = 0; i < count; i++) among += is_enabled(i) && (idle_too || !is_idle(i));
    chosen = (int)(random_number() % (unsigned long long)among);
    for (int i = 0;; i++) {
        if (is_enabled(i) && (idle_too || !is_idle(i)) && chosen-- == 0) return i;
    }
}

static int is_busy(int number) {
    return is_enabled(number) && !is_idle(number);
}

/* As the interpreter's SteadyScheduler. */
static int steadily(void) {
    static int last, turn;
    int idle_too = !any_enabled(0), first = NOBODY;
    int goes_on = (idle_too ? is_enabled(last) : is_busy(last)) && turn++ < LONG_TURN
        && !(interrupts() && random_number() % INTERRUPTION == 0);
    if (goes_on) return last;
    turn = 0;
    if (interrupts()) return last = by_chance();
    for (int i = 0; i < count; i++) {
        if (idle_too ? !is_enabled(i) : !is_busy(i)) continue;
        if (i > last) return last = i;
        if (first == NOBODY) first = i;
    }
    return last = first;
}

static int by_script(void) {
    unsigned site = 0;
    int next = scripted_thread(&site);
    unsigned stands_at;
    if (next == -1) finish("stopped");
    if (next < 0 || next >= count) diverged("the script moves thread %d, which does not exist", next);
    if (threads[next]->ended) diverged("the script moves thread %d, which has ended", next);
    if (threads[next]->pending.cut) return next;
    stands_at = threads[next]->newborn ? 0 : threads[next]->pending.site;
    if (stands_at != site) {
        diverged("thread %d stands before instruction %u, not before %u", next, stands_at, site);
    }
    if (!is_enabled(next)) diverged("the script moves thread %d, which must wait", next);
    return next;
}

/* Between two steps: looks for what is wrong with the state, and says who moves. */
static int next_thread(void) {
    look_for_deadlock();
    look_for_race();
    if (mode() == SCRIPTED) return by_script();
    if (time_is_up()) finish("cut its time is up");
    if (!any_enabled(0) && any_outside()) return NOBODY;
    if (!any_enabled(1)) finish("pruned 0 -1");
    if (steps_begun() >= max_steps()) finish("cut its steps are used up");
    if (mode() == FREELY) return ANYBODY;
    return mode() == STEADY ? steadily() : by_chance();
}

static void begin(int number) {
    step_begins(threads[number], threads[number]->newborn ? 0 : threads[number]->pending.site);
    threads[number]->newborn = 0;
    moirai_rounds_left = mode() == SCRIPTED ? ENDLESS_ROUNDS : MANY_ROUNDS;
}

/* Gives the token to whom it is meant for; the lock is held. */
static void pass_to(int next) {
    current = next;
    if (current >= 0) pthread_cond_signal(&threads[current]->turn);
    for (int i = 0; current == ANYBODY && i < count; i++) pthread_cond_signal(&threads[i]->turn);
}

/* Gives the token away; the lock is held. */
static void pass_on(void) {
    step_ends(self);
    pass_to(next_thread());
}

/* In a free run whoever comes first takes the token, if it can move and has more to do than to give up waiting. */
static int may_take(void) {
    if (current == self->number) return 1;
    return current == ANYBODY && is_enabled(self->number) && (!is_idle(self->number) || !any_enabled(0));
}

static void take_token(void) {
    while (!may_take()) pthread_cond_wait(&self->turn, &token);
    current = self->number;
    begin(self->number);
}

void turn(struct pending pending) {
    pthread_mutex_lock(&token);
    self->pending = pending;
    pass_on();
    if (current == ANYBODY) {
        pthread_mutex_unlock(&token);
        sched_yield();
        pthread_mutex_lock(&token);
    }
    take_token();
    pthread_mutex_unlock(&token);
}

void turn_outside(struct pending pending, void (*work)(void)) {
    pending.waiting = OUTSIDE;
    pthread_mutex_lock(&token);
    self->pending = pending;
    pass_on();
    pthread_mutex_unlock(&token);
    work();
    pthread_mutex_lock(&token);
    self->pending.waiting = RUNS;
    if (current == NOBODY) pass_to(next_thread());
    take_token();
    pthread_mutex_unlock(&token);
}

/* A wait that could end for no reason, or because its time is up, ends so only if those outside take long. */
static void *watch(void *unused) {
    int ticks = 0;
    for (;;) {
        usleep(TICK_MICROSECONDS);
        pthread_mutex_lock(&token);
        ticks = current == NOBODY ? ticks + 1 : 0;
        if (ticks && time_is_up()) finish("cut its time is up");
        if (ticks > PATIENT_TICKS && any_enabled(1)) pass_to(by_chance());
        pthread_mutex_unlock(&token);
    }
    return unused;
}

void start_watch(void) {
    pthread_t handle;
    if (mode() == SCRIPTED) return;
    if (pthread_create(&handle, NULL, watch, NULL)) finish("limit the system starts no more threads");
    pthread_detach(handle);
}

void hand_over(void) {
    pthread_mutex_lock(&token);
    pass_on();
    pthread_mutex_unlock(&token);
}

void first_turn(struct thread *own) {
    self = own;
    pthread_mutex_lock(&token);
    if (own->number == 0) current = next_thread();
    take_token();
    pthread_mutex_unlock(&token);
}
