#include "graphics.h"

#include "assets/keen/keen_game.h"
#include "media/picture/font_files.h"
#include "media/picture/picture.h"
#include "media/picture/png.h"
#include "task/file.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct exh_keen_sprite *keen_sprite_of(const struct keen_graphics_game *game,
					     const struct picture *picture)
{
	const struct exh_keen_graphics *g = &game->keen->graphics;

	return picture->class_id == EXH_KEEN_SPRITE && picture->index < g->sprite_count
		       ? &g->sprites[picture->index]
		       : NULL;
}

static void blit(const struct exh_image *from, const struct sheet_frame *frame,
		 struct exh_image *onto)
{
	for (size_t y = 0; y < from->height; y++)
		memcpy(onto->pixels + (frame->y + y) * onto->width + frame->x,
		       from->pixels + y * from->width, from->width);
}

/* Transparent at first, so that holes and gaps stay transparent. */
static enum exh_status blank(const struct sheet *sheet, unsigned index,
			     struct exh_image *image, struct exh_error *err)
{
	const size_t width = sheet->width, height = sheet->height;

	if (!width || !height || width > SHEET_LIMIT / height)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"a sheet of %zux%zu pixels can't be drawn", width,
				height);
	*image = (struct exh_image){ width, height, mem_alloc(width, height) };
	memset(image->pixels, (int)index, width * height);
	return EXH_OK;
}

enum exh_status keen_make_picture(const struct keen_graphics_game *game,
				  const struct picture *picture, struct exh_writer *out,
				  struct exh_error *err)
{
	const struct style *style = &game->options->style;
	struct exh_palette palette;
	struct exh_image image = { 0 };
	enum exh_status status =
		picture_render(picture, style, keen_sprite_of(game, picture),
			       picture->hidden_color, &image, err);

	if (status)
		return status;
	style_palette(style, picture->class_id, picture->hidden_color, &palette);
	status = png_encode(&image, &palette, out, err);
	free(image.pixels);
	return status;
}

/* Like those of its pictures, except that gaps are always transparent. */
static void sheet_palette(const struct style *style, enum exh_keen_class class_id,
			  unsigned hidden_color, struct exh_palette *palette)
{
	style_palette(style, class_id, hidden_color, palette);
	if (exh_keen_class_is_masked(class_id))
		return;
	palette->count = style_transparent(style) + 1;
	palette->colors[palette->count - 1] = (struct exh_color){ 0 };
}

enum exh_status keen_make_sheet(const struct keen_graphics_game *game,
				enum exh_keen_class class_id, struct exh_writer *out,
				struct exh_error *err)
{
	const struct class_sheet *sheet = &game->sheets[class_id];
	const struct picture *pictures = &game->pictures.items[sheet->first];
	const struct style *style = &game->options->style;
	struct exh_image image = { 0 }, frame = { 0 };
	enum exh_status status =
		blank(&sheet->sheet, style_transparent(style), &image, err);
	struct exh_palette palette;
	unsigned hidden_color = 0;

	if (status)
		return status;
	for (size_t i = 0; i < sheet->sheet.count; i++)
		if (pictures[i].hidden_color > hidden_color)
			hidden_color = pictures[i].hidden_color;
	for (size_t i = 0; i < sheet->sheet.count && !status; i++) {
		status = picture_render(&pictures[i], style,
					keen_sprite_of(game, &pictures[i]), hidden_color,
					&frame, err);
		if (status)
			break;
		blit(&frame, &sheet->sheet.frames[i], &image);
		free(frame.pixels);
	}
	sheet_palette(style, class_id, hidden_color, &palette);
	if (!status)
		status = png_encode(&image, &palette, out, err);
	free(image.pixels);
	return status;
}

/* A glyph as its sheet shows it. */
static void put_glyph(const struct exh_keen_font *font, unsigned code, uint8_t *pixels,
		      const struct sheet_frame *frame, unsigned scale,
		      struct exh_image *onto)
{
	const struct exh_image glyph = { font->glyphs[code].width, font->height, pixels };

	exh_keen_glyph_decode(font, code, pixels);
	for (size_t i = 0; i < glyph.width * glyph.height; i++)
		if (pixels[i] & EXH_KEEN_MASKED)
			pixels[i] = 2;
	image_put(onto, frame->x, frame->y, &glyph, scale);
}

/* White on black within a glyph's width, transparent beyond, which shows the widths. */
enum exh_status keen_make_font(const struct keen_graphics_game *game,
			       const struct font *font, struct exh_writer *out,
			       struct exh_error *err)
{
	static const struct exh_palette palette = {
		.count = 3,
		.colors = { { 0, 0, 0, 255 }, { 255, 255, 255, 255 }, { 0, 0, 0, 0 } },
	};
	struct exh_image image = { 0 };
	enum exh_status status = blank(&font->sheet, 2, &image, err);
	uint8_t *pixels;

	if (status)
		return status;
	pixels = mem_alloc(255, font->font.height);
	for (size_t i = 0; i < font->sheet.count; i++)
		put_glyph(&font->font, font->codes[i], pixels, &font->sheet.frames[i],
			  game->options->style.scale, &image);
	status = png_encode(&image, &palette, out, err);
	free(pixels);
	free(image.pixels);
	return status;
}

static void draw_glyph(const void *font, unsigned code, uint8_t *pixels)
{
	exh_keen_glyph_decode(font, code, pixels);
}

void keen_font_to_bdf(const struct exh_keen_font *font, struct bdf_font *bdf)
{
	bdf->height = font->height;
	for (unsigned code = 0; code < GLYPH_CODES; code++)
		bdf->glyphs[code] = (struct bdf_glyph){
			.is_there = font->glyphs[code].width != 0,
			.width = font->glyphs[code].width,
			.height = (uint8_t)font->height,
			.unicode = (uint16_t)code,
		};
}

void keen_make_bdf(const struct keen_graphics_game *game, const struct font *of,
		   struct exh_writer *out)
{
	const struct exh_keen_font *font = &of->font;
	char family[48];
	struct bdf_font bdf = {
		.family = family,
		.comment = "Codes below 128 are ASCII, those above are the game's own "
			   "symbols.",
		.draw = draw_glyph,
		.context = font,
	};

	snprintf(family, sizeof family, "%.40s", file_name(game->keen->path));
	keen_font_to_bdf(font, &bdf);
	bdf_encode(&bdf, out);
}

const struct article *keen_article_of(const struct keen_graphics_game *game, size_t chunk)
{
	for (size_t i = 0; i < game->article_count; i++)
		if (game->articles[i].chunk == chunk)
			return &game->articles[i];
	return NULL;
}

enum exh_status keen_make_page(const struct keen_graphics_game *game,
			       const struct article *article, size_t page,
			       struct exh_writer *out, struct exh_error *err)
{
	const struct style *style = &game->options->style;
	const size_t width = EXH_KEEN_PAGE_WIDTH * style->scale;
	const size_t height = EXH_KEEN_PAGE_HEIGHT * style->scale;
	uint8_t pixels[EXH_KEEN_PAGE_WIDTH * EXH_KEEN_PAGE_HEIGHT];
	const struct exh_image drawn = { EXH_KEEN_PAGE_WIDTH, EXH_KEEN_PAGE_HEIGHT,
					 pixels };
	struct exh_image image = { width, height, mem_alloc(width, height) };
	enum exh_status status = exh_keen_pages_draw(&article->pages, page, pixels, err);

	if (!status) {
		image_put(&image, 0, 0, &drawn, style->scale);
		status = png_encode(&image, &style->colors, out, err);
	}
	free(image.pixels);
	return status;
}
