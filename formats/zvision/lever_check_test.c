#include "exhume/advanced/zvision_lever.h"

#include "../base/testing.h"

enum { LIMIT = 1 << 26 };

/* "NAME:LINE" of each finding, with a ! for those that break it, blanks between. */
static const char *style(const char *text, const struct exh_zv_lever_known *known)
{
	static const struct exh_zv_lever_known nothing = { 0 };
	static char found[1024];
	struct exh_arena arena = { .limit = LIMIT };
	const struct exh_zv_lever_finding *finding;
	struct exh_zv_lever lever;
	uint8_t *tight = tight_copy(text, strlen(text));

	found[0] = '\0';
	assert_int_equal(exh_zv_lever_read((struct exh_bytes){ tight, strlen(text), 0 },
					   &arena, &lever, NULL, NULL),
			 EXH_OK);
	assert_int_equal(exh_zv_lever_check(&lever, known ? known : &nothing, &arena,
					    &finding, NULL),
			 EXH_OK);
	for (; finding; finding = finding->next) {
		const size_t used = strlen(found);

		snprintf(found + used, sizeof found - used, "%s%s:%u%s", used ? " " : "",
			 exh_zv_lever_check_name(finding->check),
			 (unsigned)finding->place.line, finding->breaks ? "!" : "");
	}
	exh_arena_free(&arena);
	free(tight);
	return found;
}

/* Two positions are defined in lines 5 and 6. */
static const char *look_at(const char *frames, const char *positions)
{
	char text[512];

	snprintf(text, sizeof text,
		 "filename:a.rlf~\nanim_coords:0 0 99 99~\nframes:%s~\n"
		 "hotspot_deltas:10 10~\n%s",
		 frames, positions);
	return style(text, NULL);
}

static void a_good_lever_has_no_findings(void **state)
{
	(void)state;
	assert_string_equal(look_at("2", "0:0 0 D=1,90~\n1:90 90 D=0,270~\n"), "");
	assert_string_equal(look_at("2", "0:0 0 D=1,90 ^=E(0)~\n"
					 "1:9 9 D=0,270 ^=P(1 to 0) E(0)~\n"),
			    "");
}

static void what_is_missing_is_reported(void **state)
{
	static const char *const all =
		"no-filename:0! no-rectangle:0! no-hotspot:0! no-frames:0!";

	(void)state;
	assert_string_equal(style("start_pos:0~\n", NULL), all);
	assert_string_equal(style("filename:a~\nanim_coords:5 5 4 5~\nframes:1~\n"
				  "hotspot_deltas:5 0~\n0:1 1~\nstart_pos:1~\n",
				  NULL),
			    "no-rectangle:2! no-hotspot:4! bad-start:6!");
	assert_string_equal(look_at("4", "0:0 0 D=3,90~\n3:9 9~\n"),
			    "missing-position:3!");
	assert_string_equal(look_at("2147483647", "7:0 0~\n"),
			    "missing-position:3! missing-position:3! unreachable:5!");
}

static void the_animation_has_to_have_the_frames(void **state)
{
	static const char plain[] = "filename:a~\nanim_coords:0 0 9 9~\nframes:1~\n"
				    "hotspot_deltas:5 5~\n0:1 1~\nmirrored:0~\n";
	static const char mirrored[] = "filename:a~\nanim_coords:0 0 9 9~\nframes:1~\n"
				       "hotspot_deltas:5 5~\n0:1 1~\nmirrored:1~\n";
	struct exh_zv_lever_known known = { .has_animation = true };

	(void)state;
	assert_string_equal(style(plain, &known), "missing-frames:3!");
	assert_string_equal(style(mirrored, &known), "mirrored-frames:6!");
	known.animation_frames = 1;
	assert_string_equal(style(plain, &known), "");
	assert_string_equal(style(mirrored, &known), "mirrored-frames:6!");
	known.animation_frames = 2;
	assert_string_equal(style(plain, &known), "");
	assert_string_equal(style(mirrored, &known), "");
	known.animation_frames = 3;
	assert_string_equal(style(mirrored, &known), "mirrored-frames:6");
}

static void directions_are_followed(void **state)
{
	(void)state;
	assert_string_equal(look_at("2", "0:0 0 D=2,90 D=1,0~\n1:0 0 D=-1,0~\n"),
			    "direction-nowhere:5! direction-nowhere:6!");
	assert_string_equal(look_at("2", "0:0 0 D=1,90~\n"),
			    "missing-position:3! direction-nowhere:5!");
	/* 60..120 and 121..181 leave nothing of 90..150; of 90..151 no more. */
	assert_string_equal(look_at("1", "0:0 0 D=0,90 D=0,151 D=0,120~\n"),
			    "direction-hidden:5!");
	assert_string_equal(look_at("1", "0:0 0 D=0,90 D=0,152 D=0,120~\n"), "");
	assert_string_equal(look_at("1", "0:0 0 D=0,0 D=0,30~\n"), "");
	assert_string_equal(look_at("1", "0:0 0 D=0,20 D=0,0~\n"), "direction-hidden:5!");
	assert_string_equal(look_at("1", "0:0 0 D=0,360~\n"), "bad-angle:5");
	assert_string_equal(look_at("1", "0:0 0 D=0,-30~\n"), "bad-angle:5");
	assert_string_equal(look_at("1", "0:0 0 D=0,-31 D=0,391~\n"),
			    "bad-angle:5! bad-angle:5!");
	assert_string_equal(look_at("1", "0:0 0 D=0,2147483647 D=0,-2147483648~\n"),
			    "bad-angle:5! bad-angle:5!");
	assert_string_equal(look_at("1", "0:0 0 D=0,0 D=0,90 D=0,180 D=0,270 D=0,330~\n"),
			    "many-directions:5");
}

static void returns_are_followed(void **state)
{
	(void)state;
	assert_string_equal(look_at("2", "0:0 0 D=1,0~\n1:0 0 ^=P(0 to 0) E(1)~\n"),
			    "path-start:6 wrong-end:6");
	assert_string_equal(look_at("2", "0:0 0 D=1,0~\n1:0 0 ^=P(1 to 2) E(1)~\n"),
			    "path-nowhere:6!");
	assert_string_equal(look_at("3", "0:0 0 D=1,0~\n1:0 0 D=2,0 ^=P(1 to 0)~\n"
					 "2:0 0~\n"),
			    "no-return:7");
	/* A rest of another's return needs none. */
	assert_string_equal(look_at("3", "0:0 0 D=1,0~\n1:0 0 ^=P(1 to 2)~\n2:0 0~\n"),
			    "");
}

static void positions_can_be_reached_by_a_return(void **state)
{
	(void)state;
	assert_string_equal(look_at("4", "0:0 0 D=3,0~\n1:0 0 ^=~\n2:0 0 ^=~\n"
					 "3:0 0 ^=P(3 to 1)~\n"),
			    "");
	assert_string_equal(look_at("4", "0:0 0 D=3,0~\n1:0 0~\n2:0 0~\n3:0 0~\n"),
			    "unreachable:6! unreachable:7!");
}

static void rectangles_are_looked_for(void **state)
{
	struct exh_zv_lever_known known = { .window_width = 50, .window_height = 40 };

	(void)state;
	assert_string_equal(look_at("1", "0:91 0~\n"), "outside-picture:5");
	assert_string_equal(look_at("1", "0:-1 90~\n"), "outside-picture:5");
	assert_string_equal(look_at("1", "0:2147483647 90~\n"), "outside-picture:5");
	assert_string_equal(style("filename:a~\nanim_coords:0 0 99 99~\nframes:1~\n"
				  "hotspot_deltas:10 10~\n0:40 30~\n",
				  &known),
			    "");
	assert_string_equal(style("filename:a~\nanim_coords:0 0 99 99~\nframes:1~\n"
				  "hotspot_deltas:10 10~\n0:40 31~\n",
				  &known),
			    "outside-window:5");
}

/* Many overlapping returns cost no square of their number. */
static void large_levers_are_checked_in_time(void **state)
{
	enum { COUNT = 100000 };
	struct exh_writer out = { .limit = LIMIT };
	const struct exh_zv_lever_known known = { 0 };
	struct exh_arena arena = { .limit = 1 << 29 };
	const struct exh_zv_lever_finding *finding;
	struct exh_zv_lever lever;
	char text[128];

	(void)state;
	snprintf(text, sizeof text, "frames:%d~\n", COUNT);
	exh_write_bytes(&out, text, strlen(text));
	for (int i = 0; i < COUNT; i++) {
		snprintf(text, sizeof text,
			 "%d:0 0 D=%d,0 ^=P(0 to %d) P(0 to 0) P(0 to %d)~\n", i,
			 (i + 1) % COUNT, COUNT - 1, COUNT - 1);
		exh_write_bytes(&out, text, strlen(text));
	}
	assert_int_equal(
		exh_zv_lever_read(exh_writer_bytes(&out), &arena, &lever, NULL, NULL),
		EXH_OK);
	assert_int_equal(exh_zv_lever_check(&lever, &known, &arena, &finding, NULL),
			 EXH_OK);
	for (; finding; finding = finding->next)
		assert_int_not_equal(finding->check, EXH_ZV_LEVER_UNREACHABLE);
	exh_arena_free(&arena);
	exh_writer_free(&out);
}

static void names_end_where_their_enums_do(void **state)
{
	(void)state;
	assert_enum_names(EXH_ZV_LEVER_KEY_COUNT, exh_zv_lever_key_name,
			  enum exh_zv_lever_key);
	assert_int_equal(exh_zv_lever_key_size((enum exh_zv_lever_key)99), 0);
	assert_enum_names(EXH_ZV_LEVER_CHECK_COUNT, exh_zv_lever_check_name,
			  enum exh_zv_lever_check);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_end_where_their_enums_do),
		cmocka_unit_test(a_good_lever_has_no_findings),
		cmocka_unit_test(what_is_missing_is_reported),
		cmocka_unit_test(the_animation_has_to_have_the_frames),
		cmocka_unit_test(directions_are_followed),
		cmocka_unit_test(returns_are_followed),
		cmocka_unit_test(positions_can_be_reached_by_a_return),
		cmocka_unit_test(rectangles_are_looked_for),
		cmocka_unit_test(large_levers_are_checked_in_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
