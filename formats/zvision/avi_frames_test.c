/* Frames of a stream in any order: each is what decoding all of them in order gives. */
#include "avi_testing.h"

#include "exhume/advanced/truemotion1.h"

enum { FRAMES = 60, LIMIT = 1 << 24, MOST = 40 * 24 };

struct shown {
	struct exh_truemotion1_header header;
	uint16_t pixels[MOST];
	uint8_t rgb[3 * MOST];
};

/* A file, and what each of its frames shows. */
struct film {
	struct exh_bytes file;
	struct exh_source source;
	struct exh_arena arena;
	struct exh_avi avi;
	struct shown frames[FRAMES];
	size_t damage_count;  /* frames with damage, */
	size_t refused_count; /* frames whose packet is refused */
};

static struct exh_avi_stream duck_stream(uint32_t compression)
{
	return (struct exh_avi_stream){ .kind = EXH_AVI_VIDEO,
					.type = 0x73646976, /* vids */
					.scale = 1,
					.rate = 10,
					.width = 999, /* a hint that is wrong */
					.height = 1,
					.bits = 8,
					.compression = compression };
}

/* Writes a random packet: some are empty, refused, or too short. */
static void write_packet(uint64_t *seed, bool is_key, bool has_sizes,
			 struct exh_writer *out)
{
	static const uint8_t types[] = { 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 0, 11 };
	struct duck duck = { .type = types[roll(seed, has_sizes ? 14 : 8)],
			     .is_key = is_key,
			     .width = 36,
			     .height = 24,
			     .size = roll(seed, 4) ? 1000 : roll(seed, 200) };

	if (has_sizes && !roll(seed, 8))
		duck.width = 40;
	if (roll(seed, 10))
		write_duck(seed, &duck, out);
	else if (roll(seed, 2))
		exh_write_bytes(out, "\1bad", 4);
}

static void make_file(struct film *film, const struct exh_writer *packets,
		      const struct exh_avi_stream *stream)
{
	struct exh_avi_stream copy = *stream;
	struct exh_avi_stream *const streams[] = { &copy };
	const struct exh_avi avi = { .stream_count = 1, .streams = streams };
	struct exh_writer out = { .limit = LIMIT };
	struct exh_avi_writer writer = { .out = &out, .has_index = true };

	exh_avi_write_start(&writer, &avi);
	for (size_t i = 0; i < FRAMES; i++)
		exh_avi_write_chunk(&writer, 0, exh_writer_bytes(&packets[i]), true);
	exh_avi_write_end(&writer);
	assert_false(out.failed);
	film->file = (struct exh_bytes){ tight_copy(out.data, out.size), out.size, 0 };
	exh_writer_free(&out);
	film->source = exh_source_of(&film->file);
	film->arena.limit = LIMIT;
	assert_int_equal(
		exh_avi_open(&film->source, &film->arena, &film->avi, NULL, NULL),
		EXH_OK);
}

/* Decodes all packets in order. */
static void decode_all(struct film *film, const struct exh_writer *packets)
{
	struct exh_truemotion1 state = { 0 };

	for (size_t i = 0; i < FRAMES; i++) {
		struct exh_notes notes = { .arena = &film->arena };

		const enum exh_status status = exh_truemotion1_decode(
			&state, exh_writer_bytes(&packets[i]), &notes, NULL);

		film->damage_count += status || notes.damage_count;
		film->refused_count += status != EXH_OK;
		film->frames[i].header = state.header;
		exh_truemotion1_pixels(&state, film->frames[i].pixels, NULL);
		exh_truemotion1_rgb(&state, film->frames[i].rgb);
	}
	exh_truemotion1_free(&state);
}

static struct film *make_film(uint64_t *seed, uint32_t compression, bool has_sizes)
{
	const struct exh_avi_stream stream = duck_stream(compression);
	struct exh_writer packets[FRAMES];
	struct film *film = calloc(1, sizeof *film);

	assert_non_null(film);
	for (size_t i = 0; i < FRAMES; i++) {
		packets[i] = (struct exh_writer){ .limit = LIMIT };
		write_packet(seed, !roll(seed, 10), has_sizes, &packets[i]);
	}
	/* The first packet is good: its size is that of all before it. */
	packets[0].size = 0;
	write_duck(seed, &(struct duck){ 2, true, 36, 24, 1000 }, &packets[0]);
	make_file(film, packets, &stream);
	decode_all(film, packets);
	for (size_t i = 0; i < FRAMES; i++)
		exh_writer_free(&packets[i]);
	return film;
}

static void free_film(struct film *film)
{
	exh_arena_free(&film->arena);
	free((void *)film->file.data);
	free(film);
}

static void note_damage(void *context, size_t frame, const struct exh_note *note)
{
	bool *damaged = context;

	damaged[frame] |= note->severity == EXH_DAMAGE;
}

static void check_frame(struct exh_avi_frames *frames, const struct film *film, size_t i)
{
	const struct shown *wanted = &film->frames[i];
	const struct exh_avi_frame frame = exh_avi_frames_at(frames, i);
	const size_t count = (size_t)frame.width * frame.height;

	assert_int_equal(exh_avi_frames_show(frames, i, NULL), EXH_OK);
	assert_int_equal(frame.width, wanted->header.width);
	assert_int_equal(frame.height, wanted->header.height);
	assert_int_equal(frame.is_rgb24, wanted->header.depth == 24);
	assert_memory_equal(exh_avi_frames_pixels(frames), wanted->pixels, 2 * count);
	if (frames->has_rgb24)
		assert_memory_equal(exh_avi_frames_rgb(frames), wanted->rgb, 3 * count);
}

static void any_order_shows_the_same(void **state)
{
	uint64_t seed = 11;

	(void)state;
	for (unsigned round = 0; round < 40; round++) {
		struct film *film = make_film(&seed, round % 2 ? 0x4b435544 : 0x6b637564,
					      round % 4 > 1);
		bool damaged[FRAMES] = { false };
		struct exh_avi_frames frames = { .source = &film->source,
						 .video = film->avi.streams[0],
						 .note = note_damage,
						 .context = damaged };
		size_t damage_count = 0;

		assert_int_equal(exh_avi_frames_open(&frames, NULL), EXH_OK);
		for (size_t i = 0; i < FRAMES; i++)
			check_frame(&frames, film, i);
		for (size_t i = 0; i < FRAMES; i++)
			damage_count += damaged[i];
		assert_int_equal(damage_count, film->damage_count);
		assert_int_equal(frames.refused_count, film->refused_count);
		for (unsigned i = 0; i < 100; i++)
			check_frame(&frames, film, roll(&seed, FRAMES));
		exh_avi_frames_free(&frames);
		free_film(film);
	}
}

/* Counts reads, to see where decoding begins. */
struct counted {
	struct exh_source source;
	size_t count;
};

static enum exh_status read_counted(void *context, size_t offset, void *out, size_t size,
				    struct exh_error *err)
{
	struct counted *counted = context;

	counted->count++;
	return counted->source.read(counted->source.context, offset, out, size, err);
}

static void decoding_begins_at_a_key_frame(void **state)
{
	const struct exh_avi_stream stream = duck_stream(0x4b435544);
	struct exh_writer packets[FRAMES];
	struct film *film = calloc(1, sizeof *film);
	struct counted counted = { .count = 0 };
	struct exh_avi_frames frames = { 0 };
	struct exh_source source;
	uint64_t seed = 5;

	(void)state;
	assert_non_null(film);
	for (size_t i = 0; i < FRAMES; i++) {
		packets[i] = (struct exh_writer){ .limit = LIMIT };
		write_duck(&seed, &(struct duck){ 2, i % 30 == 0, 36, 24, 2000 },
			   &packets[i]);
	}
	make_file(film, packets, &stream);
	decode_all(film, packets);
	counted.source = film->source;
	source = (struct exh_source){ film->file.size, read_counted, &counted };
	frames.source = &source;
	frames.video = film->avi.streams[0];
	assert_int_equal(exh_avi_frames_open(&frames, NULL), EXH_OK);
	counted.count = 0;
	check_frame(&frames, film, 35); /* 30 to 35 */
	assert_int_equal(counted.count, 6);
	check_frame(&frames, film, 38);
	assert_int_equal(counted.count, 9);
	check_frame(&frames, film, 1);
	assert_int_equal(counted.count, 11);
	exh_avi_frames_free(&frames);
	for (size_t i = 0; i < FRAMES; i++)
		exh_writer_free(&packets[i]);
	free_film(film);
}

static void packets_of_another_codec_are_refused(void **state)
{
	const struct exh_avi_stream stream = duck_stream(0x4b435544);
	struct exh_writer packets[FRAMES] = { { 0 } };
	struct film *film = calloc(1, sizeof *film);
	struct exh_avi_frames frames = { 0 };
	struct exh_error err;

	(void)state;
	assert_non_null(film);
	make_file(film, packets, &stream);
	frames.source = &film->source;
	frames.video = film->avi.streams[0];
	assert_int_equal(exh_avi_frames_open(&frames, &err), EXH_INVALID);
	assert_non_null(
		strstr(err.text, "none of 60 frames can be decoded: a TrueMotion"));
	exh_avi_frames_free(&frames);
	free_film(film);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_order_shows_the_same),
		cmocka_unit_test(decoding_begins_at_a_key_frame),
		cmocka_unit_test(packets_of_another_codec_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
