#include "exhume/advanced/input.h"

#include "../base/testing.h"

#include <inttypes.h>

enum {
	L = 1,
	R = 2,
	U = 4,
	D = 8,
	A = 16,
	B = 32,
	SPACE = 64,
	WARP = 128,
	WARP_LEVEL = 0x1f << 8,
	CHOOSE = 1 << 13,
	CHOICE = 3 << 14,
	MENU = 1 << 16,
};

static const struct exh_input_key key_list[] = {
	{ .name = "L", .bits = L },
	{ .name = "R", .bits = R },
	{ .name = "U", .bits = U },
	{ .name = "D", .bits = D },
	{ .name = "A", .bits = A },
	{ .name = "B", .bits = B },
	{ .name = "N" },
	{ .name = "space", .bits = SPACE },
	{ .name = "warp", .bits = WARP, .number_bits = WARP_LEVEL, .most = 16 },
	{ .name = "choose",
	  .bits = CHOOSE,
	  .number_bits = CHOICE,
	  .least = 1,
	  .most = 2 },
	{ .name = "menu", .bits = MENU, .refused = "there are no menus" },
};
static const struct exh_input_keys game_keys = { .keys = key_list, .count = 11 };

/* A parsed script and its memory. */
struct played {
	struct exh_arena arena;
	const struct exh_input *input;
	struct exh_input_cursor cursor;
	struct exh_error err;
};

static enum exh_status read_with(struct played *p, const char *script,
				 exh_input_include include, void *context)
{
	uint8_t *tight = tight_copy(script, strlen(script));
	const struct exh_input_text text = { "main.in", { tight, strlen(script), 0 } };
	enum exh_status status;

	*p = (struct played){ .arena = { .limit = 1 << 20 } };
	status = exh_input_read(&text, &game_keys, include, context, &p->arena, &p->input,
				&p->err);
	free(tight); /* the program keeps no pointers into the text */
	exh_input_start(&p->cursor);
	return status;
}

static struct played read_script(const char *script)
{
	struct played p;

	if (read_with(&p, script, NULL, NULL))
		fail_msg("%s", p.err.text);
	return p;
}

/* Writes the frames' keys as a person would, one letter a key: N for none. */
static void print_keys(const char *script, char *out, size_t size)
{
	struct played p = read_script(script);
	struct exh_input_frame frame;
	size_t used = 0;

	while (used < size - 1 && exh_input_next(p.input, &p.cursor, &frame)) {
		const char *key = "?";

		for (size_t i = 0; i < game_keys.count; i++)
			if (key_list[i].bits == frame.keys)
				key = key_list[i].name;
		out[used++] = *key;
		assert_int_equal(p.cursor.frame, used);
	}
	out[used] = 0;
	exh_arena_free(&p.arena);
}

static void assert_keys(const char *script, const char *expected)
{
	char keys[100];

	print_keys(script, keys, sizeof keys);
	assert_string_equal(keys, expected);
}

static void assert_error(const char *script, enum exh_status status, const char *text)
{
	struct played p;

	assert_int_equal(read_with(&p, script, NULL, NULL), status);
	assert_string_equal(p.err.text, text);
	assert_int_equal(p.err.offset, EXH_NO_OFFSET);
	exh_arena_free(&p.arena);
}

static void runs_give_their_frames(void **state)
{
	(void)state;
	assert_keys("", "");
	assert_keys("\n\n  \t# nothing\r\n", "");
	assert_keys("3 L", "LLL");
	assert_keys("2 N\n3 L\r\n1 R\n", "NNLLLR");
	assert_keys("2 N, 3 L,1 R, , 1", "NNLLLRN");
	assert_keys("1 -, 1 - L, 1 LL, 1 space", "NLLs");
	assert_keys("\xef\xbb\xbf"
		    "1 L # , 1 R\n1 U",
		    "LU");
}

static void keys_are_held_together(void **state)
{
	struct played p = read_script("1 LA, 1 L A, 1 AL space, 1 space LUB");
	const uint32_t expected[] = { L | A, L | A, L | A | SPACE, L | U | B | SPACE };
	struct exh_input_frame frame;

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		assert_true(exh_input_next(p.input, &p.cursor, &frame));
		assert_int_equal(frame.keys, expected[i]);
	}
	for (size_t i = 0; i < 3; i++) {
		frame.keys = 77;
		assert_false(exh_input_next(p.input, &p.cursor, &frame));
		assert_int_equal(frame.keys, 0);
		assert_int_equal(p.cursor.frame, 4);
	}
	assert_false(exh_input_has_devices(p.input));
	exh_arena_free(&p.arena);
}

static void blocks_repeat(void **state)
{
	(void)state;
	assert_keys("repeat 3 { 1 L, 2 R }", "LRRLRRLRR");
	assert_keys("1 U\nrepeat 2\n{\n1 L\nrepeat 2 {1 R}\n}\n1 D", "ULRRLRRD");
	assert_keys("repeat 2 { repeat 2 { repeat 2 { 1 A } } 	} , 1 B", "AAAAAAAAB");
	assert_keys("repeat 1000000 { repeat 2147483647 { # }\n} }, 1 L", "L");
	assert_keys("repeat 1 { 1 L }, repeat 1 { }, repeat forever { }, 1 R", "LR");
}

static void a_block_that_is_large_takes_no_time(void **state)
{
	struct played p =
		read_script("repeat 1000000000 { repeat 1000000000 { 1 L, 1 R }\n"
			    "1 U } , 5 D");
	const uint64_t pass = UINT64_C(2000000001);
	const uint64_t total = pass * 1000000000 + 5;
	struct exh_input_frame frame;

	(void)state;
	assert_true(p.arena.used < 4096);
	assert_int_equal(exh_input_length(p.input), total);
	assert_true(exh_input_seek(p.input, &p.cursor, 7 * pass - 1));
	assert_true(exh_input_next(p.input, &p.cursor, &frame));
	assert_int_equal(frame.keys, U);
	assert_true(exh_input_next(p.input, &p.cursor, &frame));
	assert_int_equal(frame.keys, L);
	assert_true(exh_input_seek(p.input, &p.cursor, total - 6));
	assert_true(exh_input_next(p.input, &p.cursor, &frame));
	assert_int_equal(frame.keys, U);
	for (int i = 0; i < 5; i++) {
		assert_true(exh_input_next(p.input, &p.cursor, &frame));
		assert_int_equal(frame.keys, D);
	}
	assert_false(exh_input_next(p.input, &p.cursor, &frame));
	assert_false(exh_input_seek(p.input, &p.cursor, total));
	assert_false(exh_input_seek(p.input, &p.cursor, total + 1));
	assert_int_equal(p.cursor.frame, total);
	exh_arena_free(&p.arena);
}

static void lengths_end_at_64_bits(void **state)
{
	static const struct {
		const char *script;
		uint64_t length;
	} cases[] = {
		{ "", 0 },
		{ "2147483647 L", 2147483647 },
		{ "repeat 2147483647 { 2147483647 L }", UINT64_C(0x3fffffff00000001) },
		{ "repeat 2147483647 { repeat 2147483647 { 5 } }", EXH_INPUT_ENDLESS },
		{ "forever L", EXH_INPUT_ENDLESS },
		{ "3 L, repeat forever { 2 R }, 1 L", EXH_INPUT_ENDLESS },
		{ "repeat 2 { forever }", EXH_INPUT_ENDLESS },
		{ "random even forever seed=1", EXH_INPUT_ENDLESS },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct played p = read_script(cases[i].script);

		assert_true(exh_input_length(p.input) == cases[i].length);
		exh_arena_free(&p.arena);
	}
}

static void what_is_endless_goes_on(void **state)
{
	struct played p = read_script("3 L, repeat forever { 2 R, 1 U }, 1 D");
	struct exh_input_frame frame;
	const uint64_t far = UINT64_MAX - 2;

	(void)state;
	for (uint64_t i = 0; i < 1000; i++) {
		assert_true(exh_input_next(p.input, &p.cursor, &frame));
		assert_int_equal(frame.keys, i < 3 ? L : i % 3 == 2 ? U : R);
	}
	assert_true(exh_input_seek(p.input, &p.cursor, far));
	assert_true(exh_input_next(p.input, &p.cursor, &frame));
	assert_int_equal(frame.keys, far % 3 == 2 ? U : R);
	exh_input_seek(p.input, &p.cursor, UINT64_MAX); /* no crash */
	exh_arena_free(&p.arena);
}

/* Script G of keen-engine 13, as it is written there. */
static uint32_t script_g(uint32_t *s, uint64_t f, uint32_t held)
{
	uint32_t v, keys = 0;
	int x, y;

	if (f % 16)
		return held;
	*s = *s * 1103515245 + 12345;
	v = *s >> 16 & 0x7fff;
	x = (int)(v % 3) - 1;
	y = (int)(v / 3 % 3) - 1;
	keys |= x < 0 ? L : x > 0 ? R : 0;
	keys |= y < 0 ? U : y > 0 ? D : 0;
	return keys | (v / 9 & 1 ? A : 0) | (v / 18 & 1 ? B : 0);
}

static uint32_t script_h(uint32_t *s, uint64_t f, int d, uint32_t held)
{
	uint32_t v, keys = 0;
	int x = 0;

	if (f % 16)
		return held;
	*s = *s * 1103515245 + 12345;
	v = *s >> 16 & 0x7fff;
	if (v % 8 < 5)
		x = d;
	else if (v % 8 == 5)
		x = -d;
	keys |= x < 0 ? L : x > 0 ? R : 0;
	keys |= v / 8 % 5 == 0 ? U : v / 8 % 5 == 1 ? D : 0;
	return keys | (v / 40 & 1 ? A : 0) | ((v / 80 & 3) == 0 ? B : 0);
}

static void the_generators_are_those_of_the_vectors(void **state)
{
	struct played even = read_script("random even 2000 seed=12345");
	struct played left = read_script("random biased 3000 seed=7 toward=L every=16");
	struct played right = read_script("random biased 3000 toward=R seed=99");
	uint32_t g = 12345, h = 7, i = 99, g_keys = 0, h_keys = 0, i_keys = 0;
	struct exh_input_frame frame;

	(void)state;
	for (uint64_t f = 0; f < 2000; f++) {
		g_keys = script_g(&g, f, g_keys);
		assert_true(exh_input_next(even.input, &even.cursor, &frame));
		assert_int_equal(frame.keys, g_keys);
		h_keys = script_h(&h, f, -1, h_keys);
		assert_true(exh_input_next(left.input, &left.cursor, &frame));
		assert_int_equal(frame.keys, h_keys);
		i_keys = script_h(&i, f, 1, i_keys);
		assert_true(exh_input_next(right.input, &right.cursor, &frame));
		assert_int_equal(frame.keys, i_keys);
	}
	assert_false(exh_input_next(even.input, &even.cursor, &frame));
	exh_arena_free(&even.arena);
	exh_arena_free(&left.arena);
	exh_arena_free(&right.arena);
}

/* The first outputs of splitmix64 from 1234567 are well known: 6457827717110365317,
 * 3203168211198807973, 9817491932198370423; their upper halves times 4 over 2^32 are 1, 0
 * and 2. */
static void weights_are_drawn_by_splitmix64(void **state)
{
	(void)state;
	assert_keys("random weighted 6 every=2 seed=1234567 { 1 L, 1 R, 1 U, 1 D }",
		    "RRLLUU");
	assert_keys("random weighted 3 every=1 seed=1234567\n{\n\n 1 L\n 3 R # more\n}",
		    "RLR");
}

static void weights_tell_how_often(void **state)
{
	struct played p = read_script("random weighted 100000 every=1 seed=5 {\n"
				      "10 L, 30 R, 60 }");
	struct exh_input_frame frame;
	int counts[3] = { 0 };

	(void)state;
	while (exh_input_next(p.input, &p.cursor, &frame))
		counts[frame.keys]++;
	assert_in_range(counts[L], 9700, 10300);
	assert_in_range(counts[R], 29500, 30500);
	assert_in_range(counts[0], 59500, 60500);
	exh_arena_free(&p.arena);
}

static void a_generator_begins_again_in_each_pass(void **state)
{
	char once[40], twice[80];

	(void)state;
	print_keys("random weighted 30 every=3 seed=3 { 1 L, 1 R }", once, sizeof once);
	print_keys("repeat 2 { random weighted 30 every=3 seed=3 { 1 L, 1 R } }", twice,
		   sizeof twice);
	assert_int_equal(strlen(twice), 60);
	assert_memory_equal(once, twice, 30);
	assert_memory_equal(once, twice + 30, 30);
}

static const char everything[] =
	"3 LA scan=1d press=left+39, 2 mouse=-3:32767:13\n"
	"repeat 3 { 2 U\nrandom even 40 seed=8 every=7\n"
	"repeat 2 { 1 D press=esc\nrandom biased 33 seed=0 toward=R } }\n"
	"random weighted 50 every=4 seed=4294967295 { 2 L press=alt, 1 R joy1=0:65535:2 "
	"}\n"
	"5 joy1=400:500 joy2=1:2:12";

static void assert_same_frame(const struct exh_input_frame *a,
			      const struct exh_input_frame *b)
{
	assert_int_equal(a->keys, b->keys);
	assert_same_bytes(a->scan_codes, b->scan_codes.data, b->scan_codes.size);
	assert_int_equal(a->mouse.x, b->mouse.x);
	assert_int_equal(a->mouse.y, b->mouse.y);
	assert_int_equal(a->mouse.buttons, b->mouse.buttons);
	for (int i = 0; i < EXH_INPUT_STICKS; i++) {
		assert_int_equal(a->sticks[i].present, b->sticks[i].present);
		assert_int_equal(a->sticks[i].x, b->sticks[i].x);
		assert_int_equal(a->sticks[i].y, b->sticks[i].y);
		assert_int_equal(a->sticks[i].buttons, b->sticks[i].buttons);
	}
}

static void seeking_is_going_there(void **state)
{
	struct played p = read_script(everything);
	const uint64_t length = exh_input_length(p.input);
	struct exh_input_frame a, b;

	(void)state;
	assert_int_equal(length, 5 + 3 * (2 + 40 + 2 * 34) + 50 + 5);
	for (uint64_t f = 0; f <= length; f++) {
		struct exh_input_cursor straight = p.cursor, sought;

		assert_int_equal(exh_input_seek(p.input, &sought, f), f < length);
		assert_int_equal(sought.frame, f);
		for (;;) {
			const bool more = exh_input_next(p.input, &straight, &a);

			assert_int_equal(exh_input_next(p.input, &sought, &b), more);
			if (!more)
				break;
			assert_same_frame(&a, &b);
		}
		exh_input_next(p.input, &p.cursor, &a);
	}
	exh_arena_free(&p.arena);
}

static void devices_are_in_their_frames(void **state)
{
	struct played p =
		read_script("2 L scan=E04b press=a+space+f1 release=1d+f10 mouse="
			    "-32768:5:231\n1 joy2=0:65535:2 press=1D,1");
	static const uint8_t codes[] = { 0xe0, 0x4b, 0x1e, 0x39, 0x3b, 0x9d, 0xc4 };
	struct exh_input_frame frame;

	(void)state;
	assert_true(exh_input_has_devices(p.input));
	assert_true(exh_input_next(p.input, &p.cursor, &frame));
	assert_same_bytes(frame.scan_codes, codes, sizeof codes);
	assert_int_equal(frame.mouse.x, -32768);
	assert_int_equal(frame.mouse.y, 5);
	assert_int_equal(frame.mouse.buttons, 7);
	assert_false(frame.sticks[0].present);
	assert_true(exh_input_next(p.input, &p.cursor, &frame)); /* sent once ... */
	assert_int_equal(frame.scan_codes.size, 0);
	assert_int_equal(frame.mouse.x, -32768); /* ... moved in each */
	assert_true(exh_input_next(p.input, &p.cursor, &frame));
	assert_same_bytes(frame.scan_codes, "\x1d", 1);
	assert_int_equal(frame.mouse.x, 0);
	assert_true(frame.sticks[1].present);
	assert_int_equal(frame.sticks[1].x, 0);
	assert_int_equal(frame.sticks[1].y, 65535);
	assert_int_equal(frame.sticks[1].buttons, 2);
	assert_true(exh_input_next(p.input, &p.cursor, &frame));
	assert_false(frame.sticks[1].present);
	exh_arena_free(&p.arena);
}

static void errors_say_where_and_what(void **state)
{
	static const struct {
		const char *script, *text;
	} cases[] = {
		{ "x", "line 1, column 1: expected a number of frames, forever, repeat, "
		       "random or include, not 'x'" },
		{ "1 L\n  20L", "line 2, column 3: expected a number of frames from 1 to "
				"2147483647, not '20L'" },
		{ "0 L", "line 1, column 1: expected a number of frames from 1 to "
			 "2147483647, not '0'" },
		{ "2147483648", "line 1, column 1: expected a number of frames from 1 to "
				"2147483647, not '2147483648'" },
		{ "99999999999999999999999999", "line 1, column 1: expected a number of "
						"frames from 1 to 2147483647, not "
						"'99999999999999999999999999'" },
		{ "1 L, 1 LxA", "line 1, column 9: expected keys of LRUDABN space warp "
				"choose, not 'x'" },
		{ "1 l", "line 1, column 3: expected keys of LRUDABN space warp choose, "
			 "not 'l'" },
		{ "1 jump", "line 1, column 3: expected keys of LRUDABN space warp "
			    "choose, not 'jump'" },
		{ "1 warp", "line 1, column 7: expected a number for warp from 0 to 16, "
			    "not the end of the file" },
		{ "1 warp 17", "line 1, column 8: expected a number for warp from 0 to "
			       "16, not '17'" },
		{ "1 choose 0", "line 1, column 10: expected a number for choose from 1 "
				"to 2, not '0'" },
		{ "1 L 7", "line 1, column 5: expected keys of LRUDABN space warp "
			   "choose, not '7'" },
		{ "1 warp 7 L warp 7", "line 1, column 12: this is given twice" },
		{ "1 \x01", "line 1, column 3: expected text, not byte 0x01" },
		{ "1 \"L\"",
		  "line 1, column 3: expected a comma or the end of the line, not "
		  "\"L\"" },
		{ "1 L }", "line 1, column 5: expected no more closing brackets than "
			   "blocks, not }" },
		{ "repeat { 1 }",
		  "line 1, column 8: expected a number of passes from 1 to "
		  "2147483647, not {" },
		{ "repeat 2 1 L", "line 1, column 10: expected {, not '1'" },
		{ "repeat 2, { 1 L }", "line 1, column 9: expected {, not the end of the "
				       "line" },
		{ "1\nrepeat 2 {\n 1 L\n",
		  "line 4, column 1: the block that begins in line "
		  "2 has no end, expected }" },
		{ "repeat 2 { 1 } 3 L",
		  "line 1, column 16: expected a comma or the end of "
		  "the line, not '3'" },
		{ "random",
		  "line 1, column 7: expected even, biased or weighted, not the end "
		  "of the file" },
		{ "random odd 2",
		  "line 1, column 8: expected even, biased or weighted, not "
		  "'odd'" },
		{ "random even 2",
		  "line 1, column 14: expected seed=, not the end of the "
		  "file" },
		{ "random even seed=2",
		  "line 1, column 13: expected a number of frames from "
		  "1 to 2147483647, not 'seed=2'" },
		{ "random even 2 seed=4294967296",
		  "line 1, column 20: expected a seed from "
		  "0 to 4294967295, not '4294967296'" },
		{ "random even 2 seed=1 seed=1",
		  "line 1, column 22: this is given twice" },
		{ "random even 2 toward=L",
		  "line 1, column 15: expected seed= or every=, not "
		  "'toward=L'" },
		{ "random even 2 seed=1 every=0",
		  "line 1, column 28: expected a number of "
		  "frames from 1 to 2147483647, not '0'" },
		{ "random biased 2 seed=1",
		  "line 1, column 23: expected toward=, not the end "
		  "of the file" },
		{ "random biased 2 seed=1 toward=U",
		  "line 1, column 31: expected L or R, "
		  "not 'U'" },
		{ "random weighted 2 seed=1 { }",
		  "line 1, column 28: expected a weight and "
		  "keys, not }" },
		{ "random weighted 2 seed=1 { 0 L }",
		  "line 1, column 28: expected a weight "
		  "from 1 to 2147483647, not '0'" },
		{ "random weighted 2 seed=1 { 1 L",
		  "line 1, column 31: the block that begins "
		  "in line 1 has no end, expected }" },
		{ "include",
		  "line 1, column 8: expected the name of a script, not the end of "
		  "the file" },
		{ "include \"\"", "line 1, column 9: expected the name of a script, not "
				  "\"\"" },
		{ "include \"x\n\"",
		  "line 1, column 9: expected a \" at the end of the name "
		  "in this line" },
		{ "1 key=2",
		  "line 1, column 3: expected scan= press= release= mouse= joy1= "
		  "or joy2=, not 'key=2'" },
		{ "1 scan=1d9",
		  "line 1, column 10: expected bytes of two hexadecimal digits, "
		  "not '9'" },
		{ "1 scan=",
		  "line 1, column 8: expected bytes of two hexadecimal digits, not "
		  "''" },
		{ "1 press=space+80",
		  "line 1, column 15: expected a scan code from 00 to 7f, "
		  "or a key's name, not '80'" },
		{ "1 press=1d+",
		  "line 1, column 12: expected a scan code from 00 to 7f, or a "
		  "key's name, not ''" },
		{ "1 mouse=5", "line 1, column 9: expected X:Y or X:Y:BUTTONS, not '5'" },
		{ "1 mouse=5:-32769",
		  "line 1, column 11: expected mickeys from -32768 to "
		  "32767, not '-32769'" },
		{ "1 mouse=32768:0", "line 1, column 9: expected mickeys from -32768 to "
				     "32767, not '32768'" },
		{ "1 mouse=-:0",
		  "line 1, column 9: expected mickeys from -32768 to 32767, "
		  "not '-'" },
		{ "1 mouse=1:0:14",
		  "line 1, column 13: expected buttons of 123, not '14'" },
		{ "1 mouse=1:0:", "line 1, column 13: expected buttons of 123, not ''" },
		{ "1 mouse=1:0 mouse=1:0",
		  "line 1, column 19: the mouse is given twice" },
		{ "1 joy1=1:65536",
		  "line 1, column 10: expected a count from 0 to 65535, "
		  "not '65536'" },
		{ "1 joy1=1:1:3", "line 1, column 12: expected buttons of 12, not '3'" },
		{ "1 joy2=1:1 joy2=1:1", "line 1, column 17: the stick is given twice" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_error(cases[i].script, EXH_INVALID, cases[i].text);
	assert_error("include x", EXH_UNSUPPORTED,
		     "line 1, column 9: no includes are possible here");
}

static void depth_and_scan_codes_have_limits(void **state)
{
	char script[400] = "";

	(void)state;
	for (int i = 0; i < EXH_INPUT_DEPTH; i++)
		strcat(script, "repeat 1 {\n");
	strcat(script, "2 L\n");
	for (int i = 0; i < EXH_INPUT_DEPTH; i++)
		strcat(script, "}\n");
	assert_keys(script, "LL");
	assert_error(
		"repeat 1 { repeat 1 { repeat 1 { repeat 1 { repeat 1 { repeat 1 {\n"
		"repeat 1 { repeat 1 { repeat 1 { repeat 1 { repeat 1 { repeat 1 {\n"
		"repeat 1 { repeat 1 { repeat 1 { repeat 1 { repeat 1 { 1 L",
		EXH_LIMIT,
		"line 3, column 45: more than 16 blocks and files within each other");
	strcpy(script, "1 scan=");
	for (int i = 0; i < EXH_INPUT_SCAN_CODES; i++)
		strcat(script, "1d");
	assert_keys(script, "N");
	strcat(script, "9d");
	assert_error(script, EXH_LIMIT,
		     "line 1, column 72: more than 32 scan codes in a frame");
	assert_error("random weighted 1 seed=1 { 2147483647, 2147483647, 2 L }",
		     EXH_LIMIT,
		     "line 1, column 52: the weights' sum is above 4294967295");
}

static void memory_has_a_limit(void **state)
{
	struct exh_input_text text = {
		"x", { (const uint8_t *)everything, sizeof everything - 1, 0 }
	};
	const struct exh_input *input;
	struct exh_error err;
	size_t needed;

	(void)state;
	for (size_t limit = 0;; limit += 8) {
		struct exh_arena arena = { .limit = limit };
		const enum exh_status status = exh_input_read(&text, &game_keys, NULL,
							      NULL, &arena, &input, &err);

		needed = limit;
		exh_arena_free(&arena);
		if (!status)
			break;
		assert_int_equal(status, EXH_NO_MEMORY);
	}
	assert_in_range(needed, 1000, 10000);
}

static void every_shorter_script_is_read_or_refused(void **state)
{
	char script[sizeof everything];
	struct played p;

	(void)state;
	for (size_t n = 0; n < sizeof everything; n++) {
		memcpy(script, everything, n);
		script[n] = 0;
		if (read_with(&p, script, NULL, NULL))
			assert_non_null(strstr(p.err.text, "line "));
		exh_arena_free(&p.arena);
	}
}

static void a_game_without_directions_has_no_such_generators(void **state)
{
	static const struct exh_input_keys few = { .keys = key_list, .count = 5 };
	struct exh_input_text text = {
		"x", { (const uint8_t *)"random even 5 seed=1", 20, 0 }
	};
	struct exh_arena arena = { .limit = 1 << 16 };
	const struct exh_input *input;
	struct exh_error err;

	(void)state;
	assert_int_equal(exh_input_read(&text, &few, NULL, NULL, &arena, &input, &err),
			 EXH_INVALID);
	assert_string_equal(err.text,
			    "line 1, column 8: this game has no key B, which this "
			    "generator needs");
	exh_arena_free(&arena);
}

/*
 * Includes: texts by their names.
 */

struct library {
	const char *texts[6][2];
	const char *last_from;
};

static enum exh_status find_text(void *context, const char *name, const char *from,
				 struct exh_input_text *text, struct exh_error *err)
{
	struct library *library = context;

	library->last_from = from;
	for (size_t i = 0; i < 6 && library->texts[i][0]; i++)
		if (strcmp(library->texts[i][0], name) == 0) {
			text->bytes.data = (const uint8_t *)library->texts[i][1];
			text->bytes.size = strlen(library->texts[i][1]);
			return EXH_OK;
		}
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "there is no such file");
}

static void assert_include_error(struct library *library, const char *script,
				 enum exh_status status, const char *text)
{
	struct played p;

	assert_int_equal(read_with(&p, script, find_text, library), status);
	assert_string_equal(p.err.text, text);
	exh_arena_free(&p.arena);
}

static void other_scripts_are_included(void **state)
{
	struct library library = { .texts = { { "jump.in", "2 A" },
					      { "a walk.in", "repeat 2 { include "
							     "jump.in\n1 L }" } } };
	struct played p;
	struct exh_input_frame frame;
	static const uint32_t expected[] = { R, A, A, L, A, A, L, A, A };

	(void)state;
	assert_int_equal(read_with(&p,
				   "1 R\ninclude \"a walk.in\" # twice\ninclude jump.in",
				   find_text, &library),
			 EXH_OK);
	assert_int_equal(exh_input_length(p.input), 9);
	for (size_t i = 0; i < 9; i++) {
		assert_true(exh_input_next(p.input, &p.cursor, &frame));
		assert_int_equal(frame.keys, expected[i]);
	}
	assert_false(exh_input_next(p.input, &p.cursor, &frame));
	assert_string_equal(library.last_from, "main.in");
	exh_arena_free(&p.arena);
}

static void errors_name_the_included_script(void **state)
{
	struct library library = { .texts = { { "bad.in", "1 L\n1 x" },
					      { "mid.in", "\n\n include bad.in" },
					      { "open.in", "repeat 2 {" },
					      { "none.in", "\n include gone.in" } } };

	(void)state;
	assert_include_error(&library, "1 L, include mid.in", EXH_INVALID,
			     "bad.in: line 2, column 3: expected keys of LRUDABN space "
			     "warp choose, not "
			     "'x'");
	assert_include_error(
		&library, "include open.in\n}", EXH_INVALID,
		"open.in: line 1, column 11: the block that begins in line 1 "
		"has no end, expected }");
	assert_include_error(&library, "\ninclude gone.in", EXH_IO,
			     "line 2, column 9: gone.in: there is no such file");
	assert_include_error(
		&library, "include none.in", EXH_IO,
		"none.in: line 2, column 10: gone.in: there is no such file");
}

static void no_script_includes_itself(void **state)
{
	struct library library = { .texts = { { "a.in", "include b.in" },
					      { "b.in", "1 L, include a.in" },
					      { "me.in", "include main.in" },
					      { "main.in", "" } } };

	(void)state;
	assert_include_error(&library, "include a.in", EXH_INVALID,
			     "b.in: line 1, column 14: a.in would include itself");
	assert_include_error(&library, "include me.in", EXH_INVALID,
			     "me.in: line 1, column 9: main.in would include itself");
}

static void includes_are_counted(void **state)
{
	struct library library = { .texts = { { "x", "" } } };
	struct exh_writer script = { .limit = 1 << 20 };
	struct played p;

	(void)state;
	for (int i = 0; i < EXH_INPUT_INCLUDES; i++)
		exh_write_bytes(&script, "include x\n", 10);
	exh_write_u8(&script, 0);
	assert_int_equal(read_with(&p, (const char *)script.data, find_text, &library),
			 EXH_OK);
	exh_arena_free(&p.arena);
	script.size--;
	exh_write_bytes(&script, "include x", 10);
	assert_include_error(&library, (const char *)script.data, EXH_LIMIT,
			     "line 1001, column 9: more than 1000 includes");
	exh_writer_free(&script);
}

/*
 * The recorder.
 */

static struct exh_writer record_script(const char *script)
{
	struct played p = read_script(script);
	struct exh_writer out = { .limit = 1 << 20 };
	struct exh_input_recorder recorder;
	struct exh_input_frame frame;

	exh_input_record_start(&recorder, &game_keys, &out);
	while (exh_input_next(p.input, &p.cursor, &frame))
		assert_int_equal(exh_input_record(&recorder, &frame, NULL), EXH_OK);
	exh_input_record_end(&recorder);
	exh_input_record_end(&recorder); /* nothing is left */
	exh_arena_free(&p.arena);
	exh_write_u8(&out, 0);
	assert_false(out.failed);
	return out;
}

static void assert_recorded(const char *script, const char *expected)
{
	struct exh_writer out = record_script(script);

	assert_string_equal((const char *)out.data, expected);
	exh_writer_free(&out);
}

static void a_line_is_written_for_each_stretch(void **state)
{
	(void)state;
	assert_recorded("", "");
	assert_recorded("20 N,30 L,14 AL,1 L,2 L", "20 N\n30 L\n14 LA\n3 L\n");
	assert_recorded("1 space LU, repeat 3 { 1 space }", "1 LU space\n3 space\n");
	assert_recorded("3 L press=1d, 3 L press=1d, 1 L release=1d",
			"3 L scan=1d\n3 L scan=1d\n1 L scan=9d\n");
	assert_recorded("2 mouse=-1:5:31, 1 mouse=0:0:2, 1 joy2=3:4:21 joy1=0:0",
			"2 N mouse=-1:5:13\n1 N mouse=0:0:2\n1 N joy1=0:0 joy2=3:4:12\n");
}

static void assert_round_trip(const char *script)
{
	struct exh_writer out = record_script(script);
	struct played a = read_script(script), b = read_script((const char *)out.data);
	struct exh_input_frame x, y;

	assert_int_equal(exh_input_length(a.input), exh_input_length(b.input));
	while (exh_input_next(a.input, &a.cursor, &x)) {
		assert_true(exh_input_next(b.input, &b.cursor, &y));
		assert_same_frame(&x, &y);
	}
	exh_arena_free(&a.arena);
	exh_arena_free(&b.arena);
	exh_writer_free(&out);
}

static void what_is_written_reads_as_the_same_frames(void **state)
{
	(void)state;
	assert_round_trip(everything);
	assert_round_trip("random even 5000 seed=3 every=1");
}

static void keys_may_have_numbers(void **state)
{
	static const char script[] = "1 warp 7\n2 LA warp 16 choose 2\n1 choose 1 space\n"
				     "3 warp 0 B";
	static const uint32_t expected[] = { WARP | 7 << 8,
					     L | A | WARP | 16 << 8 | CHOOSE | 2 << 14,
					     L | A | WARP | 16 << 8 | CHOOSE | 2 << 14,
					     CHOOSE | 1 << 14 | SPACE, WARP | B };
	struct played p = read_script(script);
	struct exh_input_frame frame;

	(void)state;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		assert_true(exh_input_next(p.input, &p.cursor, &frame));
		assert_int_equal(frame.keys, expected[i]);
	}
	exh_arena_free(&p.arena);
	assert_round_trip(script);
}

static void refused_keys_say_why(void **state)
{
	struct played p;

	(void)state;
	assert_int_equal(read_with(&p, "1 LA menu L", NULL, NULL), EXH_UNSUPPORTED);
	assert_string_equal(p.err.text, "line 1, column 6: there are no menus");
	exh_arena_free(&p.arena);
}

/* Checks the recorder; errors_say_where_and_what checks scripts. */
static void numbers_out_of_range_are_refused(void **state)
{
	struct exh_writer out = { .limit = 100 };
	const struct exh_input_frame bad[] = { { .keys = WARP | 17 << 8 },
					       { .keys = CHOOSE },
					       { .keys = 3 << 8 } };
	struct exh_input_recorder recorder;

	(void)state;
	exh_input_record_start(&recorder, &game_keys, &out);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(exh_input_record(&recorder, &bad[i], NULL), EXH_INVALID);
	exh_writer_free(&out);
}

static void keys_without_names_are_refused(void **state)
{
	struct exh_writer out = { .limit = 100 };
	const struct exh_input_frame bad = { .keys = MENU | L }, good = { .keys = L };
	uint8_t codes[EXH_INPUT_SCAN_CODES + 1] = { 0 };
	const struct exh_input_frame many = { .scan_codes = { codes, sizeof codes, 0 } };
	static const struct exh_input_key pair[] = { { .name = "P", .bits = 3 },
						     { .name = "Q", .bits = 2 } };
	static const struct exh_input_keys pairs = { .keys = pair, .count = 2 };
	const struct exh_input_frame both = { .keys = 3 }, one = { .keys = 2 },
				     none = { 0 };
	struct exh_input_recorder recorder;
	struct exh_error err;

	(void)state;
	exh_input_record_start(&recorder, &game_keys, &out);
	assert_int_equal(exh_input_record(&recorder, &bad, &err), EXH_INVALID);
	assert_string_equal(err.text, "no key of the game stands for bits 0x10000");
	assert_int_equal(exh_input_record(&recorder, &many, &err), EXH_LIMIT);
	assert_int_equal(exh_input_record(&recorder, &good, &err), EXH_OK);
	exh_input_record_end(&recorder);
	assert_same_bytes(exh_writer_bytes(&out), "1 L\n", 4);
	exh_input_record_start(&recorder, &pairs, &out);
	assert_int_equal(exh_input_record(&recorder, &good, &err), EXH_INVALID);
	assert_int_equal(exh_input_record(&recorder, &both, &err), EXH_OK);
	assert_int_equal(exh_input_record(&recorder, &one, &err), EXH_OK);
	assert_int_equal(exh_input_record(&recorder, &none, &err), EXH_OK);
	exh_input_record_end(&recorder);
	assert_same_bytes(exh_writer_bytes(&out), "1 L\n1 P\n1 Q\n1 -\n", 16);
	exh_writer_free(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_give_their_frames),
		cmocka_unit_test(keys_are_held_together),
		cmocka_unit_test(blocks_repeat),
		cmocka_unit_test(a_block_that_is_large_takes_no_time),
		cmocka_unit_test(lengths_end_at_64_bits),
		cmocka_unit_test(what_is_endless_goes_on),
		cmocka_unit_test(the_generators_are_those_of_the_vectors),
		cmocka_unit_test(weights_are_drawn_by_splitmix64),
		cmocka_unit_test(weights_tell_how_often),
		cmocka_unit_test(a_generator_begins_again_in_each_pass),
		cmocka_unit_test(seeking_is_going_there),
		cmocka_unit_test(devices_are_in_their_frames),
		cmocka_unit_test(errors_say_where_and_what),
		cmocka_unit_test(depth_and_scan_codes_have_limits),
		cmocka_unit_test(memory_has_a_limit),
		cmocka_unit_test(every_shorter_script_is_read_or_refused),
		cmocka_unit_test(a_game_without_directions_has_no_such_generators),
		cmocka_unit_test(other_scripts_are_included),
		cmocka_unit_test(errors_name_the_included_script),
		cmocka_unit_test(no_script_includes_itself),
		cmocka_unit_test(includes_are_counted),
		cmocka_unit_test(a_line_is_written_for_each_stretch),
		cmocka_unit_test(what_is_written_reads_as_the_same_frames),
		cmocka_unit_test(keys_may_have_numbers),
		cmocka_unit_test(refused_keys_say_why),
		cmocka_unit_test(numbers_out_of_range_are_refused),
		cmocka_unit_test(keys_without_names_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
