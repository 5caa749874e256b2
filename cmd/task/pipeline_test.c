#include "jobs.h"
#include "testing.h"

#include <stdatomic.h>
#include <time.h>

enum { MAX_SLOTS = 16, ROUNDS = 300 };

/* The state of the work: it takes a number from a slot, and returns twice that. */
struct bench {
	size_t thread_count;
	long in[MAX_SLOTS], out[MAX_SLOTS];
	atomic_int busy[MAX_SLOTS], working, done;
};

static void nap(long nanoseconds)
{
	nanosleep(&(struct timespec){ .tv_nsec = nanoseconds }, NULL);
}

static void work(void *context, size_t slot)
{
	struct bench *bench = context;

	assert_int_equal(atomic_fetch_add(&bench->busy[slot], 1), 0);
	assert_true(atomic_fetch_add(&bench->working, 1) < (int)bench->thread_count);
	/* Some are slow, so that later ones overtake them. */
	if (bench->in[slot] % 7 == 0)
		nap(200000);
	bench->out[slot] = 2 * bench->in[slot];
	atomic_fetch_sub(&bench->working, 1);
	atomic_fetch_sub(&bench->busy[slot], 1);
	atomic_fetch_add(&bench->done, 1);
}

static void check(unsigned threads, size_t slots, long rounds)
{
	struct bench bench = { .thread_count = threads };
	struct pipeline *pipeline = pipeline_start(threads, slots, work, &bench);
	long taken = 0;

	assert_non_null(pipeline);
	for (long i = 0; i < rounds + (long)slots; i++) {
		const size_t slot = (size_t)i % slots;

		/* The results are those of the numbers of the round before, in order. */
		if (i >= (long)slots && taken < rounds) {
			pipeline_wait(pipeline, slot);
			assert_int_equal(bench.out[slot], 2 * taken);
			bench.out[slot] = -1;
			taken++;
		}
		if (i < rounds) {
			bench.in[slot] = i;
			pipeline_submit(pipeline, slot);
		}
	}
	pipeline_end(pipeline);
	assert_int_equal(taken, rounds);
	assert_int_equal(atomic_load(&bench.done), rounds);
}

static void work_comes_back_in_order_and_each_once(void **state)
{
	(void)state;
	for (unsigned threads = 1; threads <= 4; threads++)
		for (size_t slots = 1; slots <= MAX_SLOTS; slots += 3)
			check(threads, slots, ROUNDS);
	check(8, MAX_SLOTS, 5); /* fewer rounds than slots and threads */
	check(2, 3, 0);
}

static void the_end_waits_for_all_that_is_at_work(void **state)
{
	struct bench bench = { .thread_count = 2 };
	struct pipeline *pipeline = pipeline_start(2, MAX_SLOTS, work, &bench);

	(void)state;
	assert_non_null(pipeline);
	for (size_t slot = 0; slot < MAX_SLOTS; slot++)
		pipeline_submit(pipeline, slot); /* each number is 0: all are slow */
	pipeline_end(pipeline);
	assert_int_equal(atomic_load(&bench.done), MAX_SLOTS);
}

static void nothing_ends_at_once(void **state)
{
	(void)state;
	pipeline_end(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(work_comes_back_in_order_and_each_once),
		cmocka_unit_test(the_end_waits_for_all_that_is_at_work),
		cmocka_unit_test(nothing_ends_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
