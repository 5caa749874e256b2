#include "fields.h"
#include "memory.h"
#include "testing.h"

/* A row with a member of each type. */
struct spot {
	int16_t x, y;
};

struct part {
	const char *name;
	struct spot spot;
};

struct count {
	const char *key;
	uint32_t count;
};

struct thing {
	bool has_number, flag;
	uint8_t number;
	int32_t offset;
	uint64_t large;
	double real, amount;
	const char *text, *file, *path, *maybe, *either;
	char chars[4];
	unsigned name;
	struct exh_bytes hex, latin;
	uint8_t digits[3];
	uint32_t crc32;
	int16_t pair[2];
	struct spot spot, *link;
	struct part *parts;
	size_t part_count;
	uint16_t *numbers;
	size_t number_count;
	struct count *counts;
	size_t count_count;
	struct json *made;
};

static const char *const names[] = { "none", "", "some", NULL };
static const char *const words[] = { "left", "right", "up", NULL };

static const struct field spot_field[] = {
	FIELD(struct spot, x, "pixels", "from the left"),
	FIELD(struct spot, y, "pixels", "from the top", .least = -5, .most = 5),
};
static const struct fields spot_fields = { .name = "spot",
					   .size = sizeof(struct spot),
					   .items = spot_field,
					   .count = 2,
					   .is_tuple = true };

static const struct field part_field[] = {
	FIELD(struct part, name, NULL, "its name"),
	FIELD_INSIDE(struct part, spot, &spot_fields, "where it is"),
};
static const struct fields part_fields = FIELDS("part", struct part, part_field);

static const struct field count_field[] = {
	FIELD_AS("", struct count, count, NULL, "how many there are"),
};
static const struct fields count_fields = FIELDS("count", struct count, count_field);

static const struct field thing_field[] = {
	FIELD(struct thing, number, "ticks", "a number that may be missing",
	      FIELD_HAS(struct thing, has_number)),
	FIELD(struct thing, flag, NULL, "a flag", .flags = FIELD_OMITTED),
	FIELD(struct thing, offset, "bytes", "a number below zero", .otherwise = -7,
	      .flags = FIELD_OPTIONAL),
	FIELD(struct thing, large, NULL, "a large number", .least = 1, .most = 1LL << 40),
	FIELD(struct thing, real, NULL, "a number with a fraction"),
	FIELD_OF("amount", FIELD_AMOUNT, struct thing, amount, NULL, "whole or not"),
	FIELD(struct thing, text, NULL, "a text"),
	FIELD_OF("file", FIELD_FILE, struct thing, file, NULL, "a file"),
	FIELD_OF("path", FIELD_PATH, struct thing, path, NULL, "a path"),
	FIELD(struct thing, maybe, NULL, "a text, or null", .flags = FIELD_NULLABLE),
	FIELD(struct thing, either, NULL, "one of some texts", .names = words),
	FIELD_OF("chars", FIELD_CHARS, struct thing, chars, NULL, "a short text"),
	FIELD_OF("name", FIELD_NAME, struct thing, name, NULL, "a name", .names = names),
	FIELD(struct thing, hex, NULL, "bytes"),
	FIELD_OF("digits", FIELD_DIGITS, struct thing, digits, NULL, "three bytes"),
	FIELD_OF("crc32", FIELD_CRC32, struct thing, crc32, NULL, "a checksum"),
	FIELD_ARRAY(struct thing, pair, "pixels", "two numbers"),
	FIELD_INSIDE(struct thing, spot, &spot_fields, "a place"),
	FIELD_LINKED(struct thing, link, &spot_fields, "a place, or none",
		     .flags = FIELD_OMITTED),
	FIELD_ROWS(struct thing, parts, part_count, &part_fields, "the parts", .most = 2),
	FIELD_LIST(struct thing, numbers, number_count, NULL, "some numbers"),
	FIELD_KEYS(struct thing, counts, count_count, &count_fields, "counts by name"),
	FIELD_MADE(FIELD_JSON_LIST, struct thing, made, &text_fields, "made by hand",
		   .flags = FIELD_OMITTED),
};
static const struct fields thing_fields = FIELDS("thing", struct thing, thing_field);

static const struct document thing_document = { .format = "thing",
						.schema = 2,
						.made_by = "thing2png",
						.meaning = "a thing",
						.fields = &thing_fields };

static const char *const whole =
	"{\"number\":200,\"flag\":true,\"offset\":-3,\"large\":1099511627776,"
	"\"real\":2.0,\"amount\":3,\"text\":\"a \\\"text\\\"\",\"file\":\"a.png\","
	"\"path\":\"b/c.png\",\"maybe\":null,\"either\":\"up\",\"chars\":\"abc\","
	"\"name\":\"some\",\"hex\":\"00ff\",\"digits\":\"010203\","
	"\"crc32\":\"0000beef\",\"pair\":[-1,32767],\"spot\":[1,-5],\"link\":[2,5],"
	"\"parts\":[{\"name\":\"first\",\"spot\":[0,0]},"
	"{\"name\":\"second\",\"spot\":[3,4]}],\"numbers\":[0,65535],"
	"\"counts\":{\"view\":3,\"pic\":0},\"made\":[\"x\"]}";

static struct json *parsed(const char *text)
{
	struct exh_error err = { 0 };
	struct json *json = json_parse(
		(struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 }, &err);

	assert_non_null(json);
	return json;
}

static void assert_written(struct thing *thing, const char *expected)
{
	struct json *json = fields_to_json(&thing_fields, thing);
	char *text = json_dump(json, JSON_PACKED);

	assert_string_equal(text, expected);
	free(text);
	json_free(json);
}

static void a_row_comes_back_as_it_went(void **state)
{
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_error err = { 0 };
	struct json_reading r = { .arena = &arena, .err = &err };
	struct json *json = parsed(whole);
	struct thing thing = { 0 };

	(void)state;
	fields_read(&r, &thing_fields, json, &thing);
	assert_string_equal(err.text, "");
	assert_int_equal(r.status, EXH_OK);
	assert_int_equal(thing.number, 200);
	assert_int_equal(thing.offset, -3);
	assert_int_equal(thing.name, 2);
	assert_int_equal(thing.crc32, 0xbeef);
	assert_int_equal(thing.spot.y, -5);
	assert_int_equal(thing.link->x, 2);
	assert_int_equal(thing.part_count, 2);
	assert_string_equal(thing.parts[1].name, "second");
	assert_int_equal(thing.numbers[1], 65535);
	assert_string_equal(thing.counts[0].key, "view");
	json_share(thing.made); /* given away by writing */
	assert_written(&thing, whole);
	json_free(json);
	exh_arena_free(&arena);
}

static void what_is_not_there_is_left_out(void **state)
{
	struct thing thing = { .text = "",
			       .file = "f",
			       .path = "p",
			       .either = "left",
			       .maybe = "m",
			       .hex = { (const uint8_t *)"", 0, 0 } };

	(void)state;
	assert_written(
		&thing,
		"{\"offset\":0,\"large\":0,\"real\":0.0,\"amount\":0,\"text\":\"\","
		"\"file\":\"f\",\"path\":\"p\",\"maybe\":\"m\","
		"\"either\":\"left\",\"chars\":\"\",\"name\":\"none\",\"hex\":\"\","
		"\"digits\":\"000000\",\"crc32\":\"00000000\",\"pair\":[0,0],"
		"\"spot\":[0,0],\"parts\":[],\"numbers\":[],\"counts\":{}}");
}

static void amounts_have_a_fraction_only_where_they_need_one(void **state)
{
	static const struct {
		double amount;
		const char *expected;
	} cases[] = {
		{ 3, "3" },	  { -3, "-3" },	    { 2.5, "2.5" },
		{ 0.25, "0.25" }, { 1e22, "1e22" }, { -1e22, "-1e22" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct thing thing = { .amount = cases[i].amount };
		struct json *json = fields_to_json(&thing_fields, &thing);
		char *text = json_dump(json_get(json, "amount"), JSON_PACKED);

		assert_string_equal(text, cases[i].expected);
		free(text);
		json_free(json);
	}
}

/* Reads the whole row with one value replaced; value NULL: without it. */
static enum exh_status read_with(const char *key, const char *value, struct thing *thing,
				 struct exh_error *err)
{
	struct exh_arena arena = { .limit = 1 << 20 };
	struct json_reading r = { .arena = &arena, .err = err };
	struct json *json = parsed(whole), *list;

	if (value) {
		char *text = mem_format("[%s]", value);

		list = parsed(text);
		json_set_shared(json, key, json_at(list, 0));
		json_free(list);
		free(text);
	} else {
		json_remove(json, key);
	}
	*thing = (struct thing){ 0 };
	*err = (struct exh_error){ 0 };
	fields_read(&r, &thing_fields, json, thing);
	json_free(json);
	exh_arena_free(&arena);
	return r.status;
}

static void wrong_values_are_named(void **state)
{
	static const struct {
		const char *key, *value, *expected;
	} cases[] = {
		{ "number", "256", "key \"number\": expected a number from 0 to 255" },
		{ "number", "-1", "key \"number\": expected a number from 0 to 255" },
		{ "number", "1.5", "key \"number\": expected a number from 0 to 255" },
		{ "number", "null", "key \"number\": expected a number from 0 to 255" },
		{ "flag", "1", "key \"flag\": expected true or false" },
		{ "offset", "2147483648",
		  "key \"offset\": expected a whole number from -2147483648 to "
		  "2147483647" },
		{ "large", "0",
		  "key \"large\": expected a number from 1 to 1099511627776" },
		{ "large", NULL,
		  "key \"large\": expected a number from 1 to 1099511627776" },
		{ "real", "\"1\"", "key \"real\": expected a number" },
		{ "amount", "true", "key \"amount\": expected a number" },
		{ "text", "null", "key \"text\": expected a string" },
		{ "file", "\"a/b\"",
		  "key \"file\": expected the name of a file, without folders" },
		{ "file", "\"..\"",
		  "key \"file\": expected the name of a file, without folders" },
		{ "path", "\"a/../b\"",
		  "key \"path\": expected a path under the folder, without \"..\"" },
		{ "path", "\"/a\"",
		  "key \"path\": expected a path under the folder, without \"..\"" },
		{ "maybe", "1", "key \"maybe\": expected a string" },
		{ "either", "\"down\"",
		  "key \"either\": expected \"left\", \"right\" or \"up\"" },
		{ "chars", "\"abcd\"",
		  "key \"chars\": expected a string of at most 3 bytes" },
		{ "name", "\"\"", "key \"name\": expected \"none\" or \"some\"" },
		{ "hex", "\"0\"",
		  "key \"hex\": expected pairs of hexadecimal digits, 0-9 and a-f" },
		{ "hex", "\"0g\"",
		  "key \"hex\": expected pairs of hexadecimal digits, 0-9 and a-f" },
		{ "digits", "\"01020\"",
		  "key \"digits\": expected 6 hexadecimal digits" },
		{ "crc32", "\"xyzw1234\"",
		  "key \"crc32\": expected 8 hexadecimal digits" },
		{ "pair", "[1]",
		  "key \"pair\": expected 2 whole numbers from -32768 to 32767" },
		{ "pair", "[1, 40000]",
		  "key \"pair\": expected 2 whole numbers from -32768 to 32767" },
		{ "spot", "[1]", "spot: expected a list of 2 values" },
		{ "spot", "[1, 6]",
		  "spot: key \"y\": expected a whole number from -5 to 5" },
		{ "link", "{}", "link: expected a list of 2 values" },
		{ "parts", "{}", "key \"parts\": expected a list of at most 2" },
		{ "parts", "[{}, {}, {}]",
		  "key \"parts\": expected a list of at most 2" },
		{ "parts", "[7]", "part 0: expected an object" },
		{ "parts", "[{\"name\": \"a\", \"spot\": [0, 0]}, {\"name\": \"b\"}]",
		  "part 1: key \"spot\": expected a list of 2 values" },
		{ "parts", "[{\"name\": \"a\", \"spot\": [0, \"1\"]}]",
		  "part 0: spot: key \"y\": expected a whole number from -5 to 5" },
		{ "numbers", "[1, 65536]",
		  "key \"numbers\": expected a list of numbers from 0 to 65535" },
		{ "numbers", "1",
		  "key \"numbers\": expected a list of numbers from 0 to 65535" },
		{ "counts", "[]", "key \"counts\": expected an object" },
		{ "counts", "{\"a\": -1}",
		  "counts: a: expected a number from 0 to 4294967295" },
		{ "made", "{}", "key \"made\": expected a list" },
	};
	struct thing thing;
	struct exh_error err;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_int_equal(read_with(cases[i].key, cases[i].value, &thing, &err),
				 EXH_INVALID);
		assert_string_equal(err.text, cases[i].expected);
	}
}

static void what_is_missing_has_its_default(void **state)
{
	struct thing thing;
	struct exh_error err;

	(void)state;
	assert_int_equal(read_with("number", NULL, &thing, &err), EXH_OK);
	assert_false(thing.has_number);
	assert_int_equal(read_with("offset", NULL, &thing, &err), EXH_OK);
	assert_int_equal(thing.offset, -7);
	assert_int_equal(read_with("maybe", NULL, &thing, &err), EXH_OK);
	assert_null(thing.maybe);
	assert_int_equal(read_with("hex", "\"\"", &thing, &err), EXH_OK);
	assert_non_null(thing.hex.data);
	assert_int_equal(thing.hex.size, 0);
	assert_int_equal(read_with("parts", "[]", &thing, &err), EXH_OK);
	assert_int_equal(thing.part_count, 0);
}

static void a_document_has_its_format_and_number(void **state)
{
	static const struct {
		const char *text, *expected;
	} cases[] = {
		{ "{}", "key \"format\": expected \"thing\", as written by thing2png" },
		{ "{\"format\": \"thing\", \"schema\": 3}",
		  "key \"schema\": expected a number from 1 to 2 (a newer exhume may "
		  "read "
		  "others)" },
		{ "{\"format\": \"thing\", \"schema\": \"1\"}",
		  "key \"schema\": expected a number from 1 to 2 (a newer exhume may "
		  "read "
		  "others)" },
		{ "{\"format\": \"thing\", \"schema\": 1}",
		  "key \"large\": expected a number from 1 to 1099511627776" },
		{ "{\"format\": \"thing\"}",
		  "key \"large\": expected a number from 1 to 1099511627776" },
		{ "[]", "key \"format\": expected \"thing\", as written by thing2png" },
		{ "{\"a\": 1, \"a\": 2}",
		  "line 1 column 12: duplicate object key near '\"a\"'" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct exh_error err = { 0 };
		struct json_reading r = { .err = &err };
		struct thing thing = { 0 };
		const char *text = cases[i].text;

		document_read_text(
			&r, &thing_document,
			(struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 },
			&thing);
		assert_int_equal(r.status, EXH_INVALID);
		assert_string_equal(err.text, cases[i].expected);
	}
}

static void lists_are_bound_by_the_arena(void **state)
{
	struct exh_arena arena = { .limit = 64 };
	struct exh_error err = { 0 };
	struct json_reading r = { .arena = &arena, .err = &err };
	struct json *json = parsed(whole);
	struct thing thing = { 0 };

	(void)state;
	fields_read(&r, &thing_fields, json, &thing);
	assert_int_equal(r.status, EXH_NO_MEMORY);
	json_free(json);
	exh_arena_free(&arena);
}

static void columns_are_the_fields(void **state)
{
	const struct part part = { "it", { 1, 2 } };
	struct exh_writer out = { .limit = SIZE_MAX };

	(void)state;
	fields_put_names(&part_fields, &out);
	fields_put_columns(&part_fields, &part, &out);
	exh_write_u8(&out, 0);
	assert_string_equal(out.data, "name\tspot\nit\t[1,2]\n");
	exh_writer_free(&out);
}

static const struct json *at(const struct json *json, const char *first,
			     const char *second)
{
	return json_get(json_get(json, first), second);
}

static void the_schema_says_what_may_be_there(void **state)
{
	struct json *schema = document_schema(&thing_document);
	const struct json *properties = json_get(schema, "properties");
	const struct json *definitions = json_get(schema, "$defs");

	(void)state;
	assert_true(json_is_flag(json_get(schema, "additionalProperties")));
	assert_false(json_flag_of(json_get(schema, "additionalProperties")));
	assert_int_equal(json_number_of(at(properties, "schema", "const")), 2);
	assert_int_equal(json_number_of(at(properties, "number", "maximum")), 255);
	assert_string_equal(json_text_of(at(properties, "number", "unit")), "ticks");
	assert_string_equal(json_text_of(at(properties, "spot", "$ref")), "#/$defs/spot");
	assert_int_equal(json_size(at(properties, "either", "enum")), 3);
	assert_int_equal(json_size(at(properties, "name", "enum")), 2);
	assert_int_equal(json_size(at(properties, "maybe", "anyOf")), 2);
	assert_int_equal(json_number_of(at(properties, "parts", "maxItems")), 2);
	assert_int_equal(json_key_count(definitions), 4);
	/* exhume, format, schema, and all but number, flag, offset, link, made */
	assert_int_equal(json_size(json_get(schema, "required")), 3 + 23 - 5);
	assert_int_equal(json_size(at(definitions, "spot", "prefixItems")), 2);
	json_free(schema);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_comes_back_as_it_went),
		cmocka_unit_test(what_is_not_there_is_left_out),
		cmocka_unit_test(amounts_have_a_fraction_only_where_they_need_one),
		cmocka_unit_test(wrong_values_are_named),
		cmocka_unit_test(what_is_missing_has_its_default),
		cmocka_unit_test(a_document_has_its_format_and_number),
		cmocka_unit_test(lists_are_bound_by_the_arena),
		cmocka_unit_test(columns_are_the_fields),
		cmocka_unit_test(the_schema_says_what_may_be_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
