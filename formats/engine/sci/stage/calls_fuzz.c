/*
 * Any kernel functions of the stage with any arguments, one after the other, on resources
 * that are any bytes, or on a small game's. The stage stays whole: it can be saved, and
 * what was saved loads to the same.
 *
 * Input: what there is (1 byte: enum setting); number of the function (1), number of
 * arguments, plus 10 times how messages are answered (1: enum answers), arguments (2
 * each: a kind and a value), until the first half ends; the second half is all resources.
 * Two numbers after the functions' set a property, and write a text.
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "calls_testing.h"

#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_font.h"

#include "../../../base/fuzzing.h"
#include "../../../sci/parse_testing.h"

enum {
	MOST_CALLS = SMALLER(10, 200),
	FUNCTIONS = 128,
	/* Saving takes longer than all calls: one of so many sizes of inputs is saved. */
	SAVED_SIZES = SMALLER(64, 8),
	MEMORY = 1 << 20,
	MOST_ANSWERS = 100,
	WAIT = 60, /* ticks that pass when a function waits */
	KINDS = 10,
	DISK = 64, /* bytes of a file that still can be kept */
	ROOM = 64,
};

/* Bits of the input's first byte. */
enum setting {
	HAS_FONT = 1, /* a font and a view */
	HAS_GRAMMAR = 2,
	IS_BEFORE_502 = 4,
	IS_HEARD = 8,
	KEEPS_FILES = 16,
	IS_WIRED =
		32, /* objects have movers, clients and rectangles; a picture is shown */
	IS_TRACED = 64,
	IS_PROGRAM_ONLY = 128, /* the resources of the second half are missing */
};

/* Answers to the messages that a function sends. */
enum answers { ANSWERS_NULL, ANSWERS_ONE, ANSWERS_SECOND, ANSWERS_NEVER, ANSWERS };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/*
 * The game.
 */

#define GRAMMAR                         \
	"S R.VP\n"                      \
	"VP R.CVERB D.NP\nVP R.CVERB\n" \
	"CVERB R.VERB\n"                \
	"NP R.CNOUN\n"                  \
	"CNOUN R.NOUN\n"                \
	"VERB 146.800\n"                \
	"NOUN 146.100\n"

enum { MOST_RULES = 16, GLYPHS = 128, GLYPH_ROWS = 6, PARTS = 4, VIEW_LOOPS = 4 };

static const struct exh_sci_word own_words[] = {
	{ { (const uint8_t *)"around", 6, 0 }, EXH_SCI_CLASS_NOUN, 0x10 },
	{ { (const uint8_t *)"look", 4, 0 }, EXH_SCI_CLASS_VERB, 0x12 },
	{ { (const uint8_t *)"rock", 4, 0 }, EXH_SCI_CLASS_NOUN, 0x20 },
	{ { (const uint8_t *)"see", 3, 0 }, EXH_SCI_CLASS_VERB, 0x13 },
};

/* Typed lines, Said specs ("look/rock", "look>", "look", a damaged one), names of files,
 * and texts with several lines. */
static const struct exh_bytes own_texts[] = {
#define TEXT(text)                                       \
	{                                                \
		(const uint8_t *)(text), sizeof(text), 0 \
	}
	TEXT("look rocks"),
	TEXT("look"),
	TEXT("look at the xyzzy"),
	TEXT("rock look"),
	TEXT(""),
	TEXT("see around"),
	TEXT("\0\x12\xf2\0\x20\xff"),
	TEXT("\0\x12\xf9\xff"),
	TEXT("\0\x12\xff"),
	TEXT("\xf3\xf3\0\x12\xff"),
	TEXT("GAME.SG"),
	TEXT("A:\\A NAME THAT IS MUCH TOO LONG FOR A FILE OF ANY GAME AND THEN SOME.TXT"),
	TEXT("one\ntwo  three\r\nfour"),
	TEXT("a b c d e f g h i j k l m n o p q r s t u v w x y z"),
	TEXT("/"),
#undef TEXT
};

enum { TEXTS = sizeof own_texts / sizeof *own_texts };

/* The game: the same in all runs. */
struct own {
	struct tested made;
	struct exh_arena arena;
	struct exh_sci_part parts[PARTS];
};

static struct exh_bytes keep_bytes(struct own *own, struct exh_writer *out)
{
	const struct exh_bytes kept = exh_memdup(&own->arena, exh_writer_bytes(out));

	assert(kept.size);
	exh_writer_free(out);
	return kept;
}

static struct exh_bytes make_font(struct own *own)
{
	static const uint8_t rows[GLYPH_ROWS] = { 0xe0, 0xa0, 0xa0, 0xa0, 0xa0, 0xe0 };
	struct exh_sci_glyph glyphs[GLYPHS];
	const struct exh_sci_font font = { .line_height = GLYPH_ROWS + 2,
					   .glyphs = glyphs,
					   .glyph_count = GLYPHS };
	struct exh_writer out = { .limit = MEMORY };

	for (size_t i = 0; i < GLYPHS; i++)
		glyphs[i] = (struct exh_sci_glyph){ .width = 4,
						    .height = GLYPH_ROWS,
						    .rows = { rows, GLYPH_ROWS, 0 } };
	assert(!exh_sci_font_write(&font, &out, NULL));
	return keep_bytes(own, &out);
}

static struct exh_bytes make_view(struct own *own)
{
	static const uint8_t pixels[9] = { 1, 1, 1, 0, 2, 0, 1, 1, 1 };
	struct exh_writer rle = { .limit = MEMORY }, out = { .limit = MEMORY };
	struct exh_sci_cel_source cel = { .width = 3, .height = 3 };
	struct exh_sci_loop_source loops[VIEW_LOOPS];
	const struct exh_sci_view_source view = { .loops = loops,
						  .loop_count = VIEW_LOOPS };

	exh_sci_cel_encode(pixels, sizeof pixels, &rle);
	cel.rle = keep_bytes(own, &rle);
	for (unsigned i = 0; i < VIEW_LOOPS; i++)
		loops[i] = (struct exh_sci_loop_source){ .source = i,
							 .cels = &cel,
							 .cel_count = 1 };
	assert(!exh_sci_view_write(&view, &out, NULL));
	return keep_bytes(own, &out);
}

static struct exh_bytes make_grammar(struct own *own)
{
	struct exh_sci_rule rules[MOST_RULES];
	struct exh_sci_grammar grammar = testing_grammar(GRAMMAR, rules);
	struct exh_writer out = { .limit = MEMORY };

	grammar.is_ended = true;
	assert(!exh_sci_grammar_write(&grammar, &out, NULL));
	return keep_bytes(own, &out);
}

/* Nouns that end in s. */
static struct exh_bytes make_suffixes(struct own *own)
{
	struct exh_sci_suffix rule = { .typed.suffix = { (const uint8_t *)"s", 1, 0 },
				       .output_class = EXH_SCI_CLASS_NOUN,
				       .input_class = EXH_SCI_CLASS_NOUN };
	const struct exh_sci_suffixes suffixes = { .items = &rule,
						   .count = 1,
						   .is_ended = true };
	struct exh_writer out = { .limit = MEMORY };

	assert(!exh_sci_suffixes_write(&suffixes, &out, NULL));
	return keep_bytes(own, &out);
}

static struct exh_bytes make_words(struct own *own)
{
	struct exh_sci_word items[sizeof own_words / sizeof *own_words];
	const struct exh_sci_words words = { .items = items,
					     .count = sizeof items / sizeof *items };
	struct exh_writer out = { .limit = MEMORY };

	memcpy(items, own_words, sizeof items);
	assert(!exh_sci_words_write(&words, &out, NULL));
	return keep_bytes(own, &out);
}

static const struct own *own_game(void)
{
	static _Thread_local struct own own;

	if (!own.made.s) {
		own.arena.limit = MEMORY;
		own.parts[0] =
			(struct exh_sci_part){ EXH_SCI_VOCAB, 900, make_grammar(&own) };
		own.parts[1] =
			(struct exh_sci_part){ EXH_SCI_VOCAB, 901, make_suffixes(&own) };
		own.parts[2] = (struct exh_sci_part){ EXH_SCI_FONT, 0, make_font(&own) };
		own.parts[3] = (struct exh_sci_part){ EXH_SCI_VIEW, 0, make_view(&own) };
		own.made.words = make_words(&own);
		own.made.synonyms = ".synonyms\n .word 19, 18\n";
		assert(tested_start(&own.made, EXH_SCI_ANIMATE_CORRECTED, NULL));
	}
	return &own;
}

/*
 * The host.
 */

static void hear(void *context, const struct exh_event *event)
{
	(void)context;
	assert(event->name[0]);
}

static void trace(void *context, const char *line, size_t size)
{
	(void)context;
	assert(size && line[0]);
}

/* Refuses files of more than DISK bytes, as a full disk does. */
static bool keep(void *context, const char *name, struct exh_bytes bytes)
{
	(void)context;
	assert(name[0]);
	return bytes.size <= DISK;
}

/*
 * Calls.
 */

/* Values that arguments may refer to. */
struct things {
	reg list, bits;
};

static size_t list_functions(const struct stage_function **out)
{
	size_t count = 0;

	for (size_t k = 0; k < sizeof tested_tables / sizeof *tested_tables; k++)
		for (const struct stage_function *f = tested_tables[k]; f->name; f++)
			if (count < FUNCTIONS)
				out[count++] = f;
	return count;
}

/* Numbers that matter, references of all kinds, and any other number. */
static reg argument(const struct tested *t, const struct things *things, uint8_t kind,
		    uint8_t value)
{
	static const int32_t numbers[] = { 0,	1,   2,	  3,  7,  15,	  100,	   190,
					   200, 319, 320, -1, -2, 0x7fff, -0x8000, 0x1b };

	switch (kind % KINDS) {
	case 0:
	case 1:
		return stage_int(numbers[value & 15]);
	case 2:
		return stage_int(value);
	case 3:
		return stage_int(value * 129);
	case 4:
	case 5:
		return t->objects[value % TESTED_OBJECTS];
	case 6:
		return t->text;
	case 7:
		return t->room;
	case 8:
		return things->list;
	default:
		return things->bits;
	}
}

static void set_property(struct tested *t, const reg *arguments, size_t count,
			 int32_t fallback)
{
	if (count > 1)
		exh_stage_set_reg(
			t->s, arguments[0],
			(enum stage_selector)(arguments[1].offset % STAGE_SELECTORS),
			count > 2 ? arguments[2] : stage_int(fallback));
}

/* Writes a text of the table, or of the resources, into the room. */
static void write_room(struct tested *t, const reg *arguments, size_t count)
{
	const struct exh_bytes own =
		own_texts[count ? arguments[0].offset % TEXTS : (size_t)0];
	struct exh_bytes other = t->resources[0];

	if (count > 1 && !exh_bytes_slice(other, arguments[1].offset,
					  count > 2 ? arguments[2].offset : ROOM, &other))
		return;
	exh_sci_vm_write(t->s->vm, t->room, count > 1 ? other : own);
}

static bool answer(kernel_call *call, enum answers answers, int number)
{
	call->is_sent = call->end == EXH_SCI_KERNEL_SENDS;
	call->is_again = true;
	if (call->is_sent && answers == ANSWERS_NEVER)
		return false;
	call->answer = stage_int(answers == ANSWERS_SECOND ? number == 1
							   : answers == ANSWERS_ONE);
	return true;
}

static reg run_call(struct tested *t, stage_run *run, const reg *arguments, size_t count,
		    enum answers answers)
{
	kernel_call call = { .arguments = arguments, .count = count };

	for (int i = 0; i < MOST_ANSWERS; i++) {
		call.end = EXH_SCI_KERNEL_DONE;
		run(t->s, &call);
		if (call.end == EXH_SCI_KERNEL_DONE || !answer(&call, answers, i))
			break;
		if (!call.is_sent)
			t->s->tick += WAIT;
	}
	return call.result;
}

static void run_calls(struct tested *t, struct things *things, const uint8_t *data,
		      size_t size)
{
	const struct stage_function *functions[FUNCTIONS];
	const size_t count = list_functions(functions);
	reg arguments[TESTED_ARGUMENTS];

	for (int calls = 0; calls < MOST_CALLS && size >= 2; calls++) {
		const size_t which = data[0] % (count + 2);
		const size_t argument_count = data[1] % TESTED_ARGUMENTS;
		const enum answers answers = data[1] / TESTED_ARGUMENTS % ANSWERS;
		reg result;

		data += 2;
		size -= 2;
		if (size < 2 * argument_count)
			break;
		for (size_t i = 0; i < argument_count; i++, data += 2, size -= 2)
			arguments[i] = argument(t, things, data[0], data[1]);
		if (which == count) {
			set_property(t, arguments, argument_count, calls);
		} else if (which > count) {
			write_room(t, arguments, argument_count);
		} else {
			result = run_call(t, functions[which]->run, arguments,
					  argument_count, answers);
			if (result.segment)
				things->bits = result;
		}
	}
}

static void check_saving(const struct tested *t)
{
	stage *copy = exh_sci_engine_copy(t->s);

	assert(copy);
	assert(exh_sci_engine_hash(copy) == exh_sci_engine_hash(t->s));
	exh_sci_engine_free(copy);
}

/* Makes a list of all objects, of which each has the next one as client and mover. */
static void wire(struct tested *t, struct things *things)
{
	static const int32_t rect[] = { 10, 10, 20, 20 };
	const reg *objects = t->objects;
	bool good = tested_machine(t, "NewList", NULL, 0, &things->list);

	for (size_t i = 0; i < TESTED_OBJECTS; i++) {
		const reg next = objects[(i + 1) % TESTED_OBJECTS];
		reg node, none;

		good = good &&
		       tested_machine(t, "NewNode", (reg[]){ objects[i], objects[i] }, 2,
				      &node) &&
		       tested_machine(t, "AddToEnd", (reg[]){ things->list, node }, 2,
				      &none);
		exh_stage_set_reg(t->s, objects[i], SEL_CLIENT, next);
		exh_stage_set_reg(t->s, objects[i], SEL_MOVER, next);
		exh_stage_set_reg(t->s, objects[i], SEL_ELEMENTS, things->list);
		exh_stage_set(t->s, objects[i], SEL_X, (int32_t)i * 40);
		exh_stage_set(t->s, objects[i], SEL_X_STEP, 3);
		exh_stage_set(t->s, objects[i], SEL_Y_STEP, 2);
		for (unsigned k = 0; k < 4; k++)
			exh_stage_set(t->s, objects[i],
				      (enum stage_selector)(SEL_BR_TOP + k), rect[k]);
	}
	exh_stage_set_reg(t->s, objects[2], SEL_LOOPER, objects[0]);
	t->s->pic_not_valid = 0;
	assert(good);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct exh_host host = { .trace = hear };
	const struct own *own = own_game();
	const unsigned settings = size ? data[0] : 0;
	const size_t half = size / 2;
	struct exh_bytes calls = take(&data, &size, half);
	struct exh_bytes resource = take(&data, &size, size);
	struct tested t = { .program = own->made.program,
			    .parts = own->parts + (settings & HAS_GRAMMAR ? 0 : 2),
			    .part_count = (settings & HAS_GRAMMAR ? 2u : 0u) +
					  (settings & HAS_FONT ? 2u : 0u),
			    .is_before_502 = settings & IS_BEFORE_502 };
	struct things things = { 0 };

	for (size_t i = 0; i < 16 && resource.size && !(settings & IS_PROGRAM_ONLY); i++)
		t.resources[i] = resource;
	assert(tested_start(&t, EXH_SCI_ANIMATE_CORRECTED, NULL));
	t.s->host = settings & IS_HEARD ? &host : NULL;
	t.s->resources.keep = settings & KEEPS_FILES ? keep : NULL;
	if (settings & IS_WIRED)
		wire(&t, &things);
	if (settings & IS_TRACED)
		assert(exh_sci_engine_trace(t.s, 2, trace, NULL));
	if (calls.size)
		run_calls(&t, &things, calls.data + 1, calls.size - 1);
	if (calls.size % SAVED_SIZES == SMALLER(4, 0))
		check_saving(&t);
	tested_end(&t);
	discard(calls);
	discard(resource);
	return 0;
}
