/*
 * Sounds as logs of writes to AdLib's chip. A VGM of a sound with a loop mark loops when
 * the chip is in the same state twice, which may take several passes: a loop that started
 * with other instruments would sound wrong.
 */
#include "media/sound/sound.h"
#include "sound.h"
#include "task/memory.h"

#include <exhume/advanced/opl2_log.h>

#include <stdlib.h>
#include <string.h>

enum {
	/* Most visits of the loop's start to find a repeated state */
	MAX_VISITS = 9,
	/* Most writes of a log that is searched for its loop */
	MAX_WRITES = 4 << 20,
};

/* A visit of the loop's start: the driver's state, and the number of writes before it. */
struct visit {
	struct exh_sci_adlib driver;
	size_t write_count;
	uint64_t tick;
};

struct recording {
	struct exh_opl2_write *items;
	size_t count, capacity, taken;
	uint64_t position;
	uint64_t free; /* state of exh_opl2_space_write */
	bool is_full;  /* MAX_WRITES is reached */
	struct visit visits[MAX_VISITS];
	size_t visit_count;
};

static void record(void *context, uint8_t reg, uint8_t value)
{
	struct recording *recording = context;
	struct exh_opl2_write write = { recording->position, reg, value };

	recording->is_full |= recording->count == MAX_WRITES;
	if (recording->is_full)
		return;
	exh_opl2_space_write(&recording->free, &write);
	*MEM_ADD(recording) = write;
}

static bool is_heard(const struct recording *recording)
{
	for (size_t i = 0; i < recording->count; i++)
		if (opl2_presses_key(recording->items[i].reg, recording->items[i].value))
			return true;
	return false;
}

static bool next_recorded(void *context, struct exh_opl2_write *write)
{
	struct recording *recording = context;

	if (recording->taken == recording->count)
		return false;
	*write = recording->items[recording->taken++];
	return true;
}

/* True if the chip's state is the same for later writes: the same instruments, and the
 * same notes. All other registers are written with each note. */
static bool is_same_state(const struct exh_sci_adlib *a, const struct exh_sci_adlib *b)
{
	for (size_t i = 0; i < EXH_SCI_VOICES; i++) {
		const struct exh_sci_voice *one = &a->voices.items[i];
		const struct exh_sci_voice *other = &b->voices.items[i];

		if (a->patches[i] != b->patches[i] || one->note != other->note)
			return false;
		if (one->note != EXH_SCI_NO_NOTE &&
		    (one->velocity != other->velocity ||
		     memcmp(a->pitches[i], b->pitches[i], sizeof a->pitches[i]) != 0))
			return false;
	}
	return true;
}

/* Returns the earlier visit with the same state as the last one; the last one itself
 * if there is none. */
static size_t find_same(const struct recording *recording)
{
	const size_t last = recording->visit_count - 1;

	for (size_t i = 0; i < last; i++)
		if (is_same_state(&recording->visits[i].driver,
				  &recording->visits[last].driver))
			return i;
	return last;
}

/* Adds a visit. False if the loop is found, or after MAX_VISITS. */
static bool visit(struct recording *recording, const struct exh_sci_adlib *driver,
		  uint64_t tick)
{
	recording->visits[recording->visit_count++] =
		(struct visit){ *driver, recording->count, tick };
	return recording->visit_count < MAX_VISITS &&
	       find_same(recording) == recording->visit_count - 1;
}

static void record_loop(struct recording *recording, const struct sci_sound *own,
			const struct exh_sci_adlib_bank *bank, unsigned channels)
{
	const struct exh_sci_sound *sound = &own->sound;
	const struct exh_sci_register_sink sink = { record, recording };
	const uint32_t loop_offset = sound->events[sound->loop_event].offset;
	struct exh_sci_sound_cursor cursor = { .sound = sound,
					       .pass_count = MAX_VISITS + 1 };
	struct exh_sci_sound_event event;
	struct exh_sci_adlib driver;
	uint64_t tick;

	exh_sci_adlib_start(&driver, bank, sound, &sink);
	driver.voices.heard = channels;
	sci_sound_open_voices(own, EXH_SCI_ADLIB, &driver.voices);
	while (!recording->is_full && exh_sci_sound_next(&cursor, &event, &tick)) {
		/* The visit's tick is the mark's: the loop continues with the events
		 * there. */
		if (event.offset == loop_offset &&
		    !visit(recording, &driver, tick - event.tick + sound->loop_tick))
			break;
		recording->position = exh_sci_sound_position(tick);
		exh_sci_adlib_event(&driver, &event, &sink);
	}
}

/* Returns the position of a visit in the log; earlier writes may be late. */
static uint64_t position_of(const struct recording *recording, const struct visit *visit)
{
	const uint64_t position = exh_sci_sound_position(visit->tick);
	const uint64_t last = visit->write_count
				      ? recording->items[visit->write_count - 1].position
				      : 0;

	return last > position ? last : position;
}

enum exh_status sci_sound_log_loop(const struct sci_sound *own,
				   const struct exh_sci_adlib_bank *bank,
				   unsigned channels, const struct exh_opl2_tags *tags,
				   struct exh_writer *out, struct exh_error *err)
{
	struct recording *recording = mem_alloc(1, sizeof *recording);
	enum exh_status status;

	recording->free = 2;
	record_loop(recording, own, bank, channels);
	if (recording->is_full) {
		status = exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				  "the loop has more than %d writes", MAX_WRITES);
	} else {
		const struct visit *last = &recording->visits[recording->visit_count - 1];
		const size_t same = find_same(recording);
		const struct visit *first = same + 1 < recording->visit_count
						    ? &recording->visits[same]
						    : last - 1;
		const struct exh_opl2_recording log = {
			.source = { next_recorded, recording },
			.length = position_of(recording, last),
			.loops = true,
			.loop_write = first->write_count,
			.loop_position = position_of(recording, first),
			.tags = *tags,
		};

		status = exh_opl2_log_write(&log, EXH_OPL2_LOG_VGM, out, NULL, err);
		if (!status && !is_heard(recording))
			sound_remark_silence(err);
	}
	free(recording->items);
	free(recording);
	return status;
}
