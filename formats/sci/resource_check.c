#include "exhume/advanced/sci_check.h"

#include "exhume/advanced/sci_code.h"
#include "exhume/sci.h"
#include "exhume/advanced/sci_names.h"
#include "exhume/sci_parser.h"
#include "basics.h"

enum { ADLIB_PATCH = 3, MAX_SYMBOL = 0xfff, RULE_SIZE = 20 /* bytes */ };

/* Input of every check. */
struct checked {
	unsigned number;
	struct exh_bytes in;
	struct exh_arena *arena;
	struct exh_notes *notes;
	struct exh_error *err;
};

static enum exh_status check_cel(const struct checked *c, const struct exh_sci_cel *cel)
{
	const size_t count = (size_t)cel->width * cel->height;
	uint8_t *pixels = exh_alloc(c->arena, count ? count : 1, 1);

	return pixels ? exh_sci_cel_decode(cel, pixels, count, NULL, c->notes, c->err)
		      : no_memory(c->err);
}

static enum exh_status check_view(const struct checked *c)
{
	struct exh_sci_view view;
	enum exh_status status =
		exh_sci_view_open(c->in, c->arena, &view, c->notes, c->err);

	for (size_t i = 0; i < view.loop_count && !status; i++)
		for (size_t k = 0;
		     view.loops[i].source == i && k < view.loops[i].cel_count && !status;
		     k++)
			status = check_cel(c, &view.loops[i].cels[k]);
	return status;
}

static enum exh_status check_pic(const struct checked *c)
{
	struct exh_sci_pic_canvas *canvas = exh_alloc(c->arena, 1, sizeof *canvas);

	if (!canvas)
		return no_memory(c->err);
	exh_sci_pic_clear(canvas, 0);
	return exh_sci_pic_draw(c->in, canvas, c->notes, c->err);
}

/* Checks lists of names; SCI01's may have no table. */
static enum exh_status check_names(const struct checked *c,
				   enum exh_sci_names_layout layout)
{
	struct exh_sci_names names;

	if (layout == EXH_SCI_NAMES_COUNTED &&
	    exh_sci_names_read(c->in, layout, c->arena, &names, NULL, NULL))
		layout = EXH_SCI_NAMES_ZEROS;
	return exh_sci_names_read(c->in, layout, c->arena, &names, c->notes, c->err);
}

/* The first byte is a flag, which a player could read from any data. */
static enum exh_status check_sound(const struct checked *c)
{
	struct exh_sci_sound sound;
	const enum exh_status status =
		exh_sci_sound_read(c->in, c->arena, &sound, c->notes, c->err);

	if (status || sound.sample_flag == 0 || sound.sample_flag == 2)
		return status;
	return exh_fail(c->err, EXH_INVALID, c->in.base,
			"a sound's first byte is 0x%02X, expected 0 or 2",
			sound.sample_flag);
}

/* Symbols, tags and classes have 12 bits at most. */
static enum exh_status check_grammar(const struct checked *c)
{
	struct exh_sci_grammar grammar;
	enum exh_status status =
		exh_sci_grammar_read(c->in, c->arena, &grammar, c->notes, c->err);

	for (size_t i = 0; i < grammar.count && !status; i++) {
		const struct exh_sci_rule *rule = &grammar.rules[i];
		unsigned all = rule->symbol;

		for (size_t k = 0; k < rule->pair_count; k++)
			all |= rule->pairs[k].tag | rule->pairs[k].symbol;
		if (all > MAX_SYMBOL)
			status = exh_fail(c->err, EXH_INVALID, c->in.base + i * RULE_SIZE,
					  "rule %zu: symbols above 0x%X", i, MAX_SYMBOL);
	}
	return status;
}

/* These numbers are reserved for words, suffix rules and grammars. */
static bool must_be_known(unsigned number)
{
	return number == 0 || (number >= 900 && number <= 902) ||
	       (number >= 910 && number <= 912);
}

static enum exh_status check_vocab(const struct checked *c)
{
	struct exh_sci_words words;
	struct exh_sci_suffixes suffixes;
	struct exh_sci_numbers numbers;
	struct exh_sci_classes classes;

	switch (exh_sci_vocab_kind_at(c->number, c->in)) {
	case EXH_SCI_VOCAB_WORDS:
		return exh_sci_words_read(c->in, c->arena, &words, c->notes, c->err);
	case EXH_SCI_VOCAB_SUFFIXES:
		return exh_sci_suffixes_read(c->in, c->arena, &suffixes, c->notes,
					     c->err);
	case EXH_SCI_VOCAB_GRAMMAR:
		return check_grammar(c);
	case EXH_SCI_VOCAB_SYNONYMS:
		return exh_sci_synonyms_read(c->in, c->arena, &numbers, c->notes, c->err);
	case EXH_SCI_VOCAB_PROPERTIES:
		return exh_sci_numbers_read(c->in, c->arena, &numbers, c->notes, c->err);
	case EXH_SCI_VOCAB_CLASSES:
		return exh_sci_classes_read(c->in, c->arena, &classes, c->notes, c->err);
	case EXH_SCI_VOCAB_SELECTORS:
		return check_names(c, EXH_SCI_NAMES_MAX_INDEX);
	case EXH_SCI_VOCAB_OPCODES:
		return check_names(c, EXH_SCI_NAMES_TYPED);
	case EXH_SCI_VOCAB_HELP:
	case EXH_SCI_VOCAB_KERNEL:
		return check_names(c, EXH_SCI_NAMES_COUNTED);
	default:
		return must_be_known(c->number)
			       ? exh_fail(c->err, EXH_INVALID, c->in.base,
					  "neither words nor suffix rules nor a grammar")
			       : EXH_OK;
	}
}

static enum exh_status check_patch(const struct checked *c)
{
	struct exh_sci_adlib_bank *bank = exh_alloc(c->arena, 1, sizeof *bank);

	if (c->number != ADLIB_PATCH)
		return EXH_OK;
	return bank ? exh_sci_adlib_bank_read(c->in, bank, c->notes, c->err)
		    : no_memory(c->err);
}

enum exh_status exh_sci_resource_check(unsigned type, unsigned number,
				       struct exh_bytes in, struct exh_arena *arena,
				       struct exh_notes *notes, struct exh_error *err)
{
	const struct checked c = { number, in, arena, notes, err };
	struct exh_sci_code code;
	struct exh_sci_text text;
	struct exh_sci_font font;
	struct exh_sci_cursor cursor;

	switch (type) {
	case EXH_SCI_VIEW:
		return check_view(&c);
	case EXH_SCI_PIC:
		return check_pic(&c);
	case EXH_SCI_SCRIPT:
		return exh_sci_code_read(in, arena, &code, notes, err);
	case EXH_SCI_TEXT:
		return exh_sci_text_read(in, arena, &text, notes, err);
	case EXH_SCI_SOUND:
		return check_sound(&c);
	case EXH_SCI_VOCAB:
		return check_vocab(&c);
	case EXH_SCI_FONT:
		return exh_sci_font_read(in, arena, &font, notes, err);
	case EXH_SCI_CURSOR:
		return exh_sci_cursor_read(in, &cursor, notes, err);
	case EXH_SCI_PATCH:
		return check_patch(&c);
	default:
		return EXH_OK;
	}
}
