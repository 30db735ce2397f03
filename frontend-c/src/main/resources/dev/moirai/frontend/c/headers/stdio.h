#ifndef _MOIRAI_STDIO_H
#define _MOIRAI_STDIO_H
#include <stdarg.h>
#include <moirai/types.h>
typedef struct _IO_FILE FILE;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
/* What these hold at first. */
#define __MOIRAI_STDIN ((FILE *) 1)
#define __MOIRAI_STDOUT ((FILE *) 2)
#define __MOIRAI_STDERR ((FILE *) 3)
#define EOF (-1)
#define BUFSIZ 8192
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define SEEK_DATA 3
#define SEEK_HOLE 4
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define P_tmpdir "/tmp"
typedef struct { long __moirai[4]; } fpos_t;

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
int vprintf(const char *format, va_list arguments);
int vfprintf(FILE *file, const char *format, va_list arguments);
int vsprintf(char *into, const char *format, va_list arguments);
int vsnprintf(char *into, size_t size, const char *format, va_list arguments);
int vdprintf(int file, const char *format, va_list arguments);
int asprintf(char **into, const char *format, ...);
int vasprintf(char **into, const char *format, va_list arguments);

/* Known by name only: a call is refused. */
int vsscanf(const char *text, const char *format, va_list arguments);
int vfscanf(FILE *file, const char *format, va_list arguments);
int vscanf(const char *format, va_list arguments);
FILE *freopen(const char *name, const char *mode, FILE *file);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *file);
FILE *tmpfile(void);
FILE *fmemopen(void *buffer, size_t size, const char *mode);
FILE *open_memstream(char **text, size_t *size);
char *tmpnam(char *into);
int fileno(FILE *file);
int fseeko(FILE *file, off_t offset, int from);
off_t ftello(FILE *file);
int fgetpos(FILE *file, fpos_t *into);
int fsetpos(FILE *file, const fpos_t *position);
void rewind(FILE *file);
void clearerr(FILE *file);
int ungetc(int c, FILE *file);
void setlinebuf(FILE *file);
void setbuffer(FILE *file, char *buffer, size_t size);
ssize_t getline(char **into, size_t *size, FILE *file);
ssize_t getdelim(char **into, size_t *size, int end, FILE *file);
void flockfile(FILE *file);
int ftrylockfile(FILE *file);
void funlockfile(FILE *file);
int getc_unlocked(FILE *file);
int getchar_unlocked(void);
int putc_unlocked(int c, FILE *file);
int putchar_unlocked(int c);
int fputs_unlocked(const char *text, FILE *file);
size_t fread_unlocked(void *into, size_t size, size_t count, FILE *file);
size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file);
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
