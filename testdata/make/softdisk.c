/*
 * Samples as Softdisk had them: the mole as a picture by planes with a mask, and as one
 * of a byte a pixel with a transparent colour and an odd width; a text screen, a text,
 * and a library of three of them, packed by three methods.
 */
#include "art.h"
#include "samples.h"

#include <exhume/advanced/ilbm.h>
#include <exhume/advanced/softdisk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 << 20, COLUMNS = 80, ROWS = 25, GROUND = 12, PAGE = COLUMNS * ROWS * 2 };

static const char text[] =
	"THE SHAFT\r\n"
	"\r\n"
	"Down the shaft, where the fossils sleep, the mole digs on.\r\n"
	"Na\x8bve snails \xc4 beware!\r\n"
	"~\r\n";

static void check(enum exh_status status, const struct exh_error *err)
{
	if (!status)
		return;
	fprintf(stderr, "make_testdata: softdisk: %s\n", err->text);
	exit(1);
}

static void save(const char *root, const char *name, struct exh_bytes content)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s/softdisk/%s", root, name);
	file = fopen(path, "wb");
	if (!file || fwrite(content.data, 1, content.size, file) != content.size ||
	    fclose(file) != 0) {
		perror(path);
		exit(1);
	}
}

static struct exh_bytes bytes_of(const struct exh_writer *out)
{
	return (struct exh_bytes){ out->data, out->size, 0 };
}

static struct exh_ilbm settings(unsigned plane_count)
{
	struct exh_ilbm ilbm = { .plane_count = plane_count,
				 .compression = 1,
				 .aspect_x = 5,
				 .aspect_y = 6,
				 .page_width = 320,
				 .page_height = 200 };

	exh_palette_ega(&ilbm.palette);
	return ilbm;
}

/* Columns of the art, without the last ones; what is transparent is of colour clear. */
static struct exh_image take(const struct art *art, size_t width, uint8_t clear,
			     uint8_t *pixels, uint8_t *hidden)
{
	for (size_t y = 0; y < art->height; y++)
		for (size_t x = 0; x < width; x++) {
			const unsigned char color = art->pixels[y * art->width + x];
			const size_t at = y * width + x;

			hidden[at] = color == ART_TRANSPARENT;
			pixels[at] = hidden[at] ? clear : color;
		}
	return (struct exh_image){ width, art->height, pixels };
}

static struct exh_writer make_picture(bool chunky)
{
	static uint8_t pixels[ART_MAX_WIDTH * ART_MAX_HEIGHT], hidden[sizeof pixels];
	struct exh_ilbm ilbm = settings(chunky ? 8 : 4);
	struct exh_writer out = { .limit = LIMIT };
	struct exh_image image;
	struct exh_error err;
	struct art art;

	art_draw(ART_PICM, 0, &art);
	ilbm.chunky = chunky;
	ilbm.masking = chunky ? EXH_ILBM_COLOR : EXH_ILBM_MASK;
	ilbm.transparent = chunky ? ART_TRANSPARENT : 0;
	for (unsigned i = 16; i < 256; i++)
		ilbm.palette.colors[i] =
			(struct exh_color){ (uint8_t)i, 0, (uint8_t)i, 255 };
	image = take(&art, chunky ? art.width - 1 : art.width,
		     chunky ? ART_TRANSPARENT : 0, pixels, hidden);
	check(exh_ilbm_encode(&ilbm, &image, hidden, &out, &err), &err);
	return out;
}

static void put(uint8_t *page, size_t column, size_t row, const char *string,
		uint8_t attribute)
{
	uint8_t *cell = page + (row * COLUMNS + column) * 2;

	for (; *string; string++) {
		*cell++ = (uint8_t)*string;
		*cell++ = attribute;
	}
}

/* A box of double lines over the layers of the ground, all attributes in a row. */
static struct exh_writer make_screen(void)
{
	static const uint8_t header[] = { 0xfd, 0x00, 0xb8, 0, 0, PAGE & 255, PAGE >> 8 };
	struct exh_writer out = { .limit = LIMIT };
	uint8_t page[PAGE];

	for (size_t i = 0; i < PAGE; i += 2) {
		const size_t row = i / 2 / COLUMNS;

		page[i] = (uint8_t)(row < GROUND ? ' ' : 0xb0 + (row - GROUND) / 5);
		page[i + 1] = row < GROUND ? 0x1f : 0x06;
	}
	put(page, 20, 4, "\xc9\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xbb",
	    0x1e);
	put(page, 20, 5, "\xba THE  MOLE \x01\xba", 0x1e);
	put(page, 20, 6, "\xc8\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xbc",
	    0x1e);
	put(page, 23, 5, "HE", 0x9c);
	for (unsigned i = 0; i < 64; i++)
		put(page, 8 + i, 20, "\xfe", (uint8_t)(i * 4 + i / 16));
	exh_write_bytes(&out, header, sizeof header);
	exh_write_bytes(&out, page, sizeof page);
	exh_write_u8(&out, 0x1a);
	return out;
}

static struct exh_bytes name_of(const char *name)
{
	return (struct exh_bytes){ (const uint8_t *)name, strlen(name), 0 };
}

void make_softdisk(const char *root)
{
	struct exh_writer ilbm = make_picture(false), pbm = make_picture(true);
	struct exh_writer screen = make_screen(), library = { .limit = LIMIT };
	const struct exh_softdisk_source sources[] = {
		{ name_of("MOLE.LBM"), bytes_of(&ilbm), EXH_SOFTDISK_LZH },
		{ name_of("MOLE.PBM"), bytes_of(&pbm), EXH_SOFTDISK_LZSS },
		{ name_of("TUNNEL.SCN"), bytes_of(&screen), EXH_SOFTDISK_STORE },
	};
	struct exh_error err;

	check(exh_softdisk_pack(sources, 3, &library, &err), &err);
	save(root, "MOLE.LBM", bytes_of(&ilbm));
	save(root, "MOLE.PBM", bytes_of(&pbm));
	save(root, "TUNNEL.SCN", bytes_of(&screen));
	save(root, "SHAFT.KDR",
	     (struct exh_bytes){ (const uint8_t *)text, sizeof text - 1, 0 });
	save(root, "SAMPLE.CMP", bytes_of(&library));
	exh_writer_free(&ilbm);
	exh_writer_free(&pbm);
	exh_writer_free(&screen);
	exh_writer_free(&library);
}
