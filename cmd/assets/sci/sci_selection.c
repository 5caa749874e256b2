#include "sci.h"

#include "cli/opt.h"
#include "task/memory.h"

#include <exhume/advanced/sci_game.h>
#include <exhume/advanced/sci_check.h>

#include <stdio.h>
#include <stdlib.h>

/* Most bytes: of a resource with its notes; of patch files; of decoded contents. */
enum { ITEM_LIMIT = 1 << 20, PATCH_LIMIT = 64 << 20, DECODE_LIMIT = 128 << 20 };

/*
 * Selection.
 */

static int parse_types(const struct command *self, const struct strings *types,
		       struct sci_choice *choice)
{
	for (unsigned i = 0; i < EXH_SCI_TYPES; i++)
		choice->types[i] = !types->count;
	for (size_t i = 0; i < types->count; i++) {
		const unsigned type = exh_sci_type_from_name(types->items[i]);

		if (type == EXH_SCI_TYPES)
			return opt_usage_error(
				self,
				"--type %s: expected view, pic, script, text, sound, "
				"vocab, font, cursor, patch or another resource type",
				types->items[i]);
		choice->types[type] = true;
	}
	return EXIT_DONE;
}

int sci_choice_parse(const struct command *self, struct common *common,
		     const struct strings *types, const struct strings *numbers,
		     struct sci_choice *choice)
{
	int status;

	*choice = (struct sci_choice){ 0 };
	status = ranges_option_parse_all(self, "number", numbers, RANGE_UNLIMITED,
					 &choice->ranges, &choice->range_count);
	common_keep(common, choice->ranges, free);
	return status ? status : parse_types(self, types, choice);
}

static bool is_wanted(const struct sci_choice *choice, unsigned type, unsigned number)
{
	return choice->types[type] &&
	       ranges_have(choice->ranges, choice->range_count, number);
}

/*
 * Collecting.
 */

static bool is_of(const struct exh_sci_game_resource *resource, enum sci_which which)
{
	if (which == SCI_ALL)
		return true;
	if (resource->entry && resource->entry->is_shadowed)
		return false;
	return which == SCI_MAPPED ? !resource->is_patch : !resource->is_overridden;
}

static void append(struct sci_selection *items,
		   const struct exh_sci_game_resource *resource)
{
	struct sci_item *item = &items->items[items->count++];

	*item = (struct sci_item){ .resource = *resource,
				   .file = sci_game_file(items->game, resource) };
	if (!resource->is_patch)
		item->header_status = exh_sci_game_record(
			&items->game->opened, resource, NULL, &item->record, &item->err);
}

void sci_selection_collect(struct sci_selection *items, const struct sci_game *game,
			   const struct sci_choice *choice, enum sci_which which)
{
	*items = (struct sci_selection){ .game = game };
	items->items = mem_alloc(game->opened.count, sizeof *items->items);
	for (size_t i = 0; i < game->opened.count; i++) {
		const struct exh_sci_game_resource *resource = &game->opened.resources[i];

		if (is_of(resource, which) &&
		    is_wanted(choice, resource->type, resource->number))
			append(items, resource);
	}
}

void sci_selection_free(struct sci_selection *items)
{
	for (size_t i = 0; i < items->count; i++)
		exh_arena_free(&items->items[i].arena);
	free(items->items);
}

/*
 * Loading.
 */

/* Makes the record that it would have in a volume, stored. */
static void make_up_record(struct sci_item *item)
{
	item->record = (struct exh_sci_record){
		.type = (uint8_t)item->resource.type,
		.number = (uint16_t)item->resource.number,
		.packed_size = (uint32_t)item->bytes.size,
		.unpacked_size = (uint32_t)item->bytes.size,
		.payload = item->bytes,
		.size = item->bytes.size,
	};
}

static void decode(struct sci_item *item)
{
	struct exh_arena arena = { .limit = DECODE_LIMIT };

	item->decode_err.status = exh_sci_resource_check(
		item->resource.type, item->resource.number, item->bytes, &arena,
		&item->notes, &item->decode_err);
	exh_arena_free(&arena);
}

static void load(void *context, size_t i)
{
	const struct sci_selection *items = context;
	struct sci_item *item = &items->items[i];

	item->arena.limit = item->resource.is_patch ? PATCH_LIMIT : ITEM_LIMIT;
	item->notes.arena = &item->arena;
	item->status = exh_sci_game_unpack(&items->game->opened, &item->resource,
					   &item->arena, items->salvage, &item->bytes,
					   &item->notes, &item->err);
	if (item->resource.is_patch)
		item->header_status = item->status;
	if (item->resource.is_patch && !item->status)
		make_up_record(item);
	if (!item->status && items->hash)
		sha256_of(item->bytes, item->sha256);
	if (!item->status && items->decode)
		decode(item);
}

/* Accepts views and pics of a later interpreter, if most of them are of one: they are
 * not damaged. */
static void excuse_later(struct sci_selection *items)
{
	size_t later = 0, others = 0;

	for (size_t i = 0; i < items->count; i++) {
		const struct sci_item *item = &items->items[i];

		if (item->resource.type != EXH_SCI_VIEW &&
		    item->resource.type != EXH_SCI_PIC)
			continue;
		if (item->decode_err.status == EXH_UNSUPPORTED)
			later++;
		else
			others++;
	}
	for (size_t i = 0; i < items->count && later > others; i++)
		if (items->items[i].decode_err.status == EXH_UNSUPPORTED)
			items->items[i].decode_err.status = EXH_OK;
}

bool sci_selection_load(struct sci_selection *items, struct report *report)
{
	if (!report_jobs(report, report->command, items->count, load, items))
		return false;
	excuse_later(items);
	return true;
}

void sci_selection_report(const struct sci_selection *items, struct report *report)
{
	for (size_t i = 0; i < items->count; i++) {
		const struct sci_item *item = &items->items[i];
		struct exh_error err = item->err;
		char name[SCI_NAME_SIZE];

		sci_item_name(item, name);
		for (struct exh_note *note = item->notes.first; note; note = note->next)
			(note->severity == EXH_DAMAGE ? report_error : report_warning)(
				report, item->file, note->offset, "%s: %s", name,
				note->text);
		/* Damage counts even if there was no memory for notes. */
		if (item->notes.damage_count)
			report->failed = true;
		if (item->status) {
			exh_within(&err, item->status, "%s", name);
			report_failure(report, item->file, &err);
		}
		if (item->decode_err.status) {
			err = item->decode_err;
			exh_within(&err, err.status, "%s can't be decoded", name);
			report_failure(report, item->file, &err);
		}
	}
}

bool sci_item_is_whole(const struct sci_item *item)
{
	return !item->status && !item->decode_err.status && !item->notes.damage_count;
}

void sci_item_name(const struct sci_item *item, char name[SCI_NAME_SIZE])
{
	snprintf(name, SCI_NAME_SIZE, "%s.%03u", exh_sci_type_name(item->resource.type),
		 item->resource.number);
}

size_t sci_item_offset(const struct sci_item *item)
{
	return item->resource.is_patch ? item->record.payload.base
				       : item->resource.entry->offset;
}
