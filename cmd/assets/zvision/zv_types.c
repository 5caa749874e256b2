#include "zv.h"

#include "task/memory.h"

#include <exhume/advanced/zvision.h>
#include <exhume/identify.h>

#include <stdlib.h>
#include <string.h>

enum {
	LOOK = 4096,   /* bytes from which a file is identified */
	EVIDENCE = 20, /* bits: more than a name has */
	UNKNOWN = ZV_NO_TYPE + 1,
	SOUND_STEM = 8, /* characters of a sound's name */
};

/* Name of the file's format; NULL: of another family, or only the name is evidence, or it
 * can't be read. */
static const char *format_of(const struct files *files, const char *name)
{
	const struct exh_format *format = NULL;
	struct file_reader reader;
	uint8_t bytes[LOOK];
	struct exh_probe probe = { .name = name, .data = { bytes, 0, 0 } };
	unsigned score = 0;

	if (files_is_folder(files, name) || files_reader_open(files, name, &reader, NULL))
		return NULL;
	probe.data.size = reader.size < LOOK ? reader.size : LOOK;
	if (!file_reader_read(&reader, 0, bytes, probe.data.size, NULL))
		format = exh_identify(&probe, &score);
	file_reader_close(&reader);
	return format && score >= EVIDENCE && strcmp(format->family, "zvision") == 0
		       ? format->name
		       : NULL;
}

static const struct file_ending endings[] = {
	{ ".tga", ZV_PICTURE },	  { ".tgz", ZV_PICTURE },
	{ ".rlf", ZV_ANIMATION }, { ".raw", ZV_SOUND },
	{ ".src", ZV_SOUND },	  { ".ifp", ZV_SOUND },
	{ ".lev", ZV_LEVER },	  { ".scr", ZV_SCRIPT },
	{ ".txt", ZV_TEXT },	  { ".str", ZV_TEXT },
	{ ".sub", ZV_SUBTITLES }, { ".zcr", ZV_CURSOR },
	{ ".avi", ZV_VIDEO },	  { ".vob", ZV_NO_TYPE },
	{ ".ttf", ZV_NO_TYPE },	  { 0 },
};

static const struct {
	const char *name;
	enum zv_type type;
} formats[] = {
	{ "tgz", ZV_PICTURE },	 { "tga", ZV_PICTURE }, { "rlf", ZV_ANIMATION },
	{ "lev", ZV_LEVER },	 { "scr", ZV_SCRIPT },	{ "zvtext", ZV_TEXT },
	{ "sub", ZV_SUBTITLES }, { "zcr", ZV_CURSOR },	{ "avi", ZV_VIDEO },
};

/* Type by the ending of the file's name, or else by its first bytes. */
enum zv_type zv_type_of(const struct files *files, const char *name)
{
	const unsigned type = file_ending_value(name, endings, UNKNOWN);
	const char *format;

	if (type != UNKNOWN)
		return (enum zv_type)type;
	format = format_of(files, name);
	for (size_t i = 0; format && i < sizeof formats / sizeof *formats; i++)
		if (strcmp(format, formats[i].name) == 0)
			return formats[i].type;
	return ZV_NO_TYPE;
}

bool zv_is_archive(const struct files *files, const char *name)
{
	const char *format =
		file_has_ending(name, ".zfs") ? format_of(files, name) : NULL;

	return format && strcmp(format, "zfs") == 0;
}

/* True for eight characters, one of which stands for the rate: other sounds have other
 * names. */
static bool is_sound_name(const char *name)
{
	struct exh_zv_sound_votes votes = { 0 };

	if (strcspn(name, ".") != SOUND_STEM)
		return false;
	exh_zv_sound_vote(name, &votes);
	return votes.nemesis || votes.zgi;
}

/* Texts by themselves are no evidence: they may be anything's. */
bool zv_is_evidence(const struct files *files, const char *name)
{
	static const char *const names[] = { ".zfs", ".tga", ".rlf", ".zcr",
					     ".lev", ".scr", ".sub" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (file_has_ending(name, names[i]))
			return format_of(files, name) != NULL;
	return file_ending_value(name, endings, UNKNOWN) == ZV_SOUND &&
	       is_sound_name(name);
}
