#include "exhume/identify.h"
#include "exhume/advanced/keen_exe.h"

#include "../base/testing.h"
#include "../codec/omf_testing.h"

static void names_tell_tables(void **state)
{
	static const struct {
		const char *name, *stem;
		size_t prefix_size;
	} names[] = {
		{ "CK4MHEAD.OBJ", "maphead", 3 },
		{ "ck6ehead.obj", "egahead", 3 },
		{ "KDREDICT.Obj", "egadict", 3 },
		{ "CK4CHEAD.OBJ", "cgahead", 3 },
		{ "CK4CDICT.OBJ", "cgadict", 3 },
		{ "KDRMDICT.OBJ", "mapdict", 3 },
		{ "CK4AHEAD.OBJ", "audiohhd", 3 },
		{ "CK4AHHD.OBJ", "audiohhd", 3 },
		{ "CK4AHED.OBJ", "audiohed", 3 },
		{ "CK4ADICT.OBJ", "audiodct", 3 },
		{ "CK4ADCT.OBJ", "audiodct", 3 },
		{ "MAPHEAD.OBJ", "maphead", 0 },
		{ "EGAHEAD.OBJ", "egahead", 0 },
		{ "CGAHEAD.OBJ", "cgahead", 0 },
		{ "audiohead.obj", "audiohhd", 0 },
		{ "keen4_egahead.obj", "egahead", 5 },
		{ "CK4MHEAD.CK4", NULL, 0 },
		{ "MAIN.OBJ", NULL, 0 },
		{ ".obj", NULL, 0 },
		{ "", NULL, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t prefix_size = 99;
		const char *stem = exh_keen_object_stem(names[i].name, &prefix_size);

		assert_int_equal(!stem, !names[i].stem);
		if (stem)
			assert_string_equal(stem, names[i].stem);
		assert_int_equal(prefix_size, names[i].prefix_size);
	}
}

static const char *symbol(const char *text)
{
	return exh_keen_symbol_stem(
		(struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 });
}

static void public_names_tell_tables(void **state)
{
	(void)state;
	assert_string_equal(symbol("_EGAhead"), "egahead");
	assert_string_equal(symbol("audiodict_"), "audiodct");
	assert_string_equal(symbol("_audiohead"), "audiohhd");
	assert_string_equal(symbol("__MAPHEAD"), "maphead");
	assert_null(symbol("_main"));
	assert_null(symbol("____"));
	assert_null(symbol(""));
	assert_null(symbol("_EGAhead_of_a_long_name"));
}

static const struct exh_format *identify(struct exh_bytes table, const char *name)
{
	struct exh_writer file = { .limit = 1 << 20 };
	const struct exh_format *found;
	unsigned score;

	omf_pack(name, table, &(struct omf_shape){ .step = 500 }, &file);
	found = exh_identify(&(struct exh_probe){ .name = "CK4MHEAD.OBJ",
						  .data = exh_writer_bytes(&file) },
			     &score);
	exh_writer_free(&file);
	return found;
}

static void contents_tell_tables_and_names_do_not(void **state)
{
	uint8_t head[402] = { 0xcd, 0xab, 11, 0, 0, 0, 0, 1 }, text[402];

	(void)state;
	memset(text, 'a', sizeof text);
	assert_string_equal(identify((struct exh_bytes){ head, 402, 0 }, "x")->name,
			    "keen-object");
	assert_string_equal(
		identify((struct exh_bytes){ text, 402, 0 }, "_maphead")->name, "object");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_tell_tables),
		cmocka_unit_test(public_names_tell_tables),
		cmocka_unit_test(contents_tell_tables_and_names_do_not),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
