/* --shipped-bugs: known faults of the scripts that the games were sold with. */
#include "zv_script.h"

#include "task/file.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_LIMIT = 1 << 28, FIX_LIMIT = 1 << 12 };

/* A part of a script that a row of the table names. */
struct found {
	const struct exh_zv_fix *fix;
	enum exh_zv_fix_state state;
	const struct scr_file *script; /* NULL: no script */
	uint32_t line, column;
};

struct bugs {
	const struct scr_set *set;
	const struct scr_file *script; /* script that is examined */
	struct {
		struct found *items;
		size_t count, capacity;
	} found;
	struct json *list;
	size_t faulty_count;
};

/*
 * Looking.
 */

/* Finds the game around a loose script. */
static unsigned game_around(const char *path)
{
	char *root = zv_game_around(path);
	enum exh_zv_game which;
	const bool is_known = root && zv_game_guess_at(root, &which);

	free(root);
	return !is_known ? 0 : which == EXH_ZV_ZGI ? 2 : 1;
}

static unsigned game_of(const struct scr_set *set, const struct scr_file *script)
{
	return set->game      ? set->game
	       : script->game ? script->game
			      : game_around(script->path);
}

static void take(void *context, const struct exh_zv_fix_found *found)
{
	struct bugs *bugs = context;

	if (found->node)
		*MEM_ADD(&bugs->found) =
			(struct found){ found->fix, found->state, bugs->script,
					found->node->line, found->node->column };
}

/* Returns the edition whose rows are used; all rows if it is unknown. */
static const char *edition_of(const struct scr_file *script)
{
	return script->edition ? script->edition : "dvd";
}

static void look(struct bugs *bugs, enum exh_zv_game game)
{
	struct exh_arena arena = { .limit = ARENA_LIMIT };
	char *place = text_lower(file_name(bugs->script->path));
	char *dot = strrchr(place, '.');
	/* The script is not changed, as `applies` is false. */
	struct exh_zv_script *script = (struct exh_zv_script *)bugs->script->script;
	struct exh_error err;

	if (dot)
		*dot = '\0';
	if (exh_zv_script_fix(
		    script,
		    &(struct exh_zv_fixing){ .game = game,
					     .edition = edition_of(bugs->script),
					     .place = place },
		    &arena, take, bugs, &err))
		scr_fail_limit(&arena, bugs->set->report);
	free(place);
	exh_arena_free(&arena);
}

/* Examines all scripts; sets the editions of their games. */
static bool look_at_all(struct bugs *bugs, const char *editions[2])
{
	const struct scr_set *set = bugs->set;

	for (size_t i = 0; i < set->count; i++) {
		const struct scr_file *script = &set->scripts[i];
		const unsigned game = script->script ? game_of(set, script) : 0;

		if (script->script && !game) {
			report_error(set->report, script->path, EXH_NO_OFFSET,
				     "--shipped-bugs: nothing shows which game's it is: "
				     "give --game nemesis or --game zgi");
			return false;
		}
		if (!game)
			continue;
		bugs->script = script;
		editions[game - 1] = edition_of(script);
		look(bugs, game == 2 ? EXH_ZV_ZGI : EXH_ZV_NEMESIS);
	}
	return true;
}

/*
 * Listing.
 */

static struct json *fix_to_json(const struct exh_zv_fix *fix)
{
	struct exh_writer out = { .limit = FIX_LIMIT };
	struct json *json;

	exh_zv_fix_describe(fix, &out);
	json = json_of_written(&out);
	exh_writer_free(&out);
	return json;
}

static void tell(struct bugs *bugs, const struct found *found)
{
	const struct exh_zv_fix *fix = found->fix;
	const struct scr_bug row = {
		.game = zv_game_name(fix->game),
		.edition = fix->edition,
		.where = fix->where,
		.kind = fix->kind,
		.id = fix->id,
		.file = found->script ? found->script->path : NULL,
		.line = found->line,
		.column = found->column,
		.fault = fix->fault,
		.fix = fix_to_json(fix),
		.state = exh_zv_fix_state_name(found->state),
	};
	struct exh_writer *out = bugs->set->text;

	bugs->faulty_count += found->state == EXH_ZV_FIX_NEEDED;
	if (row.file)
		text_put(out, "%s:%u:%u", row.file, (unsigned)row.line,
			 (unsigned)row.column);
	else
		text_put(out, "%s", row.where);
	text_put(out, ": %s %s: %s", row.kind, row.id, row.fault);
	if (strcmp(row.edition, "*") != 0)
		text_put(out, " (only in the %s edition)", row.edition);
	text_put(out, "; fix: %s [%s]\n", json_text_of(row.fix), row.state);
	json_push(bugs->list, fields_to_json(&scr_bug_fields, &row));
}

/* Lists what was found of a row; at least that nothing was. */
static void tell_row(struct bugs *bugs, const struct exh_zv_fix *fix)
{
	bool any = false;

	for (size_t i = 0; i < bugs->found.count; i++)
		if (bugs->found.items[i].fix == fix) {
			tell(bugs, &bugs->found.items[i]);
			any = true;
		}
	if (!any)
		tell(bugs, &(struct found){ .fix = fix });
}

void scr_bugs(const struct scr_set *set)
{
	struct bugs bugs = { .set = set, .list = json_new_list() };
	/* Editions of the games to which the scripts belong; NULL: none does. */
	const char *editions[2] = { NULL, NULL };
	size_t count;
	const struct exh_zv_fix *fixes = exh_zv_fixes(&count);

	if (!look_at_all(&bugs, editions))
		count = 0;
	for (size_t i = 0; i < count; i++) {
		const char *edition = editions[fixes[i].game == EXH_ZV_ZGI];

		if (edition && exh_zv_fix_is_for(&fixes[i], edition))
			tell_row(&bugs, &fixes[i]);
	}
	fields_put(&scr_set_fields, &(struct scr_set_row){ .shipped_bugs = bugs.list },
		   set->result);
	report_info(set->report, "%zu known fault%s", bugs.faulty_count,
		    bugs.faulty_count == 1 ? "" : "s");
	if (bugs.faulty_count && set->report->common->strict)
		set->report->failed = true;
	free(bugs.found.items);
}
