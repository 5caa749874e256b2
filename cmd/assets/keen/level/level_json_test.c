#include "level.h"
#include "task/json.h"
#include "testing.h"

#include <stdlib.h>

/* A document of an archive with these offsets for levels that are not there. */
static json_t *document_of(const int32_t offsets[EXH_KEEN_MAP_LIMIT])
{
	struct keen_levels levels = { .path = "GAMEMAPS.CK4",
				      .head = { .path = "MAPHEAD.CK4" },
				      .maps = { .packing = EXH_KEEN_MAP_CARMACK } };

	memcpy(levels.maps.absent_offsets, offsets, sizeof levels.maps.absent_offsets);
	return json_pack("{s:o, s:[]}", "archive", level_archive_to_json(&levels),
			 "maps");
}

static enum exh_status read_document(const json_t *json, struct exh_keen_maps *settings,
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
	*settings = document.settings;
	json_decref(document.root);
	exh_arena_free(&arena);
	free(text);
	return status;
}

static json_t *absent_of(const json_t *document)
{
	return json_object_get(json_object_get(document, "archive"), "absent_offset");
}

static void assert_comes_back(const int32_t offsets[EXH_KEEN_MAP_LIMIT])
{
	json_t *json = document_of(offsets);
	struct exh_keen_maps settings;

	assert_int_equal(read_document(json, &settings, NULL), EXH_OK);
	assert_memory_equal(settings.absent_offsets, offsets,
			    sizeof settings.absent_offsets);
	json_decref(json);
}

static void one_number_stands_for_all_absent_levels(void **state)
{
	int32_t offsets[EXH_KEEN_MAP_LIMIT];
	json_t *json;

	(void)state;
	for (int i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		offsets[i] = -1;
	json = document_of(offsets);
	assert_true(json_is_integer(absent_of(json)));
	assert_int_equal(json_integer_value(absent_of(json)), -1);
	json_decref(json);
	assert_comes_back(offsets);
}

static void absent_levels_that_differ_have_a_number_each(void **state)
{
	int32_t offsets[EXH_KEEN_MAP_LIMIT];
	json_t *json;

	(void)state;
	for (int i = 0; i < EXH_KEEN_MAP_LIMIT; i++)
		offsets[i] = i == 50 ? INT32_MIN : -(i % 2);
	json = document_of(offsets);
	assert_int_equal(json_array_size(absent_of(json)), EXH_KEEN_MAP_LIMIT);
	json_decref(json);
	assert_comes_back(offsets);
}

/* Takes value. */
static void assert_refused(json_t *value)
{
	static const int32_t offsets[EXH_KEEN_MAP_LIMIT];
	json_t *json = document_of(offsets);
	struct exh_keen_maps settings;
	struct exh_error err;

	json_object_set_new(json_object_get(json, "archive"), "absent_offset", value);
	assert_int_equal(read_document(json, &settings, &err), EXH_INVALID);
	assert_non_null(strstr(err.text, "archive: absent_offset: "));
	json_decref(json);
}

static json_t *list_of(size_t count, json_int_t last)
{
	json_t *list = json_array();

	for (size_t i = 1; i < count; i++)
		json_array_append_new(list, json_integer(0));
	json_array_append_new(list, json_integer(last));
	return list;
}

static void offsets_that_would_be_levels_are_refused(void **state)
{
	(void)state;
	assert_refused(json_integer(1));
	assert_refused(json_integer(INT32_MIN - (json_int_t)1));
	assert_refused(json_string("0"));
	assert_refused(json_null());
	assert_refused(list_of(EXH_KEEN_MAP_LIMIT - 1, 0));
	assert_refused(list_of(EXH_KEEN_MAP_LIMIT + 1, 0));
	assert_refused(list_of(EXH_KEEN_MAP_LIMIT, 1));
}

static void more_than_the_limit_is_refused(void **state)
{
	static const int32_t offsets[EXH_KEEN_MAP_LIMIT];
	json_t *json = document_of(offsets);
	struct exh_keen_maps settings;
	struct exh_error err;

	(void)state;
	json_object_set_new(json, "tile_info",
			    json_pack("{s:i, s:i, s:[], s:[]}", "background_count", 65536,
				      "foreground_count", 65536, "background",
				      "foreground"));
	assert_int_equal(read_document(json, &settings, &err), EXH_NO_MEMORY);
	assert_non_null(strstr(err.text, "limit of 65536 bytes"));
	json_decref(json);
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
