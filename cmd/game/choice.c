#include "game.h"

#include "assets/assets.h"
#include "media/sound/sound.h"
#include "task/memory.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/*
 * Kinds.
 */

static const struct asset_kind *find_kind(const char *name, size_t size)
{
	for (size_t i = 0; game_types[i]; i++)
		for (size_t k = 0; game_types[i]->kinds[k]; k++) {
			const char *own = game_types[i]->kinds[k]->name;

			if (strlen(own) == size && strncasecmp(own, name, size) == 0)
				return game_types[i]->kinds[k];
		}
	return NULL;
}

/* Parses KIND, KIND:RANGE or KIND:NAME. */
static const char *parse_selection(const char *text, struct extract_selection *out)
{
	const size_t size = strcspn(text, ":");

	*out = (struct extract_selection){ .kind = find_kind(text, size) };
	if (!out->kind)
		return "no kind of asset has this name; exhume help extract lists them";
	if (!text[size])
		return NULL;
	if (!text[size + 1])
		return "a number, a range or a name is missing after the colon";
	if (ranges_parse_numbers(text + size + 1, &out->ranges, &out->range_count)) {
		free(out->ranges);
		out->ranges = NULL;
		out->range_count = 0;
		out->name = text + size + 1;
	}
	return NULL;
}

static const char *parse_selections(const struct strings *texts,
				    struct extract_selection **out, size_t *count)
{
	const char *wrong = NULL;

	*out = mem_alloc(texts->count, sizeof **out);
	for (size_t i = 0; i < texts->count && !wrong; i++)
		wrong = parse_selection(texts->items[i], &(*out)[(*count)++]);
	return wrong;
}

/*
 * Formats.
 */

static bool is_word(const char *text, size_t size, const char *word)
{
	return strlen(word) == size && strncasecmp(text, word, size) == 0;
}

static bool parse_table(const char *text, size_t size, struct export_wishes *wishes)
{
	if (is_word(text, size, "json"))
		wishes->tables |= EXPORT_JSON;
	else if (is_word(text, size, "tsv"))
		wishes->tables |= EXPORT_TSV;
	else
		return false;
	return true;
}

/* Parses a format of animations or levels; the last one counts. */
static bool parse_choice(const char *text, size_t size, struct export_wishes *wishes)
{
	static const struct {
		const char *word;
		size_t offset;
		unsigned value;
	} words[] = {
		{ "apng", offsetof(struct export_wishes, animation), EXPORT_APNG },
		{ "gif", offsetof(struct export_wishes, animation), EXPORT_GIF },
		{ "tmj", offsetof(struct export_wishes, level), EXPORT_TMJ },
		{ "tmx", offsetof(struct export_wishes, level), EXPORT_TMX },
		{ "csv", offsetof(struct export_wishes, level), EXPORT_CSV },
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (is_word(text, size, words[i].word)) {
			memcpy((char *)wishes + words[i].offset, &words[i].value,
			       sizeof words[i].value);
			return true;
		}
	return false;
}

/* Parses a sound format; the last one counts. MIDI takes precedence over the other two
 * where it is possible. */
static bool parse_sound(const char *text, size_t size, struct extract_choice *choice)
{
	const bool is_wav = is_word(text, size, "wav");
	const bool is_midi = is_word(text, size, "midi");

	if (!is_wav && !is_midi && !is_word(text, size, "flac"))
		return false;
	choice->wishes.as_midi = is_midi;
	if (!is_midi)
		choice->wishes.sound = is_wav ? EXPORT_WAV : EXPORT_FLAC;
	choice->lacks_flac &= !is_wav;
	return true;
}

static bool parse_format(const char *text, size_t size, struct extract_choice *choice)
{
	return parse_sound(text, size, choice) ||
	       parse_choice(text, size, &choice->wishes) ||
	       parse_table(text, size, &choice->wishes) || is_word(text, size, "png");
}

static const char *parse_formats(const char *text, struct extract_choice *choice)
{
	while (text && *text) {
		const size_t size = strcspn(text, ",");

		if (!parse_format(text, size, choice))
			return "--formats: expected a list of png, apng, gif, flac, wav, "
			       "midi, tmj, tmx, csv, json, tsv";
		text += size;
		text += *text == ',';
	}
	if (choice->wishes.sound == EXPORT_FLAC && !sound_has(SOUND_FLAC))
		return "--formats flac: FLAC needs libsndfile, but this exhume was built "
		       "without it, or it is not installed";
	return NULL;
}

const char *extract_choice_parse(const struct strings *only, const struct strings *except,
				 const char *formats, const char *max_size,
				 struct extract_choice *choice)
{
	const char *wrong;

	*choice = (struct extract_choice){ 0 };
	choice->lacks_flac = !sound_has(SOUND_FLAC);
	choice->wishes.sound = choice->lacks_flac ? EXPORT_WAV : EXPORT_FLAC;
	wrong = parse_selections(only, &choice->only, &choice->only_count);
	if (!wrong)
		wrong = parse_selections(except, &choice->except, &choice->except_count);
	if (!wrong)
		wrong = parse_formats(formats, choice);
	if (!wrong && max_size && !text_size(max_size, &choice->most_bytes))
		wrong = "--max-size: expected a number of bytes, or one with K, M or G";
	return wrong;
}

static void free_selections(struct extract_selection *items, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(items[i].ranges);
	free(items);
}

void extract_choice_free(struct extract_choice *choice)
{
	free_selections(choice->only, choice->only_count);
	free_selections(choice->except, choice->except_count);
	*choice = (struct extract_choice){ 0 };
}

/*
 * Selection.
 */

static bool has_kind(const struct extract_selection *item, const char *kind)
{
	return strcmp(item->kind->name, kind) == 0;
}

static bool is_whole(const struct extract_selection *item)
{
	return !item->range_count && !item->name;
}

static bool has(const struct extract_selection *item, const char *kind, unsigned number,
		const char *name)
{
	if (!has_kind(item, kind))
		return false;
	if (item->name)
		return strcasecmp(item->name, name) == 0;
	return is_whole(item) || (number != ASSET_NO_NUMBER &&
				  ranges_have(item->ranges, item->range_count, number));
}

bool extract_wants_kind(const struct extract_choice *choice, const char *kind)
{
	bool wanted = !choice->only_count;

	for (size_t i = 0; i < choice->only_count && !wanted; i++)
		wanted = has_kind(&choice->only[i], kind);
	for (size_t i = 0; i < choice->except_count && wanted; i++)
		wanted = !is_whole(&choice->except[i]) ||
			 !has_kind(&choice->except[i], kind);
	return wanted;
}

bool extract_wants(const struct extract_choice *choice, const char *kind, unsigned number,
		   const char *name)
{
	bool wanted = !choice->only_count;

	for (size_t i = 0; i < choice->only_count && !wanted; i++)
		wanted = has(&choice->only[i], kind, number, name);
	for (size_t i = 0; i < choice->except_count && wanted; i++)
		wanted = !has(&choice->except[i], kind, number, name);
	return wanted;
}
