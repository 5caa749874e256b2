/*
 * Any bytes as a sound: its events are those of the plain reader, a cursor's ticks never
 * decrease and end at the sound's length, and the writes of the three players stay within
 * their chips' registers and leave them silent.
 */
#undef NDEBUG /* the assertions are the test, in release builds too */

#include "exhume/advanced/sci_tones.h"

#include "../base/fuzzing.h"
#include "plain/sound.h"

enum { MEMORY = 1 << 22, MAX_SIZE = 1 << 14, PASSES = 3, HEADER = 33, EARLY_HEADER = 17 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_events(struct exh_bytes in, const struct exh_sci_sound *sound)
{
	static _Thread_local struct plain_sound plain;

	plain_sound_read(&plain, in, sound->is_early ? EARLY_HEADER : HEADER);
	assert(plain.count == sound->event_count);
	assert(plain.is_ended == sound->is_ended);
	assert(sound->loop_event ==
	       (size_t)(plain.loop_event < 0 ? 0 : plain.loop_event));
	for (size_t i = 0; i < plain.count && i < PLAIN_MOST; i++) {
		const struct exh_sci_sound_event *one = &sound->events[i];
		const struct exh_sci_sound_event *other = &plain.events[i];

		assert(one->tick == other->tick && one->offset == other->offset);
		assert(one->status == other->status && one->offset < in.size);
		assert(!memcmp(one->data, other->data, sizeof one->data));
		assert(one->sysex.data == other->sysex.data &&
		       one->sysex.size == other->sysex.size);
	}
	assert(sound->sample.size <= in.size);
}

static void check_cursor(const struct exh_sci_sound *sound)
{
	struct exh_sci_sound_cursor cursor = { .sound = sound, .pass_count = PASSES };
	struct exh_sci_sound_event event;
	uint64_t tick, last = 0;
	size_t count = 0;

	for (; exh_sci_sound_next(&cursor, &event, &tick); last = tick) {
		assert(tick >= last);
		assert(event.status != 0xfc || ++count == 1);
	}
	assert(!sound->is_ended || count == 1);
	assert(last <= exh_sci_sound_ticks(sound, PASSES));
	if (sound->is_ended)
		assert(last == exh_sci_sound_ticks(sound, PASSES));
}

static void check_adlib(const struct exh_sci_sound *sound, unsigned channels)
{
	static _Thread_local struct exh_sci_adlib_player player;
	static _Thread_local struct exh_sci_adlib_bank bank = { .count = 48 };
	struct exh_opl2_source source;
	struct exh_opl2_write write;
	uint64_t last = 0;
	unsigned keys = 0;

	for (size_t i = 0; i < 48; i++)
		bank.instruments[i][12] = i % 2;
	exh_sci_adlib_play(&player, sound, &bank, PASSES, channels);
	source = exh_sci_adlib_source(&player);
	while (source.next(source.context, &write)) {
		assert(write.position >= last);
		assert(player.count <= EXH_SCI_ADLIB_WAITING);
		last = write.position;
		if (write.reg < 0xb0 || write.reg == 0xbd || write.reg >= 0xc0)
			continue;
		assert(write.reg <= 0xb8);
		keys &= ~(1u << (write.reg - 0xb0));
		keys |= (write.value >> 5 & 1u) << (write.reg - 0xb0);
	}
	assert(!keys);
	assert(last <= exh_sci_sound_position(exh_sci_sound_ticks(sound, PASSES)));
}

static void check_tandy(const struct exh_sci_sound *sound, unsigned channels)
{
	struct exh_sci_tandy_player player;
	struct exh_psg_source source;
	struct exh_psg_write write;
	struct exh_psg chip;
	uint64_t last = 0;

	exh_psg_reset(&chip);
	exh_sci_tandy_play(&player, sound, PASSES, channels);
	source = exh_sci_tandy_source(&player);
	while (source.next(source.context, &write)) {
		assert(write.position >= last);
		assert(player.count <= EXH_SCI_TANDY_WAITING);
		last = write.position;
		exh_psg_write(&chip, write.value);
	}
	for (size_t i = 0; i < EXH_PSG_CHANNELS; i++)
		assert(chip.channels[i].attenuation == EXH_PSG_OFF);
}

static void check_speaker(const struct exh_sci_sound *sound, unsigned channels)
{
	struct exh_sci_speaker_player player, copy;
	struct exh_sci_speaker_write write = { 0 };
	int16_t mono[100], again[100];
	uint64_t last = 0;

	exh_sci_speaker_play(&player, sound, PASSES, channels);
	copy = player;
	while (exh_sci_speaker_next(&player, &write)) {
		assert(write.position >= last);
		assert(player.count <= EXH_SCI_SPEAKER_WAITING);
		assert(!write.divisor || (write.divisor > 1 && write.divisor < 65536));
		last = write.position;
	}
	assert(!write.divisor);
	player = copy;
	exh_sci_speaker_render(&player, mono, 100);
	exh_sci_speaker_render(&copy, again, 33);
	exh_sci_speaker_render(&copy, again + 33, 67);
	assert(!memcmp(mono, again, sizeof mono));
}

/* A sound that names no voice for a device lacks it where that device has notes to play.
 */
static void check_voices(const struct exh_sci_sound *sound)
{
	for (unsigned bit = 0; bit < 8; bit++) {
		const unsigned device = 1u << bit;

		assert(*exh_sci_device_name(bit));
		if (exh_sci_sound_lacks_voices(sound, device))
			assert(exh_sci_sound_noted_channels(sound) &&
			       !exh_sci_sound_names_voices(sound, device));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const unsigned channels = size ? ~0u << (data[size - 1] & 3) : ~0u;
	const struct exh_bytes in = take(&data, &size, size < MAX_SIZE ? size : MAX_SIZE);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_sci_sound sound;
	struct exh_error err;

	if (exh_sci_sound_read(in, &arena, &sound, &notes, &err) == EXH_OK) {
		check_events(in, &sound);
		check_cursor(&sound);
		check_voices(&sound);
		check_adlib(&sound, channels);
		check_tandy(&sound, channels);
		check_speaker(&sound, channels);
	} else {
		assert(err.text[0]);
	}
	exh_arena_free(&arena);
	discard(in);
	return 0;
}
