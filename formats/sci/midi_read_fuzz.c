/*
 * Any bytes as a MIDI file: what is read of it is a sound that can be written, and read
 * again with the same events.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/advanced/sci_midi.h"

#include "../base/fuzzing.h"

enum { MEMORY = 1 << 24, MAX_SIZE = 1 << 14, SONG_LIMIT = 1 << 26, MOST_TICKS = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct exh_sci_sound *sound)
{
	struct exh_writer out = { .limit = SONG_LIMIT };
	uint32_t last = 0;

	for (size_t i = 0; i < sound->event_count; i++) {
		assert(sound->events[i].tick >= last);
		assert(sound->events[i].status >= 0x80);
		assert((sound->events[i].data[0] | sound->events[i].data[1]) < 0x80);
		last = sound->events[i].tick;
	}
	/* A delay is a byte every four seconds. */
	if (sound->ticks < MOST_TICKS)
		assert(exh_sci_sound_write(sound, &out, NULL) == EXH_OK);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes in = take(&data, &size, size < MAX_SIZE ? size : MAX_SIZE);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_sound sound;
	struct exh_error err = { .status = EXH_OK };

	(void)exh_sci_midi_is(in);
	if (exh_sci_midi_read(in, NULL, &arena, &sound, &notes, &err) == EXH_OK)
		check(&sound);
	else
		assert(err.text[0]);
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
