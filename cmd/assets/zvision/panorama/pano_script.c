#include "zv_panorama.h"

#include "assets/assets.h"
#include "assets/zvision/script/zv_script.h"

#include <stdlib.h>
#include <string.h>

enum {
	FILE_LIMIT = 16 << 20, /* the games' are below 100 KiB */
	WORD_SIZE = 32,	       /* bytes of a number or a name with its NUL */
};

/* A script being read. */
struct reading {
	const char *path;
	const struct exh_zv_script *script;
	struct report *report;
	struct pano_script *out;
};

/* Copies text as a string; empty if it is longer than any known word. */
static void copy_word(struct exh_bytes text, char word[WORD_SIZE])
{
	if (text.size >= WORD_SIZE)
		text.size = 0;
	if (text.size)
		memcpy(word, text.data, text.size);
	word[text.size] = '\0';
}

/* Reads the first argument, which must be within the limits. */
static bool read_number(const struct reading *reading, const struct exh_zv_node *node,
			double least, double most, double *out)
{
	struct exh_bytes args = exh_zv_script_text(reading->script, node->args);
	struct exh_bytes argument = { 0 };
	char word[WORD_SIZE], name[WORD_SIZE], *end;

	exh_zv_script_argument(&args, &argument);
	copy_word(argument, word);
	*out = strtod(word, &end);
	if (*word && !*end && *out >= least && *out <= most)
		return true;
	if (!reading->report)
		return false;
	copy_word(exh_zv_script_text(reading->script, node->name), name);
	report_error(reading->report, reading->path, node->text.offset,
		     "line %u, column %u: %s(%s), expected a number from %g to %g",
		     (unsigned)node->line, (unsigned)node->column, name, word, least,
		     most);
	return false;
}

static bool read_parameter(const struct reading *reading, const struct exh_zv_node *node)
{
	const struct exh_bytes name = exh_zv_script_text(reading->script, node->name);
	struct pano_script *out = reading->out;
	double number;

	if (zv_is_word(name, "angle")) {
		out->has_angle = true;
		return read_number(reading, node, EXH_ZV_PANO_LEAST_ANGLE,
				   EXH_ZV_PANO_MAX_ANGLE, &out->options.angle);
	}
	if (zv_is_word(name, "linscale")) {
		out->has_linscale = true;
		return read_number(reading, node, EXH_ZV_PANO_LEAST_LINSCALE,
				   EXH_ZV_PANO_MAX_LINSCALE, &out->options.linscale);
	}
	if (zv_is_word(name, "reversepana")) {
		if (!read_number(reading, node, INT32_MIN, INT32_MAX, &number))
			return false;
		out->has_reverse = true;
		out->options.reverse = number != 0;
	}
	if (zv_is_word(name, "zeropoint")) {
		if (!read_number(reading, node, INT32_MIN, INT32_MAX, &number))
			return false;
		out->has_zeropoint = true;
		out->options.zeropoint = (int32_t)number;
	}
	return true;
}

/* Kind of a control: pana, tilt or flat; false for other controls. */
static bool kind_of(const struct reading *reading, const struct exh_zv_node *node,
		    enum exh_zv_pano_kind *kind)
{
	const struct exh_bytes name = exh_zv_script_text(reading->script, node->name);

	if (node->kind != EXH_ZV_CONTROL)
		return false;
	*kind = zv_is_word(name, "pana")   ? EXH_ZV_PANA
		: zv_is_word(name, "tilt") ? EXH_ZV_TILT
					   : EXH_ZV_FLAT;
	return *kind != EXH_ZV_FLAT || zv_is_word(name, "flat");
}

static bool read_control(const struct reading *reading, const struct exh_zv_node *control,
			 enum exh_zv_pano_kind kind)
{
	*reading->out = (struct pano_script){ 0 };
	exh_zv_pano_defaults(kind, &reading->out->options);
	for (const struct exh_zv_node *node = control->first; node; node = node->next)
		if (node->kind == EXH_ZV_PARAMETER && !read_parameter(reading, node))
			return false;
	return true;
}

/* Each such control sets the room anew: the last one is used. */
static bool read_controls(const struct reading *reading)
{
	const struct exh_zv_node *node = reading->script->root.first;
	bool good = true;

	*reading->out = (struct pano_script){ 0 };
	exh_zv_pano_defaults(EXH_ZV_FLAT, &reading->out->options);
	for (; node && good; node = node->next) {
		enum exh_zv_pano_kind kind;

		if (kind_of(reading, node, &kind))
			good = read_control(reading, node, kind);
	}
	return good;
}

void pano_script_of(const struct exh_zv_script *script, struct pano_script *out)
{
	read_controls(&(struct reading){ NULL, script, NULL, out });
}

bool pano_script_read(const char *path, struct report *report, struct pano_script *out)
{
	struct single script;
	bool good = single_load(&script, &zv_script_kind, NULL, path, FILE_LIMIT, report);

	if (good)
		good = read_controls(&(struct reading){
			path, single_asset(&script)->thing, report, out });
	single_free(&script);
	return good;
}
