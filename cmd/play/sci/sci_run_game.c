#include "play_sci.h"

#include "assets/sci/coverage/coverage.h"
#include "task/memory.h"

#include <exhume/advanced/sci_rooms.h>
#include <stdlib.h>

enum { MEMORY_LIMIT = 1 << 28 };

const char *const sci_animate_choices[] = { "corrected", "seed", NULL };

/* Reads a resource. Errors are reported once, since the engine requests each once. */
static bool read_resource(void *context, unsigned type, unsigned number,
			  struct exh_bytes *out)
{
	struct sci_run_game *game = context;
	const struct exh_sci_game_resource *found =
		exh_sci_game_find(&game->program.game.opened, type, number);

	if (found && game->coverage && coverage_kind_of(type) < COVERAGE_KINDS)
		coverage_add(game->coverage, coverage_kind_of(type), number, true);
	return found &&
	       sci_game_take(&game->program.game, found, &game->arena, out, game->report);
}

/* Notes each missing resource once; the engine goes on without it. */
static void note_lack(void *context, unsigned type, unsigned number, const char *why)
{
	struct sci_run_game *game = context;
	struct sci_game *files = &game->program.game;
	const struct exh_sci_game_resource *found =
		exh_sci_game_find(&files->opened, type, number);
	struct sci_lack *lack;

	/* Resources that can't be unpacked are reported when they are read. */
	if (found && !why)
		return;
	for (size_t i = 0; i < game->lacks.count; i++)
		if (game->lacks.items[i].type == type &&
		    game->lacks.items[i].number == number)
			return;
	lack = MEM_ADD(&game->lacks);
	*lack = (struct sci_lack){ type, number };
	report_warning(game->report, found ? sci_game_file(files, found) : files->folder,
		       EXH_NO_OFFSET, "the game asks for %s %u: %s",
		       exh_sci_type_name(type), number, why ? why : "it has none");
}

static bool keep_file(void *context, const char *name, struct exh_bytes bytes)
{
	const struct sci_run_game *game = context;

	return !game->saves || sci_saves_keep(game->saves, name, bytes, game->report);
}

bool sci_run_game_open(struct sci_run_game *game, const char *path, struct report *report)
{
	const struct script_selection all = { .numbers = NULL };

	*game = (struct sci_run_game){ .arena.limit = MEMORY_LIMIT, .report = report };
	game->resources = (struct exh_sci_resources){ .read = read_resource,
						      .keep = keep_file,
						      .lacks = note_lack,
						      .context = game };
	if (!sci_is_game(path)) {
		report_error(report, path, EXH_NO_OFFSET,
			     "no game: expected a folder with RESOURCE.MAP or patch "
			     "files");
		return false;
	}
	if (!script_program_open(&game->program, path, &all, report))
		return false;
	game->lacks_selectors = !game->program.program.selectors.count;
	script_usual_selectors(&game->program, path, report);
	game->is_before_502 =
		sci_release_is_before_502(&game->program.game, &game->program.program);
	return true;
}

void sci_run_game_close(struct sci_run_game *game)
{
	script_program_close(&game->program);
	exh_arena_free(&game->arena);
	free(game->lacks.items);
}

uint16_t *sci_list_rooms(const struct sci_run_game *game, bool **is_led_to, size_t *count)
{
	const struct exh_sci_program *program = &game->program.program;
	struct exh_arena arena = { .limit = MEMORY_LIMIT };
	struct exh_sci_use *uses;
	struct exh_sci_rooms rooms;
	uint16_t *numbers = NULL;
	struct exh_error err;
	size_t use_count;

	*count = 0;
	if (exh_sci_uses(program, &arena, &uses, &use_count, &err) ||
	    exh_sci_rooms(program, uses, use_count, &arena, &rooms, &err)) {
		report_failure(game->report, NULL, &err);
	} else {
		numbers = mem_alloc(rooms.room_count, sizeof *numbers);
		if (is_led_to)
			*is_led_to = mem_alloc(rooms.room_count, sizeof **is_led_to);
		for (size_t i = 0; i < rooms.room_count; i++) {
			if (is_led_to)
				(*is_led_to)[i] = rooms.rooms[i].is_led_to;
			numbers[(*count)++] = rooms.rooms[i].number;
		}
	}
	exh_arena_free(&arena);
	return numbers;
}
