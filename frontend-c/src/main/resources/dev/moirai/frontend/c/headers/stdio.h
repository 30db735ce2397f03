#ifndef _MOIRAI_STDIO_H
#define _MOIRAI_STDIO_H
#include <stdarg.h>
#include <sys/types.h>
typedef struct __moirai_file FILE;
#define stdin ((FILE *) 1)
#define stdout ((FILE *) 2)
#define stderr ((FILE *) 3)
#define EOF (-1)
#define BUFSIZ 8192
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

int printf(const char *format, ...);
int fprintf(FILE *file, const char *format, ...);
int dprintf(int file, const char *format, ...);
int sprintf(char *into, const char *format, ...);
int snprintf(char *into, size_t size, const char *format, ...);
int puts(const char *text);
int fputs(const char *text, FILE *file);
int putchar(int c);
int putc(int c, FILE *file);
int fputc(int c, FILE *file);
int fflush(FILE *file);
void perror(const char *text);
int setvbuf(FILE *file, char *buffer, int mode, size_t size);
void setbuf(FILE *file, char *buffer);
int ferror(FILE *file);
int getchar(void);
int getc(FILE *file);
int fgetc(FILE *file);
char *fgets(char *into, int size, FILE *file);
int scanf(const char *format, ...);
int fscanf(FILE *file, const char *format, ...);
int sscanf(const char *text, const char *format, ...);

/* Known by name only: a call is refused. */
int vprintf(const char *format, va_list arguments);
int vfprintf(FILE *file, const char *format, va_list arguments);
int vsprintf(char *into, const char *format, va_list arguments);
int vsnprintf(char *into, size_t size, const char *format, va_list arguments);
FILE *fopen(const char *name, const char *mode);
FILE *fdopen(int file, const char *mode);
int fclose(FILE *file);
size_t fread(void *into, size_t size, size_t count, FILE *file);
size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
int fseek(FILE *file, long offset, int from);
long ftell(FILE *file);
int feof(FILE *file);
int remove(const char *name);
int rename(const char *from, const char *to);
#endif
