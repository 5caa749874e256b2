#include "exhume/sci.h"
#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_game.h"

#include "../base/testing.h"

enum {
	LIMIT = 64 << 20,
	MAX_FILES = 16,
	/* number of resources in the sample, see testdata/archives/README.md */
	RESOURCES = 31,
	MAP_FILE = 1,
	FIRST_VOLUME = 3,
	SECOND_VOLUME = 2,
	GRAMMAR_OFFSET = 0x1882, /* offset of its record in the first volume */
};

/* A folder's files, and the game opened from them. */
struct folder {
	struct exh_sci_game_file items[MAX_FILES];
	struct exh_sci_game_files files;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_error err;
	struct exh_sci_game game;
};

static void set_up(struct folder *f)
{
	*f = (struct folder){ .arena.limit = LIMIT };
	f->files.items = f->items;
	f->notes.arena = &f->arena;
}

/* Takes ownership of the bytes. */
static void add(struct folder *f, const char *name, struct exh_bytes bytes)
{
	assert_true(f->files.count < MAX_FILES);
	f->items[f->files.count++] = (struct exh_sci_game_file){ name, bytes };
}

static void add_text(struct folder *f, const char *name, const char *text, size_t size)
{
	add(f, name, (struct exh_bytes){ tight_copy(text, size), size, 0 });
}

/* The game of testdata/archives/digger. */
static void load_game(struct folder *f)
{
	set_up(f);
	add_text(f, "README.TXT", "no file of the game", 19);
	add(f, "Resource.Map", load_testdata("archives/digger/RESOURCE.MAP"));
	add(f, "resource.002", load_testdata("archives/digger/RESOURCE.002"));
	add(f, "RESOURCE.001", load_testdata("archives/digger/RESOURCE.001"));
}

static enum exh_status open_game(struct folder *f)
{
	return exh_sci_game_open(&f->files, &f->arena, &f->game, &f->notes, &f->err);
}

static enum exh_status read_one(struct folder *f, unsigned type, unsigned number,
				struct exh_bytes *out)
{
	return exh_sci_game_read(&f->game, type, number, &f->arena, out, &f->notes,
				 &f->err);
}

static void tear_down(struct folder *f)
{
	exh_arena_free(&f->arena);
	for (size_t i = 0; i < f->files.count; i++)
		free((void *)f->items[i].bytes.data);
}

static void leave_out(struct folder *f, size_t file)
{
	free((void *)f->items[file].bytes.data);
	f->items[file] = (struct exh_sci_game_file){ "nothing", { 0 } };
}

static void assert_error(const struct folder *f, const char *text, size_t offset)
{
	assert_string_equal(f->err.text, text);
	assert_int_equal(f->err.offset, offset);
}

static void names_are_those_of_maps_volumes_and_patch_files(void **state)
{
	(void)state;
	assert_int_equal(exh_sci_volume_number("RESOURCE.001"), 1);
	assert_int_equal(exh_sci_volume_number("resource.063"), 63);
	assert_int_equal(exh_sci_volume_number("resource.064"), -1);
	assert_int_equal(exh_sci_volume_number("resource.01"), -1);
	assert_int_equal(exh_sci_volume_number("resource.0001"), -1);
	assert_int_equal(exh_sci_volume_number("resource.0x1"), -1);
	assert_int_equal(exh_sci_volume_number("source.001"), -1);
	assert_int_equal(exh_sci_volume_number(""), -1);
	assert_true(exh_sci_game_has_name("Resource.Map"));
	assert_true(exh_sci_game_has_name("resource.000"));
	assert_true(exh_sci_game_has_name("VIEW.003"));
	assert_true(exh_sci_game_has_name("3.v56"));
	assert_false(exh_sci_game_has_name("resource.maps"));
	assert_false(exh_sci_game_has_name("resource.cfg"));
	assert_false(exh_sci_game_has_name("sierra.exe"));
}

static void a_game_is_read_by_its_files(void **state)
{
	struct folder f;
	struct exh_bytes bytes;
	size_t total = 0;

	(void)state;
	load_game(&f);
	assert_int_equal(open_game(&f), EXH_OK);
	assert_null(f.notes.first);
	assert_int_equal(f.game.map_file, MAP_FILE);
	assert_int_equal(f.game.volumes[0], EXH_SCI_NO_FILE);
	assert_int_equal(f.game.volumes[1], FIRST_VOLUME);
	assert_int_equal(f.game.volumes[2], SECOND_VOLUME);
	assert_int_equal(f.game.count, RESOURCES);
	assert_int_equal(f.game.used_count, RESOURCES);
	assert_int_equal(f.game.double_count, 0);
	for (size_t i = 0; i < RESOURCES; i++) {
		const struct exh_sci_game_resource *r = f.game.used[i];

		assert_ptr_equal(exh_sci_game_find(&f.game, r->type, r->number), r);
		assert_false(r->is_patch || r->is_overridden);
		assert_true(!i || f.game.used[i - 1]->type < r->type ||
			    f.game.used[i - 1]->number < r->number);
		assert_int_equal(read_one(&f, r->type, r->number, &bytes), EXH_OK);
		total += bytes.size;
	}
	assert_int_equal(total, 17885);
	assert_null(f.notes.first);
	assert_null(exh_sci_game_find(&f.game, EXH_SCI_VIEW, 3));
	assert_null(exh_sci_game_find(&f.game, EXH_SCI_TYPES, 0));
	assert_int_equal(read_one(&f, EXH_SCI_VIEW, 3, &bytes), EXH_INVALID);
	assert_error(&f, "the game has no view 3", EXH_NO_OFFSET);
	assert_int_equal(read_one(&f, 99, 3, &bytes), EXH_INVALID);
	tear_down(&f);
}

static void patch_files_override_the_map(void **state)
{
	struct folder f;
	struct exh_bytes bytes;

	(void)state;
	load_game(&f);
	add_text(&f, "view.001", "\x80\x00second", 8);
	add_text(&f, "VIEW.001",
		 "\x80\x00"
		 "first",
		 7);
	add_text(&f, "text.700", "\x83\x02??only here", 13);
	add_text(&f, "RESOURCE.002", "of the same name", 16);
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(f.game.count, RESOURCES + 2);
	assert_int_equal(f.game.used_count, RESOURCES + 1);
	assert_int_equal(read_one(&f, EXH_SCI_VIEW, 1, &bytes), EXH_OK);
	assert_same_bytes(bytes, "first", 5);
	assert_int_equal(read_one(&f, EXH_SCI_TEXT, 700, &bytes), EXH_OK);
	assert_same_bytes(bytes, "only here", 9);
	for (size_t i = 0; i < f.game.count; i++) {
		const struct exh_sci_game_resource *r = &f.game.resources[i];

		assert_int_equal(r->is_patch, i >= RESOURCES);
		assert_int_equal(r->is_overridden, !r->is_patch &&
							   r->type == EXH_SCI_VIEW &&
							   r->number == 1);
	}
	/* The first of two names that differ in case is used. */
	assert_int_equal(f.game.double_count, 2);
	assert_int_equal(f.game.doubles[0].ignored, SECOND_VOLUME);
	assert_int_equal(f.game.doubles[0].counts, 7);
	assert_int_equal(f.game.doubles[1].ignored, 4);
	assert_int_equal(f.game.doubles[1].counts, 5);
	tear_down(&f);
}

static void patch_files_alone_are_a_game(void **state)
{
	struct folder f;
	struct exh_bytes bytes;

	(void)state;
	set_up(&f);
	add_text(&f, "7.V56", "\x80\x00pixels", 8);
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(f.game.map_file, EXH_SCI_NO_FILE);
	assert_int_equal(read_one(&f, EXH_SCI_VIEW, 7, &bytes), EXH_OK);
	assert_same_bytes(bytes, "pixels", 6);
	tear_down(&f);
}

static void a_folder_without_a_game_is_refused(void **state)
{
	struct folder f;

	(void)state;
	set_up(&f);
	assert_int_equal(open_game(&f), EXH_INVALID);
	add_text(&f, "RESOURCE.001", "a volume", 8);
	assert_int_equal(open_game(&f), EXH_INVALID);
	assert_error(&f, "neither RESOURCE.MAP nor a patch file in this folder",
		     EXH_NO_OFFSET);
	tear_down(&f);
}

static void what_is_wrong_with_a_patch_file_is_said_with_its_name(void **state)
{
	struct folder f;
	struct exh_bytes bytes;

	(void)state;
	load_game(&f);
	add_text(&f, "View.001", "\x82\x00?", 3);
	add_text(&f, "font.000", "\x87", 1);
	add_text(&f, "pic.001", "\x81\x09?", 3);
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(read_one(&f, EXH_SCI_VIEW, 1, &bytes), EXH_INVALID);
	assert_error(&f, "View.001: a patch of type 2 (script), expected 0 (view)", 0);
	assert_null(bytes.data);
	assert_int_equal(read_one(&f, EXH_SCI_FONT, 0, &bytes), EXH_TRUNCATED);
	assert_error(&f, "font.000: 1 bytes, a patch file has at least 3", 1);
	assert_int_equal(read_one(&f, EXH_SCI_PIC, 1, &bytes), EXH_INVALID);
	assert_error(&f, "pic.001: 9 bytes of an extra header, the file has 1", 1);
	assert_int_equal(read_one(&f, EXH_SCI_VIEW, 0, &bytes), EXH_OK);
	tear_down(&f);
}

static void a_missing_volume_takes_only_its_own_resources_away(void **state)
{
	struct folder f;
	struct exh_bytes bytes;

	(void)state;
	load_game(&f);
	leave_out(&f, SECOND_VOLUME);
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(read_one(&f, EXH_SCI_VIEW, 0, &bytes), EXH_OK);
	assert_int_equal(read_one(&f, EXH_SCI_CURSOR, 999, &bytes), EXH_INVALID);
	assert_error(&f,
		     "Resource.Map: cursor 999: it is in volume 2: no file RESOURCE.002",
		     exh_sci_game_find(&f.game, EXH_SCI_CURSOR, 999)->entry->map_offset);
	tear_down(&f);
}

/* Entries: view 0, pic 1, and the same view elsewhere, which has no effect. */
static void of_two_entries_the_first_is_used(void **state)
{
	const struct exh_sci_entry entries[] = {
		{ .type = EXH_SCI_VIEW, .volume = 1, .offset = 100 },
		{ .type = EXH_SCI_PIC, .number = 1, .volume = 1 },
		{ .type = EXH_SCI_VIEW, .volume = 2 },
	};
	struct exh_writer map = { .limit = LIMIT };
	struct folder f;

	(void)state;
	set_up(&f);
	assert_int_equal(exh_sci_map_write(entries, 3, &map, NULL), EXH_OK);
	add(&f, "resource.map", exh_writer_bytes(&map));
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(f.game.count, 3);
	assert_int_equal(f.game.used_count, 2);
	assert_int_equal(exh_sci_game_find(&f.game, EXH_SCI_VIEW, 0)->entry->offset, 100);
	assert_false(f.game.resources[2].is_overridden);
	tear_down(&f);
}

static void damage_of_the_map_is_noted_or_an_error(void **state)
{
	struct folder f;

	(void)state;
	load_game(&f);
	f.items[MAP_FILE].bytes.size -= 7; /* within the last entry */
	assert_int_equal(open_game(&f), EXH_OK);
	assert_true(f.notes.damage_count);
	assert_int_equal(f.game.count, RESOURCES - 1);
	f.items[MAP_FILE].bytes.size = 3;
	assert_int_equal(open_game(&f), EXH_INVALID);
	assert_int_equal(f.game.map_file, MAP_FILE);
	tear_down(&f);
}

/* The map is read in another layout than its own. */
static void a_layout_may_be_given(void **state)
{
	const enum exh_sci_layout layout = EXH_SCI_LAYOUT_EARLY;
	struct folder f;

	(void)state;
	load_game(&f);
	f.files.layout = &layout;
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(f.game.map.layout, layout);
	assert_true(f.game.resources[0].entry->volume != 1);
	tear_down(&f);
}

static void a_damaged_resource_is_salvaged(void **state)
{
	const struct exh_sci_game_resource *grammar;
	struct exh_bytes bytes;
	struct folder f;

	(void)state;
	load_game(&f);
	f.items[FIRST_VOLUME].bytes.size = GRAMMAR_OFFSET + 200;
	assert_int_equal(open_game(&f), EXH_OK);
	grammar = exh_sci_game_find(&f.game, EXH_SCI_VOCAB, 900);
	assert_int_equal(read_one(&f, EXH_SCI_VOCAB, 900, &bytes), EXH_OK);
	assert_int_equal(bytes.size, 1180);
	assert_true(has_note(&f.notes, EXH_DAMAGE, "RESOURCE.001: vocab 900: "));
	assert_true(has_note(&f.notes, EXH_DAMAGE, " of 1180 bytes saved"));
	assert_int_equal(exh_sci_game_unpack(&f.game, grammar, &f.arena, false, &bytes,
					     NULL, &f.err),
			 EXH_TRUNCATED);
	assert_null(strstr(f.err.text, "RESOURCE"));
	assert_int_equal(read_one(&f, EXH_SCI_VOCAB, 999, &bytes), EXH_TRUNCATED);
	assert_non_null(strstr(f.err.text, "RESOURCE.001: vocab 999: "));
	tear_down(&f);
}

static void a_record_of_another_resource_is_refused(void **state)
{
	struct exh_bytes bytes;
	struct folder f;

	(void)state;
	load_game(&f);
	((uint8_t *)f.items[FIRST_VOLUME].bytes.data)[GRAMMAR_OFFSET]++;
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(read_one(&f, EXH_SCI_VOCAB, 900, &bytes), EXH_INVALID);
	assert_error(&f,
		     "RESOURCE.001: vocab 900: the record is of vocab 901, the map has "
		     "vocab 900",
		     GRAMMAR_OFFSET);
	tear_down(&f);
}

/*
 * Files that are read when they are needed.
 */

struct lender {
	struct folder *of; /* folder with the bytes */
	size_t calls[MAX_FILES], refused;
};

static enum exh_status lend(void *context, size_t i, struct exh_arena *arena,
			    struct exh_bytes *out, struct exh_error *err)
{
	struct lender *lender = context;

	(void)arena;
	lender->calls[i]++;
	if (i == lender->refused)
		return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "the disk is broken");
	*out = lender->of->items[i].bytes;
	return EXH_OK;
}

static void files_are_read_when_they_are_needed(void **state)
{
	struct folder whole, f;
	struct lender lender = { .of = &whole, .refused = SECOND_VOLUME };
	struct exh_bytes bytes;

	(void)state;
	load_game(&whole);
	add_text(&whole, "view.001", "\x80\x00here", 6);
	set_up(&f);
	f.files.read = lend;
	f.files.context = &lender;
	for (size_t i = 0; i < whole.files.count; i++)
		add(&f, whole.items[i].name, (struct exh_bytes){ 0 });
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(f.game.used_count, RESOURCES);
	assert_int_equal(lender.calls[MAP_FILE], 1);
	assert_int_equal(lender.calls[FIRST_VOLUME] + lender.calls[4], 0);
	assert_int_equal(read_one(&f, EXH_SCI_VIEW, 1, &bytes), EXH_OK);
	assert_same_bytes(bytes, "here", 4);
	assert_int_equal(lender.calls[FIRST_VOLUME], 0);
	assert_int_equal(read_one(&f, EXH_SCI_VIEW, 0, &bytes), EXH_OK);
	assert_int_equal(lender.calls[FIRST_VOLUME], 1);
	assert_int_equal(lender.calls[0] + lender.calls[SECOND_VOLUME], 0);
	assert_int_equal(read_one(&f, EXH_SCI_CURSOR, 999, &bytes), EXH_IO);
	assert_error(&f, "resource.002: cursor 999: the disk is broken",
		     exh_sci_game_find(&f.game, EXH_SCI_CURSOR, 999)->entry->map_offset);
	lender.refused = MAP_FILE;
	assert_int_equal(open_game(&f), EXH_IO);
	tear_down(&f);
	tear_down(&whole);
}

/*
 * Vocabularies.
 */

static void vocabularies_are_read_in_one_call_each(void **state)
{
	struct exh_sci_suffixes suffixes;
	struct exh_sci_grammar grammar;
	struct exh_sci_classes classes;
	struct exh_sci_names selectors;
	struct exh_sci_words words;
	struct folder f;

	(void)state;
	load_game(&f);
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(exh_sci_game_words(&f.game, &f.arena, &words, &f.notes, &f.err),
			 EXH_OK);
	assert_true(words.count > 20);
	assert_int_equal(
		exh_sci_game_suffixes(&f.game, &f.arena, &suffixes, &f.notes, &f.err),
		EXH_OK);
	assert_true(suffixes.count > 5);
	assert_int_equal(
		exh_sci_game_grammar(&f.game, &f.arena, &grammar, &f.notes, &f.err),
		EXH_OK);
	assert_int_equal(grammar.count, 1180 / EXH_SCI_RULE_SIZE - 1);
	assert_int_equal(
		exh_sci_game_selectors(&f.game, &f.arena, &selectors, &f.notes, &f.err),
		EXH_OK);
	assert_true(selectors.count > 20);
	assert_int_equal(
		exh_sci_game_classes(&f.game, &f.arena, &classes, &f.notes, &f.err),
		EXH_OK);
	assert_int_equal(classes.count, 40 / 4);
	assert_null(f.notes.first);
	tear_down(&f);
}

static enum exh_sci_sentence_status parse(const struct exh_sci_game_parser *parser,
					  const char *line)
{
	static struct exh_sci_sentence sentence; /* large */
	const struct exh_sci_parse_options options = { 0 };
	const struct exh_bytes bytes = { (const uint8_t *)line, strlen(line), 0 };

	return exh_sci_parse(&parser->parser, &options, bytes, &sentence);
}

static enum exh_status open_parser(struct folder *f,
				   const struct exh_sci_game_parser **out)
{
	return exh_sci_game_parser_open(&f->game, &f->arena, out, &f->notes, &f->err);
}

static void a_games_parser_reads_lines(void **state)
{
	const struct exh_sci_game_parser *parser;
	struct folder f;

	(void)state;
	load_game(&f);
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(open_parser(&f, &parser), EXH_OK);
	assert_null(f.notes.first);
	assert_int_equal(parse(parser, "look"), EXH_SCI_SENTENCE_OK);
	assert_int_equal(parse(parser, "xyzzyx"), EXH_SCI_SENTENCE_UNKNOWN);
	tear_down(&f);
}

/* Adds a vocabulary of the sample as a patch file. */
static void add_vocab(struct folder *f, const struct folder *from, unsigned number,
		      const char *name)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_bytes bytes;

	assert_int_equal(exh_sci_game_read(&from->game, EXH_SCI_VOCAB, number, &arena,
					   &bytes, NULL, NULL),
			 EXH_OK);
	exh_sci_patch_write_header(EXH_SCI_VOCAB, &out);
	exh_write_bytes(&out, bytes.data, bytes.size);
	add(f, name, exh_writer_bytes(&out));
	exh_arena_free(&arena);
}

static void missing_vocabularies_are_named(void **state)
{
	const struct exh_sci_game_parser *parser;
	struct exh_sci_classes classes;
	struct exh_sci_words words;
	struct folder whole, f;

	(void)state;
	load_game(&whole);
	assert_int_equal(open_game(&whole), EXH_OK);
	set_up(&f);
	add_text(&f, "view.000", "\x80\x00?", 3);
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(open_parser(&f, &parser), EXH_INVALID);
	assert_error(&f, "the game has no words: vocab 0 is missing", EXH_NO_OFFSET);
	assert_int_equal(exh_sci_game_classes(&f.game, &f.arena, &classes, NULL, &f.err),
			 EXH_INVALID);
	assert_error(&f, "the game has no classes: vocab 996 is missing", EXH_NO_OFFSET);
	add_vocab(&f, &whole, 0, "vocab.000");
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(open_parser(&f, &parser), EXH_INVALID);
	assert_error(&f, "the game has no grammar: vocab 900 is missing", EXH_NO_OFFSET);
	add_vocab(&f, &whole, 900, "vocab.900");
	assert_int_equal(open_game(&f), EXH_OK);
	f.notes = (struct exh_notes){ .arena = &f.arena };
	assert_int_equal(open_parser(&f, &parser), EXH_OK);
	assert_int_equal(f.notes.warning_count, 1);
	assert_true(
		has_note(&f.notes, EXH_WARNING, "no suffix rules: vocab 901 is missing"));
	assert_int_equal(parse(parser, "look"), EXH_SCI_SENTENCE_OK);
	add_text(&f, "VOCAB.000", "\x86\x00\xff\xff\xff", 5);
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_not_equal(exh_sci_game_words(&f.game, &f.arena, &words, NULL, &f.err),
			     EXH_OK);
	assert_non_null(strstr(f.err.text, "VOCAB.000: "));
	tear_down(&f);
	tear_down(&whole);
}

static void sci01_numbers_vocabularies_differently(void **state)
{
	const struct exh_sci_game_parser *parser;
	struct folder whole, f;

	(void)state;
	load_game(&whole);
	assert_int_equal(open_game(&whole), EXH_OK);
	set_up(&f);
	add_vocab(&f, &whole, 0, "vocab.900");
	add_vocab(&f, &whole, 900, "vocab.901");
	add_vocab(&f, &whole, 901, "vocab.902");
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(exh_sci_game_vocab_number(&f.game, EXH_SCI_VOCAB_WORDS), 900);
	assert_int_equal(exh_sci_game_vocab_number(&f.game, EXH_SCI_VOCAB_SYNONYMS),
			 EXH_SCI_NUMBERS);
	assert_int_equal(exh_sci_game_vocab_number(&f.game, EXH_SCI_VOCAB_KINDS),
			 EXH_SCI_NUMBERS);
	assert_int_equal(open_parser(&f, &parser), EXH_OK);
	assert_true(parser->suffixes.count);
	assert_int_equal(parse(parser, "look"), EXH_SCI_SENTENCE_OK);
	tear_down(&f);
	tear_down(&whole);
}

/* Offsets in notes count in the grammar, not in a volume. */
static void a_grammar_of_no_use_is_named(void **state)
{
	static const uint8_t circle[40] = { 0x3c, 1, 0x40, 1, 0x3c, 1 };
	const struct exh_sci_game_parser *parser;
	struct exh_writer patch = { .limit = LIMIT };
	struct folder f;

	(void)state;
	load_game(&f);
	exh_sci_patch_write_header(EXH_SCI_VOCAB, &patch);
	exh_write_bytes(&patch, circle, sizeof circle);
	add(&f, "vocab.900", exh_writer_bytes(&patch));
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(open_parser(&f, &parser), EXH_INVALID);
	assert_true(strncmp(f.err.text, "grammar: ", 9) == 0);
	assert_int_equal(f.err.offset, EXH_NO_OFFSET);
	tear_down(&f);
}

static void a_games_program_has_all_scripts(void **state)
{
	struct exh_sci_program program;
	struct folder f;

	(void)state;
	load_game(&f);
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(
		exh_sci_game_program_open(&f.game, &f.arena, &program, &f.notes, &f.err),
		EXH_OK);
	assert_null(f.notes.first);
	assert_int_equal(program.script_count, 11);
	assert_int_equal(program.text_count, 3);
	assert_true(program.selectors.count && program.class_count);
	assert_non_null(program.lexicon);
	assert_non_null(program.lexicon->uses);
	tear_down(&f);
}

/* Scripts and texts are in the volume that is missing. */
static void a_program_is_made_of_what_can_be_read(void **state)
{
	struct exh_sci_program program;
	struct folder f;

	(void)state;
	load_game(&f);
	leave_out(&f, SECOND_VOLUME);
	assert_int_equal(open_game(&f), EXH_OK);
	assert_int_equal(
		exh_sci_game_program_open(&f.game, &f.arena, &program, &f.notes, &f.err),
		EXH_OK);
	assert_int_equal(program.script_count, 0);
	assert_true(program.selectors.count);
	assert_int_equal(f.notes.damage_count, 14);
	assert_true(has_note(&f.notes, EXH_DAMAGE,
			     "Resource.Map: script 0: it is in volume 2"));
	tear_down(&f);
}

static void memory_has_a_limit(void **state)
{
	struct folder f;

	(void)state;
	load_game(&f);
	for (size_t limit = 0;; limit += 211) {
		const struct exh_sci_game_parser *parser;
		struct exh_sci_program program;
		enum exh_status status;

		f.arena.limit = limit;
		status = open_game(&f);
		if (!status)
			status = open_parser(&f, &parser);
		if (!status)
			status = exh_sci_game_program_open(&f.game, &f.arena, &program,
							   &f.notes, &f.err);
		exh_arena_free(&f.arena);
		f.arena = (struct exh_arena){ 0 };
		f.notes = (struct exh_notes){ .arena = &f.arena };
		if (!status)
			break;
		assert_int_equal(status, EXH_NO_MEMORY);
		assert_true(limit < LIMIT);
	}
	tear_down(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_those_of_maps_volumes_and_patch_files),
		cmocka_unit_test(a_game_is_read_by_its_files),
		cmocka_unit_test(patch_files_override_the_map),
		cmocka_unit_test(patch_files_alone_are_a_game),
		cmocka_unit_test(a_folder_without_a_game_is_refused),
		cmocka_unit_test(what_is_wrong_with_a_patch_file_is_said_with_its_name),
		cmocka_unit_test(a_missing_volume_takes_only_its_own_resources_away),
		cmocka_unit_test(of_two_entries_the_first_is_used),
		cmocka_unit_test(damage_of_the_map_is_noted_or_an_error),
		cmocka_unit_test(a_layout_may_be_given),
		cmocka_unit_test(a_damaged_resource_is_salvaged),
		cmocka_unit_test(a_record_of_another_resource_is_refused),
		cmocka_unit_test(files_are_read_when_they_are_needed),
		cmocka_unit_test(vocabularies_are_read_in_one_call_each),
		cmocka_unit_test(a_games_parser_reads_lines),
		cmocka_unit_test(missing_vocabularies_are_named),
		cmocka_unit_test(sci01_numbers_vocabularies_differently),
		cmocka_unit_test(a_grammar_of_no_use_is_named),
		cmocka_unit_test(a_games_program_has_all_scripts),
		cmocka_unit_test(a_program_is_made_of_what_can_be_read),
		cmocka_unit_test(memory_has_a_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
