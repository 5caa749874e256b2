/*
 * Any bytes as a MIDI file: events in order, with parameters of seven bits; time that
 * never goes back; and events that are written come back as they went.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/advanced/smf.h"

#include "../base/fuzzing.h"

enum { MEMORY = 1 << 24, MAX_SIZE = 1 << 14, OUT_LIMIT = 1 << 20, MOST_TICKS = 1 << 28 };
enum { RATE_HZ = 49716 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_clock(const struct exh_smf *smf)
{
	struct exh_smf_clock clock;
	uint64_t last = 0;

	exh_smf_clock_start(smf, &clock);
	for (size_t i = 0; i < smf->count; i++) {
		if (exh_smf_clock_pass(&clock, smf->events[i].tick, NULL))
			return;
		exh_smf_clock_take(&clock, &smf->events[i]);
		assert(exh_smf_clock_at(&clock, RATE_HZ) >= last);
		last = exh_smf_clock_at(&clock, RATE_HZ);
	}
}

/* The rest of a broken exclusive message is not written. */
static bool is_kept(const struct exh_smf_event *event)
{
	return event->status != EXH_SMF_ESCAPE;
}

static void put_text(struct exh_smf_track *track, const struct exh_smf_event *event)
{
	char *text = calloc(event->bytes.size + 1, 1);

	assert(text);
	memcpy(text, event->bytes.data, event->bytes.size);
	exh_smf_put_text(track, event->tick, event->meta, text);
	free(text);
}

static void put(struct exh_smf_track *track, const struct exh_smf_event *event)
{
	const uint8_t *p = event->bytes.data;

	if (event->status < EXH_SMF_SYSEX)
		exh_smf_put(track, event->tick, event->status, event->data[0],
			    event->data[1]);
	else if (event->status == EXH_SMF_SYSEX)
		exh_smf_put_sysex(track, event->tick, event->bytes);
	else if (event->meta == 1 && event->bytes.size &&
		 !memchr(p, 0, event->bytes.size))
		put_text(track, event);
	else if (event->meta == EXH_SMF_TEMPO && event->bytes.size == 3)
		exh_smf_put_tempo(track, event->tick,
				  (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2]);
	else
		exh_smf_put_meta(track, event->tick, event->meta, p, event->bytes.size);
}

/* A written exclusive message has one more byte: its end. */
static void check_same(const struct exh_smf_event *a, const struct exh_smf_event *b)
{
	const size_t more = a->status == EXH_SMF_SYSEX;

	assert(a->tick == b->tick && a->status == b->status && a->meta == b->meta);
	assert(a->data[0] == b->data[0] && a->data[1] == b->data[1]);
	assert(a->bytes.size + more == b->bytes.size);
	assert(!a->bytes.size ||
	       memcmp(a->bytes.data, b->bytes.data, a->bytes.size) == 0);
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
		if (is_kept(&smf->events[i]))
			put(&track, &smf->events[i]);
	assert(exh_smf_track_end(&track, smf->end, NULL) == EXH_OK);
	assert(exh_smf_read(exh_writer_bytes(&out), arena, &again, NULL, NULL) == EXH_OK);
	assert(again.end == smf->end);
	for (size_t i = 0; i < smf->count; i++)
		if (is_kept(&smf->events[i]))
			check_same(&smf->events[i], &again.events[found++]);
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
		assert(exh_smf_is(in));
		for (size_t i = 0; i < smf.count; i++) {
			assert(smf.events[i].tick >= last &&
			       smf.events[i].tick <= smf.end);
			assert((smf.events[i].data[0] | smf.events[i].data[1]) < 0x80);
			assert(smf.events[i].status >= 0x80);
			last = smf.events[i].tick;
		}
		check_clock(&smf);
		if (smf.end < MOST_TICKS)
			check_again(&smf, &arena);
	} else {
		assert(err.text[0]);
	}
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
