/*
 * Settings of the player, in the games' own file of them.
 *
 * Source: zvision, second part, 7.
 */
#include "../../base/name.h"
#include "../../zvision/script_words.h"
#include "zv_parts.h"

#include <stdio.h>
#include <string.h>

enum { LINE_SIZE = 256, NO_MPEG = 2 /* setting of a machine that can't play it */ };

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

/* Copies the next line into text, cut if it is too long. False: the file has ended. */
static bool next_line(struct exh_bytes *file, char text[LINE_SIZE])
{
	size_t size = 0, kept;

	if (!file->size)
		return false;
	while (size < file->size && file->data[size] != '\n')
		size++;
	kept = size < LINE_SIZE ? size : LINE_SIZE - 1;
	memcpy(text, file->data, kept);
	text[kept] = '\0';
	size += size < file->size;
	file->data += size;
	file->size -= size;
	return true;
}

/* True if the text begins with the name, in upper or lower case. */
static bool begins(const char *text, const char *name)
{
	while (*name && lower_case(*text) == lower_case(*name)) {
		text++;
		name++;
	}
	return !*name;
}

static int32_t number_in(const char *text)
{
	const struct exh_bytes bytes = { (const uint8_t *)text, strlen(text), 0 };

	return exh_zv_script_leading_number(exh_zv_script_skip_blanks(bytes));
}

/* Names count from their start, in upper or lower case. */
static void read_setting(struct exh_zv_engine *engine, const char *line)
{
	const char *value = strchr(line, '=');

	for (size_t i = 0; value && i < SETTINGS; i++)
		if (begins(line, settings[i].name))
			exh_zv_set(engine, settings[i].key, number_in(value + 1));
}

/* Reads the game's section, or a file without sections. */
static enum exh_status read_file(struct exh_zv_engine *engine, struct exh_bytes file,
				 struct exh_error *err)
{
	const char *section = section_of(engine);
	bool is_ours = true;
	char line[LINE_SIZE];

	(void)err;
	while (next_line(&file, line)) {
		const char *text = line + strspn(line, " \t");

		if (*text == '[')
			is_ours = begins(text, section);
		else if (is_ours)
			read_setting(engine, text);
	}
	return EXH_OK;
}

void exh_zv_preferences_read(struct exh_zv_engine *engine)
{
	struct exh_error err;

	/* The settings stay if there is no file. */
	if (exh_zv_kept_load(engine, file_of(engine), read_file, &err))
		return;
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
	char line[LINE_SIZE];

	exh_write_bytes(out, section_of(engine), strlen(section_of(engine)));
	exh_write_bytes(out, "\r\n", 2);
	for (size_t i = 0; i < SETTINGS; i++) {
		const int size =
			snprintf(line, sizeof line, "%s=%d\r\n", settings[i].name,
				 (int)zv_get(engine, settings[i].key));

		exh_write_bytes(out, line, (size_t)size);
	}
}

bool exh_zv_preferences_save(struct exh_zv_engine *engine)
{
	return exh_zv_keep(engine, file_of(engine), write_file);
}
