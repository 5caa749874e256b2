#include "softdisk.h"

#include "task/memory.h"

#include <exhume/advanced/ilbm.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	FILE_LIMIT = 256 << 20,
	ARENA_LIMIT = 64 << 20,
	MAX_ROUNDS = 8, /* rounds of renaming; each makes names longer */
};

bool contents_is_library(const struct contents *contents)
{
	return contents->library.kind != EXH_SOFTDISK_NONE;
}

/*
 * Names.
 */

/* Converts code page 437 to a string. */
static char *to_utf8(const uint8_t *name, size_t size)
{
	struct exh_writer out = { .limit = SIZE_MAX };

	exh_cp437_to_utf8((struct exh_bytes){ name, size, 0 }, EXH_CP437_SCREEN, &out);
	exh_write_u8(&out, 0);
	mem_check(&out);
	return (char *)out.data;
}

char *content_stored_name(const struct exh_softdisk_member *member)
{
	return to_utf8(member->name, strlen((const char *)member->name));
}

/* True for characters that separate folders on any system, or control a terminal. */
static bool is_unsafe(uint8_t code)
{
	return code < 32 || code == 127 || strchr("/\\:*?\"<>|", code);
}

static char *safe_name(const struct exh_softdisk_member *member)
{
	uint8_t name[EXH_SOFTDISK_NAME_SIZE];
	size_t size = strlen((const char *)member->name);

	while (size && member->name[size - 1] == ' ')
		size--;
	for (size_t i = 0; i < size; i++)
		name[i] = is_unsafe(member->name[i]) ? '_' : member->name[i];
	/* "." and "..", and names of hidden files. */
	if (size && name[0] == '.')
		name[0] = '_';
	return size ? to_utf8(name, size) : mem_text("unnamed");
}

static int by_name(const void *a, const void *b)
{
	const struct content *one = *(struct content *const *)a;
	const struct content *other = *(struct content *const *)b;
	const int order = strcasecmp(one->name, other->name);

	return order ? order : (one > other) - (one < other);
}

/* Renames NAME.EXT to NAME~INDEX.EXT. */
static void add_index(struct content *item)
{
	const char *name = item->name, *dot = strrchr(name, '.');
	const int stem_size = (int)(dot ? (size_t)(dot - name) : strlen(name));
	char *longer = mem_format("%.*s~%zu%s", stem_size, name, item->member->index,
				  dot ? dot : "");

	free(item->name);
	item->name = longer;
}

/* Makes names distinct; the first of several members with the same name keeps it. */
static void make_distinct(struct contents *contents)
{
	struct content **sorted = mem_alloc(contents->count, sizeof *sorted);
	bool changed = true;

	for (size_t i = 0; i < contents->count; i++)
		sorted[i] = &contents->items[i];
	for (int round = 0; round < MAX_ROUNDS && changed; round++) {
		const char *first = NULL;

		changed = false;
		qsort(sorted, contents->count, sizeof *sorted, by_name);
		for (size_t i = 0; i < contents->count; i++) {
			if (!first || strcasecmp(first, sorted[i]->name) != 0) {
				first = sorted[i]->name;
				continue;
			}
			add_index(sorted[i]);
			contents->renamed = changed = true;
		}
	}
	free(sorted);
}

static void name_members(struct contents *contents)
{
	for (size_t i = 0; i < contents->count; i++) {
		struct content *item = &contents->items[i];
		char *stored;

		item->member = &contents->library.members[i];
		item->name = safe_name(item->member);
		stored = content_stored_name(item->member);
		contents->renamed |= strcmp(item->name, stored) != 0;
		free(stored);
	}
	make_distinct(contents);
}

/*
 * Opening.
 */

static void name_all(struct contents *contents)
{
	const bool has_names = contents->library.kind == EXH_SOFTDISK_SLIB;
	const char *own = file_name(contents->path);

	contents->count =
		contents_is_library(contents) ? contents->library.member_count : 1;
	contents->items =
		mem_alloc(contents->count ? contents->count : 1, sizeof *contents->items);
	if (has_names) {
		name_members(contents);
		return;
	}
	contents->items[0].name = mem_text(strcmp(own, "-") == 0 ? "stdin" : own);
	if (contents_is_library(contents))
		contents->items[0].member = contents->library.members;
}

enum exh_status contents_open(struct contents *contents, const char *path,
			      struct exh_error *err)
{
	enum exh_status status;
	struct exh_bytes bytes;

	*contents = (struct contents){ .path = path, .arena.limit = ARENA_LIMIT };
	contents->notes.arena = &contents->arena;
	status = file_read(path, FILE_LIMIT, &contents->file, err);
	if (status)
		return status;
	bytes = file_bytes(&contents->file);
	if (exh_softdisk_kind(bytes) != EXH_SOFTDISK_NONE) {
		status = exh_softdisk_open(bytes, &contents->arena, &contents->library,
					   &contents->notes, err);
		if (status)
			return status;
	}
	name_all(contents);
	return EXH_OK;
}

void contents_free(struct contents *contents)
{
	for (size_t i = 0; i < contents->count; i++)
		free(contents->items[i].name);
	free(contents->items);
	free(contents->file.data);
	exh_arena_free(&contents->arena);
}

enum exh_status content_load(const struct contents *contents, const struct content *item,
			     struct exh_arena *arena, struct exh_bytes *out,
			     struct exh_notes *notes, struct exh_error *err)
{
	*out = file_bytes(&contents->file);
	return item->member ? exh_softdisk_extract(item->member, arena, out, notes, err)
			    : EXH_OK;
}

char *content_title(const struct contents *contents, const struct content *item)
{
	return contents->library.kind == EXH_SOFTDISK_SLIB
		       ? file_join(contents->path, item->name)
		       : mem_text(contents->path);
}

/*
 * Types, and conversion to text.
 */

const char *softdisk_type_name(enum softdisk_type type)
{
	static const char *const names[] = { "other", "picture", "screen", "text" };

	return names[type];
}

void softdisk_judge(struct exh_bytes bytes, struct softdisk_content *content,
		    struct exh_notes *notes, struct exh_error *err)
{
	const bool bsave = bytes.size && bytes.data[0] == 0xfd;

	*content = (struct softdisk_content){ .bytes = bytes };
	if (exh_ilbm_is(bytes)) {
		content->type = SOFTDISK_PICTURE;
		exh_fail(err, EXH_INVALID, 0, "a picture; use exhume lbm2png");
	} else if (!exh_text_screen_open(bytes, &content->screen, notes, err)) {
		content->type = SOFTDISK_SCREEN;
	} else if (!bsave && !exh_keen_text_open(bytes, &content->text, notes, NULL)) {
		content->type = SOFTDISK_TEXT;
	} else if (!bsave) {
		exh_fail(err, EXH_INVALID, 0, "not a library, a text screen or a text");
	}
}

void softdisk_encode(const struct softdisk_content *content, enum softdisk_format format,
		     struct exh_writer *out)
{
	if (format == SOFTDISK_AS_RAW)
		exh_write_bytes(out, content->bytes.data, content->bytes.size);
	else if (content->type == SOFTDISK_TEXT)
		exh_keen_text_to_utf8(&content->text, out);
	else if (format == SOFTDISK_AS_ANSI)
		exh_text_screen_to_ansi(&content->screen, out);
	else
		exh_text_screen_to_utf8(&content->screen, out);
}
