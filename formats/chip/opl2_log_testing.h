/* Helpers for the tests of register logs. */
#ifndef EXH_CHIP_OPL2_LOG_TESTING_H
#define EXH_CHIP_OPL2_LOG_TESTING_H

#include "exhume/advanced/opl2_log.h"

#include "../base/testing.h"

struct reading {
	struct exh_arena arena, note_arena;
	struct exh_notes notes;
	struct exh_opl2_log log;
	struct exh_error err;
	enum exh_status status;
	uint8_t *tight;
};

static inline void read_log(struct reading *r, const void *data, size_t size)
{
	*r = (struct reading){ .arena.limit = 1 << 20, .note_arena.limit = 1 << 20 };
	r->notes.arena = &r->note_arena;
	r->tight = tight_copy(data, size);
	r->status = exh_opl2_log_read((struct exh_bytes){ r->tight, size, 0 }, &r->arena,
				      &r->log, &r->notes, &r->err);
	if (r->status)
		assert_true(r->err.offset == EXH_NO_OFFSET || r->err.offset <= size);
}

static inline void done(struct reading *r)
{
	exh_arena_free(&r->arena);
	exh_arena_free(&r->note_arena);
	free(r->tight);
}

/* Reads a log that must give no notes. */
static inline void read_clean(struct reading *r, const void *data, size_t size)
{
	read_log(r, data, size);
	assert_int_equal(r->status, EXH_OK);
	assert_null(r->notes.first);
}

static inline void check_refused(const void *data, size_t size, enum exh_status status,
				 const char *text)
{
	struct reading r;

	read_log(&r, data, size);
	assert_int_equal(r.status, status);
	assert_non_null(strstr(r.err.text, text));
	done(&r);
}

static inline void assert_write(const struct exh_opl2_write *write, uint64_t position,
				unsigned reg, unsigned value)
{
	assert_int_equal(write->position, position);
	assert_int_equal(write->reg, reg);
	assert_int_equal(write->value, value);
}

static inline void assert_same_writes(const struct exh_opl2_log *log,
				      const struct exh_opl2_write *writes, size_t count)
{
	assert_int_equal(log->write_count, count);
	for (size_t i = 0; i < count; i++)
		assert_write(&log->writes[i], writes[i].position, writes[i].reg,
			     writes[i].value);
}

/* A source of some writes. */
struct list {
	const struct exh_opl2_write *writes;
	size_t count;
};

static inline bool next_of_list(void *context, struct exh_opl2_write *write)
{
	struct list *list = context;

	if (!list->count)
		return false;
	*write = *list->writes++;
	list->count--;
	return true;
}

static inline struct exh_opl2_recording record(struct list *list, uint64_t length)
{
	return (struct exh_opl2_recording){ .source = { next_of_list, list },
					    .length = length };
}

static inline struct exh_writer write_log(const struct exh_opl2_recording *recording,
					  enum exh_opl2_log_kind kind,
					  struct exh_opl2_timing *timing)
{
	struct exh_writer out = { .limit = 1 << 22 };

	assert_int_equal(exh_opl2_log_write(recording, kind, &out, timing, NULL), EXH_OK);
	assert_false(out.failed);
	return out;
}

static inline void check_not_written(const struct exh_opl2_recording *recording,
				     enum exh_opl2_log_kind kind, enum exh_status status,
				     const char *text)
{
	struct exh_writer out = { .limit = 1 << 16 };
	struct exh_error err;

	assert_int_equal(exh_opl2_log_write(recording, kind, &out, NULL, &err), status);
	assert_non_null(strstr(err.text, text));
	exh_writer_free(&out);
}

/* Random writes; returns the position after them. */
static inline uint64_t roll_writes(uint64_t *seed, struct exh_opl2_write *writes,
				   size_t count, uint32_t register_count)
{
	static const uint32_t steps[] = { 1, 1, 3, 100, 2000, 40000, 5000000 };
	uint64_t position = 0;

	for (size_t i = 0; i < count; i++) {
		position += roll(seed, steps[roll(seed, 7)]);
		writes[i] = (struct exh_opl2_write){
			position, (uint8_t)(roll(seed, register_count) * 37),
			(uint8_t)roll(seed, 256)
		};
	}
	return position + roll(seed, 100000);
}

#endif
