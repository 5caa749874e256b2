#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_vocab.h"

#include "../base/reader.h"
#include "basics.h"

#include <string.h>

enum {
	STAR = '*',
	PADDING = 0xff,
	SHORTEST = 8, /* bytes of a rule: two stars with their zeros, two classes */
	MAX_NOTES = 100,
};

/* Texts point into the input. False, without a failure, for a pattern without a star. */
static bool read_pattern(struct reader *r, struct exh_sci_pattern *out)
{
	const uint8_t *text = r->in.data + r->pos;
	const size_t left = rd_left(r);
	const uint8_t *end = left ? memchr(text, 0, left) : NULL, *star;

	if (!end) {
		r->failed = true;
		return false;
	}
	star = memchr(text, STAR, (size_t)(end - text));
	if (star)
		*out = (struct exh_sci_pattern){
			{ text, (size_t)(star - text), rd_tell(r) },
			{ star + 1, (size_t)(end - star) - 1,
			  rd_tell(r) + (size_t)(star - text) + 1 }
		};
	r->pos += (size_t)(end - text) + 1;
	return star;
}

/* Reads a rule; false if a pattern has no star, or the rule is cut off. */
static bool read_rule(struct reader *r, struct exh_sci_suffix *out)
{
	bool is_right = read_pattern(r, &out->typed);

	out->output_class = rd_u16be(r);
	if (!r->failed)
		is_right &= read_pattern(r, &out->root);
	out->input_class = rd_u16be(r);
	return is_right && !r->failed;
}

static bool is_at_end(const struct reader *r)
{
	return !rd_left(r) || r->in.data[r->pos] == 0 || r->in.data[r->pos] == PADDING;
}

static void move_text(struct exh_bytes *text, struct exh_bytes in, const uint8_t *copy)
{
	text->data = copy + (text->base - in.base);
}

/* Copies the input, and makes the rules, which point into it, point into the copy. */
static bool own_texts(struct exh_sci_suffixes *out, struct exh_bytes in,
		      struct exh_arena *arena)
{
	const uint8_t *copy = exh_memdup(arena, in).data;

	if (!copy)
		return false;
	for (size_t i = 0; i < out->count; i++) {
		move_text(&out->items[i].typed.prefix, in, copy);
		move_text(&out->items[i].typed.suffix, in, copy);
		move_text(&out->items[i].root.prefix, in, copy);
		move_text(&out->items[i].root.suffix, in, copy);
	}
	return true;
}

static void note_rule(struct exh_notes *notes, size_t at, size_t number, bool is_cut)
{
	exh_note(notes, EXH_DAMAGE, at,
		 is_cut ? "rule %zu: the data end inside it"
			: "rule %zu: a pattern without * is left out",
		 number);
}

/* Notes bytes after the end mark, unless they are padding. */
static void note_rest(const struct reader *r, size_t count, struct exh_notes *notes)
{
	size_t some = 0;

	for (size_t i = r->pos; i < r->in.size; i++)
		some += r->in.data[i] && r->in.data[i] != PADDING;
	if (some && !r->failed)
		exh_note(notes, EXH_WARNING, rd_tell(r),
			 "%zu bytes follow the last of %zu suffix rules: rules may be "
			 "missing",
			 rd_left(r), count);
}

static void read_rules(struct reader *r, struct exh_sci_suffixes *out,
		       struct exh_notes *notes)
{
	exh_notes_limit(notes, MAX_NOTES);
	for (size_t number = 0; !is_at_end(r); number++) {
		const size_t at = rd_tell(r);

		if (read_rule(r, &out->items[out->count]))
			out->count++;
		else
			note_rule(notes, at, number, r->failed);
		if (r->failed) {
			r->pos = at - r->in.base;
			break;
		}
	}
	exh_notes_all(notes);
	out->is_ended = rd_left(r) && !r->in.data[r->pos];
	out->used_size = r->pos + out->is_ended;
	note_rest(r, out->count, notes);
	if (!rd_left(r) && !r->failed)
		exh_note(notes, EXH_WARNING, rd_tell(r),
			 "no end mark after the last suffix rule: the file may be "
			 "truncated");
}

enum exh_status exh_sci_suffixes_read(struct exh_bytes in, struct exh_arena *arena,
				      struct exh_sci_suffixes *out,
				      struct exh_notes *notes, struct exh_error *err)
{
	const size_t most = in.size / SHORTEST + 1;
	struct reader r = { .in = in };

	*out = (struct exh_sci_suffixes){ 0 };
	out->items = exh_alloc(arena, most, sizeof *out->items);
	if (out->items)
		read_rules(&r, out, notes);
	if (!out->items || !own_texts(out, in, arena))
		return exh_fail(err, EXH_NO_MEMORY, in.base,
				"suffix rules need more than %zu bytes of memory",
				arena->limit);
	if (!out->count && in.size && in.data[0] && in.data[0] != PADDING)
		return exh_fail(err, EXH_INVALID, in.base,
				"not suffix rules: expected patterns such as *s that end "
				"with a 0, and classes");
	return EXH_OK;
}

/*
 * Writing.
 */

static bool has_byte(struct exh_bytes text, uint8_t byte)
{
	return text.size && memchr(text.data, byte, text.size);
}

static const char *fault_of(const struct exh_sci_pattern *pattern)
{
	if (has_byte(pattern->prefix, 0) || has_byte(pattern->suffix, 0))
		return "a pattern with a byte of 0 in it";
	return has_byte(pattern->prefix, STAR) ? "a prefix with * in it" : NULL;
}

static const char *fault_of_rule(const struct exh_sci_suffix *rule)
{
	const char *fault = fault_of(&rule->typed);

	if (!fault)
		fault = fault_of(&rule->root);
	if (!fault && rule->typed.prefix.size && rule->typed.prefix.data[0] == PADDING)
		fault = "a pattern that begins with 0xff";
	return fault;
}

static void write_part(const struct exh_sci_pattern *pattern, uint16_t class_mask,
		       struct exh_writer *out)
{
	exh_write_bytes(out, pattern->prefix.data, pattern->prefix.size);
	exh_write_u8(out, STAR);
	exh_write_bytes(out, pattern->suffix.data, pattern->suffix.size);
	exh_write_u8(out, 0);
	exh_write_u8(out, (uint8_t)(class_mask >> 8));
	exh_write_u8(out, (uint8_t)class_mask);
}

enum exh_status exh_sci_suffixes_write(const struct exh_sci_suffixes *suffixes,
				       struct exh_writer *out, struct exh_error *err)
{
	for (size_t i = 0; i < suffixes->count; i++) {
		const struct exh_sci_suffix *rule = &suffixes->items[i];
		const char *fault = fault_of_rule(rule);

		if (fault)
			return exh_fail(err, EXH_INVALID, i, "%s", fault);
		write_part(&rule->typed, rule->output_class, out);
		write_part(&rule->root, rule->input_class, out);
	}
	if (suffixes->is_ended)
		exh_write_u8(out, 0);
	return end_writing(out, "suffix rules need", err);
}
