/*
 * Any map, volume and patch file of words: what a game uses is one of each type and
 * number, in their order, and the patch file before the volume's; what can't be read has
 * a message; the vocabularies of any game open or fail.
 *
 * Input: the map's size as two bytes, the patch file's as two, the map, the patch file, a
 * volume. Bit 14 of the patch file's size: no map; bit 15: files of other names, too
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/sci.h"
#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_game.h"

#include "../base/fuzzing.h"

enum { LIMIT = 1 << 22, MAX_READ = 64, FILES = 6 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_used(const struct exh_sci_game *game)
{
	assert(game->used_count <= game->count);
	for (size_t i = 0; i < game->used_count; i++) {
		const struct exh_sci_game_resource *it = game->used[i];
		const struct exh_sci_game_resource *before = i ? game->used[i - 1] : NULL;

		assert(!before || before->type < it->type ||
		       (before->type == it->type && before->number < it->number));
		assert(exh_sci_game_find(game, it->type, it->number) == it);
		assert(!it->is_overridden && it->is_patch == !it->entry);
	}
	for (size_t i = 0; i < game->count; i++) {
		const struct exh_sci_game_resource *it = &game->resources[i];
		const struct exh_sci_game_resource *used =
			exh_sci_game_find(game, it->type, it->number);

		assert(used && it->is_overridden == (used->is_patch && used != it));
	}
}

static void check_reading(const struct exh_sci_game *game)
{
	for (size_t i = 0; i < game->used_count && i < MAX_READ; i++) {
		struct exh_arena arena = { .limit = LIMIT };
		struct exh_notes notes = { .arena = &arena };
		struct exh_error err = { 0 };
		struct exh_bytes bytes;

		if (exh_sci_game_read(game, game->used[i]->type, game->used[i]->number,
				      &arena, &bytes, &notes, &err))
			assert(err.status && strstr(err.text, ": "));
		else
			assert(bytes.data || !bytes.size);
		exh_arena_free(&arena);
	}
}

static void check_vocabularies(const struct exh_sci_game *game)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	const struct exh_sci_game_parser *parser;
	struct exh_sci_program program;
	struct exh_error err = { 0 };

	if (exh_sci_game_parser_open(game, &arena, &parser, &notes, &err))
		assert(err.status && err.text[0]);
	else
		assert(parser->parser.lexicon == &parser->lexicon);
	if (exh_sci_game_program_open(game, &arena, &program, &notes, &err))
		assert(err.status == EXH_NO_MEMORY);
	exh_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes head = take(&data, &size, 4);
	const size_t map_size = head.size < 4 ? 0 : head.data[0] + 256U * head.data[1];
	const size_t patch_size =
		head.size < 4 ? 0 : head.data[2] + 256U * (head.data[3] & 63);
	const struct exh_bytes map = take(&data, &size, map_size);
	const struct exh_bytes patch = take(&data, &size, patch_size);
	const struct exh_bytes volume = take(&data, &size, size);
	const unsigned choice = head.size < 4 ? 0 : head.data[3] >> 6;
	const struct exh_sci_game_file items[FILES] = {
		{ choice & 1 ? "readme.txt" : "RESOURCE.MAP", map },
		{ "Vocab.000", patch },
		{ "resource.001", volume },
		{ "vocab.000", volume },
		{ "view.003", patch },
		{ "RESOURCE.map", patch },
	};
	const struct exh_sci_game_files files = { .items = items,
						  .count = choice & 2 ? FILES : 3 };
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err = { 0 };
	struct exh_sci_game game;

	for (size_t i = 1; i < FILES; i++)
		assert(exh_sci_game_has_name(items[i].name));
	assert(exh_sci_game_has_name(items[0].name) == !(choice & 1));
	if (exh_sci_game_open(&files, &arena, &game, &notes, &err)) {
		assert(err.status && err.text[0]);
	} else {
		check_used(&game);
		check_reading(&game);
		check_vocabularies(&game);
	}
	exh_arena_free(&arena);
	discard(head);
	discard(map);
	discard(patch);
	discard(volume);
	return 0;
}
