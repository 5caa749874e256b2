/*
 * Settings of the player, in the games' own file of them.
 *
 * Source: zvision, second part, 7.
 */
#include "../../base/name.h"
#include "zv_parts.h"

enum { NO_MPEG = 2 /* setting of a machine that can't play it */ };

/* Settings in the order in which they are written, with their values at first. */
static const struct {
	const char *name;
	int32_t key, value;
} settings[] = {
	{ "KeyboardTurnSpeed", KEY_TURN_SPEED, EXH_ZV_PANO_KEYBOARD_SPEED },
	{ "PanaRotateSpeed", KEY_MOUSE_SPEED, EXH_ZV_PANO_MOUSE_SPEED },
	{ "QSoundEnabled", KEY_QSOUND, 1 },
	{ "VenusEnabled", KEY_VENUS_ENABLED, 1 },
	{ "HighQuality", 59, 0 },
	{ "Platform", 66, 0 },
	{ "InstallLevel", 67, 0 },
	{ "CountryCode", 68, 0 },
	{ "CPU", 69, 1 },
	{ "MovieCursor", 70, 0 },
	{ "NoAnimWhileTurning", 71, 0 },
	{ "Win958", 72, 0 },
	{ "ShowErrorDialogs", 73, 0 },
	{ "ShowSubtitles", KEY_SUBTITLES, 1 },
	{ "DebugCheats", KEY_CHEATS, 1 },
	{ "JapaneseFonts", 75, 0 },
	{ "Brightness", 77, 0 },
};

enum { SETTINGS = sizeof settings / sizeof *settings };

static const char *file_of(const struct exh_zv_engine *engine)
{
	return engine->world->game == EXH_ZV_NEMESIS ? "znemesis.ini" : "inquis.ini";
}

static const char *section_of(const struct exh_zv_engine *engine)
{
	return engine->world->game == EXH_ZV_NEMESIS ? "[ZorkNemesis]"
						     : "[ZorkGrandInquisitor]";
}

/*
 * Reading.
 */

/* True if the text begins with the name, in upper or lower case. */
static bool begins(struct exh_bytes text, const char *name)
{
	for (; *name; name++, text = script_skip(text, 1))
		if (!text.size || lower_case((char)*text.data) != lower_case(*name))
			return false;
	return true;
}

/* Names count from their start. */
static void read_setting(struct exh_zv_engine *engine, struct exh_bytes line)
{
	struct exh_bytes value = line;

	while (value.size && *value.data != '=')
		value = script_skip(value, 1);
	if (!value.size)
		return;
	value = exh_zv_script_skip_blanks(script_skip(value, 1));
	for (size_t i = 0; i < SETTINGS; i++)
		if (begins(line, settings[i].name))
			exh_zv_set(engine, settings[i].key,
				   exh_zv_script_leading_number(value));
}

/* Reads the game's section, or a file without sections. */
static enum exh_status read_file(struct exh_zv_engine *engine, struct exh_bytes file,
				 struct exh_error *err)
{
	bool is_ours = true;
	struct exh_bytes line;

	(void)err; /* any file will do */
	while (exh_zv_script_line(&file, &line)) {
		line = exh_zv_script_skip_blanks(line);
		if (line.size && *line.data == '[')
			is_ours = begins(line, section_of(engine));
		else if (is_ours)
			read_setting(engine, line);
	}
	return EXH_OK;
}

void exh_zv_preferences_read(struct exh_zv_engine *engine)
{
	/* The settings stay if there is no file. */
	exh_zv_kept_load(engine, file_of(engine), read_file, NULL);
}

void exh_zv_preferences_start(struct exh_zv_engine *engine)
{
	int32_t *const values = engine->scheduler.values;

	for (size_t i = 0; i < SETTINGS; i++)
		values[settings[i].key] = settings[i].value;
	values[KEY_MPEG] = NO_MPEG;
	exh_zv_preferences_read(engine);
}

/*
 * Writing.
 */

static void write_file(const struct exh_zv_engine *engine, struct exh_writer *out)
{
	exh_write_format(out, "%s\r\n", section_of(engine));
	for (size_t i = 0; i < SETTINGS; i++)
		exh_write_format(out, "%s=%d\r\n", settings[i].name,
				 (int)zv_get(engine, settings[i].key));
}

bool exh_zv_preferences_save(struct exh_zv_engine *engine)
{
	return exh_zv_keep(engine, file_of(engine), write_file);
}
