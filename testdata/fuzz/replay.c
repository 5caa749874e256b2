/*
 * Runs each file that is named through a fuzz target, where there is no libFuzzer. With
 * EXHUME_THREADS in the environment each goes through that many threads at once: the
 * thread sanitizer then sees what the library shares. What a target keeps of its own is
 * of its thread.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An allocation of just the file's size: the address sanitizer sees the byte behind it.
 */
static uint8_t *read_file(const char *name, size_t *size)
{
	FILE *file = fopen(name, "rb");
	uint8_t *data = NULL;
	long end;

	if (!file)
		return NULL;
	if (fseek(file, 0, SEEK_END) == 0 && (end = ftell(file)) >= 0 &&
	    fseek(file, 0, SEEK_SET) == 0) {
		*size = (size_t)end;
		data = malloc(*size ? *size : 1);
		if (data && fread(data, 1, *size, file) != *size) {
			free(data);
			data = NULL;
		}
	}
	fclose(file);
	return data;
}

enum { MAX_THREADS = 64 };

struct input {
	const uint8_t *data;
	size_t size;
};

static void *run(void *input)
{
	const struct input *in = input;

	LLVMFuzzerTestOneInput(in->data, in->size);
	return NULL;
}

/* False if threads can't be had. */
static int run_in_threads(struct input *input, unsigned long count)
{
	pthread_t threads[MAX_THREADS];
	unsigned long started = 0;

	while (started < count &&
	       pthread_create(&threads[started], NULL, run, input) == 0)
		started++;
	for (unsigned long i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	return started == count;
}

int main(int argc, char **argv)
{
	const char *wanted = getenv("EXHUME_THREADS");
	const unsigned long count = wanted ? strtoul(wanted, NULL, 10) : 0;

	if (count > MAX_THREADS)
		return 2;
	for (int i = 1; i < argc; i++) {
		size_t size = 0;
		uint8_t *data = read_file(argv[i], &size);
		struct input input = { data, size };

		if (!data) {
			perror(argv[i]);
			return 1;
		}
		/* Said first, so that a crash is known by its input. */
		fprintf(stderr, "%s: %zu bytes\n", argv[i], size);
		if (!count)
			run(&input);
		else if (!run_in_threads(&input, count))
			return 1;
		free(data);
	}
	return 0;
}
