#include "exhume/identify.h"
#include "exhume/advanced/facts.h"

#include "../base/name.h"
#include "../base/reader.h"
#include "keen_parts.h"

#include <string.h>

/* Bits of evidence. */
enum {
	KNOWN_CHECKSUM = 64,
	SIZES_AGREE = 32, /* a head's last offset is the archive's length */
	ORDERED = 12,	  /* offsets that never fall, and begin with 0 */
	NAME = 4,
	TEXT_LOOK = 4096, /* bytes read to recognise text */
	ENTRY_SIZE = 4,
	MAX_HEAD = (AUDIO_MAX_CHUNKS + 1) * ENTRY_SIZE,
	DREAMS_HEAD_SIZE = 340,
	MEMORY_LIMIT = 4 << 20,
};

static const uint32_t dreams_head_crc32 = 0x499e0cbf;
static const char *const head_stems[] = { "audiohhd", "audiohed" };

/*
 * The head.
 */

static uint32_t entry_at(struct exh_bytes head, size_t i)
{
	return load_u32le(head.data + i * ENTRY_SIZE);
}

/*
 * Number of chunks that are not empty; 0 if this is no head. One entry may be lower than
 * the one before: in Keen 4 to 6 that of the first song, after digitised sounds that are
 * empty; in Keen Dreams, which has no songs, the last one.
 */
static size_t count_present(struct exh_bytes head)
{
	const size_t count = head.size / ENTRY_SIZE;
	size_t present_count = 0, fall_count = 0;

	if (count < 2 || head.size > MAX_HEAD || entry_at(head, 0))
		return 0;
	for (size_t i = 1; i < count; i++) {
		const uint32_t before = entry_at(head, i - 1), entry = entry_at(head, i);

		fall_count += entry < before;
		present_count += entry > before;
	}
	return fall_count > 1 ? 0 : present_count;
}

static const char *game_of(struct exh_bytes head)
{
	const struct exh_keen_audio_release *release =
		head.size % ENTRY_SIZE || !head.size
			? NULL
			: exh_keen_audio_release_of(head.size / ENTRY_SIZE - 1);

	return release ? release->title : NULL;
}

static size_t last_entry(struct exh_bytes head)
{
	return entry_at(head, head.size / ENTRY_SIZE - 1);
}

static unsigned head_score(const struct exh_probe *probe)
{
	const struct exh_bytes data = probe->data;

	if (data.size == DREAMS_HEAD_SIZE && exh_crc32(data) == dreams_head_crc32)
		return KNOWN_CHECKSUM;
	/* Other tables ascend as well, so the name or the size must match, too. */
	if (!name_begins(probe->name, head_stems[0]) &&
	    !name_begins(probe->name, head_stems[1]))
		return game_of(data) && count_present(data) ? ORDERED : 0;
	if (is_text_bytes(data.data, data.size, TEXT_LOOK))
		return 0;
	return NAME + (count_present(data) ? ORDERED : 0);
}

static void head_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const size_t present_count = count_present(probe->data);

	if (!present_count)
		return;
	if (game_of(probe->data))
		exh_fact_text(facts, "game", game_of(probe->data));
	exh_fact_number(facts, "chunks", probe->data.size / ENTRY_SIZE - 1);
	exh_fact_number(facts, "present", present_count);
	exh_fact_number(facts, "archive_size", last_entry(probe->data));
}

const struct exh_format exh_keen_audiohead_format = {
	.name = "keen-audiohead",
	.title = "Keen sound head (offsets of the chunks)",
	.family = "keen",
	.score = head_score,
	.describe = head_describe,
};

/*
 * The archive: recognised by a head next to it, since its own bytes have no signature.
 */

static bool find_head(const struct exh_probe *probe, struct exh_arena *arena,
		      struct exh_bytes *head)
{
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0;
		     exh_keen_companion(probe, head_stems[k], i, arena, head); i++)
			if (count_present(*head) && last_entry(*head) == probe->data.size)
				return true;
	return false;
}

/* Each chunk begins with its own length, or that of its expansion. */
static bool begins_with_length(struct exh_bytes data)
{
	return data.size >= ENTRY_SIZE && load_u32le(data.data) &&
	       load_u32le(data.data) <= UINT16_MAX;
}

static unsigned audio_score(const struct exh_probe *probe)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_bytes head;
	unsigned score = 0;

	if ((name_begins(probe->name, "audiot.") ||
	     name_begins(probe->name, "audio.ck") ||
	     name_begins(probe->name, "audio.kdr") || name_ends(probe->name, ".aud")) &&
	    begins_with_length(probe->data))
		score += NAME;
	if (find_head(probe, &arena, &head))
		score += SIZES_AGREE;
	exh_arena_free(&arena);
	return score;
}

static void describe_archive(const struct exh_keen_audio *audio, struct exh_facts *facts)
{
	size_t song_count = 0;

	for (size_t i = 3 * audio->sound_count; i < audio->chunk_count; i++)
		song_count += audio->packed[i].size != 0;
	if (exh_keen_audio_release(audio))
		exh_fact_text(facts, "game", exh_keen_audio_release(audio)->title);
	exh_fact_text(facts, "packing", audio->huffman ? "huffman" : "none");
	exh_fact_number(facts, "sounds", audio->sound_count);
	exh_fact_number(facts, "songs", song_count);
}

/* The head is copied, since asking for the dictionary may free it. */
static bool open_sibling(const struct exh_probe *probe, struct exh_arena *arena,
			 struct exh_keen_audio *audio)
{
	struct exh_bytes found, head, dict = { 0 };
	uint8_t *copy;

	if (!find_head(probe, arena, &found))
		return false;
	copy = exh_alloc(arena, found.size, 1);
	if (!copy)
		return false;
	memcpy(copy, found.data, found.size);
	head = (struct exh_bytes){ copy, found.size, 0 };
	for (size_t i = 0; exh_keen_companion(probe, "audiodct", i, arena, &dict); i++)
		if (!exh_keen_audio_open(probe->data, head, dict, arena, audio, NULL,
					 NULL))
			return true;
	return !exh_keen_audio_open(probe->data, head, (struct exh_bytes){ 0 }, arena,
				    audio, NULL, NULL);
}

static void audio_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_keen_audio audio;

	if (open_sibling(probe, &arena, &audio))
		describe_archive(&audio, facts);
	exh_arena_free(&arena);
}

const struct exh_format exh_keen_audio_format = {
	.name = "keen-audio",
	.title = "Keen sound archive",
	.family = "keen",
	.score = audio_score,
	.describe = audio_describe,
};

/*
 * One sound.
 */

static unsigned effect_score(const struct exh_probe *probe)
{
	const unsigned adlib = exh_keen_effect_score(probe->data, true);
	const unsigned speaker = exh_keen_effect_score(probe->data, false);

	return adlib > speaker ? adlib : speaker;
}

static void effect_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const bool is_adlib = exh_keen_effect_score(probe->data, true) >
			      exh_keen_effect_score(probe->data, false);
	struct exh_keen_effect effect;

	if (exh_keen_effect_open(probe->data, is_adlib, &effect, NULL, NULL))
		return;
	exh_fact_text(facts, "device", is_adlib ? "adlib" : "speaker");
	exh_fact_number(facts, "priority", effect.priority);
	exh_fact_number(facts, "ticks", effect.data.size);
}

const struct exh_format exh_keen_effect_format = {
	.name = "keen-effect",
	.title = "Keen sound effect",
	.family = "keen",
	.score = effect_score,
	.describe = effect_describe,
};

static unsigned imf_score(const struct exh_probe *probe)
{
	const bool named =
		name_ends(probe->name, ".imf") || name_ends(probe->name, ".wlf");
	const unsigned score = exh_keen_imf_score(probe->data);
	struct exh_keen_imf imf;

	if (score && (exh_keen_imf_open(probe->data, &imf, NULL, NULL) ||
		      !exh_keen_imf_is_heard(&imf)))
		return 0;
	return score ? score + (named ? NAME : 0) : 0;
}

static void add_text(struct exh_facts *facts, const char *key, struct exh_bytes text)
{
	char out[64];
	size_t size = 0;

	for (; size < text.size && size < sizeof out - 1; size++)
		out[size] = text.data[size] >= ' ' && text.data[size] <= '~'
				    ? (char)text.data[size]
				    : '?';
	out[size] = '\0';
	if (size)
		exh_fact_text(facts, key, out);
}

static void imf_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_keen_imf imf;

	if (exh_keen_imf_open(probe->data, &imf, NULL, NULL))
		return;
	exh_fact_number(facts, "type", imf.type);
	exh_fact_number(facts, "records", imf.record_count);
	exh_fact_number(facts, "ticks", imf.ticks);
	add_text(facts, "title", imf.tags.title);
	add_text(facts, "composer", imf.tags.composer);
}

const struct exh_format exh_imf_format = {
	.name = "imf",
	.title = "id music (IMF)",
	.family = "keen",
	.score = imf_score,
	.describe = imf_describe,
};
