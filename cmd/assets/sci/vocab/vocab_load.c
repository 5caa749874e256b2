#include "vocab.h"

#include "task/file.h"
#include "task/memory.h"

#include <stdlib.h>

enum { HEADER_MARK = 0x80 | EXH_SCI_VOCAB };

static bool is_wished(struct vocab_wish wish, enum exh_sci_vocab_kind kind)
{
	return !wish.kinds || wish.kinds & 1U << kind;
}

/* Returns the only selected kind, or EXH_SCI_VOCAB_KINDS. */
static enum exh_sci_vocab_kind only_wish(struct vocab_wish wish)
{
	for (unsigned i = 0; i < EXH_SCI_VOCAB_KINDS; i++)
		if (wish.kinds == 1U << i)
			return (enum exh_sci_vocab_kind)i;
	return EXH_SCI_VOCAB_KINDS;
}

static bool add(struct vocab_sources *sources, struct exh_bytes bytes, int number,
		enum exh_sci_vocab_kind kind, const char *file, struct report *report)
{
	struct exh_notes notes = { .arena = &sources->arena };
	struct vocab vocab;
	struct exh_error err;
	const enum exh_status status =
		vocab_read(bytes, kind, &sources->arena, &vocab, &notes, &err);

	report_notes(report, file, &notes);
	if (status) {
		report_failure(report, file, &err);
		return false;
	}
	vocab.number = number;
	*MEM_ADD(sources) = (struct vocab_source){ vocab, mem_text(file) };
	return true;
}

/*
 * A game.
 */

static int by_number(const void *a, const void *b)
{
	const struct exh_sci_game_resource *one =
		*(const struct exh_sci_game_resource *const *)a;
	const struct exh_sci_game_resource *other =
		*(const struct exh_sci_game_resource *const *)b;

	return one->number < other->number ? -1 : one->number > other->number;
}

static void add_resource(struct vocab_sources *sources,
			 const struct exh_sci_game_resource *resource,
			 struct vocab_wish wish, struct report *report)
{
	enum exh_sci_vocab_kind kind;
	struct exh_bytes bytes;
	const char *file;

	if (!sci_game_take(&sources->game, resource, &sources->arena, &bytes, report))
		return;
	file = sci_game_file(&sources->game, resource);
	kind = exh_sci_vocab_kind_at(resource->number, bytes);
	if (kind == EXH_SCI_VOCAB_KINDS)
		kind = exh_sci_vocab_kind_of(bytes);
	if (kind == EXH_SCI_VOCAB_KINDS) {
		if (!wish.kinds)
			report_warning(report, file, EXH_NO_OFFSET,
				       "vocab.%03u: left out: unknown kind",
				       resource->number);
		return;
	}
	if (is_wished(wish, kind))
		add(sources, bytes, (int)resource->number, kind, file, report);
}

static void report_missing(const struct vocab_sources *sources, const char *path,
			   struct vocab_wish wish, struct report *report)
{
	for (unsigned i = 0; i < EXH_SCI_VOCAB_KINDS; i++)
		if (wish.kinds & 1U << i &&
		    !vocab_sources_find(sources, (enum exh_sci_vocab_kind)i))
			report_error(report, path, EXH_NO_OFFSET, "the game has no %s",
				     exh_sci_vocab_kind_name((enum exh_sci_vocab_kind)i));
}

static bool open_game(struct vocab_sources *sources, const char *path,
		      struct vocab_wish wish, struct report *report)
{
	const struct exh_sci_game_resource **list;
	size_t count = 0;

	sources->has_game = true;
	if (!sci_game_open(&sources->game, path, -1, report))
		return false;
	list = mem_alloc(sources->game.opened.count, sizeof *list);
	for (size_t i = 0; i < sources->game.opened.count; i++) {
		const struct exh_sci_game_resource *resource =
			&sources->game.opened.resources[i];

		if (resource->type == EXH_SCI_VOCAB &&
		    exh_sci_game_find(&sources->game.opened, EXH_SCI_VOCAB,
				      resource->number) == resource)
			list[count++] = resource;
	}
	qsort(list, count, sizeof *list, by_number);
	for (size_t i = 0; i < count; i++)
		add_resource(sources, list[i], wish, report);
	free(list);
	if (!wish.quiet)
		report_missing(sources, path, wish, report);
	if (!sources->count && !report->failed)
		report_error(report, path, EXH_NO_OFFSET, "the game has no vocabularies");
	return sources->count;
}

/*
 * A file.
 */

/* Returns the kind of a file's vocabulary. Skips a patch file's header, unless only
 * the bytes including it are a known kind. */
static enum exh_sci_vocab_kind look_at(struct exh_bytes *bytes, int number)
{
	struct exh_bytes inside;
	enum exh_sci_vocab_kind kind = EXH_SCI_VOCAB_KINDS;

	if (bytes->size > 1 && bytes->data[0] == HEADER_MARK &&
	    exh_sci_patch_read(*bytes, EXH_SCI_VOCAB, &inside, NULL) == EXH_OK) {
		kind = exh_sci_vocab_kind_of(inside);
		if (kind != EXH_SCI_VOCAB_KINDS ||
		    exh_sci_vocab_kind_of(*bytes) == EXH_SCI_VOCAB_KINDS)
			*bytes = inside;
	}
	if (number != VOCAB_NO_NUMBER) {
		const enum exh_sci_vocab_kind named =
			exh_sci_vocab_kind_at((unsigned)number, *bytes);

		if (named != EXH_SCI_VOCAB_KINDS)
			return named;
	}
	return kind == EXH_SCI_VOCAB_KINDS ? exh_sci_vocab_kind_of(*bytes) : kind;
}

static bool read_file(struct vocab_sources *sources, const char *path,
		      struct exh_bytes *out, struct report *report)
{
	struct file file;

	if (sci_refuse_volume(path, report) ||
	    !report_read(report, path, VOCAB_SIZE_LIMIT, &file))
		return false;
	*out = mem_arena_keep(&sources->arena, file_bytes(&file));
	free(file.data);
	return true;
}

static bool open_file(struct vocab_sources *sources, const char *path,
		      struct vocab_wish wish, struct report *report)
{
	unsigned type = EXH_SCI_TYPES, patch_number = 0;
	const bool is_named = exh_sci_patch_name(file_name(path), &type, &patch_number) &&
			      type == EXH_SCI_VOCAB;
	const int number = is_named ? (int)patch_number : VOCAB_NO_NUMBER;
	enum exh_sci_vocab_kind kind;
	struct exh_bytes bytes;

	if (!read_file(sources, path, &bytes, report))
		return false;
	kind = look_at(&bytes, number);
	if (only_wish(wish) != EXH_SCI_VOCAB_KINDS)
		kind = only_wish(wish);
	if (kind == EXH_SCI_VOCAB_KINDS) {
		report_error(report, path, EXH_NO_OFFSET,
			     "neither its name nor its contents determine its kind: give "
			     "--kind");
		return false;
	}
	if (!is_wished(wish, kind)) {
		report_error(report, path, EXH_NO_OFFSET, "contains %s",
			     exh_sci_vocab_kind_name(kind));
		return false;
	}
	return add(sources, bytes, number, kind, path, report);
}

bool vocab_sources_open(struct vocab_sources *sources, const char *path,
			struct vocab_wish wish, struct report *report)
{
	*sources = (struct vocab_sources){ .arena.limit = VOCAB_ARENA_LIMIT };
	return sci_is_game(path) ? open_game(sources, path, wish, report)
				 : open_file(sources, path, wish, report);
}

void vocab_sources_close(struct vocab_sources *sources)
{
	for (size_t i = 0; i < sources->count; i++)
		free(sources->items[i].file);
	free(sources->items);
	if (sources->has_game)
		sci_game_close(&sources->game);
	exh_arena_free(&sources->arena);
	*sources = (struct vocab_sources){ 0 };
}

const struct vocab *vocab_sources_find(const struct vocab_sources *sources,
				       enum exh_sci_vocab_kind kind)
{
	for (size_t i = 0; i < sources->count; i++)
		if (sources->items[i].vocab.kind == kind)
			return &sources->items[i].vocab;
	return NULL;
}

void vocab_sources_add_suffixes(struct vocab_sources *sources, const char *path,
				struct report *report)
{
	char **paths = companions_find(path, "vocab");

	for (size_t i = 0; paths[i]; i++) {
		unsigned type, number;
		struct exh_bytes bytes;

		if (!exh_sci_patch_name(file_name(paths[i]), &type, &number) ||
		    type != EXH_SCI_VOCAB || (number != 901 && number != 902) ||
		    vocab_sources_find(sources, EXH_SCI_VOCAB_SUFFIXES) ||
		    !read_file(sources, paths[i], &bytes, report))
			continue;
		if (look_at(&bytes, (int)number) == EXH_SCI_VOCAB_SUFFIXES)
			add(sources, bytes, (int)number, EXH_SCI_VOCAB_SUFFIXES, paths[i],
			    report);
	}
	companions_free(paths);
}
