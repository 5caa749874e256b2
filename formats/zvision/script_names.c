#include "script_words.h"

#include <stdlib.h>
#include <string.h>

/*
 * Known names in scripts. Source: zvision 9 (controls), 10 (keys) and 11
 * (actions). The engine ignores arguments after the known ones.
 */

enum { MAX_NAME = 31 };

/* In the order of their names, as the enumeration is. */
static const struct script_action actions[] = {
	[ZV_ACT_ADD] = { "add", 2, 2, false, "BV" },
	[ZV_ACT_ADD_PREBLT] = { "add_preblt", 0, SCRIPT_ANY, false, "" },
	[ZV_ACT_ANIMPLAY] = { "animplay", 8, 12, true, "FVVVVVVVVVVV" },
	[ZV_ACT_ANIMPRELOAD] = { "animpreload", 1, 5, true, "FVVVV" },
	[ZV_ACT_ANIMUNLOAD] = { "animunload", 1, 1, false, "R" },
	[ZV_ACT_ASSIGN] = { "assign", 2, 2, false, "WV" },
	[ZV_ACT_ATTENUATE] = { "attenuate", 2, 2, false, "RV" },
	[ZV_ACT_CHANGE_LOCATION] = { "change_location", 4, 4, false, "VVVV" },
	[ZV_ACT_CLEAR_SYSTEM_MESSAGE] = { "clear_system_message", 0, SCRIPT_ANY, false,
					  "" },
	[ZV_ACT_COPY_FILE] = { "copy_file", 0, SCRIPT_ANY, false, "" },
	[ZV_ACT_CROSSFADE] = { "crossfade", 7, 7, false, "RRVVVVV" },
	[ZV_ACT_CURSOR] = { "cursor", 1, 1, false, "V" },
	[ZV_ACT_DEBUG] = { "debug", 0, SCRIPT_ANY, false, "" },
	[ZV_ACT_DELAY_RENDER] = { "delay_render", 1, 1, false, "V" },
	[ZV_ACT_DISABLE_CONTROL] = { "disable_control", 1, 1, false, "D" },
	[ZV_ACT_DISABLE_VENUS] = { "disable_venus", 1, 1, false, "W" },
	[ZV_ACT_DISPLAY_MESSAGE] = { "display_message", 2, 2, false, "RV" },
	[ZV_ACT_DISSOLVE] = { "dissolve", 0, 0, false, "" },
	[ZV_ACT_DISTORT] = { "distort", 6, 6, false, "WVVVVV" },
	[ZV_ACT_ENABLE_CONTROL] = { "enable_control", 1, 1, false, "E" },
	[ZV_ACT_FLUSH_MOUSE_EVENTS] = { "flush_mouse_events", 0, 1, false, "V" },
	[ZV_ACT_INVENTORY] = { "inventory", 1, 2, false, "VV" },
	[ZV_ACT_KILL] = { "kill", 1, 1, false, "W" },
	[ZV_ACT_MENU_BAR_ENABLE] = { "menu_bar_enable", 1, 1, false, "V" },
	[ZV_ACT_MUSIC] = { "music", 3, 4, true, "VFVV" },
	[ZV_ACT_PAN_TRACK] = { "pan_track", 2, 6, true, "RVVVVV" },
	[ZV_ACT_PLAYPRELOAD] = { "playpreload", 8, 8, true, "RVVVVVVV" },
	[ZV_ACT_PREFERENCES] = { "preferences", 1, 1, false, "V" },
	[ZV_ACT_QUIT] = { "quit", 1, 1, false, "V" },
	[ZV_ACT_RANDOM] = { "random", 1, 1, true, "V" },
	[ZV_ACT_REGION] = { "region", 9, SCRIPT_ANY, true, "FVVVVVVVV" },
	[ZV_ACT_REMOVE_PREBLT] = { "remove_preblt", 0, SCRIPT_ANY, false, "" },
	[ZV_ACT_RESTORE_GAME] = { "restore_game", 1, 1, false, "V" },
	[ZV_ACT_ROTATE_TO] = { "rotate_to", 2, 2, false, "VV" },
	[ZV_ACT_SAVE_GAME] = { "save_game", 1, 1, false, "V" },
	[ZV_ACT_SET_MASTER_VOLUME] = { "set_master_volume", 0, SCRIPT_ANY, false, "" },
	[ZV_ACT_SET_PARTIAL_SCREEN] = { "set_partial_screen", 5, 5, false, "VVFVV" },
	[ZV_ACT_SET_SCREEN] = { "set_screen", 1, 1, false, "F" },
	[ZV_ACT_SET_VENUS] = { "set_venus", 1, 1, false, "R" },
	[ZV_ACT_STOP] = { "stop", 1, 1, false, "W" },
	[ZV_ACT_STREAMVIDEO] = { "streamvideo", 5, 7, false, "FVVVVVV" },
	[ZV_ACT_SYNCSOUND] = { "syncsound", 3, SCRIPT_ANY, true, "RVF" },
	[ZV_ACT_TIMER] = { "timer", 1, 1, true, "V" },
	[ZV_ACT_TTYTEXT] = { "ttytext", 6, 6, true, "VVVVFV" },
	[ZV_ACT_UNIVERSE_MUSIC] = { "universe_music", 3, 4, true, "VFVV" },
	[ZV_ACT_ZOOM] = { "zoom", 0, SCRIPT_ANY, false, "" },
};

static const struct script_control controls[] = {
	{ "fist", true },    { "flat", false },	      { "hotmovie", true },
	{ "input", true },   { "lever", true },	      { "paint", true },
	{ "pana", false },   { "push_toggle", true }, { "safe", true },
	{ "save", true },    { "slot", true },	      { "tilt", false },
	{ "titler", false },
};

static const struct script_parameter parameters[] = {
	{ NULL, "venus_id", 1, 1, "R" },
	{ "fist", "animation_id", 1, 1, "W" },
	{ "fist", "cursor", 1, 1, "V" },
	{ "fist", "descfile", 1, 1, "F" },
	{ "fist", "sound_key", 1, 1, "W" },
	{ "hotmovie", "animation", 1, SCRIPT_ANY, "F" },
	{ "hotmovie", "hs_frame_list", 1, 1, "F" },
	{ "hotmovie", "num_cycles", 1, 1, "V" },
	{ "hotmovie", "num_frames", 1, 1, "V" },
	{ "hotmovie", "rectangle", 4, 4, "VVVV" },
	{ "input", "aux_hotspot", 4, 4, "VVVV" },
	{ "input", "chooser_init_string", 1, 1, "V" },
	{ "input", "cursor_animation", 1, 2, "FV" },
	{ "input", "cursor_animation_frames", 0, SCRIPT_ANY, "" },
	{ "input", "cursor_dimensions", 0, SCRIPT_ANY, "" },
	{ "input", "focus", 1, 1, "V" },
	{ "input", "next_tabstop", 1, 1, "R" },
	{ "input", "rectangle", 4, 4, "VVVV" },
	{ "input", "string_init", 1, 1, "V" },
	{ "lever", "cursor", 1, 1, "V" },
	{ "lever", "descfile", 1, 1, "F" },
	{ "paint", "brush_file", 1, 1, "F" },
	{ "paint", "cursor", 1, 1, "V" },
	{ "paint", "eligible_objects", 0, SCRIPT_ANY, "" },
	{ "paint", "paint_file", 1, 1, "F" },
	{ "paint", "rectangle", 4, 4, "VVVV" },
	{ "pana", "angle", 1, 1, "V" },
	{ "pana", "linscale", 1, 1, "V" },
	{ "pana", "reversepana", 1, 1, "V" },
	{ "pana", "zeropoint", 1, 1, "V" },
	{ "push_toggle", "animation", 0, SCRIPT_ANY, "" },
	{ "push_toggle", "count_to", 1, 1, "V" },
	{ "push_toggle", "cursor", 1, 1, "V" },
	{ "push_toggle", "flat_hotspot", 4, 4, "VVVV" },
	{ "push_toggle", "mouse_event", 1, 1, "V" },
	{ "push_toggle", "sound", 0, SCRIPT_ANY, "" },
	{ "push_toggle", "warp_hotspot", 4, 4, "VVVV" },
	{ "safe", "animation", 1, SCRIPT_ANY, "F" },
	{ "safe", "center", 2, 2, "VV" },
	{ "safe", "cursor", 1, 1, "V" },
	{ "safe", "dial_inner_radius", 1, 1, "V" },
	{ "safe", "mirrored", 0, SCRIPT_ANY, "" },
	{ "safe", "num_states", 1, 1, "V" },
	{ "safe", "pointer_offset", 1, 1, "V" },
	{ "safe", "radius", 1, 1, "V" },
	{ "safe", "rectangle", 4, 4, "VVVV" },
	{ "safe", "zero_radians_offset", 1, 1, "V" },
	{ "save", "control_type", 1, 1, "V" },
	{ "save", "savebox", 2, 2, "VR" },
	{ "slot", "cursor", 1, 1, "V" },
	{ "slot", "distance_id", 1, 1, "V" },
	{ "slot", "eligible_objects", 0, SCRIPT_ANY, "" },
	{ "slot", "hotspot", 4, 4, "VVVV" },
	{ "slot", "rectangle", 4, 4, "VVVV" },
	{ "tilt", "angle", 1, 1, "V" },
	{ "tilt", "linscale", 1, 1, "V" },
	{ "tilt", "reversepana", 1, 1, "V" },
	{ "titler", "rectangle", 4, 4, "VVVV" },
	{ "titler", "string_resource_file", 1, 1, "F" },
};

/* False for a name that is longer than any in the tables. */
static bool lower_name(struct exh_bytes name, char out[MAX_NAME + 1])
{
	if (name.size > MAX_NAME)
		return false;
	for (size_t i = 0; i < name.size; i++)
		out[i] = (char)script_lower(name.data[i]);
	out[name.size] = '\0';
	return true;
}

static int by_name(const void *name, const void *action)
{
	return strcmp(name, ((const struct script_action *)action)->name);
}

const struct script_action *exh_zv_script_action(struct exh_bytes name)
{
	char wanted[MAX_NAME + 1];

	return lower_name(name, wanted)
		       ? bsearch(wanted, actions, sizeof actions / sizeof *actions,
				 sizeof *actions, by_name)
		       : NULL;
}

enum zv_action exh_zv_script_action_number(struct exh_bytes name)
{
	const struct script_action *action = exh_zv_script_action(name);

	return action && exh_zv_script_is_word(name, action->name)
		       ? (enum zv_action)(action - actions)
		       : ZV_ACT_UNKNOWN;
}

const char *exh_zv_script_action_name(enum zv_action action)
{
	return actions[action].name;
}

const char *exh_zv_script_control_name(size_t i)
{
	return i < sizeof controls / sizeof controls[0] ? controls[i].name : NULL;
}

const char *exh_zv_script_section(enum exh_zv_node_kind kind)
{
	static const char *const names[] = { "criteria", "results", "flags" };

	return kind >= EXH_ZV_CRITERIA && kind <= EXH_ZV_FLAGS
		       ? names[kind - EXH_ZV_CRITERIA]
		       : NULL;
}

int exh_zv_script_room_kind(struct exh_bytes type)
{
	static const char *const names[] = { "flat", "pana", "tilt" };

	for (int i = 0; i < 3; i++)
		if (exh_zv_script_is_word(type, names[i]))
			return i;
	return -1;
}

const struct script_control *exh_zv_script_control(struct exh_bytes name)
{
	char wanted[MAX_NAME + 1];

	if (!lower_name(name, wanted))
		return NULL;
	for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++)
		if (strcmp(controls[i].name, wanted) == 0)
			return &controls[i];
	return NULL;
}

const struct script_parameter *exh_zv_script_parameter(struct exh_bytes control,
						       struct exh_bytes name)
{
	char kind[MAX_NAME + 1], wanted[MAX_NAME + 1];

	if (!lower_name(control, kind) || !lower_name(name, wanted))
		return NULL;
	for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++)
		if (strcmp(parameters[i].name, wanted) == 0 &&
		    (!parameters[i].control || strcmp(parameters[i].control, kind) == 0))
			return &parameters[i];
	return NULL;
}

/*
 * Keys.
 */

static const struct key_range {
	int64_t first, last;
	const char *meaning;
} key_ranges[] = {
	{ 3, 3, "world" },
	{ 4, 4, "room" },
	{ 5, 5, "node" },
	{ 6, 6, "view" },
	{ 7, 7, "location" },
	{ 8, 8, "last key pressed" },
	{ 9, 9, "item held" },
	{ 10, 10, "left button" },
	{ 12, 12, "rounds" },
	{ 13, 13, "venus" },
	{ 18, 18, "right button" },
	{ 19, 19, "menu state" },
	{ 20, 20, "just restored" },
	{ 39, 39, "quitting" },
	{ 40, 44, "last place" },
	{ 45, 49, "last place before the menu" },
	{ 50, 50, "keyboard turn speed" },
	{ 51, 51, "subtitles" },
	{ 52, 52, "stream skip key" },
	{ 53, 53, "mouse turn speed" },
	{ 56, 56, "volume" },
	{ 57, 57, "QSound" },
	{ 58, 58, "venus enabled" },
	{ 59, 59, "high quality" },
	{ 65, 65, "line skip" },
	{ 66, 66, "platform" },
	{ 67, 67, "install level" },
	{ 68, 68, "country" },
	{ 69, 69, "CPU" },
	{ 70, 70, "movie cursor" },
	{ 71, 71, "no animation while turning" },
	{ 72, 72, "Windows 95 or 98" },
	{ 73, 73, "error dialogs" },
	{ 74, 74, "debug cheats" },
	{ 75, 75, "Japanese fonts" },
	{ 76, 76, "execution style" },
	{ 77, 77, "brightness" },
	{ 78, 78, "MPEG movies" },
	{ 91, 93, "colour of fog" },
	{ 94, 94, "speed of fog" },
	{ 100, 100, "number of items" },
	{ 101, 149, "items" },
	{ 150, 150, "totem slots" },
	{ 151, 170, "contents of totem slots" },
	{ 191, 202, "spells" },
	{ 205, 205, "active spell" },
	{ 206, 206, "reversed spell book" },
};

const char *exh_zv_key_meaning(int64_t key)
{
	for (size_t i = 0; i < sizeof key_ranges / sizeof key_ranges[0]; i++)
		if (key >= key_ranges[i].first && key <= key_ranges[i].last)
			return key_ranges[i].meaning;
	return NULL;
}
