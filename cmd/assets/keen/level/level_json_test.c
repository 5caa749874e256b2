#include "level.h"
#include "task/fields.h"
#include "testing.h"

#include <stdlib.h>

/* A document of an archive with these offsets for levels that are not there. */
static struct json *document_of(const int32_t offsets[EXH_KEEN_MAP_LIMIT])
{
	struct keen_levels levels = { .path = "GAMEMAPS.CK4",
				      .head = { .path = "MAPHEAD.CK4" },
				      .maps = { .packing = EXH_KEEN_MAP_CARMACK } };

	memcpy(levels.maps.absent_offsets, offsets, sizeof levels.maps.absent_offsets);
	struct level_document document;
	struct json *json;

	level_document_fill(&document, &levels, NULL);
	json = fields_to_json(&keen_maps_fields, &document);
	level_document_free(&document);
	return json;
}

static enum exh_status read_document(const struct json *json,
				     struct exh_keen_maps *settings,
				     struct exh_error *err)
{
	struct exh_arena arena = { .limit = 1 << 16 };
	struct level_document document;
	char *text = json_print(json);
	enum exh_status status;

	assert_non_null(text);
	status = level_read_json(
		(struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 }, &arena,
		&document, err);
	*settings = document.archive.settings;
	exh_arena_free(&arena);
	free(text);
	return status;
}

static struct json *absent_of(const struct json *document)
{
	return json_get(json_get(document, "archive"), "absent_offset");
}

static void assert_comes_back(const int32_t offsets[EXH_KEEN_MAP_LIMIT])
{
	struct json *json = document_of(offsets);
	struct exh_keen_maps settings;

	assert_int_equal(read_document(json, &settings, NULL), EXH_OK);
	assert_memory_equal(settings.absent_offsets, offsets,
			    sizeof settings.absent_offsets);
	json_free(json);
}

static void one_number_stands_for_all_absent_levels(void **state)
{
	int32_t offsets[EXH_KEEN_MAP_LIMIT];
	struct json *json;

	(void)state;
	for (int i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		offsets[i] = -1;
	json = document_of(offsets);
	assert_true(json_is_whole(absent_of(json)));
	assert_int_equal(json_number_of(absent_of(json)), -1);
	json_free(json);
	assert_comes_back(offsets);
}

static void absent_levels_that_differ_have_a_number_each(void **state)
{
	int32_t offsets[EXH_KEEN_MAP_LIMIT];
	struct json *json;

	(void)state;
	for (int i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		offsets[i] = i == 50 ? INT32_MIN : -(i % 2);
	json = document_of(offsets);
	assert_int_equal(json_size(absent_of(json)), EXH_KEEN_MAP_LIMIT);
	json_free(json);
	assert_comes_back(offsets);
}

/* Takes value. */
static void assert_refused(struct json *value)
{
	static const int32_t offsets[EXH_KEEN_MAP_LIMIT];
	struct json *json = document_of(offsets);
	struct exh_keen_maps settings;
	struct exh_error err;

	json_set(json_get(json, "archive"), "absent_offset", value);
	assert_int_equal(read_document(json, &settings, &err), EXH_INVALID);
	assert_non_null(strstr(err.text, "archive: key \"absent_offset\": "));
	json_free(json);
}

static struct json *list_of(size_t count, int64_t last)
{
	struct json *list = json_new_list();

	for (size_t i = 1; i < count; i++)
		json_push(list, json_new_number(0));
	json_push(list, json_new_number(last));
	return list;
}

static void offsets_that_would_be_levels_are_refused(void **state)
{
	(void)state;
	assert_refused(json_new_number(1));
	assert_refused(json_new_number(INT32_MIN - (int64_t)1));
	assert_refused(json_new_string("0"));
	assert_refused(json_new_null());
	assert_refused(list_of(EXH_KEEN_MAP_LIMIT - 1, 0));
	assert_refused(list_of(EXH_KEEN_MAP_LIMIT + 1, 0));
	assert_refused(list_of(EXH_KEEN_MAP_LIMIT, 1));
}

static void more_than_the_limit_is_refused(void **state)
{
	static const int32_t offsets[EXH_KEEN_MAP_LIMIT];
	struct json *json = document_of(offsets);
	struct exh_keen_maps settings;
	struct exh_error err;

	(void)state;
	json_set(json, "tile_info",
		 json_make("{s:i, s:i, s:[], s:[]}", "background_count", 65536,
			   "foreground_count", 65536, "background", "foreground"));
	assert_int_equal(read_document(json, &settings, &err), EXH_NO_MEMORY);
	assert_non_null(strstr(err.text, "limit of 65536 bytes"));
	json_free(json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_number_stands_for_all_absent_levels),
		cmocka_unit_test(absent_levels_that_differ_have_a_number_each),
		cmocka_unit_test(offsets_that_would_be_levels_are_refused),
		cmocka_unit_test(more_than_the_limit_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
