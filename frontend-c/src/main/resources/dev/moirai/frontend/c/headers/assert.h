/* May be included again with another NDEBUG, so it has no guard. */
#undef assert
#ifdef NDEBUG
#define assert(expression) ((void) 0)
#else
#define assert(expression) ((expression) ? (void) 0 : __assert_fail(#expression, __FILE__, __LINE__, __func__))
#endif

#ifndef _MOIRAI_ASSERT_H
#define _MOIRAI_ASSERT_H
void __assert_fail(const char *expression, const char *file, unsigned int line, const char *function);
#define static_assert _Static_assert
#endif
