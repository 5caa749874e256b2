/*
 * Positions never decrease; a log that was read can be written and read again with the
 * same writes, each within one unit of the file's clock; writing that again gives the
 * same bytes.
 *
 * Input: a log of any kind.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "opl2_log_file.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_MEMORY = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct reading {
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_opl2_log log;
};

static enum exh_status read_log(struct reading *r, struct exh_bytes data)
{
	*r = (struct reading){ .arena.limit = MAX_MEMORY };
	r->notes.arena = &r->arena;
	return exh_opl2_log_read(data, &r->arena, &r->log, &r->notes, NULL);
}

static void check_text(const char *text)
{
	assert(!text || *text);
}

static void check_log(const struct exh_opl2_log *log)
{
	uint64_t before = 0;

	for (size_t i = 0; i < log->write_count; i++) {
		assert(log->writes[i].position >= before);
		before = log->writes[i].position;
	}
	assert(log->kind == EXH_OPL2_LOG_TEXT || before <= log->length);
	if (log->loops) {
		assert(log->loop_write <= log->write_count);
		assert(log->loop_position < log->length);
		assert(log->loop_write == 0 ||
		       log->writes[log->loop_write - 1].position <= log->loop_position);
		assert(log->loop_write == log->write_count ||
		       log->writes[log->loop_write].position >= log->loop_position);
	}
	check_text(log->tags.title);
	check_text(log->tags.remarks);
}

/* Checks that three passes end, and have the right writes. */
static void check_play(const struct exh_opl2_log *log)
{
	struct exh_opl2_log_cursor cursor = { .log = log, .pass_count = 3 };
	const struct exh_opl2_source source = exh_opl2_log_play(&cursor);
	struct exh_opl2_write write;
	uint64_t before = 0, count = 0;

	while (source.next(source.context, &write)) {
		assert(write.position >= before);
		assert(write.position <= exh_opl2_log_length(log, 3));
		before = write.position;
		count++;
	}
	assert(count <= 3 * (uint64_t)log->write_count);
}

static enum exh_status write_log(const struct exh_opl2_log *log,
				 enum exh_opl2_log_kind kind, struct exh_writer *out,
				 struct exh_opl2_timing *timing)
{
	struct exh_opl2_log_cursor cursor = { .log = log, .pass_count = 1 };
	const struct exh_opl2_recording recording = {
		.source = exh_opl2_log_play(&cursor),
		.length = log->length,
		.loops = log->loops,
		.loop_write = log->loop_write,
		.loop_position = log->loop_position,
		.tags = log->tags,
	};

	*out = (struct exh_writer){ .limit = MAX_MEMORY };
	return exh_opl2_log_write(&recording, kind, out, timing, NULL);
}

/* True if positions are as close as the clock allows: half a unit, and half a sample
 * when read. */
static bool is_near(uint64_t a, uint64_t b, uint32_t clock_hz)
{
	const uint64_t distance = a < b ? b - a : a - b;

	return distance * clock_hz <= EXH_OPL2_RATE / 2 + clock_hz / 2;
}

static void check_same(const struct exh_opl2_log *log, const struct exh_opl2_log *again,
		       const struct exh_opl2_timing *timing)
{
	size_t count = 0;

	assert(is_near(log->length, again->length, again->clock_hz));
	assert(again->write_count == timing->write_count);
	for (size_t i = 0; i < log->write_count; i++) {
		const struct exh_opl2_write *write = &log->writes[i];

		if (write->position > log->length ||
		    (write->position == log->length && !again->loops))
			break;
		if (count == again->write_count ||
		    write->reg != again->writes[count].reg) {
			assert(timing->dropped_count);
			continue;
		}
		assert(write->value == again->writes[count].value);
		assert(is_near(write->position, again->writes[count].position,
			       again->clock_hz));
		count++;
	}
	assert(count == again->write_count);
}

static void check_kind(const struct exh_opl2_log *log, enum exh_opl2_log_kind kind)
{
	struct exh_opl2_timing timing, last;
	struct exh_writer first, second, third;
	struct reading once, twice;

	if (write_log(log, kind, &first, &timing) || first.failed) {
		exh_writer_free(&first);
		return;
	}
	assert(read_log(&once, exh_writer_bytes(&first)) == EXH_OK);
	assert(!once.notes.first && once.log.kind == kind);
	check_log(&once.log);
	check_same(log, &once.log, &timing);
	/* Writes that the clock moved to the very end are not written again. */
	assert(write_log(&once.log, kind, &second, &last) == EXH_OK);
	assert(last.worst == 0 && last.dropped_count == 0);
	assert(read_log(&twice, exh_writer_bytes(&second)) == EXH_OK);
	assert(write_log(&twice.log, kind, &third, &last) == EXH_OK);
	assert(second.size == third.size && second.size <= first.size);
	assert(memcmp(second.data, third.data, second.size) == 0);
	exh_arena_free(&once.arena);
	exh_arena_free(&twice.arena);
	exh_writer_free(&first);
	exh_writer_free(&second);
	exh_writer_free(&third);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct reading r;

	if (read_log(&r, (struct exh_bytes){ data, size, 0 }) == EXH_OK) {
		if (exh_opl2_text_is_likely((struct exh_bytes){ data, size, 0 }))
			assert(r.log.kind == EXH_OPL2_LOG_TEXT);
		check_log(&r.log);
		check_play(&r.log);
		check_kind(&r.log, EXH_OPL2_LOG_TEXT);
		check_kind(&r.log, EXH_OPL2_LOG_DRO2);
		check_kind(&r.log, EXH_OPL2_LOG_VGM);
	} else {
		assert(!r.log.writes);
	}
	exh_arena_free(&r.arena);
	return 0;
}
