/*
 * Loaded before a program's libraries: does what a decoder must not, when the program
 * first reads from a file. MISBEHAVE names it: open:PATH, write:PATH, mode:PATH, connect,
 * run, fork, kill:PID, leak, type; standard error says what came of it. After "outputs:"
 * the process of outputs does it, when it is first asked. With MISBEHAVE_INSIDE set,
 * a folder counts, too, and nothing is done before the sandbox is entered.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUTPUTS "outputs:"

/* 0 or more: it worked. */
static int connect_somewhere(void)
{
	const struct sockaddr_in address = { .sin_family = AF_INET,
					     .sin_port = htons(9),
					     .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	const int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0)
		return -1;
	/* Nobody listens there: to be refused is to be let through. */
	if (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0 ||
	    errno == ECONNREFUSED)
		return fd;
	return -1;
}

static int run_program(void)
{
	static char name[] = "true";
	char *const arguments[] = { name, NULL };
	int status, error;
	pid_t child;

	error = posix_spawn(&child, "/bin/true", NULL, NULL, arguments, arguments + 1);
	errno = error;
	return error || waitpid(child, &status, 0) != child || status ? -1 : 0;
}

static int fork_once(void)
{
	const pid_t child = fork();

	if (child == 0)
		_exit(0);
	return child < 0 ? -1 : waitpid(child, NULL, 0);
}

/* Several: the last one may still be in a register. */
static int leak(void)
{
	/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): that is what it is for */
	for (int i = 0; i < 9; i++) {
		char *volatile lost = malloc(77);

		if (!lost)
			return -1;
	}
	return 0;
}

static int misbehave(const char *what)
{
	const char *path = strchr(what, ':');

	path = path ? path + 1 : "";
	switch (*what) {
	case 'o':
		return open(path, O_RDONLY);
	case 'w':
		return open(path, O_WRONLY | O_CREAT, 0666);
	case 'm':
		return chmod(path, 0777);
	case 'c':
		return connect_somewhere();
	case 'r':
		return run_program();
	case 'f':
		return fork_once();
	case 'k':
		return kill((pid_t)strtol(path, NULL, 10), 0);
	case 'l':
		return leak();
	default:
		return ioctl(STDIN_FILENO, TIOCSTI, "x");
	}
}

/* Once a process. */
static void try_once(const char *what)
{
	static bool done;

	/* The sandbox has the kernel refuse new rights, and the question, too. */
	if (done ||
	    (getenv("MISBEHAVE_INSIDE") && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0))
		return;
	done = true;
	errno = 0;
	if (misbehave(what) >= 0)
		fprintf(stderr, "misbehaved: %s\n", what);
	else
		fprintf(stderr, "refused: %s: %s\n", what, strerror(errno));
}

/* The next function of this name; behaves badly before, once, unless only the process of
 * outputs is to. */
static void *next_reader(const char *name)
{
	const char *what = getenv("MISBEHAVE");

	if (what && strncmp(what, OUTPUTS, strlen(OUTPUTS)) != 0)
		try_once(what);
	return dlsym(RTLD_NEXT, name);
}

__attribute__((visibility("default"))) ssize_t read(int fd, void *out, size_t size)
{
	ssize_t (*next)(int, void *, size_t);
	void *const found = next_reader("read");

	memcpy(&next, &found, sizeof next);
	return next(fd, out, size);
}

__attribute__((visibility("default"))) DIR *opendir(const char *path)
{
	DIR *(*next)(const char *);
	void *const found = getenv("MISBEHAVE_INSIDE") ? next_reader("opendir")
						       : dlsym(RTLD_NEXT, "opendir");

	memcpy(&next, &found, sizeof next);
	return next(path);
}

__attribute__((visibility("default"))) ssize_t recv(int fd, void *out, size_t size,
						    int flags)
{
	ssize_t (*next)(int, void *, size_t, int);
	void *const found = dlsym(RTLD_NEXT, "recv");
	const char *what = getenv("MISBEHAVE");

	memcpy(&next, &found, sizeof next);
	if (what && strncmp(what, OUTPUTS, strlen(OUTPUTS)) == 0)
		try_once(what + strlen(OUTPUTS));
	return next(fd, out, size, flags);
}
