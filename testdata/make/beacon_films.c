/* What moves in the beacon: RLF animations, and a video. */
#include "beacon.h"
#include "sample.h"

#include <exhume/advanced/zvision.h>
#include <exhume/advanced/avi.h>
#include <exhume/codec.h>
#include <exhume/zvision.h>

#include <string.h>

enum {
	FILM_PIXELS = 160 * 96,
	FLAME_WIDE = 20,
	FLAME_HIGH = 26,
	FLAMES = 4,
	BEAM_WIDE = 160,
	BEAM_HIGH = 60,
	BEAM_X = 240, /* on the beach */
	BEAM_Y = 28,
	BEAMS = 8,
	FLARE_SIDE = 80,
	FLARES = 6,
	CLEAR = 1, /* the colour that the script says is not drawn */
	VIDEO_WIDE = 48,
	VIDEO_HIGH = 32,
	VIDEO_FRAMES = 15,
	VIDEO_RATE = 15, /* a second */
	SOUND_RATE = 8000,
	CHUNK = SOUND_RATE / VIDEO_RATE, /* bytes of sound a frame */
	TAG_VIDS = 0x73646976,		 /* four letters, the first one lowest */
	TAG_AUDS = 0x73647561,
};

struct film {
	int width, height, frames;
	unsigned tenths; /* of a millisecond, a frame */
	bool is_transposed;
	void (*draw)(struct canvas *c, unsigned frame);
};

static void draw_frame(const struct film *film, unsigned frame, uint16_t *pixels)
{
	static uint16_t drawn[FILM_PIXELS];
	struct canvas canvas = { film->width, film->height, drawn };
	const struct exh_zv_picture picture = { (size_t)film->width, (size_t)film->height,
						drawn };
	const size_t size = picture.width * picture.height * sizeof *drawn;

	memset(drawn, 0, size);
	film->draw(&canvas, frame);
	if (film->is_transposed)
		exh_zv_transpose(&picture, pixels);
	else
		memcpy(pixels, drawn, size);
}

static void write_film(const struct film *film, struct exh_writer *out)
{
	static uint16_t pixels[2][FILM_PIXELS];
	const struct exh_zv_rlf header = {
		.frame_count = (uint32_t)film->frames,
		.width = (uint32_t)(film->is_transposed ? film->height : film->width),
		.height = (uint32_t)(film->is_transposed ? film->width : film->height),
		.tenths = film->tenths,
	};
	struct exh_writer records = { .limit = BEACON_LIMIT };

	for (unsigned i = 0; i < (unsigned)film->frames; i++) {
		draw_frame(film, i, pixels[i % 2]);
		exh_zv_rlf_write_record(i ? EXH_ZV_RLF_MASKED : EXH_ZV_RLF_SIMPLE,
					pixels[1 - i % 2], pixels[i % 2],
					(size_t)film->width * (size_t)film->height,
					&records);
	}
	exh_zv_rlf_write_header(&header,
				(uint32_t)(EXH_ZV_RLF_HEADER_SIZE + records.size), out);
	exh_write_bytes(out, records.data, records.size);
	exh_writer_free(&records);
}

static void dial(struct canvas *c, unsigned frame)
{
	draw_dial(c, 0, 0, frame);
}

void write_dial(struct exh_writer *out)
{
	write_film(&(struct film){ DIAL_SIDE, DIAL_SIDE, DIAL_MARKS, 990, false, dial },
		   out);
}

static void pump(struct canvas *c, unsigned frame)
{
	draw_pump(c, 0, 0, frame);
}

void write_pump(struct exh_writer *out)
{
	write_film(
		&(struct film){ PUMP_WIDE, PUMP_HIGH, PUMP_POSITIONS, 660, false, pump },
		out);
}

/* Before a piece of the wall. */
static void candle(struct canvas *c, unsigned frame)
{
	fill(c, 0, 0, c->width, c->height, rgb(8, 7, 12));
	disc(c, c->width / 2, 14, 9, rgb(13, 10, 10));
	flame(c, c->width / 2, 2, 22, frame);
}

void write_candle(struct exh_writer *out)
{
	write_film(&(struct film){ FLAME_WIDE, FLAME_HIGH, FLAMES, 1320, false, candle },
		   out);
}

/* The light swings over the sky of the beach. */
static void beam(struct canvas *c, unsigned frame)
{
	static uint16_t pixels[CANVAS_PIXELS];
	struct canvas beach = { VIEW_WIDE, VIEW_HIGH, pixels };
	const int end = frame < BEAMS / 2 ? (int)frame * 10 : (int)(BEAMS - frame) * 10;
	const int lamp_x = BEAM_WIDE - 10, lamp_y = 29;

	draw_beach(&beach);
	for (int y = 0; y < c->height; y++)
		memcpy(c->pixels + y * c->width,
		       pixels + (BEAM_Y + y) * VIEW_WIDE + BEAM_X,
		       (size_t)c->width * sizeof *pixels);
	for (int x = 0; x < lamp_x; x++) {
		const int far = lamp_x - x;
		const int y = lamp_y + (end - 20) * far / BEAM_WIDE;

		fill(c, x, y - far / 12, 1, far / 6 + 2,
		     mix(rgb(31, 30, 18), rgb(7, 6, 14), far * 14 / lamp_x + 1));
	}
	disc(c, lamp_x, lamp_y, 10 - (int)frame % 2, rgb(31, 30, 20));
}

void write_beam(struct exh_writer *out)
{
	write_film(&(struct film){ BEAM_WIDE, BEAM_HIGH, BEAMS, 990, false, beam }, out);
}

static void flare(struct canvas *c, unsigned frame)
{
	const int middle = FLARE_SIDE / 2, radius = 14 + (int)frame * 4;

	fill(c, 0, 0, c->width, c->height, CLEAR);
	disc(c, middle, middle, radius, rgb(26, 18, 5));
	disc(c, middle, middle, radius * 3 / 4, rgb(31, 27, 10));
	disc(c, middle, middle, radius / 2, rgb(31, 31, 26));
	for (int i = radius; i < middle; i += 2)
		for (int way = 0; way < 4; way++) {
			const int sign = way < 2 ? 1 : -1;

			dot(c, middle + i * sign * (way % 2),
			    middle + i * sign * (1 - way % 2), rgb(31, 29, 16));
		}
}

void write_flare(struct exh_writer *out)
{
	write_film(&(struct film){ FLARE_SIDE, FLARE_SIDE, FLARES, 990, true, flare },
		   out);
}

/*
 * The film of the study: a ship, the dark tower, and its light.
 */

static void draw_video(struct canvas *c, unsigned frame)
{
	const int ship = 2 + (int)frame * 2;
	const bool is_lit = frame >= VIDEO_FRAMES / 2;

	fill(c, 0, 0, c->width, 22, is_lit ? rgb(6, 6, 13) : rgb(3, 3, 8));
	fill(c, 0, 22, c->width, 10, rgb(2, 5, 11));
	if (is_lit)
		for (int x = 0; x < 39; x++)
			fill(c, x, 6 - (39 - x) / 8, 1, 2 + (39 - x) / 4,
			     rgb(24, 22, 12));
	taper(c, 8, 38, 42, 25, 36, 44, rgb(22, 22, 21));
	fill(c, 38, 4, 5, 4, is_lit ? rgb(31, 30, 18) : rgb(5, 5, 7));
	taper(c, 20, ship, ship + 9, 23, ship + 2, ship + 7, rgb(16, 10, 5));
	taper(c, 12, ship + 5, ship + 5, 19, ship + 2, ship + 8, rgb(26, 25, 22));
}

static void store_frame(unsigned frame, struct exh_avi_stream *video, uint8_t *stored)
{
	static uint16_t pixels[VIDEO_WIDE * VIDEO_HIGH];
	struct canvas canvas = { VIDEO_WIDE, VIDEO_HIGH, pixels };

	draw_video(&canvas, frame);
	/* Rows from the bottom up; theirs is a multiple of four bytes. */
	for (unsigned y = 0; y < video->height; y++)
		for (unsigned x = 0; x < VIDEO_WIDE; x++) {
			const uint16_t pixel =
				pixels[(VIDEO_HIGH - 1 - y) * VIDEO_WIDE + x];

			*stored++ = (uint8_t)pixel;
			*stored++ = (uint8_t)(pixel >> 8);
		}
}

void write_video(struct exh_writer *out)
{
	static uint8_t stored[VIDEO_WIDE * VIDEO_HIGH * 2],
		sound_bytes[VIDEO_FRAMES * CHUNK];
	struct exh_avi_stream video = { .kind = EXH_AVI_VIDEO,
					.type = TAG_VIDS,
					.scale = 1,
					.rate = VIDEO_RATE,
					.width = VIDEO_WIDE,
					.height = VIDEO_HIGH,
					.bits = 16,
					.masks = { 0x7c00, 0x03e0, 0x001f } };
	struct exh_avi_stream sound = { .kind = EXH_AVI_SOUND,
					.type = TAG_AUDS,
					.scale = 1,
					.rate = SOUND_RATE,
					.sample_size = 1,
					.bits = 8,
					.tag = EXH_AVI_ADPCM,
					.channel_count = 1,
					.block_align = 1,
					.rate_hz = SOUND_RATE,
					.bytes_a_second = SOUND_RATE };
	struct exh_avi_stream *streams[] = { &video, &sound };
	const struct exh_avi avi = { .frame_microseconds = 1000000 / VIDEO_RATE,
				     .frame_count = VIDEO_FRAMES,
				     .width = VIDEO_WIDE,
				     .height = VIDEO_HIGH,
				     .stream_count = 2,
				     .streams = streams };
	struct exh_avi_writer writer = { .out = out, .has_index = true };

	write_hum(sound_bytes, sizeof sound_bytes);
	exh_avi_write_start(&writer, &avi);
	for (unsigned i = 0; i < VIDEO_FRAMES; i++) {
		store_frame(i, &video, stored);
		exh_avi_write_chunk(&writer, 0,
				    (struct exh_bytes){ stored, sizeof stored, 0 }, true);
		exh_avi_write_chunk(
			&writer, 1,
			(struct exh_bytes){ sound_bytes + i * CHUNK, CHUNK, 0 }, true);
	}
	exh_avi_write_end(&writer);
}
