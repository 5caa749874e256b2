/*
 * Runs a command, without its standard output, and prints how many seconds it took
 * and its peak memory in MiB. Exits as the command does.
 *
 * usage: tool_measure COMMAND ARGUMENT...
 */
#include "bench.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct rusage usage;
	double start;
	pid_t child;
	int status;

	if (argc < 2)
		fail("usage: tool_measure COMMAND ARGUMENT...");
	start = now();
	child = fork();
	if (child == 0) {
		if (!freopen("/dev/null", "w", stdout))
			_exit(127);
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) < 0)
		fail("%s: can't be run", argv[1]);
	printf("%.6f %.2f\n", now() - start, (double)usage.ru_maxrss / 1024);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
