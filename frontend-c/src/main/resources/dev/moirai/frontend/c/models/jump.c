/* setjmp and longjmp. A buffer names a small object of the frame that called setjmp, which ends with that frame: so a jump
   to a frame that is gone touches memory that is gone. The rest is done where functions are called: see ReturnPoints. */

#include <pthread.h>

void __moirai_assert_memory(int condition, const char *what);

struct __moirai_buffer {
    unsigned char *frame;
    pthread_t thread;
};

/* Where the thread is jumping to, if it is, and what setjmp is to return there. */
_Thread_local unsigned char *__moirai_jump_target;
_Thread_local int __moirai_jump_value;

void __moirai_note_frame(struct __moirai_buffer *buffer, unsigned char *frame) {
    *frame = 1;
    buffer->frame = frame;
    buffer->thread = pthread_self();
}

void __moirai_longjmp(struct __moirai_buffer *buffer, int value) {
    unsigned char *frame = buffer->frame;
    __moirai_assert_memory(buffer->thread == pthread_self(), "longjmp to a frame of another thread");
    /* A frame that is gone is found out here. */
    unsigned char alive = *frame;
    __moirai_assert_memory(alive == 1, "longjmp to a frame that is gone");
    __moirai_jump_value = value ? value : 1;
    __moirai_jump_target = frame;
}
