#include "jobs.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

/* A signal handler gets no context: so this is global. */
static volatile sig_atomic_t signal_that_came;

static const char *volatile folder_to_remove;

/* Ends the program by the signal, as it would end without this. */
static void clean_up(int number)
{
	const char *folder = folder_to_remove;

	if (folder)
		rmdir(folder);
	signal(number, SIG_DFL);
	raise(number);
}

static void remember(int number)
{
	signal_that_came = number;
}

void interrupt_watch(void)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	/* No SA_RESTART: a read that waits for a pipe shall end. */
	/* The second one ends the program at once. */
	const struct sigaction action = { .sa_handler = remember,
					  .sa_flags = (int)SA_RESETHAND };
	const struct sigaction ignore = { .sa_handler = SIG_IGN };

	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		struct sigaction before;

		/* What nohup or a shell's & has set to be ignored stays so. */
		if (sigaction(numbers[i], NULL, &before) == 0 &&
		    before.sa_handler != SIG_IGN)
			sigaction(numbers[i], &action, NULL);
	}
	sigaction(SIGXFSZ, &ignore, NULL); /* a file too large is a failed write */
}

void interrupt_remove(const char *folder)
{
	const struct sigaction action = { .sa_handler = clean_up };
	struct sigaction before;

	folder_to_remove = folder;
	if (folder && sigaction(SIGPIPE, NULL, &before) == 0 &&
	    before.sa_handler == SIG_DFL)
		sigaction(SIGPIPE, &action, NULL);
}

bool interrupt_pending(void)
{
	return signal_that_came != 0;
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
