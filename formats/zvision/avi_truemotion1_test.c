/*
 * TrueMotion 1 in AVI files: streams whose pictures ffmpeg made, and random ones that are
 * compared with ffmpeg, where it is installed.
 */
#define _POSIX_C_SOURCE 200809L /* mkstemp, popen */

#include "exhume/advanced/avi.h"
#include "exhume/advanced/base.h"
#include "exhume/advanced/truemotion1.h"

#include "../base/testing.h"

#include <unistd.h>

enum {
	LIMIT = 1 << 24,
	STREAMS = 20,
	MOST_PACKETS = 140, /* in a stream */
	HEADER = 14,
	DUCK = 0x4b435544, /* four letters */
	VIDS = 0x73646976,
	KEY = 16,
	INTER = 8,
};

/*
 * Given streams.
 */

/* Returns the CRC-32 of the picture as ffmpeg has it: 16 bits a pixel, or B G R 0. */
static uint32_t native_crc(const struct exh_truemotion1 *video)
{
	const size_t count = (size_t)video->header.width * video->header.height;
	uint8_t *rgb = malloc(3 * count), *bgr = calloc(count, 4);
	uint16_t *pixels = malloc(2 * count);
	uint32_t crc;

	assert_true(rgb && bgr && pixels);
	exh_truemotion1_rgb(video, rgb);
	exh_truemotion1_pixels(video, pixels, NULL);
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < 3; k++)
			bgr[4 * i + k] = rgb[3 * i + 2 - k];
	crc = video->header.depth == 24
		      ? exh_crc32((struct exh_bytes){ bgr, 4 * count, 0 })
		      : exh_crc32((struct exh_bytes){ (uint8_t *)pixels, 2 * count, 0 });
	free(rgb);
	free(bgr);
	free(pixels);
	return crc;
}

static uint32_t rgb_crc(const struct exh_truemotion1 *video)
{
	const size_t size = (size_t)video->header.width * video->header.height * 3;
	uint8_t *rgb = malloc(size);
	uint32_t crc;

	assert_non_null(rgb);
	exh_truemotion1_rgb(video, rgb);
	crc = exh_crc32((struct exh_bytes){ rgb, size, 0 });
	free(rgb);
	return crc;
}

/* Appends a line of crc.tsv. */
static void list_packet(const char *name, size_t number, enum exh_status status,
			const struct exh_truemotion1 *video, char *line, size_t size)
{
	if (status)
		snprintf(line, size, "%s\t%zu\t-\t-\t-\t-\terror\n", name, number);
	else
		snprintf(line, size, "%s\t%zu\t%u\t%u\t%08x\t%08x\tok\n", name, number,
			 video->header.width, video->header.height,
			 (unsigned)native_crc(video), (unsigned)rgb_crc(video));
}

/* Asserts that all packets of a file are as the next lines say; returns those after. */
static const char *check_file(const char *name, const char *lines)
{
	struct exh_arena arena = { .limit = LIMIT };
	struct exh_truemotion1 video = { 0 };
	struct exh_bytes file;
	struct exh_source source;
	struct exh_avi avi;
	char path[200];

	snprintf(path, sizeof path, "zvision/tm1/%s", name);
	file = load_game_file(path);
	assert_non_null(file.data);
	source = exh_source_of(&file);
	assert_int_equal(exh_avi_open(&source, &arena, &avi, NULL, NULL), EXH_OK);
	for (size_t i = 0; i < avi.streams[0]->chunk_count; i++) {
		const struct exh_avi_chunk *chunk = &avi.streams[0]->chunks[i];
		struct exh_bytes packet;
		char line[300];

		assert_true(exh_bytes_slice(file, chunk->offset, chunk->size, &packet));
		list_packet(name, i, exh_truemotion1_decode(&video, packet, NULL, NULL),
			    &video, line, sizeof line);
		if (strncmp(lines, line, strlen(line)) != 0)
			fail_msg("%s packet %zu: %s", name, i, line);
		lines += strlen(line);
	}
	exh_truemotion1_free(&video);
	exh_arena_free(&arena);
	free((void *)file.data);
	return lines;
}

static void given_streams_have_ffmpegs_pictures(void **state)
{
	struct exh_bytes list = load_game_file("zvision/tm1/crc.tsv");
	const char *lines;
	char *text;
	size_t file_count = 0;

	(void)state;
	if (!list.data)
		skip();
	text = calloc(list.size + 1, 1);
	assert_non_null(text);
	memcpy(text, list.data, list.size);
	for (lines = text; *lines; file_count++) {
		char name[100];

		snprintf(name, sizeof name, "%.*s", (int)strcspn(lines, "\t"), lines);
		lines = check_file(name, lines);
	}
	assert_true(file_count >= 16);
	free(text);
	free((void *)list.data);
}

/*
 * Random streams.
 */

/* A header before it is scrambled. */
struct fields {
	uint8_t type, set, table, version, header_type, flags;
	unsigned width, height;
};

/* A random stream, and what ffmpeg remembers of it. */
struct stream {
	uint64_t seed;
	struct fields fields;
	uint8_t last_set, last_table; /* ffmpeg: its deltas are those of these */
	uint8_t last_type, last_depth,
		table_in_force; /* ffmpeg: its deltas are of this type and depth, too */
};

static void append_packet(const struct fields *fields, const uint8_t *data, size_t size,
			  size_t header_size, struct exh_writer *out)
{
	const uint8_t plain[12] = {
		fields->type,
		fields->set,
		fields->table,
		(uint8_t)fields->height,
		(uint8_t)(fields->height >> 8),
		(uint8_t)fields->width,
		(uint8_t)(fields->width >> 8),
		0,
		0,
		fields->version,
		fields->header_type,
		fields->flags,
	};
	uint8_t packet[128] = { 0 };

	packet[0] = (uint8_t)(header_size >> 3 | header_size << 5);
	packet[header_size] = size ? data[0] : 0;
	for (size_t k = header_size - 1; k-- > 0;)
		packet[k + 1] = packet[k + 2] ^ (k < sizeof plain ? plain[k] : 0x5a);
	exh_write_bytes(out, packet, header_size);
	exh_write_bytes(out, data, size);
}

static unsigned depth_of(unsigned type)
{
	return type > 8 && type % 2 == 0 ? 24 : 16;
}

/* Rolls types, tables and kinds of header for the next packet. */
static void roll_fields(struct stream *s, bool first)
{
	static const uint8_t types[] = { 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16 };
	struct fields *f = &s->fields;

	if (first || roll(&s->seed, 8) == 0)
		f->type = types[roll(&s->seed, sizeof types)];
	if (first || roll(&s->seed, 8) == 0) {
		f->width = 2 * (1 + roll(&s->seed, 40));
		f->height = 4 * (1 + roll(&s->seed, 10));
	}
	if (roll(&s->seed, 30) == 0) {
		f->width = 64;
		f->height = 176;
	}
	if (first || roll(&s->seed, 4) == 0) {
		f->set = (uint8_t)roll(&s->seed, 4);
		f->table = (uint8_t)(1 + roll(&s->seed, 3));
	}
	f->version =
		(uint8_t)(roll(&s->seed, 8) ? 2 + roll(&s->seed, 3) : roll(&s->seed, 2));
	f->header_type =
		(uint8_t)(roll(&s->seed, 6) ? 2 + roll(&s->seed, 2) : roll(&s->seed, 2));
	f->flags = INTER;
	if (roll(&s->seed, 4) == 0)
		f->flags = (uint8_t)(roll(&s->seed, 8) * 4);
}

/* Changes the set where ffmpeg would use deltas of another depth or table. */
static void avoid_stale(struct stream *s, uint8_t type)
{
	struct fields *f = &s->fields;
	const uint8_t table = type % 2 && f->header_type ? 1 : f->table;
	const uint8_t depth = (uint8_t)depth_of(type);

	if (f->set == s->last_set && f->table == s->last_table &&
	    (depth != s->last_depth || table != s->table_in_force))
		f->set = (uint8_t)((f->set + 1u) % 4);
	s->last_type = type;
	s->last_set = f->set;
	s->last_table = f->table;
	s->last_depth = depth;
	s->table_in_force = table;
}

static bool is_key(const struct fields *f)
{
	return f->version < 2 || f->header_type < 2 || f->flags & KEY ||
	       !(f->flags & INTER);
}

/* Appends a packet that is decoded: with random change bits and vectors, that may be cut.
 */
static void append_good(struct stream *s, bool first, struct exh_writer *out)
{
	struct exh_writer data = { .limit = LIMIT };
	struct fields fields;
	size_t units, least = 0;
	unsigned mask = 0;

	roll_fields(s, first);
	fields = s->fields;
	if (roll(&s->seed, 20) == 0)
		fields.type =
			roll(&s->seed, 2) ? 0 : (uint8_t)(9 + 2 * roll(&s->seed, 4));
	avoid_stale(s, fields.type);
	fields.set = s->fields.set;
	units = (size_t)fields.width * fields.height / 2 + fields.height;
	if (is_key(&fields))
		least = (size_t)fields.width * fields.height / 2048 + 1;
	else
		mask = roll(&s->seed, 3) ? 0xff : roll(&s->seed, 256);
	if (depth_of(fields.type) == 24) {
		fields.width *= 2;
		units *= 2;
	}
	if (roll(&s->seed, 3) == 0)
		units = roll(&s->seed, (uint32_t)units);
	for (size_t i = 0; i < (fields.width / 32 + 1) * fields.height / 4 && mask; i++)
		exh_write_u8(&data, (uint8_t)(roll(&s->seed, 256) & mask));
	for (size_t i = 0; i < units || data.size < least; i++)
		exh_write_u8(&data,
			     (uint8_t)(roll(&s->seed, 6) ? roll(&s->seed, 256) : 0));
	append_packet(&fields, data.data, data.size,
		      HEADER + (roll(&s->seed, 8) ? 0 : roll(&s->seed, 100)), out);
	exh_writer_free(&data);
}

/* Appends a packet that is refused: none of these changes what ffmpeg remembers. */
static void append_bad(struct stream *s, struct exh_writer *out)
{
	static const uint8_t data[100] = { 1 };
	struct fields fields = s->fields;
	size_t header_size = HEADER, size = sizeof data;

	fields.version = 2;
	fields.header_type = 2;
	fields.flags = KEY;
	switch (roll(&s->seed, 9)) {
	case 0:
		fields.type = (uint8_t)(17 + roll(&s->seed, 200));
		break;
	case 1:
		fields.table = 4 + (uint8_t)roll(&s->seed, 200);
		fields.type = 2;
		break;
	case 2:
		fields.header_type = 4;
		break;
	case 3:
		fields.flags |= 32;
		break;
	case 4:
		fields.height += 1 + roll(&s->seed, 3);
		break;
	case 5:
		fields.type = 2;
		fields.width++;
		break;
	case 6:
		size = 0;
		break;
	case 7:
		/* Too short for a key frame. */
		fields.type = s->last_type;
		fields.width = depth_of(fields.type) == 24 ? 128 : 64;
		fields.height = 176;
		size = 2;
		break;
	default:
		fields.type = 2;
		fields.table = 0;
		break;
	}
	append_packet(&fields, data, size, header_size, out);
}

/* Appends a packet of our encoder, which goes on from the last picture: a slope and
 * noise. */
static void append_encoded(struct stream *s, struct exh_truemotion1 *video,
			   struct exh_writer *out)
{
	static const uint8_t types[] = { 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16 };
	static uint8_t rgb[80 * 40 * 3];
	struct exh_truemotion1_options options = {
		.type = types[roll(&s->seed, sizeof types)],
		.delta_set = (uint8_t)roll(&s->seed, 4),
		.tolerance = (uint8_t)roll(&s->seed, 30),
	};
	struct exh_truemotion1_picture picture = { 2 * (1 + roll(&s->seed, 40)),
						   4 * (1 + roll(&s->seed, 10)), NULL,
						   rgb };

	options.table = options.type % 2 ? 1 : (uint8_t)(1 + roll(&s->seed, 3));
	if (roll(&s->seed, 2) && video->header.block_width &&
	    (size_t)video->header.width * video->header.height <= sizeof rgb / 3) {
		options.type = video->header.type;
		options.table = options.type % 2 ? 1 : options.table;
		picture.width = video->header.width;
		picture.height = video->header.height;
		exh_truemotion1_rgb(video, rgb);
	}
	for (size_t i = 0; i < picture.width * picture.height * 3; i++)
		if (i % 90 < 60)
			rgb[i] = (uint8_t)(i / 8 + roll(&s->seed, 6));
	assert_int_equal(exh_truemotion1_encode(video, &picture, &options, out, NULL),
			 EXH_OK);
	s->fields.set = s->last_set = video->header.delta_set;
	s->fields.table = s->last_table = video->header.table_field;
	s->last_type = video->header.type;
	s->last_depth = video->header.depth;
	s->table_in_force = video->header.table;
}

/* Runs ffmpeg on a file; the pictures as red, green, blue, one after the other. */
static void run_ffmpeg(const char *path, struct exh_writer *out)
{
	char command[300];
	uint8_t block[4096];
	size_t size;
	FILE *pipe;

	snprintf(command, sizeof command,
		 "ffmpeg -v quiet -nostdin -threads 1 -i %s -fps_mode passthrough "
		 "-autoscale 0 -f rawvideo -pix_fmt rgb24 -",
		 path);
	pipe = popen(command, "r"); /* NOLINT(cert-env33-c): a test's own words */
	assert_non_null(pipe);
	while ((size = fread(block, 1, sizeof block, pipe)) > 0)
		exh_write_bytes(out, block, size);
	pclose(pipe);
}

static void decode_packet(struct exh_truemotion1 *video, struct exh_bytes packet,
			  struct exh_writer *out)
{
	uint8_t *tight = tight_copy(packet.data, packet.size), *rgb;
	const size_t before = out->size;
	size_t size;

	packet.data = tight;
	if (exh_truemotion1_decode(video, packet, NULL, NULL) == EXH_OK) {
		size = (size_t)video->header.width * video->header.height * 3;
		rgb = malloc(size);
		assert_non_null(rgb);
		exh_truemotion1_rgb(video, rgb);
		exh_write_bytes(out, rgb, size);
		assert_int_equal(out->size, before + size);
		free(rgb);
	}
	free(tight);
}

/* Writes a stream of random packets; out has what our decoder makes of it. */
static void write_stream(uint64_t seed, const char *path, struct exh_writer *out)
{
	struct exh_avi_stream stream = { .kind = EXH_AVI_VIDEO,
					 .type = VIDS,
					 .handler = DUCK,
					 .compression = DUCK,
					 .scale = 1,
					 .rate = 15,
					 .width = 64,
					 .height = 48,
					 .bits = 16 };
	struct exh_avi_stream *const streams[] = { &stream };
	const struct exh_avi avi = { .frame_microseconds = 66667,
				     .width = 64,
				     .height = 48,
				     .stream_count = 1,
				     .streams = streams };
	struct exh_writer file = { .limit = LIMIT };
	struct exh_avi_writer writer = { .out = &file, .has_index = true };
	struct exh_truemotion1 video = { 0 };
	struct stream s = { .seed = seed };
	FILE *to = fopen(path, "wb");
	const unsigned count = 2 + roll(&s.seed, MOST_PACKETS - 1);

	exh_avi_write_start(&writer, &avi);
	for (unsigned i = 0; i < count; i++) {
		struct exh_writer packet = { .limit = LIMIT };

		if (i && roll(&s.seed, 5) == 0)
			append_bad(&s, &packet);
		else if (i && roll(&s.seed, 4) == 0)
			append_encoded(&s, &video, &packet);
		else
			append_good(&s, i == 0, &packet);
		exh_avi_write_chunk(&writer, 0, exh_writer_bytes(&packet), i == 0);
		decode_packet(&video, exh_writer_bytes(&packet), out);
		exh_writer_free(&packet);
	}
	exh_avi_write_end(&writer);
	assert_non_null(to);
	assert_int_equal(fwrite(file.data, 1, file.size, to), file.size);
	fclose(to);
	exh_writer_free(&file);
	exh_truemotion1_free(&video);
}

static void random_streams_are_as_ffmpeg_has_them(void **state)
{
	char path[] = "/tmp/truemotion1-XXXXXX";
	const int file = mkstemp(path);

	(void)state;
	/* NOLINTNEXTLINE(cert-env33-c) */
	if (system("ffmpeg -v quiet -version >/dev/null 2>&1") != 0) {
		unlink(path);
		skip();
	}
	assert_true(file >= 0);
	close(file);
	for (uint64_t seed = 1; seed <= STREAMS; seed++) {
		struct exh_writer ours = { .limit = LIMIT }, theirs = { .limit = LIMIT };

		write_stream(seed, path, &ours);
		run_ffmpeg(path, &theirs);
		if (ours.size != theirs.size ||
		    memcmp(ours.data, theirs.data, ours.size) != 0)
			fail_msg("stream %u differs, see %s", (unsigned)seed, path);
		exh_writer_free(&ours);
		exh_writer_free(&theirs);
	}
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(given_streams_have_ffmpegs_pictures),
		cmocka_unit_test(random_streams_are_as_ffmpeg_has_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
