/*
 * Any bytes as a MIDI file: events in order, with parameters of seven bits; and channel
 * events that are written come back as they went.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/smf.h"

#include "../base/fuzzing.h"

enum { MEMORY = 1 << 24, MAX_SIZE = 1 << 14, OUT_LIMIT = 1 << 20, MOST_TICKS = 1 << 28 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_channel(const struct exh_smf_event *event)
{
	return event->status < EXH_SMF_SYSEX;
}

static void check_again(const struct exh_smf *smf, struct exh_arena *arena)
{
	struct exh_writer out = { .limit = OUT_LIMIT };
	struct exh_smf_track track;
	struct exh_smf again;
	size_t found = 0;

	exh_smf_write_header(&out, 0, 1, 96);
	exh_smf_track_start(&track, &out);
	for (size_t i = 0; i < smf->count; i++)
		if (is_channel(&smf->events[i]))
			exh_smf_put(&track, smf->events[i].tick, smf->events[i].status,
				    smf->events[i].data[0], smf->events[i].data[1]);
	assert(exh_smf_track_end(&track, smf->end, NULL) == EXH_OK);
	assert(exh_smf_read(exh_writer_bytes(&out), arena, &again, NULL, NULL) == EXH_OK);
	assert(again.end == smf->end);
	for (size_t i = 0; i < smf->count; i++)
		if (is_channel(&smf->events[i])) {
			assert(again.events[found].tick == smf->events[i].tick);
			assert(again.events[found].status == smf->events[i].status);
			assert(again.events[found].data[0] == smf->events[i].data[0]);
			found++;
		}
	assert(found == again.count);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size < MAX_SIZE ? size : MAX_SIZE);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_smf smf;
	struct exh_error err = { .status = EXH_OK };
	uint64_t last = 0;

	if (exh_smf_read(in, &arena, &smf, &notes, &err) == EXH_OK) {
		for (size_t i = 0; i < smf.count; i++) {
			assert(smf.events[i].tick >= last &&
			       smf.events[i].tick <= smf.end);
			assert((smf.events[i].data[0] | smf.events[i].data[1]) < 0x80);
			assert(smf.events[i].status >= 0x80);
			last = smf.events[i].tick;
		}
		if (smf.end < MOST_TICKS)
			check_again(&smf, &arena);
	} else {
		assert(err.text[0]);
	}
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
