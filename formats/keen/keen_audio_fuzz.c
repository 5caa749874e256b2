/*
 * For any archive of sounds: chunks that open can be read and played to the end, as long
 * as they declare, and all missing data are noted.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/codec.h"
#include "exhume/keen_audio.h"
#include "exhume/advanced/keen_audio.h"

#include "../base/fuzzing.h"

enum {
	CONTROL_SIZE = 4,
	FLAT = 0xffff,
	LIMIT = 8 << 20,
	MAX_TICKS = 3, /* ticks played of an effect */
	MAX_SAMPLES = 64,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_inside(struct exh_bytes part, struct exh_bytes whole)
{
	assert(part.size <= whole.size);
	assert(!part.size || (part.data >= whole.data &&
			      part.data + part.size <= whole.data + whole.size));
}

static void check_adlib(const struct exh_keen_effect *effect)
{
	struct exh_keen_effect_cursor cursor = { .effect = effect }, again = cursor;
	struct exh_opl2_source source = exh_keen_effect_play(&cursor);
	struct exh_opl2_source other = exh_keen_effect_play(&again);
	struct exh_opl2_write write, same;
	uint64_t position = 0;
	size_t count = 0, expected = 12 + (effect->data.size != 0);

	for (size_t i = 0; i < effect->data.size; i++)
		expected += effect->data.data[i] ? 2 : 1;
	while (source.next(source.context, &write)) {
		assert(other.next(other.context, &same));
		assert(write.position == same.position && write.reg == same.reg &&
		       write.value == same.value);
		assert(write.position >= position);
		position = write.position;
		count++;
	}
	assert(count == expected);
	assert(!effect->data.size || position < exh_keen_effect_length(effect));
	assert(!other.next(other.context, &same));
}

/* The parts of each sample add up to it, and the wave is silent at the end. */
static void check_speaker(const struct exh_keen_effect *effect)
{
	struct exh_keen_speaker_cursor cursor = { .effect = effect }, fine = cursor;
	struct exh_keen_speaker_cursor points = cursor;
	uint64_t length = exh_keen_effect_length(effect);

	if (effect->data.size > MAX_TICKS)
		length = 0;
	for (uint64_t done = 0; done < length; done += MAX_SAMPLES) {
		int16_t samples[MAX_SAMPLES], parts[8 * MAX_SAMPLES];
		int16_t single[MAX_SAMPLES];

		exh_keen_speaker_render(&cursor, 24, true, samples, MAX_SAMPLES);
		exh_keen_speaker_render(&fine, 3, true, parts, (size_t)8 * MAX_SAMPLES);
		exh_keen_speaker_render(&points, 24, false, single, MAX_SAMPLES);
		for (size_t i = 0; i < MAX_SAMPLES; i++) {
			int sum = 0;

			for (size_t k = 0; k < 8; k++)
				sum += parts[8 * i + k];
			assert(sum == 8 * samples[i]);
			assert(single[i] == 0 || single[i] == 8184 || single[i] == -8184);
		}
	}
	if (length) {
		int16_t last;

		exh_keen_speaker_render(&cursor, 24, true, &last, 1);
		assert(last == 0);
	}
}

static void check_effect(struct exh_bytes chunk, bool is_adlib)
{
	struct exh_arena none = { 0 };
	struct exh_notes notes = { .arena = &none };
	struct exh_keen_effect effect;
	struct exh_error err = { 0 };
	const enum exh_status status =
		exh_keen_effect_open(chunk, is_adlib, &effect, &notes, &err);

	assert(status == err.status);
	if (status) {
		assert(!exh_keen_effect_score(chunk, is_adlib));
		return;
	}
	check_inside(effect.data, chunk);
	if (notes.damage_count)
		assert(!exh_keen_effect_score(chunk, is_adlib));
	if (is_adlib)
		check_adlib(&effect);
	else
		check_speaker(&effect);
}

static void check_chunk(const struct exh_keen_audio *audio, size_t i,
			struct exh_notes *notes)
{
	struct exh_arena arena = { .limit = LIMIT };
	const size_t damage_count = notes->damage_count;
	const size_t warning_count = notes->warning_count;
	struct exh_error err = { 0 };
	struct exh_bytes out;
	const enum exh_status status =
		exh_keen_audio_chunk(audio, i, &arena, &out, notes, &err);

	assert(status == err.status);
	check_inside(audio->packed[i], audio->data);
	if (!status && !audio->huffman)
		check_inside(out, audio->data);
	if (!status && audio->huffman && audio->packed[i].size) {
		const uint8_t *p = audio->packed[i].data;
		const size_t declared = p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16 |
					(size_t)p[3] << 24;

		assert(out.size == declared || notes->damage_count > damage_count ||
		       notes->warning_count > warning_count);
	}
	if (!status && exh_keen_audio_kind(audio, i) == EXH_KEEN_AUDIO_SPEAKER)
		check_effect(out, false);
	if (!status && exh_keen_audio_kind(audio, i) == EXH_KEEN_AUDIO_ADLIB)
		check_effect(out, true);
	exh_arena_free(&arena);
}

static void check_input(struct exh_bytes archive, struct exh_bytes head,
			struct exh_bytes dict)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_keen_audio audio;
	struct exh_error err = { 0 };
	const enum exh_status status =
		exh_keen_audio_open(archive, head, dict, &arena, &audio, &notes, &err);

	assert(status == err.status);
	if (!status) {
		assert(audio.chunk_count == head.size / 4 - 1);
		assert(3 * audio.sound_count <= audio.chunk_count && audio.grouped_by);
		for (size_t i = 0; i < audio.sound_count; i++)
			exh_keen_audio_name(&audio, i);
		for (size_t i = 0; i < audio.chunk_count; i++)
			check_chunk(&audio, i, &notes);
	}
	exh_arena_free(&arena);
}

/* Each code has 8 bits. */
static struct exh_bytes flat_dict(void)
{
	static _Thread_local uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	uint64_t counts[256];

	for (size_t i = 0; i < 256; i++)
		counts[i] = 1;
	if (!dict[0] && !dict[2]) /* would take longer than everything else */
		exh_huffman_build(counts, dict);
	return (struct exh_bytes){ dict, sizeof dict, 0 };
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_bytes head, dict, archive;
	const uint8_t *rest;
	size_t left, dict_size;

	if (size < CONTROL_SIZE)
		return 0;
	rest = data + CONTROL_SIZE;
	left = size - CONTROL_SIZE;
	dict_size = data[2] | (size_t)data[3] << 8;
	head = take(&rest, &left, data[0] | (size_t)data[1] << 8);
	dict = take(&rest, &left, dict_size == FLAT ? 0 : dict_size);
	archive = take(&rest, &left, left);
	check_input(archive, head, dict_size == FLAT ? flat_dict() : dict);
	check_effect(archive, false);
	check_effect(archive, true);
	discard(head);
	discard(dict);
	discard(archive);
	return 0;
}
