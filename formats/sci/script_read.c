#include "exhume/advanced/sci_script.h"

#include "../base/reader.h"
#include "exhume/sci_parser.h"
#include "exhume/advanced/sci_said.h"
#include "basics.h"

#include <string.h>

enum {
	HEADER_SIZE = 4, /* type, and size including this header */
	LOCALS_SIZE = 2,
	SYNONYM_SIZE = 4,
	SYNONYMS_END = 0xffff,
	DOS_END = 0x1a,
	MAX_NOTES = 100,
};

const char *exh_sci_section_name(unsigned type)
{
	static const char *const names[EXH_SCI_SECTIONS] = {
		"end",	 "object",  "code",	  "synonyms",	  "said",   "strings",
		"class", "exports", "relocation", "preload-text", "locals",
	};

	return type < EXH_SCI_SECTIONS ? names[type] : NULL;
}

/*
 * Sections.
 */

/* Ways in which the list of sections ends. */
enum walk_end {
	WALK_ENDED,    /* at its end mark */
	WALK_NO_MARK,  /* the resource ends where a section would begin */
	WALK_BAD_TYPE, /* the type is unknown */
	WALK_BAD_SIZE, /* the size is below that of a header */
	WALK_CUT,      /* the resource ends in the section, which still counts */
};

struct walk {
	struct exh_bytes in;
	size_t pos;
	size_t count;
	enum walk_end end;
	uint16_t type, size; /* type and size of the last section */
};

/* Reads the next section; false if there is none, and w->end has the reason. */
static bool next_section(struct walk *w, struct exh_sci_section *out)
{
	struct reader r = { .in = w->in, .pos = w->pos };

	w->size = 0;
	w->end = WALK_NO_MARK;
	if (rd_left(&r) < 2)
		return false;
	w->type = rd_u16le(&r);
	if (w->type == EXH_SCI_SECTION_END) {
		w->end = WALK_ENDED;
		w->pos += 2;
		return false;
	}
	w->size = rd_u16le(&r);
	if (r.failed)
		return false;
	w->end = w->type >= EXH_SCI_SECTIONS ? WALK_BAD_TYPE : WALK_BAD_SIZE;
	if (w->type >= EXH_SCI_SECTIONS || w->size < HEADER_SIZE)
		return false;
	w->end = w->size > w->in.size - w->pos ? WALK_CUT : WALK_ENDED;
	*out = (struct exh_sci_section){ .type = w->type, .offset = w->in.base + w->pos };
	if (w->end == WALK_CUT)
		w->size = (uint16_t)(w->in.size - w->pos);
	exh_bytes_slice(w->in, w->pos + HEADER_SIZE, (size_t)w->size - HEADER_SIZE,
			&out->data);
	w->pos += w->size;
	w->count++;
	return true;
}

/* Reads all sections; the output may be NULL. */
static struct walk walk_all(struct exh_bytes in, size_t pos,
			    struct exh_sci_section *sections)
{
	struct walk w = { .in = in, .pos = pos };
	struct exh_sci_section section;

	while (next_section(&w, &section)) {
		if (sections)
			sections[w.count - 1] = section;
		if (w.end == WALK_CUT)
			break;
	}
	return w;
}

/* True for zeros, or DOS's end of text, which editors leave. */
static bool is_padding(struct exh_bytes rest)
{
	size_t i = 0;

	if (rest.size == 1 && rest.data[0] == DOS_END)
		return true;
	while (i < rest.size && !rest.data[i])
		i++;
	return i == rest.size;
}

/* True if the list ends with the mark, followed only by padding. */
static bool is_ended(const struct walk *w)
{
	struct exh_bytes rest;

	return w->end == WALK_ENDED &&
	       exh_bytes_slice(w->in, w->pos, w->in.size - w->pos, &rest) &&
	       is_padding(rest);
}

/* True if sections fill the resource. */
static bool is_whole(const struct walk *w)
{
	return w->count && is_ended(w);
}

static void note_end(const struct walk *w, struct exh_notes *notes)
{
	const size_t at = w->in.base + w->pos;
	const size_t left = w->in.size - w->pos;

	switch (w->end) {
	case WALK_ENDED:
		if (!is_ended(w))
			exh_note(notes, EXH_WARNING, at,
				 "%zu bytes after the last section", left);
		break;
	case WALK_NO_MARK:
		exh_note(notes, EXH_WARNING, at, "no mark after the last section");
		break;
	case WALK_BAD_TYPE:
		exh_note(notes, EXH_DAMAGE, at,
			 "a section of unknown type %u: %zu bytes are lost", w->type,
			 left);
		break;
	case WALK_BAD_SIZE:
		exh_note(notes, EXH_DAMAGE, at,
			 "a section of %u bytes, of which its header takes %d: %zu bytes "
			 "are lost",
			 w->size, HEADER_SIZE, left);
		break;
	default:
		exh_note(notes, EXH_DAMAGE, at, "the last section (%s) is truncated",
			 exh_sci_section_name(w->type));
	}
}

/*
 * Content of sections. Each reader runs twice over its section: with out NULL it counts.
 */

typedef size_t read_items(struct exh_bytes in, void *out, struct exh_notes *notes);

/* Skips the rest of a spec, past the next byte that ends one, if any. */
static size_t skip_spec(struct exh_bytes in, size_t pos)
{
	const uint8_t *end = memchr(in.data + pos, EXH_SCI_SAID_END, in.size - pos);

	return end ? (size_t)(end - in.data) + 1 : in.size;
}

static size_t read_saids(struct exh_bytes in, void *out, struct exh_notes *notes)
{
	struct exh_bytes *saids = out;
	size_t count = 0, pos = 0, size;

	while (pos < in.size && !(pos + 1 == in.size && in.data[pos] == 0)) {
		struct exh_bytes rest;
		struct exh_error err;

		exh_bytes_slice(in, pos, in.size - pos, &rest);
		if (exh_sci_said_size(rest, &size, &err)) {
			if (saids)
				exh_note(notes, EXH_DAMAGE, err.offset,
					 "a spec at 0x%zx: %s", rest.base, err.text);
			pos = skip_spec(in, pos);
			continue;
		}
		if (saids)
			exh_bytes_slice(rest, 0, size, &saids[count]);
		count++;
		pos += size;
	}
	return count;
}

static size_t read_synonyms(struct exh_bytes in, void *out, struct exh_notes *notes)
{
	struct exh_sci_synonym *synonyms = out;
	struct reader r = { .in = in };
	size_t count = 0, at;

	for (; rd_left(&r) >= SYNONYM_SIZE; count++) {
		const uint16_t replaced = rd_u16le(&r);

		if (replaced == SYNONYMS_END)
			return count;
		if (synonyms)
			synonyms[count].replaced = replaced;
		if (synonyms)
			synonyms[count].replacement = load_u16le(in.data + r.pos);
		rd_u16le(&r);
	}
	at = rd_tell(&r);
	if (synonyms && rd_u16le(&r) != SYNONYMS_END)
		exh_note(notes, EXH_WARNING, at, "no 0xffff after synonyms");
	return count;
}

static size_t read_strings(struct exh_bytes in, void *out, struct exh_notes *notes)
{
	struct exh_bytes *strings = out;
	size_t count = 0;

	for (size_t pos = 0; pos < in.size; count++) {
		const uint8_t *end = memchr(in.data + pos, '\0', in.size - pos);
		const size_t size = end ? (size_t)(end - in.data) - pos : in.size - pos;

		if (strings)
			exh_bytes_slice(in, pos, size, &strings[count]);
		if (strings && !end)
			exh_note(notes, EXH_WARNING, in.base + pos,
				 "the last string has no end");
		pos += size + 1;
	}
	return count;
}

/* Reads all items of a type into one list. */
static void *read_type(const struct exh_sci_script *script, unsigned type,
		       read_items *read, size_t item_size, struct exh_arena *arena,
		       size_t *count, struct exh_notes *notes)
{
	uint8_t *items;
	size_t done = 0;

	*count = 0;
	for (size_t i = 0; i < script->section_count; i++)
		if (script->sections[i].type == type)
			*count += read(script->sections[i].data, NULL, NULL);
	items = exh_alloc(arena, *count + 1, item_size);
	for (size_t i = 0; i < script->section_count && items; i++)
		if (script->sections[i].type == type)
			done += read(script->sections[i].data, items + done * item_size,
				     notes);
	return items;
}

static bool read_contents(struct exh_sci_script *s, struct exh_arena *arena,
			  struct exh_notes *notes)
{
	s->saids = read_type(s, EXH_SCI_SECTION_SAID, read_saids, sizeof *s->saids, arena,
			     &s->said_count, notes);
	s->synonyms = read_type(s, EXH_SCI_SECTION_SYNONYMS, read_synonyms,
				sizeof *s->synonyms, arena, &s->synonym_count, notes);
	s->strings = read_type(s, EXH_SCI_SECTION_STRINGS, read_strings,
			       sizeof *s->strings, arena, &s->string_count, notes);
	return s->saids && s->synonyms && s->strings;
}

static enum exh_status read_script(struct exh_bytes in, struct exh_arena *arena,
				   struct exh_sci_script *out, struct exh_notes *notes,
				   struct exh_error *err)
{
	struct walk w = walk_all(in, 0, NULL);

	*out = (struct exh_sci_script){ .base = in.base };
	if (in.size < 2)
		return exh_fail(err, EXH_TRUNCATED, in.base + in.size,
				"%zu bytes: too short for a script", in.size);
	if (!is_whole(&w) && in.size >= LOCALS_SIZE) {
		const struct walk early = walk_all(in, LOCALS_SIZE, NULL);

		out->is_early = is_whole(&early);
		w = out->is_early ? early : w;
	}
	if (!w.count && w.end != WALK_ENDED)
		return exh_fail(err, EXH_INVALID, in.base,
				"no section begins with type %u and size %u", w.type,
				w.size);
	out->locals_count = out->is_early ? load_u16le(in.data) : 0;
	out->section_count = w.count;
	out->sections = exh_alloc(arena, w.count + 1, sizeof *out->sections);
	if (out->sections) {
		walk_all(in, out->is_early ? LOCALS_SIZE : 0, out->sections);
		out->is_ended = is_ended(&w);
		note_end(&w, notes);
	}
	if (!out->sections || !read_contents(out, arena, notes))
		return too_many(arena, w.count, "sections", EXH_NO_OFFSET, err);
	return EXH_OK;
}

enum exh_status exh_sci_script_read(struct exh_bytes in, struct exh_arena *arena,
				    struct exh_sci_script *out, struct exh_notes *notes,
				    struct exh_error *err)
{
	enum exh_status status;

	exh_notes_limit(notes, MAX_NOTES);
	status = read_script(in, arena, out, notes, err);
	exh_notes_all(notes);
	return status;
}
