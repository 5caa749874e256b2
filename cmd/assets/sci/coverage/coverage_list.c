#include "coverage.h"

#include "assets/sci/script/script.h"

#include <exhume/sci.h>
#include <exhume/advanced/sci_rooms.h>

static bool list_rooms(struct coverage *coverage, struct exh_arena *arena,
		       struct report *report)
{
	const struct exh_sci_program *program = &coverage->program->program;
	struct exh_sci_use *uses;
	struct exh_sci_rooms rooms;
	struct exh_error err;
	size_t count;

	if (exh_sci_uses(program, arena, &uses, &count, &err) ||
	    exh_sci_rooms(program, uses, count, arena, &rooms, &err)) {
		report_failure(report, NULL, &err);
		return false;
	}
	for (size_t i = 0; i < rooms.room_count; i++)
		coverage_add(coverage, COVERAGE_ROOMS, rooms.rooms[i].number, false);
	return true;
}

static void list_saids(struct coverage *coverage)
{
	const struct exh_sci_program *program = &coverage->program->program;

	for (size_t i = 0; i < program->script_count; i++) {
		const struct exh_sci_code *code = &program->scripts[i].code;

		for (size_t k = 0; k < code->script.said_count; k++)
			coverage_add(coverage, COVERAGE_SAIDS,
				     (uint32_t)program->scripts[i].number << 16 |
					     (uint32_t)(code->script.saids[k].base -
							code->bytes.base),
				     false);
	}
}

/* Lists the messages of a text; none for an unreadable one. */
static void list_messages(struct coverage *coverage, struct sci_game *game,
			  const struct exh_sci_game_resource *resource,
			  struct report *report, struct exh_arena *arena)
{
	struct exh_notes notes = { .arena = arena };
	struct exh_sci_text text = { .count = 0 };
	struct exh_bytes bytes;

	if (!sci_game_take(game, resource, arena, &bytes, report) ||
	    exh_sci_text_read(bytes, arena, &text, &notes, NULL))
		return;
	for (size_t i = 0; i < text.count; i++)
		coverage_add(coverage, COVERAGE_TEXTS,
			     resource->number << 16 | (uint32_t)i, false);
}

static void list_resources(struct coverage *coverage, struct sci_game *game,
			   struct report *report, struct exh_arena *arena)
{
	for (size_t i = 0; i < game->opened.count; i++) {
		const struct exh_sci_game_resource *r = &game->opened.resources[i];

		if (r->is_overridden)
			continue;
		if (r->type == EXH_SCI_TEXT)
			list_messages(coverage, game, r, report, arena);
		else if (coverage_kind_of(r->type) < COVERAGE_KINDS)
			coverage_add(coverage, coverage_kind_of(r->type), r->number,
				     false);
	}
}

enum coverage_kind coverage_kind_of(unsigned type)
{
	switch (type) {
	case EXH_SCI_VIEW:
		return COVERAGE_VIEWS;
	case EXH_SCI_PIC:
		return COVERAGE_PICS;
	case EXH_SCI_SOUND:
		return COVERAGE_SOUNDS;
	default:
		return COVERAGE_KINDS;
	}
}

bool coverage_list(struct coverage *coverage, struct sci_game *game,
		   struct report *report)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	const bool good = list_rooms(coverage, &arena, report);

	if (good) {
		list_saids(coverage);
		list_resources(coverage, game, report, &arena);
	}
	exh_arena_free(&arena);
	coverage->has_items = true;
	return good;
}
