#include "exhume/identify.h"

#include "exhume/sci.h"
#include "exhume/advanced/sci_sound.h"
#include "resource.h"

#include <stdio.h>

/* Bits of evidence. */
enum {
	EVENT_FITS = 3, /* evidence of a list of events that ends with FC and the file */
	MOST = 32,
	FEWEST_EVENTS = 2, /* including FC; there may be only a sample */
	SAMPLE_FITS = 8,   /* sample with its header, and the end of the file */
	HALF_BANK = 1344,
	WHOLE_BANK = 2690,
	BANK_FITS = 24,
	MARK_FITS = 8,
	AT_SAMPLE_FLAG = 0,
	MAX_SIZE = 1 << 17, /* bytes of a sound; its resource has at most 64 KiB */
	MEMORY_LIMIT = 8 << 20,
	OPERATOR_SIZE = 13,
	ATTACK = 3,
	DEVICES = 8,
};

/*
 * Sounds.
 */

/* Reads up to FC; false on errors. The caller always frees the arena. */
static bool read_sound(struct exh_bytes in, struct exh_arena *arena,
		       struct exh_sci_sound *sound)
{
	struct exh_notes notes = { .arena = arena };

	*arena = (struct exh_arena){ .limit = MEMORY_LIMIT };
	if (!in.size || in.size > MAX_SIZE ||
	    (in.data[AT_SAMPLE_FLAG] && in.data[AT_SAMPLE_FLAG] != EXH_SCI_SAMPLE_FLAG))
		return false;
	return exh_sci_sound_read(in, arena, sound, &notes, NULL) == EXH_OK &&
	       sound->is_ended &&
	       (sound->event_count >= FEWEST_EVENTS || sound->sample_rate_hz) &&
	       !notes.warning_count && !notes.damage_count;
}

static unsigned sound_score(const struct exh_probe *probe)
{
	const struct probed in = look_inside(probe, EXH_SCI_SOUND);
	struct exh_arena arena;
	struct exh_sci_sound sound;
	unsigned score = 0;

	if (read_sound(in.data, &arena, &sound))
		score = in.score + evidence_of(sound.event_count, EVENT_FITS, MOST) +
			(sound.sample_rate_hz ? SAMPLE_FITS : 0);
	exh_arena_free(&arena);
	return score;
}

static void add_devices(const struct exh_sci_sound *sound, struct exh_facts *facts)
{
	char list[sizeof facts->items[0].text] = "";
	size_t size = 0;

	for (unsigned bit = 0; bit < DEVICES; bit++) {
		unsigned count = 0;

		for (size_t i = 0; i < EXH_SCI_CONTROL_CHANNEL; i++)
			count += sound->channels[i].devices >> bit & 1;
		if (count && size < sizeof list)
			size += (size_t)snprintf(list + size, sizeof list - size, "%s%s",
						 size ? " " : "",
						 exh_sci_device_name(bit));
	}
	exh_fact_text(facts, "devices", size ? list : "none");
}

static void sound_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const struct probed in = look_inside(probe, EXH_SCI_SOUND);
	struct exh_arena arena;
	struct exh_sci_sound sound;

	if (read_sound(in.data, &arena, &sound)) {
		exh_fact_text(facts, "layout", sound.is_early ? "early" : "sci0");
		add_devices(&sound, facts);
		exh_fact_number(facts, "events", sound.event_count);
		exh_fact_number(facts, "ticks", sound.ticks);
		if (sound.has_loop_mark)
			exh_fact_number(facts, "loop_tick", sound.loop_tick);
		if (sound.sample_rate_hz) {
			exh_fact_number(facts, "rate", sound.sample_rate_hz);
			exh_fact_number(facts, "samples", sound.sample.size);
		}
		add_patch_fact(in.is_patch, facts);
	}
	exh_arena_free(&arena);
}

/*
 * Instruments of AdLib.
 */

/* True if the switches are 0 or 1. */
static bool is_instrument(const uint8_t *stored)
{
	static const uint8_t switches[] = { 5, 9, 10, 11, 12 };

	for (size_t i = 0; i < 2 * sizeof switches; i++)
		if (stored[i % 2 * OPERATOR_SIZE + switches[i / 2]] > 1)
			return false;
	return true;
}

/* True if the instrument makes any sound. */
static bool is_heard(const uint8_t *stored)
{
	return stored[OPERATOR_SIZE + ATTACK] != 0;
}

static bool read_bank(struct exh_bytes in, struct exh_sci_adlib_bank *bank)
{
	bool heard = false;

	if ((in.size != HALF_BANK && in.size != WHOLE_BANK) ||
	    exh_sci_adlib_bank_read(in, bank, NULL, NULL) ||
	    (bank->count == EXH_SCI_INSTRUMENTS) != (in.size == WHOLE_BANK))
		return false;
	for (size_t i = 0; i < bank->count; i++) {
		if (!is_instrument(bank->instruments[i]))
			return false;
		heard |= is_heard(bank->instruments[i]);
	}
	return heard;
}

static unsigned bank_score(const struct exh_probe *probe)
{
	const struct probed in = look_inside(probe, EXH_SCI_PATCH);
	struct exh_sci_adlib_bank bank;

	if (!read_bank(in.data, &bank))
		return 0;
	return in.score + BANK_FITS + (bank.count == EXH_SCI_INSTRUMENTS ? MARK_FITS : 0);
}

static void bank_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const struct probed in = look_inside(probe, EXH_SCI_PATCH);
	struct exh_sci_adlib_bank bank;

	if (!read_bank(in.data, &bank))
		return;
	exh_fact_number(facts, "instruments", bank.count);
	add_patch_fact(in.is_patch, facts);
}

const struct exh_format exh_sci_sound_format = {
	.name = "sci-sound",
	.title = "SCI0 sound",
	.family = "sci0",
	.score = sound_score,
	.describe = sound_describe,
};

const struct exh_format exh_sci_adlib_bank_format = {
	.name = "sci-adlib-bank",
	.title = "SCI0 instruments of AdLib",
	.family = "sci0",
	.score = bank_score,
	.describe = bank_describe,
};
