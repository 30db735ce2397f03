/* What the runtime's own files know of each other. Everything here runs with the token. */
#ifndef MOIRAI_RUNTIME_H
#define MOIRAI_RUNTIME_H

#include "moirai.h"

#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What a thread that is not running stands before, as far as it decides whether the thread can go on. */
enum waiting { RUNS, LOCKS, LOWERS, WAKES, JOINS, AWAITS, OUTSIDE };

struct pending {
    unsigned site;
    /* It stands there only because its step was too long. */
    int cut;
    enum waiting waiting;
    void *object;
    enum moirai_mode mode;
    int timed, spurious;
    moirai_word thread;
    unsigned type;
    moirai_word expected;
    /* For data races: what it is about to touch. */
    const void *touched;
    unsigned long bytes;
    int effect;
};

/* The choices that the script gives a thread for its step. */
struct given {
    size_t at, end;
};

struct thread {
    int number;
    pthread_cond_t turn;
    struct pending pending;
    struct given given;
    const struct moirai_function *start;
    moirai_word argument;
    int newborn, ended, detached, joined, in_epilogue;
    /* The condition or barrier it waits on. */
    void *parked_on;
    int woken;
    moirai_word result;
    /* Where a thread goes that ends from deep inside. */
    jmp_buf end;
    void **stack_objects;
    unsigned long stack_count, stack_room;
    void **thread_locals;
    unsigned thread_local_count;
    /* Its call of a library function; none at first. */
    struct request *request;
};

enum readiness { READY, SPURIOUS, BLOCKED };

/* ---- schedule.c ---- */
struct thread *running(void);
struct thread *thread_at(moirai_word number);
int thread_count(void);
struct thread *add_thread(const struct moirai_function *start, moirai_word argument);
int atomic_holder(void);
void set_atomic_holder(int thread);
/* Ends the running thread's step before what `pending` says, and comes back when its next one begins. */
void turn(struct pending pending);
/* As turn, but before its next step the thread does something outside, and others move meanwhile. */
void turn_outside(struct pending pending, void (*work)(void));
/* Looks after threads that are outside, and after the time. */
void start_watch(void);
/* As turn, but the thread never comes back. */
void hand_over(void);
/* A new thread waits here for its first step. */
void first_turn(struct thread *self);
enum readiness readiness_of(const struct thread *thread);

/* ---- control.c: the control file, the script, the log ---- */
/* A steady run is like a machine's: a thread goes on until it must wait, and is interrupted now and then. */
enum mode { STEADY, SHUFFLED, FREELY, SCRIPTED };
enum mode mode(void);
int watches(const char *property);
unsigned long long max_steps(void);
/* Whether the time for the run is used up. */
int time_is_up(void);
unsigned long long random_number(void);
/* Seed 0 of a steady run never interrupts but for busy waiting. */
int interrupts(void);
/* Whether a data race there is the one that is looked for. */
int is_expected(unsigned site);
void read_control(const char *path);
/* The thread that the script wants to move next, or -1 at its end. */
int scripted_thread(unsigned *site);
void step_begins(struct thread *thread, unsigned site);
void step_ends(const struct thread *thread);
unsigned long long steps_begun(void);
moirai_word choose_one(unsigned count);
_Noreturn void finish(const char *format, ...);
_Noreturn void diverged(const char *format, ...);
/* A violation of what is watched. */
_Noreturn void violated(const char *property, unsigned site, int thread);
/* Against the rules: a violation where that is watched, otherwise the run ends silently, in a step of its own. */
_Noreturn void fault(const char *property, unsigned site);

/* ---- memory.c ---- */
void require_writable(unsigned site, const void *address, unsigned long bytes);
int is_readable(const void *address, unsigned long bytes);
int is_defined(const void *address, unsigned long bytes);
void define(void *address, unsigned long bytes);
/* The whole live object that holds the address. */
int whole_object(const void *address, const void **start, unsigned long *bytes);
int is_object(const void *address);
/* The live object that holds the address or ends there. */
int object_near(const void *address, char **start, unsigned long *bytes);
int is_ended(const void *address);
/* A library function sees the object: what it has not told of may be as it left it. */
void mark_handed(const void *address);
void start_memory(void);
void end_stack_objects(struct thread *thread, unsigned long mark);
void end_thread_locals(struct thread *thread);

/* ---- sync.c ---- */
/* A violation where lock misuse is watched; otherwise the call returns the code. */
int misuse(unsigned site, int code);

/* ---- outside.c ---- */
/* Whether the running thread has prepared a call that may wait for the world. */
int has_request(void);
/* Ends the step as turn does; the call is made before the next one, and others move meanwhile. */
void make_without_token(struct pending here);

/* ---- threads.c ---- */
int is_function(const void *pointer);
_Noreturn void end_process(moirai_word code);

#endif
