/*
 * Kernel functions that need neither screen nor input, against values worked out by hand
 * from sci0-vm 4.4 and 4.10 and sci0-vm-notes 1.12, 1.16, 11 and 12.
 */
#include "../../../base/testing.h"

#include "calls_testing.h"

enum { STRING = 64 /* bytes of a system string */ };

static void start(struct tested *t)
{
	struct exh_error err;

	*t = (struct tested){ .s = NULL };
	if (!tested_start(t, EXH_SCI_ANIMATE_CORRECTED, &err))
		fail_msg("%s", err.text);
}

static reg call(struct tested *t, const char *name, size_t count, const reg *arguments)
{
	reg result;

	if (!tested_machine(t, name, arguments, count, &result))
		fail_msg("%s: a fault", name);
	return result;
}

#define CALL(t, name, ...)                                          \
	call(t, name, sizeof((reg[]){ __VA_ARGS__ }) / sizeof(reg), \
	     (reg[]){ __VA_ARGS__ })
#define N(value) stage_int(value)

static void assert_reg(reg found, reg expected)
{
	assert_int_equal(found.segment, expected.segment);
	assert_int_equal(found.offset, expected.offset);
}

/*
 * Numbers.
 */

static const struct {
	const char *name;
	int32_t arguments[6];
	size_t count;
	int32_t expected;
} numbers[] = {
	{ "Abs", { -5 }, 1, 5 },
	{ "Abs", { 7 }, 1, 7 },
	{ "Abs", { -32768 }, 1, -32768 },
	{ "Sqrt", { 0 }, 1, 0 },
	{ "Sqrt", { 2 }, 1, 1 },
	{ "Sqrt", { 99 }, 1, 9 },
	{ "Sqrt", { 100 }, 1, 10 },
	{ "Sqrt", { 32767 }, 1, 181 },
	{ "Sqrt", { -16 }, 1, 4 },
	/* 0 is up, then clockwise: g = 100 * dx / (dx + dy), less a tenth. */
	{ "GetAngle", { 5, 5, 5, 5 }, 4, 0 },
	{ "GetAngle", { 0, 10, 0, 0 }, 4, 0 },
	{ "GetAngle", { 0, 10, 10, 0 }, 4, 45 },
	{ "GetAngle", { 0, 0, 10, 0 }, 4, 90 },
	{ "GetAngle", { 0, 0, 10, 10 }, 4, 135 },
	{ "GetAngle", { 0, 0, 0, 10 }, 4, 180 },
	{ "GetAngle", { 10, 0, 0, 10 }, 4, 225 },
	{ "GetAngle", { 10, 0, 0, 0 }, 4, 270 },
	{ "GetAngle", { 10, 10, 0, 0 }, 4, 315 },
	{ "GetAngle", { 0, 1, 3, 0 }, 4, 67 },
	{ "GetDistance", { 0, 0, 3, 4 }, 4, 5 },
	{ "GetDistance", { 10, 10, 10, 10 }, 4, 0 },
	{ "GetDistance", { -100, -50, 100, 50 }, 4, 223 },
	{ "GetDistance", { 0, 0, 3, 2, 0, 60 }, 6, 5 }, /* 2 / cos 60 is 4 */
	{ "SinMult", { 30, 100 }, 2, 50 },
	{ "SinMult", { 90, 7 }, 2, 7 },
	{ "SinMult", { -30, 100 }, 2, -50 },
	{ "SinMult", { 210, 101 }, 2, -50 },
	{ "SinMult", { 45, 1000 }, 2, 707 },
	{ "CosMult", { 60, 100 }, 2, 50 },
	{ "CosMult", { 180, 7 }, 2, -7 },
	{ "CosMult", { 90, 100 }, 2, 0 },
	{ "SinDiv", { 30, 50 }, 2, 100 },
	{ "SinDiv", { 0, 5 }, 2, -1 },
	{ "CosDiv", { 60, -50 }, 2, -100 },
	{ "CosDiv", { 90, 1 }, 2, -1 },
	{ "CosDiv", { 0, 9 }, 2, 9 },
	{ "Random", { 5, 5 }, 2, 5 },
	{ "Random", { 9, 3 }, 2, 3 },
	{ "Random", { -1, -1 }, 2, -1 },
	{ "Random", { 17 }, 1, 0 },
	{ "MemoryInfo", { 0 }, 1, 0x7fe8 },
	{ "MemoryInfo", { 1 }, 1, 0x7fea },
	{ "MemoryInfo", { 2 }, 1, 0x7fea },
	{ "MemoryInfo", { 3 }, 1, 0x7fea },
	{ "GameIsRestarting", { 0 }, 1, 0 },
	{ "DisposeScript", { 55, 7 }, 2, 7 },
	{ "InspectObj", { 1 }, 1, 0 },
	{ "ShowSends", { 1 }, 1, 0 },
	{ "ShowObjs", { 1 }, 1, 0 },
	{ "ShowFree", { 1 }, 1, 0 },
	{ "StackUsage", { 1 }, 1, 0 },
	{ "Profiler", { 1 }, 1, 0 },
	{ "SetDebug", { 1 }, 1, 0 },
	{ "FlushResources", { 1 }, 1, 0 },
};

static void numbers_are_those_of_the_table(void **state)
{
	struct tested t;

	(void)state;
	start(&t);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		reg arguments[6];
		int16_t found;

		for (size_t k = 0; k < numbers[i].count; k++)
			arguments[k] = stage_int(numbers[i].arguments[k]);
		found = (int16_t)call(&t, numbers[i].name, numbers[i].count, arguments)
				.offset;
		if (found != numbers[i].expected)
			fail_msg("%s, line %zu: %d, not %d", numbers[i].name, i, found,
				 numbers[i].expected);
	}
	tested_end(&t);
}

static void chance_stays_between_both_numbers(void **state)
{
	unsigned seen = 0;
	struct tested t;

	(void)state;
	start(&t);
	for (int i = 0; i < 1000; i++) {
		const unsigned number = CALL(&t, "Random", N(1), N(6)).offset;

		assert_in_range(number, 1, 6);
		seen |= 1u << number;
	}
	assert_int_equal(seen, 0x7e);
	/* Ranges have no sign. */
	for (int i = 0; i < 100; i++)
		assert_in_range(CALL(&t, "Random", N(0x7ff0), N(0x8010)).offset, 0x7ff0,
				0x8010);
	tested_end(&t);
}

/*
 * Texts, in both system strings.
 */

static reg put(struct tested *t, unsigned number, const char *text, size_t size)
{
	const reg at = exh_sci_vm_string(t->s->vm, number);

	assert_true(exh_sci_vm_write(
		t->s->vm, at, (struct exh_bytes){ (const uint8_t *)text, size, 0 }));
	return at;
}

static reg put_text(struct tested *t, unsigned number, const char *text)
{
	return put(t, number, text, strlen(text) + 1);
}

static void assert_text(struct tested *t, reg at, const char *expected)
{
	struct exh_writer out = { .limit = STRING };

	assert_true(exh_sci_vm_text(t->s->vm, at, &out));
	exh_write_u8(&out, 0);
	assert_string_equal((const char *)out.data, expected);
	exh_writer_free(&out);
}

static const struct {
	const char *text;
	int expected;
} read_numbers[] = {
	{ "42", 42 },	   { "  17x", 17 }, { "-5", -5 },    { "$1F", 31 },
	{ "$ffff", -1 },   { "-$10", -16 }, { "", 0 },	     { "abc", 0 },
	{ "70000", 4464 }, { "- 5", 0 },    { "12 34", 12 }, { "$g", 0 },
};

static void numbers_are_read(void **state)
{
	struct tested t;

	(void)state;
	start(&t);
	for (size_t i = 0; i < sizeof read_numbers / sizeof *read_numbers; i++) {
		const reg at = put_text(&t, 1, read_numbers[i].text);
		const int found = (int16_t)CALL(&t, "ReadNumber", at).offset;

		if (found != read_numbers[i].expected)
			fail_msg("\"%s\": %d", read_numbers[i].text, found);
	}
	tested_end(&t);
}

/* text: the second argument is the text "Look around". */
static const struct {
	const char *pattern, *expected;
	int first, second;
	bool text;
} formats[] = {
	{ "%d", "-5", -5, 0, false },
	{ "%u", "65535", -1, 0, false },
	{ "%x", "ffff", -1, 0, false },
	{ "%x", "ff", 255, 0, false },
	{ "%5d|", "   42|", 42, 0, false },
	{ "%-5d|", "42   |", 42, 0, false },
	{ "%=5d|", " 42  |", 42, 0, false },
	{ "%=6d|", "  42  |", 42, 0, false },
	{ "%05d", "00042", 42, 0, false },
	{ "%2d", "12345", 12345, 0, false },
	{ "%c%c.", "A.", 'A', 0, false },
	{ "%-3c|", "x  |", 'x', 0, false },
	{ "100%%", "100%", 0, 0, false },
	{ "%q%d", "%q7", 7, 0, false },
	{ "%d %d", "1 2", 1, 2, false },
	{ "%d: %s!", "3: Look around!", 3, 0, true },
	{ "%d%3s|", "0Look around|", 0, 0, true },
	{ "%d%12s|", "0 Look around|", 0, 0, true },
	{ "%d%-12s|", "0Look around |", 0, 0, true },
	{ "a%", "a%", 0, 0, false },
	{ "", "", 0, 0, false },
};

static void texts_are_formatted(void **state)
{
	struct tested t;

	(void)state;
	start(&t);
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		const reg pattern = put_text(&t, 0, formats[i].pattern);
		const reg out = put_text(&t, 1, "");
		const reg second = formats[i].text ? t.text : N(formats[i].second);

		assert_reg(CALL(&t, "Format", out, pattern, N(formats[i].first), second),
			   out);
		assert_text(&t, out, formats[i].expected);
	}
	/* Texts of the game are two numbers, as pattern and as argument. */
	CALL(&t, "Format", t.room, N(TESTED_TEXTS), N(2), N(8), N(TESTED_TEXTS), N(0));
	assert_text(&t, t.room, "8 of One");
	CALL(&t, "Format", t.room, N(TESTED_TEXTS), N(2), N(8), N(99), N(0));
	assert_text(&t, t.room, "8 of ");
	tested_end(&t);
}

static void texts_of_the_game_are_copied(void **state)
{
	struct tested t;

	(void)state;
	start(&t);
	assert_reg(CALL(&t, "GetFarText", N(TESTED_TEXTS), N(1), t.room), t.room);
	assert_text(&t, t.room, "Two words");
	CALL(&t, "GetFarText", N(TESTED_TEXTS), N(9), t.room);
	assert_text(&t, t.room, "");
	CALL(&t, "GetFarText", N(99), N(0), t.room);
	assert_text(&t, t.room, "");
	tested_end(&t);
}

static const struct {
	const char *a, *b;
	int limit, expected; /* limit: 0: none */
} comparisons[] = {
	{ "abc", "abd", 0, -1 },  { "b", "a", 0, 1 },	     { "abc", "abc", 0, 0 },
	{ "ab", "abc", 0, -1 },	  { "abc", "ab", 0, 1 },     { "B", "a", 0, -1 },
	{ "abcd", "abcx", 3, 0 }, { "abcd", "abcx", 4, -1 }, { "", "", 0, 0 },
	{ "\xe9", "a", 0, 1 },
};

static void texts_are_compared(void **state)
{
	struct tested t;

	(void)state;
	start(&t);
	for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
		const int limit = comparisons[i].limit;
		const reg arguments[] = { put_text(&t, 0, comparisons[i].a),
					  put_text(&t, 1, comparisons[i].b), N(limit) };

		assert_int_equal(
			(int16_t)call(&t, "StrCmp", limit ? 3 : 2, arguments).offset,
			comparisons[i].expected);
	}
	tested_end(&t);
}

static void texts_are_measured_joined_and_changed(void **state)
{
	struct tested t;
	reg at, end;

	(void)state;
	start(&t);
	at = put_text(&t, 1, "Look");
	assert_int_equal(CALL(&t, "StrLen", at).offset, 4);
	assert_int_equal(CALL(&t, "StrLen", t.text).offset, 11);
	assert_int_equal(CALL(&t, "StrLen", N(0)).offset, 0);
	end = CALL(&t, "StrEnd", at);
	assert_reg(end, ((reg){ at.segment, (uint16_t)(at.offset + 4) }));
	assert_reg(CALL(&t, "StrCat", at, put_text(&t, 0, " at it")), at);
	assert_text(&t, at, "Look at it");
	assert_int_equal(CALL(&t, "StrAt", at, N(5)).offset, 'a');
	assert_int_equal(CALL(&t, "StrAt", at, N(5), N('i')).offset, 'a');
	assert_text(&t, at, "Look it it");
	/* Beyond the block nothing is written. */
	assert_int_equal(CALL(&t, "StrAt", at, N(1000), N('x')).offset, 0);
	tested_end(&t);
}

static void texts_are_copied(void **state)
{
	uint8_t bytes[6];
	struct tested t;
	reg at;

	(void)state;
	start(&t);
	at = put_text(&t, 1, "zzzzzz");
	assert_reg(CALL(&t, "StrCpy", at, put_text(&t, 0, "abcdef"), N(3)), at);
	assert_text(&t, at, "abczzz"); /* no NUL */
	CALL(&t, "StrCpy", at, put_text(&t, 0, "de"), N(4));
	assert_text(&t, at, "de");
	exh_sci_vm_bytes(t.s->vm, at, bytes, sizeof bytes);
	assert_memory_equal(bytes, "de\0zzz", 6); /* nothing after the NUL */
	CALL(&t, "StrCpy", at, put(&t, 0, "a\0bc", 4), N(-4));
	exh_sci_vm_bytes(t.s->vm, at, bytes, sizeof bytes);
	assert_memory_equal(bytes, "a\0bczz", 6);
	CALL(&t, "StrCpy", at, t.text);
	assert_text(&t, at, "Look around");
	CALL(&t, "StrCpy", at, N(0));
	assert_text(&t, at, "");
	tested_end(&t);
}

/*
 * Objects and scripts.
 */

static void objects_are_told_from_other_things(void **state)
{
	struct tested t;
	reg object;

	(void)state;
	start(&t);
	object = t.objects[2];
	assert_int_equal(CALL(&t, "IsObject", object).offset, 1);
	assert_int_equal(CALL(&t, "IsObject", t.text).offset, 0);
	assert_int_equal(CALL(&t, "IsObject", N(0)).offset, 0);
	assert_int_equal(CALL(&t, "IsObject", N(-1)).offset, 0);
	assert_int_equal(CALL(&t, "IsObject", (reg){ object.segment, UINT16_MAX }).offset,
			 0);
	assert_int_equal(CALL(&t, "RespondsTo", object, N(4)).offset, 1);  /* x */
	assert_int_equal(CALL(&t, "RespondsTo", object, N(54)).offset, 1); /* doit */
	assert_int_equal(CALL(&t, "RespondsTo", object, N(58)).offset, 0); /* wordFail */
	assert_int_equal(CALL(&t, "RespondsTo", N(3), N(4)).offset, 0);
	assert_reg(CALL(&t, "ScriptID", N(0), N(2)), object);
	assert_reg(CALL(&t, "ScriptID", N(0)), t.objects[0]);
	assert_reg(CALL(&t, "ScriptID", object), object);
	tested_end(&t);
}

static void clones_are_of_the_object_that_a_script_has(void **state)
{
	struct tested t;
	reg class, clone, second;

	(void)state;
	start(&t);
	class = tested_get(&t, t.objects[1], "species");
	tested_set(&t, t.objects[1], "x", N(77));
	clone = CALL(&t, "Clone", t.objects[1]);
	assert_reg(tested_get(&t, clone, "x"), N(77));
	assert_reg(tested_get(&t, clone, "-info-"), N(1));
	assert_reg(tested_get(&t, clone, "species"), t.objects[1]);
	assert_reg(tested_get(&t, clone, "superClass"),
		   tested_get(&t, t.objects[1], "superClass"));
	second = CALL(&t, "Clone", clone);
	assert_reg(tested_get(&t, second, "species"), t.objects[1]);
	/* Clone of a class. */
	second = CALL(&t, "Clone", class);
	assert_reg(tested_get(&t, second, "species"), class);
	assert_reg(tested_get(&t, second, "superClass"), class);
	assert_reg(tested_get(&t, second, "-info-"), N(1));
	/* Only clones are disposed of, and only if they allow it. */
	CALL(&t, "DisposeClone", t.objects[1]);
	assert_int_equal(CALL(&t, "IsObject", t.objects[1]).offset, 1);
	tested_set(&t, clone, "-info-", N(3));
	CALL(&t, "DisposeClone", clone);
	assert_int_equal(CALL(&t, "IsObject", clone).offset, 1);
	tested_set(&t, clone, "-info-", N(1));
	CALL(&t, "DisposeClone", clone);
	assert_int_equal(CALL(&t, "IsObject", clone).offset, 0);
	tested_end(&t);
}

static void memory_and_folders_are_there(void **state)
{
	struct tested t;
	size_t size;
	reg block;

	(void)state;
	start(&t);
	for (int type = 0x80; type <= 0x88; type++)
		if (type != 0x85)
			assert_int_not_equal(CALL(&t, "Load", N(type), N(0)).offset, 0);
	block = CALL(&t, "Load", N(0x85), N(100));
	assert_non_null(exh_sci_vm_hunk(t.s->vm, block, &size));
	assert_int_equal(size, 100);
	CALL(&t, "UnLoad", N(0x81), block);
	assert_non_null(exh_sci_vm_hunk(t.s->vm, block, &size));
	CALL(&t, "UnLoad", N(0x85), block);
	assert_null(exh_sci_vm_hunk(t.s->vm, block, &size));
	assert_reg(call(&t, "GetSaveDir", 0, NULL), exh_sci_vm_string(t.s->vm, 0));
	put_text(&t, 0, "/save");
	assert_reg(CALL(&t, "GetCWD", t.room), t.room);
	assert_text(&t, t.room, "/save");
	tested_end(&t);
}

/*
 * Lists.
 */

static reg node(struct tested *t, int value, int key)
{
	return CALL(t, "NewNode", N(value), N(key));
}

/* Checks the values, as digits, from the first to the last and back. */
static void assert_list(struct tested *t, reg list, const char *expected)
{
	char forward[16] = "", backward[16] = "";
	size_t count = 0, back = strlen(expected);
	reg at = CALL(t, "FirstNode", list);

	for (; at.segment && count < 15; at = CALL(t, "NextNode", at))
		forward[count++] = (char)('0' + CALL(t, "NodeValue", at).offset);
	assert_string_equal(forward, expected);
	at = CALL(t, "LastNode", list);
	for (; at.segment && back; at = CALL(t, "PrevNode", at))
		backward[--back] = (char)('0' + CALL(t, "NodeValue", at).offset);
	assert_string_equal(backward, expected);
	assert_int_equal(CALL(t, "EmptyList", list).offset, !*expected);
}

static void lists_keep_their_order(void **state)
{
	struct tested t;
	reg list, two, found;

	(void)state;
	start(&t);
	list = call(&t, "NewList", 0, NULL);
	assert_list(&t, list, "");
	CALL(&t, "AddToEnd", list, two = node(&t, 2, 20));
	CALL(&t, "AddToEnd", list, node(&t, 3, 30));
	CALL(&t, "AddToFront", list, node(&t, 1, 10));
	assert_list(&t, list, "123");
	CALL(&t, "AddAfter", list, two, node(&t, 7, 70));
	assert_list(&t, list, "1273");
	CALL(&t, "AddAfter", list, CALL(&t, "LastNode", list), node(&t, 8, 70));
	assert_list(&t, list, "12738");
	found = CALL(&t, "FindKey", list, N(70)); /* the first of them */
	assert_reg(CALL(&t, "NodeValue", found), N(7));
	assert_reg(CALL(&t, "FindKey", list, N(99)), N(0));
	assert_int_equal(CALL(&t, "DeleteKey", list, N(10)).offset, 1);
	assert_list(&t, list, "2738");
	assert_int_equal(CALL(&t, "DeleteKey", list, N(70)).offset, 1);
	assert_int_equal(CALL(&t, "DeleteKey", list, N(70)).offset, 1);
	assert_int_equal(CALL(&t, "DeleteKey", list, N(70)).offset, 0);
	assert_list(&t, list, "23");
	CALL(&t, "DisposeList", list);
	assert_reg(CALL(&t, "NodeValue", two), N(0));
	/* No list. */
	assert_reg(CALL(&t, "FirstNode", N(0)), N(0));
	assert_reg(CALL(&t, "LastNode", N(0)), N(0));
	assert_int_equal(CALL(&t, "EmptyList", N(0)).offset, 1);
	assert_reg(CALL(&t, "NodeValue", N(0)), N(0));
	tested_end(&t);
}

/*
 * Motion. o0: the mover, o1: its client.
 */

static const struct {
	int x_step, y_step, to_x, to_y, factor; /* from 0, 0 */
	int dx, dy, i1, i2, di, increment, is_x;
} lines[] = {
	/* dy = 3 * 10 / 30; i1 = 2 * (3 * 10 - 1 * 30) */
	{ 3, 2, 30, 10, 1, 3, 1, 0, -60, -30, 1, 1 },
	{ 3, 2, 30, 10, 2, 6, 2, 0, -60, -30, 1, 1 },
	/* dy = -4 * -7 / -20 = -1, i1 = -(2 * (28 - 20)), all negated */
	{ 4, 2, -20, -7, 1, -4, -1, 16, -24, -4, -1, 1 },
	/* a step of 5 needs up to 5 rows, 4 up to 4, 3 up to 3: so 2 */
	{ 5, 2, 20, 19, 1, 2, 1, 36, -4, 16, 1, 1 },
	/* along y: i1 = 2 * (-3 * 5 - 0 * -30), negated */
	{ 2, 3, 5, -30, 1, 0, -3, 30, -30, 0, 1, 0 },
	{ 3, 2, 0, 0, 1, 3, 0, 0, 0, 0, 1, 1 },
};

static void lines_begin_with_the_terms_of_their_error(void **state)
{
	static const char *const names[] = { "dx",   "dy",     "b-i1",	 "b-i2",
					     "b-di", "b-incr", "b-xAxis" };

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		const int expected[] = { lines[i].dx,  lines[i].dy, lines[i].i1,
					 lines[i].i2,  lines[i].di, lines[i].increment,
					 lines[i].is_x };
		struct tested t;

		start(&t);
		tested_set(&t, t.objects[0], "client", t.objects[1]);
		tested_set(&t, t.objects[1], "xStep", N(lines[i].x_step));
		tested_set(&t, t.objects[1], "yStep", N(lines[i].y_step));
		tested_set(&t, t.objects[1], "x", N(100));
		tested_set(&t, t.objects[1], "y", N(50));
		tested_set(&t, t.objects[0], "x", N(100 + lines[i].to_x));
		tested_set(&t, t.objects[0], "y", N(50 + lines[i].to_y));
		CALL(&t, "InitBresen", t.objects[0], N(lines[i].factor));
		for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
			const int found =
				(int16_t)tested_get(&t, t.objects[0], names[k]).offset;

			if (found != expected[k])
				fail_msg("line %zu: %s is %d, not %d", i, names[k], found,
					 expected[k]);
		}
		tested_end(&t);
	}
}

static void assert_place(struct tested *t, int x, int y)
{
	assert_int_equal((int16_t)tested_get(t, t->objects[1], "x").offset, x);
	assert_int_equal((int16_t)tested_get(t, t->objects[1], "y").offset, y);
}

/* di: -4, then +16 = 12, -24 = -12, +16 = 4, -24 = -20, +16 = -4. */
static void actors_follow_their_line(void **state)
{
	static const int places[][2] = { { -4, -1 },  { -8, -3 },  { -12, -4 },
					 { -16, -6 }, { -20, -7 }, { -20, -7 } };
	struct tested t;

	(void)state;
	start(&t);
	tested_set(&t, t.objects[0], "client", t.objects[1]);
	tested_set(&t, t.objects[1], "xStep", N(4));
	tested_set(&t, t.objects[1], "yStep", N(2));
	tested_set(&t, t.objects[1], "mode", N(1)); /* result of canBeHere */
	tested_set(&t, t.objects[0], "x", N(-20));
	tested_set(&t, t.objects[0], "y", N(-7));
	CALL(&t, "InitBresen", t.objects[0]);
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		CALL(&t, "DoBresen", t.objects[0]);
		assert_place(&t, places[i][0], places[i][1]);
	}
	/* Slower: every third time. */
	tested_set(&t, t.objects[1], "moveSpeed", N(2));
	tested_set(&t, t.objects[0], "x", N(-30));
	CALL(&t, "InitBresen", t.objects[0]);
	for (int i = 0; i < 2; i++) {
		CALL(&t, "DoBresen", t.objects[0]);
		assert_place(&t, -20, -7);
	}
	assert_reg(tested_get(&t, t.objects[0], "b-moveCnt"), N(2));
	CALL(&t, "DoBresen", t.objects[0]);
	assert_place(&t, -24, -7);
	assert_reg(tested_get(&t, t.objects[0], "b-moveCnt"), N(0));
	tested_end(&t);
}

static void actors_stay_where_they_can_not_go_on(void **state)
{
	struct tested t;
	reg di;

	(void)state;
	start(&t);
	tested_set(&t, t.objects[0], "client", t.objects[1]);
	tested_set(&t, t.objects[1], "xStep", N(4));
	tested_set(&t, t.objects[1], "yStep", N(2));
	tested_set(&t, t.objects[0], "x", N(20));
	tested_set(&t, t.objects[0], "y", N(7));
	CALL(&t, "InitBresen", t.objects[0]);
	di = tested_get(&t, t.objects[0], "b-di");
	CALL(&t, "DoBresen", t.objects[0]);
	assert_place(&t, 0, 0);
	assert_reg(tested_get(&t, t.objects[0], "b-di"), di);
	assert_reg(tested_get(&t, t.objects[1], "signal"), N(1 << 10));
	tested_end(&t);
}

static const struct {
	int dx, dy, gravity, x_step, y_step;
} jumps[] = {
	{ 30, -20, 3, 5, -10 },	 /* c = (45 + 20) / 30, 30 * sqrt(3 / 80) = 5.8 */
	{ 0, -20, 2, 0, -9 },	 /* sqrt(80) = 8.9 */
	{ -10, -40, 2, -1, -8 }, /* c = 8, 10 * sqrt(2 / 80) = 1.6 */
	{ 20, 10, 4, 5, -5 },	 /* c = 1, t = 30, 20 * sqrt(4 / 60) = 5.2 */
};

static void jumps_begin_with_their_steps(void **state)
{
	struct tested t;

	(void)state;
	start(&t);
	for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++) {
		CALL(&t, "SetJump", t.objects[0], N(jumps[i].dx), N(jumps[i].dy),
		     N(jumps[i].gravity));
		assert_reg(tested_get(&t, t.objects[0], "xStep"), N(jumps[i].x_step));
		assert_reg(tested_get(&t, t.objects[0], "yStep"), N(jumps[i].y_step));
	}
	tested_end(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_are_those_of_the_table),
		cmocka_unit_test(chance_stays_between_both_numbers),
		cmocka_unit_test(numbers_are_read),
		cmocka_unit_test(texts_are_formatted),
		cmocka_unit_test(texts_of_the_game_are_copied),
		cmocka_unit_test(texts_are_compared),
		cmocka_unit_test(texts_are_measured_joined_and_changed),
		cmocka_unit_test(texts_are_copied),
		cmocka_unit_test(objects_are_told_from_other_things),
		cmocka_unit_test(clones_are_of_the_object_that_a_script_has),
		cmocka_unit_test(memory_and_folders_are_there),
		cmocka_unit_test(lists_keep_their_order),
		cmocka_unit_test(lines_begin_with_the_terms_of_their_error),
		cmocka_unit_test(actors_follow_their_line),
		cmocka_unit_test(actors_stay_where_they_can_not_go_on),
		cmocka_unit_test(jumps_begin_with_their_steps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
