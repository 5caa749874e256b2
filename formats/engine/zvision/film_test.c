/* Animations, frame by frame: seeking shows what playing shows. */
#include "zv_world.h"

#include "../../base/testing.h"
#include "../../zvision/avi_testing.h"

static uint64_t film_ms(const struct zv_film *film)
{
	return (uint64_t)film->frame_count * film->num * 1000 / film->den;
}

enum { WIDTH = 9, HEIGHT = 7, COUNT = WIDTH * HEIGHT, FRAMES = 12, LIMIT = 1 << 22 };

static void roll_pixels(uint64_t *seed, uint16_t *pixels, unsigned change)
{
	for (size_t i = 0; i < COUNT; i++)
		if (roll(seed, 8) < change)
			pixels[i] = (uint16_t)roll(seed, 1 << 15);
}

/* Every fourth frame is whole, beginning with the given one. */
static struct exh_bytes make_rlf(uint64_t *seed, unsigned first_whole,
				 uint16_t frames[FRAMES][COUNT])
{
	const struct exh_zv_rlf rlf = { FRAMES, WIDTH, HEIGHT, 505, { 0 } };
	struct exh_writer out = { .limit = LIMIT };
	uint16_t before[COUNT] = { 0 };

	exh_zv_rlf_write_header(&rlf, 0, &out);
	for (unsigned i = 0; i < FRAMES; i++) {
		const bool is_whole = i % 4 == first_whole;

		memcpy(frames[i], before, sizeof before);
		roll_pixels(seed, frames[i], 3);
		exh_zv_rlf_write_record(is_whole ? EXH_ZV_RLF_SIMPLE : EXH_ZV_RLF_MASKED,
					before, frames[i], COUNT, &out);
		memcpy(before, frames[i], sizeof before);
	}
	assert_false(out.failed);
	return (struct exh_bytes){ out.data, out.size, 0 };
}

static void seeking_shows_what_playing_shows(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (unsigned round = 0; round < 40; round++) {
		static uint16_t frames[FRAMES][COUNT];
		const struct exh_bytes file = make_rlf(&seed, round % 5, frames);
		struct exh_arena arena = { .limit = LIMIT };
		uint16_t pixels[COUNT] = { 0 };
		struct zv_film film;
		int32_t shown = -1;

		assert_int_equal(exh_zv_film_open(file, &arena, &film, NULL, NULL),
				 EXH_OK);
		assert_int_equal(film.frame_count, FRAMES);
		assert_int_equal(film.frame_ms, 50);
		assert_int_equal(film_ms(&film), FRAMES * 50);
		for (int i = 0; i < 60; i++) {
			const int32_t wanted = (int32_t)roll(&seed, FRAMES);

			exh_zv_film_seek(&film, shown, wanted, pixels);
			assert_memory_equal(pixels, frames[wanted], sizeof pixels);
			shown = wanted;
		}
		exh_arena_free(&arena);
		free((void *)file.data);
	}
}

static void what_is_cut_has_fewer_frames(void **state)
{
	static uint16_t frames[FRAMES][COUNT];
	uint64_t seed = 9;
	const struct exh_bytes file = make_rlf(&seed, 0, frames);

	(void)state;
	for (size_t size = 0; size < file.size; size++) {
		uint8_t *tight = tight_copy(file.data, size);
		struct exh_arena arena = { .limit = LIMIT };
		struct exh_notes notes = { .arena = &arena };
		uint16_t pixels[COUNT] = { 0 };
		struct zv_film film;

		if (!exh_zv_film_open((struct exh_bytes){ tight, size, 0 }, &arena, &film,
				      &notes, NULL)) {
			assert_true(film.frame_count && film.frame_count <= FRAMES);
			assert_true(film.frame_count == FRAMES || notes.damage_count);
			exh_zv_film_seek(&film, -1, (int32_t)film.frame_count - 1,
					 pixels);
		}
		exh_arena_free(&arena);
		free(tight);
	}
	free((void *)file.data);
}

/* Two frames and an empty chunk between them, of 16 bits. */
static struct exh_bytes make_avi(uint32_t compression, uint16_t frames[2][COUNT])
{
	struct exh_avi_stream stream = { .kind = EXH_AVI_VIDEO,
					 .type = 0x73646976, /* vids */
					 .scale = 1,
					 .rate = 10,
					 .width = WIDTH,
					 .height = HEIGHT,
					 .is_top_down = true,
					 .bits = 16,
					 .compression = compression,
					 .masks = { 0x7c00, 0x3e0, 0x1f } };
	struct exh_avi_stream *const streams[] = { &stream };
	const struct exh_avi avi = { .stream_count = 1, .streams = streams };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_avi_writer writer = { .out = &out, .has_index = true };
	uint8_t data[2][HEIGHT * (WIDTH * 2 + 2)] = { 0 };

	for (size_t f = 0; f < 2; f++)
		for (size_t i = 0; i < COUNT; i++) {
			uint8_t *at =
				data[f] + i / WIDTH * (WIDTH * 2 + 2) + i % WIDTH * 2;

			at[0] = (uint8_t)frames[f][i];
			at[1] = (uint8_t)(frames[f][i] >> 8);
		}
	exh_avi_write_start(&writer, &avi);
	exh_avi_write_chunk(&writer, 0, (struct exh_bytes){ data[0], sizeof data[0], 0 },
			    true);
	exh_avi_write_chunk(&writer, 0, (struct exh_bytes){ data[0], 0, 0 }, false);
	exh_avi_write_chunk(&writer, 0, (struct exh_bytes){ data[1], sizeof data[1], 0 },
			    true);
	exh_avi_write_end(&writer);
	assert_false(out.failed);
	return (struct exh_bytes){ out.data, out.size, 0 };
}

static void videos_repeat_empty_frames(void **state)
{
	static const int32_t order[] = { 0, 1, 2, 1, 0, 2, 0, 1 };
	uint16_t frames[2][COUNT] = { { 0 } }, pixels[COUNT] = { 0 };
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_bytes file;
	struct zv_film film;
	uint64_t seed = 3;
	int32_t shown = -1;

	(void)state;
	roll_pixels(&seed, frames[0], 8);
	roll_pixels(&seed, frames[1], 8);
	file = make_avi(0, frames);
	assert_int_equal(exh_zv_film_open(file, &arena, &film, NULL, NULL), EXH_OK);
	assert_int_equal(film.frame_count, 3);
	assert_int_equal(film.frame_ms, 100);
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		exh_zv_film_seek(&film, shown, order[i], pixels);
		assert_memory_equal(pixels, frames[order[i] == 2], sizeof pixels);
		shown = order[i];
	}
	exh_zv_film_close(&film);
	exh_arena_free(&arena);
	free((void *)file.data);
}

static void unknown_codecs_have_their_time(void **state)
{
	static uint16_t frames[2][COUNT];
	const struct exh_bytes file = make_avi(0x32335649 /* IV32 */, frames);
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_notes notes = { .arena = &arena };
	uint16_t pixels[COUNT] = { 1 };
	struct zv_film film;

	(void)state;
	assert_int_equal(exh_zv_film_open(file, &arena, &film, &notes, NULL), EXH_OK);
	assert_true(has_note(&notes, EXH_WARNING, "it plays without pictures"));
	assert_int_equal(film_ms(&film), 300);
	exh_zv_film_seek(&film, -1, 2, pixels);
	assert_int_equal(pixels[0], 1);
	exh_arena_free(&arena);
	free((void *)file.data);
}

enum { REFUSED = 7 };

/* Writes a video of TrueMotion 1, whose last frames have another size; one packet is
 * refused. */
static struct exh_bytes make_duck(uint64_t *seed, uint16_t width, uint16_t last_width)
{
	struct exh_avi_stream stream = { .kind = EXH_AVI_VIDEO,
					 .type = 0x73646976, /* vids */
					 .scale = 1,
					 .rate = 10,
					 .width = 1,
					 .height = 1,
					 .bits = 24,
					 .compression = 0x4b435544 };
	struct exh_avi_stream *const streams[] = { &stream };
	const struct exh_avi avi = { .stream_count = 1, .streams = streams };
	struct exh_writer out = { .limit = LIMIT }, packet = { .limit = LIMIT };
	struct exh_avi_writer writer = { .out = &out, .has_index = true };

	exh_avi_write_start(&writer, &avi);
	for (unsigned i = 0; i < FRAMES; i++) {
		packet.size = 0;
		if (i == REFUSED)
			exh_write_bytes(&packet, "\1bad", 4);
		else
			write_duck(seed,
				   &(struct duck){ 2, i % 5 == 0,
						   i < FRAMES / 2 ? width : last_width, 8,
						   300 },
				   &packet);
		exh_avi_write_chunk(&writer, 0, exh_writer_bytes(&packet), false);
	}
	exh_avi_write_end(&writer);
	exh_writer_free(&packet);
	assert_false(out.failed);
	return (struct exh_bytes){ out.data, out.size, 0 };
}

/* Two that show the same film, at frames of their own; all frames have the first one's
 * size. */
static void films_of_truemotion_are_shown_in_any_order(void **state)
{
	uint64_t seed = 4;

	(void)state;
	for (unsigned round = 0; round < 20; round++) {
		const uint16_t last = round % 2 ? 8 : 16;
		const struct exh_bytes file = make_duck(&seed, 16, last);
		uint16_t frames[FRAMES][16 * 8] = { { 0 } },
					     pixels[2][16 * 8] = { { 0 } };
		struct exh_arena arena = { .limit = LIMIT };
		struct exh_notes notes = { .arena = &arena };
		int32_t shown[2] = { -1, -1 };
		struct zv_film film;

		assert_int_equal(exh_zv_film_open(file, &arena, &film, &notes, NULL),
				 EXH_OK);
		assert_true(
			has_note(&notes, EXH_DAMAGE, "1 of 12 frames can't be decoded"));
		assert_int_equal(film.width, 16);
		assert_int_equal(film.height, 8);
		for (int32_t i = 0; i < FRAMES; i++)
			exh_zv_film_seek(&film, i - 1, i, frames[i]);
		assert_memory_equal(frames[REFUSED], frames[REFUSED - 1],
				    sizeof frames[REFUSED]);
		for (size_t i = 0; i < 8 && last == 8; i++) {
			const size_t at = roll(&seed, 16 * 8) & ~1u;

			assert_int_equal(frames[FRAMES - 1][at],
					 frames[FRAMES - 1][at + 1]);
		}
		for (int i = 0; i < 60; i++) {
			const unsigned who = roll(&seed, 2);
			const int32_t wanted = (int32_t)roll(&seed, FRAMES);

			exh_zv_film_seek(&film, shown[who], wanted, pixels[who]);
			assert_memory_equal(pixels[who], frames[wanted],
					    sizeof pixels[who]);
			shown[who] = wanted;
		}
		exh_zv_film_close(&film);
		exh_arena_free(&arena);
		free((void *)file.data);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seeking_shows_what_playing_shows),
		cmocka_unit_test(what_is_cut_has_fewer_frames),
		cmocka_unit_test(videos_repeat_empty_frames),
		cmocka_unit_test(unknown_codecs_have_their_time),
		cmocka_unit_test(films_of_truemotion_are_shown_in_any_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
