#include "jobs.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

/* A signal handler gets no context: so this is global. */
static volatile sig_atomic_t signal_that_came;
/* All threads share the disk. */
static atomic_bool disk_is_full;

static void remember(int number)
{
	signal_that_came = number;
}

void interrupt_watch(void)
{
	static const int numbers[] = {
		SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGPIPE
	};
	/* No SA_RESTART: a read that waits for a pipe must end. */
	struct sigaction action = { .sa_handler = remember };
	const struct sigaction ignore = { .sa_handler = SIG_IGN };

	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		struct sigaction before;

		/* The second signal ends the program at once; except SIGPIPE, which
		 * comes with each write to a closed pipe. */
		action.sa_flags = numbers[i] == SIGPIPE ? 0 : (int)SA_RESETHAND;
		/* Signals ignored by nohup or a shell's & stay ignored. */
		if (sigaction(numbers[i], NULL, &before) == 0 &&
		    before.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
	sigaction(SIGXFSZ, &ignore, NULL); /* a too large file is a failed write */
}

bool interrupt_pending(void)
{
	return signal_that_came != 0 || atomic_load(&disk_is_full);
}

void interrupt_if_full(int reason)
{
	if (reason == ENOSPC || reason == EDQUOT)
		atomic_store(&disk_is_full, true);
}

const char *interrupt_name(void)
{
	return signal_that_came ? "interrupted" : "the disk is full";
}

bool interrupt_is_pipe(void)
{
	return signal_that_came == SIGPIPE;
}

bool interrupt_take(void)
{
	if (signal_that_came != SIGINT)
		return false;
	signal_that_came = 0;
	interrupt_watch();
	return true;
}

void interrupt_reraise(void)
{
	const int number = signal_that_came;

	if (!number)
		return;
	signal(number, SIG_DFL);
	raise(number);
}
