#include "budget.h"

#include <pthread.h>
#include <string.h>

static const char cause[] = "more output than --max-output allows";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct budget budget;
static uint64_t left;
static bool is_running;

uint64_t budget_of(uint64_t most, uint64_t input_size)
{
	const uint64_t small = (uint64_t)BUDGET_SMALL_MIB << 20;

	if (most)
		return most;
	return input_size > (UINT64_MAX - small) / BUDGET_TIMES
		       ? UINT64_MAX
		       : small + input_size * BUDGET_TIMES;
}

void budget_start(uint64_t bytes)
{
	pthread_mutex_lock(&lock);
	budget = (struct budget){ .bytes = bytes };
	left = bytes;
	is_running = true;
	pthread_mutex_unlock(&lock);
}

bool budget_take(size_t size)
{
	bool good;

	pthread_mutex_lock(&lock);
	if (is_running && size > left)
		budget.is_spent = true;
	good = !is_running || !budget.is_spent;
	if (is_running && good)
		left -= size;
	pthread_mutex_unlock(&lock);
	return good;
}

enum exh_status budget_charge(size_t size, struct exh_error *err)
{
	return budget_take(size) ? EXH_OK
				 : exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET, "%s", cause);
}

bool budget_is_cause(const struct exh_error *err)
{
	return strstr(err->text, cause);
}

bool budget_is_spent(void)
{
	bool is_spent;

	pthread_mutex_lock(&lock);
	is_spent = is_running && budget.is_spent;
	pthread_mutex_unlock(&lock);
	return is_spent;
}

size_t budget_left(size_t most)
{
	size_t size;

	pthread_mutex_lock(&lock);
	size = is_running && left < most ? (size_t)left : most;
	pthread_mutex_unlock(&lock);
	return size;
}

void budget_count(size_t written, size_t all)
{
	pthread_mutex_lock(&lock);
	budget.written += written;
	budget.all += all;
	pthread_mutex_unlock(&lock);
}

struct budget budget_end(void)
{
	struct budget ended;

	pthread_mutex_lock(&lock);
	ended = budget;
	ended.is_spent &= is_running;
	is_running = false;
	pthread_mutex_unlock(&lock);
	return ended;
}
