#ifndef _MOIRAI_ERROR_H
#define _MOIRAI_ERROR_H
void error(int status, int code, const char *format, ...);
void error_at_line(int status, int code, const char *file, unsigned int line, const char *format, ...);
extern unsigned int error_message_count;
extern int error_one_per_line;
#endif
