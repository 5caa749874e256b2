/* The player's settings: keys that have names in the game's file of settings. */
#include "zv_parts.h"

#include "exhume/advanced/zv_engine.h"

#include <stdio.h>
#include <string.h>

/* Source: zvision, second part, 7. */
static const struct {
	const char *name;
	int32_t key;
} settings[] = {
	{ "KeyboardTurnSpeed", KEY_TURN_SPEED },
	{ "PanaRotateSpeed", KEY_MOUSE_SPEED },
	{ "QSoundEnabled", KEY_QSOUND },
	{ "VenusEnabled", KEY_VENUS_ENABLED },
	{ "HighQuality", 59 },
	{ "Platform", 66 },
	{ "InstallLevel", 67 },
	{ "CountryCode", 68 },
	{ "CPU", KEY_CPU },
	{ "MovieCursor", 70 },
	{ "NoAnimWhileTurning", KEY_STILL_WHILE_TURNING },
	{ "Win958", 72 },
	{ "ShowErrorDialogs", 73 },
	{ "ShowSubtitles", KEY_SUBTITLES },
	{ "DebugCheats", KEY_CHEATS },
	{ "JapaneseFonts", 75 },
	{ "Brightness", 77 },
};

enum { SETTINGS = sizeof settings / sizeof *settings, FILE_LIMIT = 1 << 16 };

static const char *file_name(const struct exh_zv_engine *engine)
{
	return engine->world->game == EXH_ZV_NEMESIS ? "znemesis.ini" : "inquis.ini";
}

static const char *section_name(const struct exh_zv_engine *engine)
{
	return engine->world->game == EXH_ZV_NEMESIS ? "[ZorkNemesis]"
						     : "[ZorkGrandInquisitor]";
}

void exh_zv_preferences_default(struct exh_zv_engine *engine)
{
	int32_t *const values = engine->scheduler.values;

	values[KEY_TURN_SPEED] = EXH_ZV_PANO_KEYBOARD_SPEED;
	values[KEY_MOUSE_SPEED] = EXH_ZV_PANO_MOUSE_SPEED;
	values[KEY_SUBTITLES] = values[KEY_QSOUND] = values[KEY_VENUS_ENABLED] = 1;
	values[KEY_CPU] = values[KEY_CHEATS] = 1;
	values[KEY_MPEG] = 2; /* no MPEG films */
	values[ZV_KEY_STYLE] = engine->world->game == EXH_ZV_NEMESIS;
}

/*
 * Reading.
 */

/* True if the text begins with this word, in upper or lower case. */
static bool begins(struct exh_bytes text, const char *word)
{
	size_t at = 0;

	while (at < text.size && word[at] &&
	       script_lower(text.data[at]) == script_lower((uint8_t)word[at]))
		at++;
	return !word[at];
}

static void read_line(struct exh_zv_engine *engine, struct exh_bytes line)
{
	const uint8_t *sign = line.size ? memchr(line.data, '=', line.size) : NULL;
	struct exh_bytes value;

	if (!sign)
		return;
	value = exh_zv_script_skip_blanks(
		script_skip(line, (size_t)(sign - line.data) + 1));
	for (size_t i = 0; i < SETTINGS && value.size; i++)
		if (begins(line, settings[i].name)) {
			exh_zv_set(engine, settings[i].key, exh_zv_leading_number(value));
			return;
		}
}

static void read_lines(struct exh_zv_engine *engine, struct exh_bytes file)
{
	bool is_ours = true;
	struct exh_bytes line;

	while (exh_zv_script_line(&file, &line)) {
		line = exh_zv_script_skip_blanks(line);
		if (line.size && line.data[0] == '[')
			is_ours = begins(line, section_name(engine));
		else if (is_ours)
			read_line(engine, line);
	}
}

void exh_zv_preferences_read(struct exh_zv_engine *engine)
{
	const char *name = file_name(engine);
	struct exh_bytes file;

	if (exh_zv_kept_file(engine, name, &file)) {
		read_lines(engine, file);
	} else if (exh_zv_world_read(engine->world, name, &file)) {
		read_lines(engine, file);
		exh_zv_world_release(engine->world, file);
	}
}

/*
 * Writing.
 */

bool exh_zv_preferences_write(struct exh_zv_engine *engine)
{
	struct exh_writer out = { .limit = FILE_LIMIT };
	char line[64];
	bool good;

	snprintf(line, sizeof line, "%s\r\n", section_name(engine));
	exh_write_bytes(&out, line, strlen(line));
	for (size_t i = 0; i < SETTINGS; i++) {
		snprintf(line, sizeof line, "%s=%d\r\n", settings[i].name,
			 (int)zv_get(engine, settings[i].key));
		exh_write_bytes(&out, line, strlen(line));
	}
	good = !out.failed &&
	       exh_zv_keep_file(engine, file_name(engine), exh_writer_bytes(&out));
	exh_writer_free(&out);
	return good;
}
