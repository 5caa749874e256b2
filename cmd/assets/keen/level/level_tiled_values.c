#include "level_tiled_reading.h"

#include "level.h"
#include "task/json.h"

#include <stdio.h>
#include <string.h>

struct shown tiled_show(const struct json *string)
{
	const char *text = json_text_of(string);
	struct shown out;

	snprintf(out.text, sizeof out.text, "%s", text ? text : "");
	for (char *c = out.text; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	return out;
}

bool tiled_is_text(const struct json *value, const char *expected)
{
	const char *text = json_text_of(value);

	return text && strcmp(text, expected) == 0;
}

/* A whole number within bounds. name: what messages call it. */
enum exh_status tiled_get_number(const struct json *value, const char *name, long least,
				 long most, long *out, struct exh_error *err)
{
	const int64_t number = json_number_of(value);

	if (!value)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"\"%s\" is missing, expected a number from %ld to %ld",
				name, least, most);
	if (!json_is_whole(value))
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"\"%s\": expected a whole number from %ld to %ld", name,
				least, most);
	if (number < least || number > most)
		return exh_fail(err, EXH_INVALID, EXH_NO_OFFSET,
				"\"%s\": %" PRId64 ", expected a number from %ld to %ld",
				name, number, least, most);
	*out = (long)number;
	return EXH_OK;
}

enum exh_status tiled_get_member(const struct json *object, const char *key, long least,
				 long most, long *out, struct exh_error *err)
{
	return tiled_get_number(json_get(object, key), key, least, most, out, err);
}

/* A custom property, {"name", "type", "value"}; NULL if there is none of that name. */
const struct json *tiled_find_property_object(const struct json *object, const char *name)
{
	const struct json *list = json_get(object, "properties");

	for (size_t i = 0; i < json_size(list); i++) {
		const struct json *item = json_at(list, i);

		if (tiled_is_text(json_get(item, "name"), name))
			return item;
	}
	return NULL;
}

const struct json *tiled_find_property(const struct json *object, const char *name)
{
	return json_get(tiled_find_property_object(object, name), "value");
}

/* *out is to be released even if it is no object. */
enum exh_status tiled_parse_object(struct exh_bytes text, struct json **out,
				   struct exh_error *err)
{
	if (tmx_is(text))
		return tmx_read(text, out, err);
	*out = json_parse(text, err);
	if (!*out)
		return err ? err->status : EXH_INVALID;
	return json_is_map(*out)
		       ? EXH_OK
		       : exh_fail(err, EXH_INVALID, 0, "expected a JSON object");
}

/* Documents of levels lack the word, so that only maps are parsed for this. */
bool tiled_is(struct exh_bytes file, const char *type)
{
	static const char word[] = "tilewidth";
	struct json *map = NULL;
	bool is_type;

	if (!file.size || !memmem(file.data, file.size, word, sizeof word - 1))
		return false;
	is_type = !tiled_parse_object(file, &map, NULL) &&
		  tiled_is_text(json_get(map, "type"), type);
	json_free(map);
	return is_type;
}

enum exh_keen_plane tiled_find_plane(const struct json *name)
{
	unsigned plane = 0;

	while (plane < EXH_KEEN_PLANE_COUNT &&
	       !tiled_is_text(name, exh_keen_plane_name((enum exh_keen_plane)plane)))
		plane++;
	return (enum exh_keen_plane)plane;
}
