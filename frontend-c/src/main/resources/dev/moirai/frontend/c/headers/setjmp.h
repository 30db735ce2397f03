#ifndef _MOIRAI_SETJMP_H
#define _MOIRAI_SETJMP_H
/* As large as glibc's. */
struct __jmp_buf_tag { long __words[sizeof(long) == 8 ? 25 : 39]; };
typedef struct __jmp_buf_tag jmp_buf[1];
typedef struct __jmp_buf_tag sigjmp_buf[1];
int setjmp(jmp_buf buffer);
int _setjmp(jmp_buf buffer);
int sigsetjmp(sigjmp_buf buffer, int mask);
void longjmp(jmp_buf buffer, int value) __attribute__((noreturn));
void _longjmp(jmp_buf buffer, int value) __attribute__((noreturn));
void siglongjmp(sigjmp_buf buffer, int value) __attribute__((noreturn));
#define setjmp(buffer) setjmp(buffer)
#define sigsetjmp(buffer, mask) sigsetjmp(buffer, mask)
#endif
