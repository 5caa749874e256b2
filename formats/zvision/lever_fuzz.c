/*
 * For any text: what is read lies within it and is in order; findings point to its lines;
 * and a text printed from it reads the same.
 *
 * Input: a file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/advanced/zvision_lever.h"

#include "../base/fuzzing.h"

#include <stdio.h>

enum { LIMIT = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put(struct exh_writer *out, const char *format, int a, int b, int c)
{
	char text[128];

	snprintf(text, sizeof text, format, a, b, c);
	exh_write_bytes(out, text, strlen(text));
}

static void write_position(struct exh_writer *out, const struct exh_zv_lever_position *p)
{
	put(out, "%d:%d %d", p->number, p->x, p->y);
	for (size_t i = 0; i < p->direction_count; i++)
		put(out, " D=%d,%d", p->directions[i].to, p->directions[i].angle, 0);
	if (p->has_return)
		put(out, " ^=", 0, 0, 0);
	for (size_t i = 0; i < p->path_count; i++)
		put(out, " P(%d to %d)", p->paths[i].from, p->paths[i].to, 0);
	if (p->has_end)
		put(out, " E(%d)", p->end, 0, 0);
	put(out, "~\r\n", 0, 0, 0);
}

static void write_lever(struct exh_writer *out, const struct exh_zv_lever *lever)
{
	for (unsigned key = 0; key < EXH_ZV_LEVER_KEY_COUNT; key++) {
		const char *name = exh_zv_lever_key_name((enum exh_zv_lever_key)key);

		if (!lever->fields[key].known)
			continue;
		exh_write_bytes(out, name, strlen(name));
		for (size_t i = 0; i < exh_zv_lever_key_size((enum exh_zv_lever_key)key);
		     i++)
			put(out, i ? " %d" : ":%d", lever->fields[key].values[i], 0, 0);
		put(out, "~\r\n", 0, 0, 0);
	}
	if (lever->filename.data) {
		exh_write_bytes(out, "filename:", 9);
		exh_write_bytes(out, lever->filename.data, lever->filename.size);
		put(out, "~\r\n", 0, 0, 0);
	}
	for (size_t i = 0; i < lever->position_count; i++)
		write_position(out, &lever->positions[i]);
}

static void check_again(const struct exh_zv_lever *lever)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_writer out = { .limit = LIMIT }, again = { .limit = LIMIT };
	struct exh_zv_lever back;

	write_lever(&out, lever);
	assert(!out.failed);
	if (exh_zv_lever_read(exh_writer_bytes(&out), &arena, &back, &notes, NULL) ==
	    EXH_OK) {
		assert(!notes.first);
		write_lever(&again, &back);
		assert(again.size == out.size &&
		       memcmp(again.data, out.data, out.size) == 0);
	} else {
		/* All that it had was a field whose value made no sense. */
		assert(!out.size);
	}
	exh_writer_free(&out);
	exh_writer_free(&again);
	exh_arena_free(&arena);
}

static void check_place(struct exh_bytes file, const struct exh_zv_lever_place *place)
{
	assert(place->offset <= file.size && place->line <= file.size + 1 &&
	       place->column <= place->offset + 1);
	assert((place->line == 0) == (place->column == 0));
}

static void check_positions(struct exh_bytes file, const struct exh_zv_lever *lever)
{
	for (size_t i = 0; i < lever->position_count; i++) {
		const struct exh_zv_lever_position *p = &lever->positions[i];

		assert(p->number >= 0 && p->number < exh_zv_lever_frames(lever));
		assert(!i || p->number > p[-1].number);
		assert(exh_zv_lever_find(lever, p->number) == p);
		check_place(file, &p->place);
		for (size_t k = 0; k < p->direction_count; k++)
			check_place(file, &p->directions[k].place);
		for (size_t k = 0; k < p->path_count; k++)
			check_place(file, &p->paths[k].place);
		assert(p->has_return || (!p->path_count && !p->has_end));
	}
}

static void check_findings(struct exh_bytes file, const struct exh_zv_lever *lever,
			   struct exh_arena *arena)
{
	const struct exh_zv_lever_known known = { 640, 344, true, 3 };
	const struct exh_zv_lever_finding *finding;

	if (exh_zv_lever_check(lever, &known, arena, &finding, NULL))
		return;
	for (; finding; finding = finding->next) {
		assert(exh_zv_lever_check_name(finding->check) && finding->text[0]);
		check_place(file, &finding->place);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes file = take(&data, &size, size);
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	struct exh_zv_lever lever;

	exh_zv_lever_count_keys(file);
	if (exh_zv_lever_read(file, &arena, &lever, &notes, NULL) == EXH_OK) {
		check_positions(file, &lever);
		check_findings(file, &lever, &arena);
		check_again(&lever);
	}
	for (const struct exh_note *note = notes.first; note; note = note->next)
		assert(note->severity == EXH_WARNING && note->offset <= file.size);
	exh_arena_free(&arena);
	discard(file);
	return 0;
}
