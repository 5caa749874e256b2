#include "exhume/codec.h"
#include "exhume/identify.h"
#include "exhume/advanced/keen_exe.h"
#include "exhume/advanced/facts.h"

#include "../base/name.h"
#include "../base/reader.h"

#include <string.h>

/* Bits of evidence. */
enum {
	MARK = 16,	      /* "MZ" */
	SIZES_FIT = 16,	      /* the file is as long as its header declares */
	PACKER = 32,	      /* LZEXE's signature */
	TABLES = 48,	      /* dictionaries, and a head */
	OTHER_SYSTEM = 32,    /* a second header */
	SECOND_HEADER = 0x3c, /* place of its offset */
	MEMORY_LIMIT = 1 << 20,
	UNPACKED_LIMIT = 8 << 20,
};

/* Cheap: most of the data read are relocations, at most 256 KiB. */
static unsigned exe_score(const struct exh_probe *probe)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_mz program;
	unsigned score = 0;

	if (exh_mz_open(probe->data, &arena, &program, &notes, NULL) == EXH_OK)
		score = notes.damage_count ? MARK : MARK + SIZES_FIT;
	exh_arena_free(&arena);
	return score;
}

static unsigned lzexe_score(const struct exh_probe *probe)
{
	if (!exh_lzexe_version(probe->data))
		return 0;
	return exe_score(probe) + PACKER;
}

static void describe(const struct exh_mz *program, struct exh_facts *facts)
{
	exh_fact_number(facts, "image_size", program->image.size);
	exh_fact_number(facts, "relocations", program->relocation_count);
}

static void exe_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_mz program;

	if (exh_mz_open(probe->data, &arena, &program, NULL, NULL) == EXH_OK)
		describe(&program, facts);
	exh_arena_free(&arena);
}

static void lzexe_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	struct exh_arena arena = { .limit = 4 << 20 };
	struct exh_mz program;

	exh_fact_text(facts, "version",
		      exh_lzexe_version(probe->data) == 90 ? "0.90" : "0.91");
	if (exh_lzexe_unpack(probe->data, &arena, &program, NULL, NULL, NULL) == EXH_OK)
		describe(&program, facts);
	exh_arena_free(&arena);
}

const struct exh_format exh_exe_format = {
	.name = "exe",
	.title = "DOS program",
	.family = "dos",
	.score = exe_score,
	.describe = exe_describe,
};

const struct exh_format exh_exe_lzexe_format = {
	.name = "exe-lzexe",
	.title = "DOS program, packed by LZEXE",
	.family = "dos",
	.score = lzexe_score,
	.describe = lzexe_describe,
};

static unsigned pklite_score(const struct exh_probe *probe)
{
	return exh_pklite_packed(probe->data) ? exe_score(probe) + PACKER : 0;
}

const struct exh_format exh_exe_pklite_format = {
	.name = "exe-pklite",
	.title = "DOS program, packed by PKLITE: unpack it first",
	.family = "dos",
	.score = pklite_score,
	.describe = exe_describe,
};

/*
 * Programs of other systems, which begin with a DOS program that reports it.
 */

static unsigned second_score(const struct exh_probe *probe, const char *mark, size_t size)
{
	struct exh_bytes offset, found;

	if (!exh_bytes_slice(probe->data, SECOND_HEADER, 4, &offset) ||
	    !exh_bytes_slice(probe->data, load_u32le(offset.data), size, &found) ||
	    memcmp(probe->data.data, "MZ", 2) != 0 || memcmp(found.data, mark, size) != 0)
		return 0;
	return MARK + SIZES_FIT + OTHER_SYSTEM;
}

#define SECOND(id, words, mark)                                                     \
	static unsigned id##_score(const struct exh_probe *probe)                   \
	{                                                                           \
		return second_score(probe, mark, sizeof mark - 1);                  \
	}                                                                           \
	const struct exh_format exh_exe_##id##_format = {                           \
		.name = #id, .title = words, .family = "other", .score = id##_score \
	};
SECOND(ne, "program of Windows or OS/2, 16 bits (NE)", "NE")
SECOND(pe, "program of Windows (PE)", "PE\0\0")
SECOND(le, "program of 32 bits (LE)", "LE\0\0")
SECOND(lx, "program of OS/2, 32 bits (LX)", "LX\0\0")
#undef SECOND

/*
 * Programs with the tables of a Keen game, packed or not.
 */

static bool read_program(struct exh_bytes data, struct exh_arena *arena,
			 struct exh_mz *program)
{
	*arena = (struct exh_arena){ .limit = UNPACKED_LIMIT };
	if (exh_lzexe_version(data))
		return !exh_lzexe_unpack(data, arena, program, NULL, NULL, NULL);
	return !exh_mz_open(data, arena, program, NULL, NULL);
}

static bool has_tables(const struct exh_keen_exe_contents *contents)
{
	return contents->layout ||
	       (contents->dict_count &&
		(contents->graphics_head.data || contents->map_head.data ||
		 contents->audio_head.data));
}

static unsigned keen_exe_score(const struct exh_probe *probe)
{
	const unsigned score = exe_score(probe);
	struct exh_keen_exe_contents contents = { 0 };
	struct exh_arena arena;
	struct exh_mz program;

	if (!score)
		return 0;
	if (read_program(probe->data, &arena, &program))
		exh_keen_exe_list(program.image, &contents);
	exh_arena_free(&arena);
	return has_tables(&contents) ? score + TABLES : 0;
}

/* Only the levels show the release of Keen Dreams; all releases' graphics are alike. */
static bool is_dreams_113(struct exh_bytes image, struct exh_bytes map_head)
{
	enum { SIZE = 11824 };
	static const uint32_t crc32 = 0xb2f36c60;
	struct exh_bytes whole;

	return map_head.data &&
	       exh_bytes_slice(image, map_head.base - image.base, SIZE, &whole) &&
	       exh_crc32(whole) == crc32;
}

/* Guesses the game from the file's name, when its graphics match no known release. */
static const char *game_by_name(const struct exh_probe *probe)
{
	static const char *const games[][2] = {
		{ "keen4", "Keen 4: Secret of the Oracle" },
		{ "keen5", "Keen 5: The Armageddon Machine" },
		{ "keen6", "Keen 6: Aliens Ate My Baby Sitter!" },
		{ "kdreams", "Keen Dreams" },
	};

	for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
		if (name_begins(probe->name, games[i][0]))
			return games[i][1];
	return NULL;
}

static void describe_release(const struct exh_probe *probe, struct exh_bytes image,
			     const struct exh_keen_exe_contents *contents,
			     struct exh_facts *facts)
{
	const char *game = game_by_name(probe);

	if (is_dreams_113(image, contents->map_head)) {
		exh_fact_text(facts, "release", "Keen Dreams 1.13, EGA");
	} else if (contents->layout) {
		exh_fact_text(facts, "release", contents->layout->title);
	} else {
		exh_fact_text(facts, "release", "unknown");
		if (game)
			exh_fact_text(facts, "game_by_name", game);
	}
	if (contents->layout)
		exh_fact_text(facts, "layout", contents->layout->name);
}

/* Offsets count from the start of the image, as in messages of other commands. */
static void describe_table(const char *key, struct exh_bytes table,
			   struct exh_bytes image, struct exh_facts *facts)
{
	if (table.data)
		exh_fact_number(facts, key, table.base - image.base);
}

static void describe_tables(const struct exh_keen_exe_contents *contents,
			    struct exh_bytes image, struct exh_facts *facts)
{
	const bool cga = contents->layout && contents->layout->video == EXH_KEEN_CGA;

	describe_table(cga ? "cgahead_offset" : "egahead_offset", contents->graphics_head,
		       image, facts);
	describe_table("maphead_offset", contents->map_head, image, facts);
	describe_table("audiohhd_offset", contents->audio_head, image, facts);
	exh_fact_number(facts, "dicts", contents->dict_count);
}

static void keen_exe_describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	const unsigned version = exh_lzexe_version(probe->data);
	struct exh_keen_exe_contents contents;
	struct exh_arena arena;
	struct exh_mz program;

	if (read_program(probe->data, &arena, &program)) {
		exh_keen_exe_list(program.image, &contents);
		describe_release(probe, program.image, &contents, facts);
		exh_fact_text(facts, "packing",
			      !version	      ? "none"
			      : version == 90 ? "lzexe-0.90"
					      : "lzexe-0.91");
		describe(&program, facts);
		describe_tables(&contents, program.image, facts);
	}
	exh_arena_free(&arena);
}

const struct exh_format exh_keen_exe_format = {
	.name = "keen-exe",
	.title = "program of a Keen game, with its tables",
	.family = "keen",
	.score = keen_exe_score,
	.describe = keen_exe_describe,
};
