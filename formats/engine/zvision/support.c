/* Lists the words that scripts can say, and how much of each the engine does. */
#include "zv_parts.h"

#include "exhume/advanced/zv_engine.h"

#include <string.h>

/* Names that are partly supported, or that are in one game only. */
static const struct {
	const char *name, *games, *missing;
} remarks[] = {
	{ "add_preblt", NULL, "no game uses it" },
	{ "clear_system_message", NULL, "no game uses it" },
	{ "copy_file", NULL, "files stay as they are" },
	{ "debug", NULL, "nothing is printed" },
	{ "dissolve", NULL, "nothing in place of a soft change" },
	{ "distort", "nemesis", NULL },
	{ "fist", "nemesis", NULL },
	{ "hotmovie", "nemesis", NULL },
	{ "input", NULL, "the caret is an underscore" },
	{ "music", NULL, "notes without recordings are plain tones" },
	{ "paint", "nemesis", NULL },
	{ "region", "nemesis", NULL },
	{ "remove_preblt", NULL, "no game uses it" },
	{ "safe", "nemesis", NULL },
	{ "set_master_volume", NULL, "volumes are those of the sounds" },
	{ "streamvideo", NULL, "unknown codecs are black; no .vob" },
	{ "tilt", "nemesis", NULL },
	{ "titler", NULL, "letters of our own" },
	{ "ttytext", NULL, "letters of our own" },
	{ "universe_music", NULL, "notes without recordings are plain tones" },
	{ "zoom", NULL, "no game uses it" },
};

static void give(exh_zv_support_fn *take, void *context, const char *kind,
		 const char *name, bool is_done)
{
	struct exh_zv_support support = { .kind = kind, .name = name, .games = "both" };

	for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++)
		if (strcmp(name, remarks[i].name) == 0) {
			support.missing = remarks[i].missing;
			if (remarks[i].games)
				support.games = remarks[i].games;
		}
	support.state = !is_done ? "missing" : support.missing ? "partly" : "there";
	take(context, &support);
}

static bool is_control(const char *name)
{
	const struct exh_bytes text = bytes_of_text(name);

	return exh_zv_script_room_kind(text) >= 0 || exh_zv_control_type(text);
}

void exh_zv_support_list(exh_zv_support_fn *take, void *context)
{
	char criterion[] = "[K] ? V";
	const char *name;

	for (size_t i = 0; i < ZV_ACTIONS; i++)
		give(take, context, "action",
		     exh_zv_script_action_name((enum zv_action)i),
		     exh_zv_act_is_done((enum zv_action)i));
	for (size_t i = 0; (name = exh_zv_script_control_name(i)); i++)
		give(take, context, "control", name, is_control(name));
	for (const char *sign = ZV_SCRIPT_SIGNS; *sign; sign++) {
		criterion[4] = *sign;
		give(take, context, "criterion", criterion, true);
	}
	give(take, context, "criterion", "[K] = [K2]", true);
	for (unsigned i = 0; (name = exh_zv_script_flag_name(i)); i++)
		give(take, context, "flag", name, true);
}
