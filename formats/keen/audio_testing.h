/* Helpers for tests of players: writes spaced as the chip's port takes them, and logs. */
#ifndef EXH_KEEN_AUDIO_TESTING_H
#define EXH_KEEN_AUDIO_TESTING_H

#include "exhume/keen_audio.h"

#include "../base/testing.h"

/* Source: opl2-audio 14. Separate from the library's version, which has its own test. */
struct spaced {
	struct exh_opl2_source source;
	uint64_t free;
};

static inline bool spaced_next(struct spaced *spaced, struct exh_opl2_write *write)
{
	if (!spaced->source.next(spaced->source.context, write))
		return false;
	if (write->position < spaced->free)
		write->position = spaced->free;
	spaced->free = write->position + 2;
	write->position++;
	return true;
}

/* Reads the next "t rr vv" of a log, or the length in its header; false at its end. */
static inline bool log_next(char **log, uint64_t *length, struct exh_opl2_write *write)
{
	static const char length_key[] = "length ";

	while (**log) {
		char *line = *log;

		*log += strcspn(line, "\n");
		*log += **log == '\n';
		if (strncmp(line, length_key, sizeof length_key - 1) == 0)
			*length = strtoull(line + sizeof length_key - 1, NULL, 10);
		if (*line < '0' || *line > '9')
			continue;
		write->position = strtoull(line, &line, 10);
		write->reg = (uint8_t)strtoul(line, &line, 16);
		write->value = (uint8_t)strtoul(line, NULL, 16);
		return true;
	}
	return false;
}

/* Asserts that the writes before the log's length equal the log's; returns that length.
 */
static inline uint64_t assert_as_logged(struct exh_opl2_source source,
					struct exh_bytes log)
{
	struct spaced spaced = { .source = source, .free = 2 };
	char *text = malloc(log.size + 1);
	struct exh_opl2_write found, expected;
	char *rest = text;
	uint64_t length = 0;
	size_t count = 0;

	assert_non_null(text);
	memcpy(text, log.data, log.size);
	text[log.size] = '\0';
	while (log_next(&rest, &length, &expected)) {
		assert_true(spaced_next(&spaced, &found));
		assert_int_equal(found.position, expected.position);
		assert_int_equal(found.reg, expected.reg);
		assert_int_equal(found.value, expected.value);
		count++;
	}
	assert_false(spaced_next(&spaced, &found));
	assert_true(count > 0);
	free(text);
	return length;
}

static inline void assert_write(struct exh_opl2_source source, uint64_t position,
				uint8_t reg, uint8_t value)
{
	struct exh_opl2_write write;

	assert_true(source.next(source.context, &write));
	assert_int_equal(write.position, position);
	assert_int_equal(write.reg, reg);
	assert_int_equal(write.value, value);
}

static inline void assert_no_write(struct exh_opl2_source source)
{
	struct exh_opl2_write write;

	assert_false(source.next(source.context, &write));
}

#endif
