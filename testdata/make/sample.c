#include "sample.h"

#include <exhume/advanced/keen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sample_check(enum exh_status status, const struct exh_error *err, const char *what)
{
	if (!status)
		return;
	fprintf(stderr, "make_testdata: %s: %s\n", what, err->text);
	exit(1);
}

void sample_to_cga(struct art *art, const char colors[17])
{
	for (size_t i = 0; i < (size_t)art->width * art->height; i++)
		if (art->pixels[i] != ART_TRANSPARENT)
			art->pixels[i] = (unsigned char)(colors[art->pixels[i]] - '0');
}

void sample_encode(struct sample *sample, const struct art *art, bool masked,
		   struct exh_writer *out)
{
	uint8_t pixels[ART_MAX_WIDTH * ART_MAX_HEIGHT];
	const struct exh_image image = { art->width, art->height, pixels };
	struct exh_error err;

	memcpy(pixels, art->pixels, (size_t)art->width * art->height);
	sample_check(
		exh_keen_bitmap_encode(&image, sample->layout.video, masked, out, &err),
		&err, "bitmap");
}

/* Masked: a dark edge around the ink, the background everywhere else. */
static void draw_glyph(const struct art_glyph *glyph, bool masked, uint8_t *pixels)
{
	for (int y = 0; y < ART_FONT_HEIGHT; y++)
		for (int x = 0; x < (int)glyph->width; x++) {
			bool near = false;

			for (int dy = -1; dy <= 1; dy++)
				for (int dx = -1; dx <= 1; dx++)
					if (y + dy >= 0 && y + dy < ART_FONT_HEIGHT &&
					    x + dx >= 0)
						near |= glyph->rows[y + dy] << (x + dx) &
							0x8000;
			*pixels = glyph->rows[y] << x & 0x8000 ? 1 : 0;
			if (masked && !near)
				*pixels |= EXH_KEEN_MASKED;
			pixels++;
		}
}

void sample_add_font(struct sample *sample, uint32_t chunk, bool masked, unsigned last)
{
	static uint8_t pixels[256][16 * ART_FONT_HEIGHT];
	struct exh_image glyphs[256] = { { 0 } };
	struct exh_error err;

	for (unsigned code = 0; code <= last; code++) {
		struct art_glyph glyph;

		if (!art_glyph(code, &glyph))
			continue;
		draw_glyph(&glyph, masked, pixels[code]);
		glyphs[code] =
			(struct exh_image){ glyph.width, ART_FONT_HEIGHT, pixels[code] };
	}
	sample->present[chunk] = true;
	sample_check(exh_keen_font_encode(glyphs, ART_FONT_HEIGHT, masked,
					  &sample->chunks[chunk], &err),
		     &err, "font");
}

FILE *sample_create(const struct sample *sample, const char *root, const char *name)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s/%s", root, sample->folder, name);
	file = fopen(path, "wb");
	if (!file) {
		perror(path);
		exit(1);
	}
	return file;
}

void sample_save(const struct sample *sample, const char *root, const char *name,
		 const void *data, size_t size)
{
	FILE *file = sample_create(sample, root, name);

	if (fwrite(data, 1, size, file) != size || fclose(file) != 0) {
		perror(name);
		exit(1);
	}
}

uint32_t sample_pack(struct sample *sample, const char *root)
{
	struct exh_writer archive = { .limit = SAMPLE_LIMIT },
			  head = { .limit = SAMPLE_LIMIT };
	struct exh_bytes chunks[MAX_CHUNKS] = { { 0 } };
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	static struct exh_huffman huffman;
	uint64_t counts[256] = { 0 };
	struct exh_error err;
	uint32_t crc32;

	for (size_t i = 0; i < sample->layout.chunk_count; i++) {
		if (!sample->present[i])
			continue;
		chunks[i] = (struct exh_bytes){ sample->chunks[i].data,
						sample->chunks[i].size, 0 };
		for (size_t k = 0; k < chunks[i].size; k++)
			counts[chunks[i].data[k]]++;
	}
	exh_huffman_build(counts, dict);
	sample_check(exh_huffman_read(&huffman,
				      (struct exh_bytes){ dict, sizeof dict, 0 }, NULL,
				      &err),
		     &err, "dictionary");
	sample_check(exh_keen_graphics_pack(&sample->layout, chunks, &huffman, &archive,
					    &head, &err),
		     &err, "archive");
	sample_save(sample, root, sample->archive, archive.data, archive.size);
	sample_save(sample, root, sample->head, head.data, head.size);
	sample_save(sample, root, sample->dict, dict, sizeof dict);
	crc32 = exh_crc32((struct exh_bytes){ head.data, head.size, 0 });
	exh_writer_free(&archive);
	exh_writer_free(&head);
	for (size_t i = 0; i < sample->layout.chunk_count; i++)
		exh_writer_free(&sample->chunks[i]);
	return crc32;
}
