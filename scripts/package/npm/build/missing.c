/* What emscripten's C library declares and lacks. No thread is ever started:
 * pthread_create fails, and the program does all work itself. */
#include <errno.h>
#include <pthread.h>
#include <time.h>

int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until)
{
	(void)thread;
	(void)result;
	(void)until;
	return ENOSYS;
}
