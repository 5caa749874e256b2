/* Tables in object files, by their names. */
#include "exhume/codec.h"
#include "exhume/identify.h"
#include "exhume/advanced/keen_exe.h"

#include "../base/name.h"
#include "keen_parts.h"

#include <stdio.h>
#include <string.h>

struct name {
	const char *stem; /* games' name for the table's own file */
	const char *brief,
		*other;	    /* after a game's ending: CK4EHEAD; other may be NULL */
	const char *symbol; /* in programs, besides the stem; may be NULL */
};

static const struct name names[] = {
	{ "egahead", "ehead", NULL, NULL },	      { "egadict", "edict", NULL, NULL },
	{ "cgahead", "chead", NULL, NULL },	      { "cgadict", "cdict", NULL, NULL },
	{ "maphead", "mhead", NULL, NULL },	      { "mapdict", "mdict", NULL, NULL },
	{ "audiohhd", "ahead", "ahhd", "audiohead" }, { "audiohed", "ahed", NULL, NULL },
	{ "audiodct", "adict", "adct", "audiodict" }, { "tileinfo", "tinfo", NULL, NULL },
};
enum { NAMES = sizeof names / sizeof *names, OBJECT_ENDING = 4, MOST_SYMBOL = 16 };

/* True if the first size characters end so; prefix_size gets those in front. */
static bool ends_before(const char *name, size_t size, const char *ending,
			size_t *prefix_size)
{
	const size_t length = ending ? strlen(ending) : 0;

	if (!length || size < length || !name_begins(name + (size - length), ending))
		return false;
	*prefix_size = size - length;
	return true;
}

const char *exh_keen_object_stem(const char *name, size_t *prefix_size)
{
	const size_t size = name_ends(name, ".obj") ? strlen(name) - OBJECT_ENDING : 0;

	for (size_t i = 0; size && i < NAMES; i++) {
		const struct name *known = &names[i];

		if (!ends_before(name, size, known->stem, prefix_size) &&
		    !ends_before(name, size, known->symbol, prefix_size) &&
		    !ends_before(name, size, known->brief, prefix_size) &&
		    !ends_before(name, size, known->other, prefix_size))
			continue;
		if (*prefix_size && strchr("_-. ", name[*prefix_size - 1]))
			--*prefix_size;
		return known->stem;
	}
	*prefix_size = 0;
	return NULL;
}

/* Compilers put underscores before or after names. */
const char *exh_keen_symbol_stem(struct exh_bytes symbol)
{
	char text[MOST_SYMBOL + 1] = "";

	for (; symbol.size && *symbol.data == '_'; symbol.size--)
		symbol.data++;
	while (symbol.size && symbol.data[symbol.size - 1] == '_')
		symbol.size--;
	for (size_t i = 0; i < symbol.size && symbol.size <= MOST_SYMBOL; i++)
		text[i] = (char)lower_case((char)symbol.data[i]);
	for (size_t i = 0; i < NAMES; i++)
		if (strcmp(text, names[i].stem) == 0 ||
		    (names[i].symbol && strcmp(text, names[i].symbol) == 0))
			return names[i].stem;
	return NULL;
}

/*
 * Tables beside a file that is identified.
 */

static const struct name *name_of(const char *stem)
{
	for (size_t i = 0; i < NAMES; i++)
		if (strcmp(names[i].stem, stem) == 0)
			return &names[i];
	return NULL;
}

/* "ck4" and "ehead": as the object files of a file's game are called. */
static void game_stem(const char *file, const char *brief, char *out, size_t size)
{
	const char *dot = file ? strrchr(file, '.') : NULL;

	snprintf(out, size, "%.8s%s", dot ? dot + 1 : "", brief);
}

bool exh_keen_companion(const struct exh_probe *probe, const char *stem, size_t index,
			struct exh_arena *arena, struct exh_bytes *out)
{
	const struct name *name = name_of(stem);
	char brief[MOST_SYMBOL] = "", other[MOST_SYMBOL] = "";
	const char *const stems[] = { stem, brief, other };
	struct exh_omf object;

	if (!probe->companion)
		return false;
	game_stem(probe->name, name->brief, brief, sizeof brief);
	if (name->other)
		game_stem(probe->name, name->other, other, sizeof other);
	for (size_t i = 0; i < 3 && *stems[i]; i++)
		for (size_t k = 0; probe->companion(probe->context, stems[i], k, out);
		     k++)
			if (!index--) {
				if (exh_omf_is(*out) &&
				    !exh_omf_open(*out, arena, &object, NULL, NULL))
					*out = object.data;
				return true;
			}
	return false;
}
