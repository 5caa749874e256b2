/* Helpers for unit tests: exact copies, and random numbers that are the same in each
 * run. */
#ifndef EXH_BASE_TESTING_H
#define EXH_BASE_TESTING_H

#include "exhume/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Returns an allocation of exactly this size: the address sanitizer sees accesses
 * after it. */
static inline uint8_t *tight_copy(const void *data, size_t size)
{
	uint8_t *tight = malloc(size ? size : 1);

	assert_non_null(tight);
	if (size)
		memcpy(tight, data, size);
	return tight;
}

/* xorshift64: the seed is the state, and is never 0. */
static inline uint32_t roll(uint64_t *seed, uint32_t below)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return (uint32_t)(*seed >> 32) % below;
}

static inline void roll_bytes(uint64_t *seed, uint8_t *out, size_t size)
{
	for (size_t i = 0; i < size; i++)
		out[i] = (uint8_t)roll(seed, 256);
}

/* Fills out with random bytes, some far more frequent than others, 0 above all, and
 * none absent. */
static inline void roll_skewed(uint64_t *seed, uint8_t *out, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		out[i] = 0xff;
		for (int sieve = 0; sieve < 3; sieve++)
			out[i] &= (uint8_t)roll(seed, 256);
	}
}

/* Reads a file into an allocation of exactly its size; data is NULL if it does not
 * exist. */
static inline struct exh_bytes load_file(const char *path)
{
	struct exh_writer all = { .limit = 1 << 24 };
	struct exh_bytes out = { 0 };
	uint8_t block[4096];
	size_t size;
	FILE *file = fopen(path, "rb");

	if (!file)
		return out;
	while ((size = fread(block, 1, sizeof block, file)) > 0)
		exh_write_bytes(&all, block, size);
	fclose(file);
	assert_false(all.failed);
	out = (struct exh_bytes){ tight_copy(all.data, all.size), all.size, 0 };
	exh_writer_free(&all);
	return out;
}

/* Reads a file of testdata/; it must exist. */
static inline struct exh_bytes load_testdata(const char *name)
{
	const char *testdata = getenv("EXHUME_TESTDATA");
	struct exh_bytes out;
	char path[512];

	snprintf(path, sizeof path, "%s/%s", testdata ? testdata : "testdata", name);
	out = load_file(path);
	assert_non_null(out.data);
	return out;
}

/* Reads a file of a real game; data is NULL if it is not available. */
static inline struct exh_bytes load_game_file(const char *name)
{
	const char *data = getenv("EXHUME_DATA"), *testdata = getenv("EXHUME_TESTDATA");
	char path[512];

	if (data)
		snprintf(path, sizeof path, "%s/%s", data, name);
	else
		snprintf(path, sizeof path, "%s/../../shared/data/%s",
			 testdata ? testdata : ".", name);
	return load_file(path);
}

/* A name for each value below count, and "unknown" for all others. */
#define assert_enum_names(count, name, type)                          \
	do {                                                          \
		for (unsigned value_ = 0; value_ < (count); value_++) \
			assert_non_null(name((type)value_));          \
		assert_string_equal(name((type)(count)), "unknown");  \
		assert_string_equal(name((type)99), "unknown");       \
		assert_string_equal(name((type)-1), "unknown");       \
	} while (0)

static inline bool has_note(const struct exh_notes *notes, enum exh_severity severity,
			    const char *text)
{
	for (const struct exh_note *note = notes->first; note; note = note->next)
		if (note->severity == severity && strstr(note->text, text))
			return true;
	return false;
}

static inline void assert_same_bytes(struct exh_bytes found, const void *expected,
				     size_t size)
{
	assert_int_equal(found.size, size);
	if (size)
		assert_memory_equal(found.data, expected, size);
}

#endif
