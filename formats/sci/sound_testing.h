/* Shared by the tests of sounds: handmade songs, opened. */
#ifndef EXH_SCI_SOUND_TESTING_H
#define EXH_SCI_SOUND_TESTING_H

#include "exhume/sci.h"

#include "resource_testing.h"

/* Everything that an opened sound needs. */
struct opened_sound {
	struct exh_bytes in;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_sci_sound sound;
	struct exh_error err;
};

/* Takes over in. To be closed. */
static inline enum exh_status open_sound(struct opened_sound *o, struct exh_bytes in)
{
	*o = (struct opened_sound){ .in = in, .arena = { .limit = 1 << 24 } };
	o->notes.arena = &o->arena;
	return exh_sci_sound_read(o->in, &o->arena, &o->sound, &o->notes, &o->err);
}

static inline void close_sound(struct opened_sound *o)
{
	exh_arena_free(&o->arena);
	free((void *)o->in.data);
}

struct song_channel {
	uint8_t number, voices, devices;
};

/* A header of those channels (a list that ends with 0 for devices), and events. */
static inline struct exh_bytes make_song(const struct song_channel *channels,
					 const uint8_t *events, size_t size)
{
	uint8_t song[33 + 1024] = { 0 };

	assert_true(size <= sizeof song - 33);
	for (; channels->devices; channels++) {
		song[1 + 2 * channels->number] = channels->voices;
		song[2 + 2 * channels->number] = channels->devices;
	}
	if (size)
		memcpy(song + 33, events, size);
	return (struct exh_bytes){ tight_copy(song, 33 + size), 33 + size, 0 };
}

enum { SONG_HEADER = 33 };

/* A song of only FC, some bytes, a sample's header and its bytes 1, 2, 3... noted: what
 * channel 15 has. */
static inline struct exh_bytes make_digital(unsigned stated, size_t gap, unsigned rate,
					    unsigned size, size_t there)
{
	uint8_t all[256] = { [0] = 2, [SONG_HEADER] = 0xfc };
	uint8_t *sample = all + SONG_HEADER + 1 + gap;

	all[31] = (uint8_t)(stated >> 8);
	all[32] = (uint8_t)stated;
	memcpy(sample, (const uint8_t[]){ 0x1a, 0, 1, 0 }, 4);
	sample[14] = (uint8_t)rate;
	sample[15] = (uint8_t)(rate >> 8);
	sample[32] = (uint8_t)size;
	for (size_t i = 0; i < there; i++)
		sample[EXH_SCI_SAMPLE_HEADER + i] = (uint8_t)(i + 1);
	there += SONG_HEADER + 1 + gap + EXH_SCI_SAMPLE_HEADER;
	return (struct exh_bytes){ tight_copy(all, there), there, 0 };
}

static inline void open_song(struct opened_sound *o, const struct song_channel *channels,
			     const uint8_t *events, size_t size)
{
	assert_int_equal(open_sound(o, make_song(channels, events, size)), EXH_OK);
	assert_false(o->sound.is_early);
}

static inline void open_game_sound(struct opened_sound *o, const char *game,
				   unsigned number)
{
	assert_int_equal(open_sound(o, load_resource(game, EXH_SCI_SOUND, number)),
			 EXH_OK);
	assert_int_equal(o->notes.warning_count + o->notes.damage_count, 0);
}

#endif
