/*
 * Packs the mole's game as Keen Dreams is packed, for EGA and for CGA, without a layout:
 * it is that of the game, which the lengths reveal.
 */
#include "dreams.h"

#include "sample.h"
#include "samples.h"

#include <exhume/advanced/keen_map.h>
#include <exhume/codec.h>

#include <string.h>

/* The sky is cyan, what grows is black and white before it, earth and skin are magenta.
 */
static const char cga_colors[] = "0101222301332233";

static uint32_t first_of(const struct sample *sample, enum exh_keen_class class_id)
{
	return sample->layout.spans[class_id].first;
}

/* There are no pictures: the game shows them only in its menus. */
static void add_pictables(struct sample *sample)
{
	static const struct exh_keen_sprite none[65];
	const uint32_t pics = first_of(sample, EXH_KEEN_PICTABLE);
	const uint32_t picms = first_of(sample, EXH_KEEN_PICMTABLE);

	exh_keen_pictable_encode(none, 65, &sample->chunks[pics]);
	exh_keen_pictable_encode(none, 2, &sample->chunks[picms]);
	sample->present[pics] = sample->present[picms] = true;
}

static struct exh_keen_sprite table_entry(const struct sample *sample,
					  const struct art *art,
					  const struct art_sprite *info)
{
	return (struct exh_keen_sprite){
		.width_bytes = (int)art->width /
			       (int)exh_keen_pixels_per_byte(sample->layout.video),
		.height = (int)art->height,
		.origin_units = { info->origin_x, info->origin_y },
		.hitbox_units = { info->left, info->top, info->right, info->bottom },
		.shifts = info->shifts,
	};
}

static void add_sprites(struct sample *sample)
{
	const uint32_t table = first_of(sample, EXH_KEEN_SPRITETABLE);
	const uint32_t first = first_of(sample, EXH_KEEN_SPRITE);

	sample->present[table] = true;
	for (unsigned i = 0; i < DREAMS_SPRITES; i++) {
		struct exh_keen_sprite entry = { 0 };
		struct art_sprite info;
		struct art art;

		if (dreams_sprite(i, &art, &info)) {
			if (sample->layout.video == EXH_KEEN_CGA)
				sample_to_cga(&art, cga_colors);
			entry = table_entry(sample, &art, &info);
			sample->present[first + i] = true;
			sample_encode(sample, &art, true, &sample->chunks[first + i]);
		}
		exh_keen_spritetable_encode(&entry, 1, &sample->chunks[table]);
	}
}

/* Those of 8 by 8 lie in one chunk. */
static void add_tiles(struct sample *sample, enum exh_keen_class class_id,
		      enum art_kind kind, size_t count)
{
	const bool small = kind == ART_TILE8 || kind == ART_TILE8M;
	uint32_t chunk = first_of(sample, class_id);
	struct art art;

	for (size_t i = 0; i < count; i++) {
		if (dreams_tile(kind, i, &art)) {
			if (sample->layout.video == EXH_KEEN_CGA)
				sample_to_cga(&art, cga_colors);
			sample->present[chunk] = true;
			sample_encode(sample, &art, exh_keen_class_is_masked(class_id),
				      &sample->chunks[chunk]);
		}
		chunk += !small;
	}
}

static void pack_graphics(struct sample *sample, const char *root)
{
	for (size_t i = 0; i < MAX_CHUNKS; i++)
		sample->chunks[i].limit = SAMPLE_LIMIT;
	add_pictables(sample);
	add_sprites(sample);
	sample_add_font(sample, first_of(sample, EXH_KEEN_FONT), false, 255);
	add_tiles(sample, EXH_KEEN_TILE8, ART_TILE8, DREAMS_TILES8);
	add_tiles(sample, EXH_KEEN_TILE8M, ART_TILE8M, DREAMS_TILES8M);
	add_tiles(sample, EXH_KEEN_TILE16, ART_TILE16, DREAMS_TILES16);
	add_tiles(sample, EXH_KEEN_TILE16M, ART_TILE16M, DREAMS_TILES16M);
	sample_pack(sample, root);
}

/* The dictionary has a code for each byte; one that does not occur has no long one. */
static void make_dict(uint64_t counts[256], struct exh_huffman *huffman,
		      uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4])
{
	struct exh_error err;

	for (size_t i = 0; i < 256; i++)
		counts[i]++;
	exh_huffman_build(counts, dict);
	sample_check(
		exh_huffman_read(huffman,
				 (struct exh_bytes){ dict, EXH_HUFFMAN_DICT_SIZE, 0 },
				 NULL, &err),
		&err, "dictionary");
}

static void pack_levels(const struct sample *sample, const char *root)
{
	struct exh_writer archive = { .limit = SAMPLE_LIMIT };
	struct exh_writer head = { .limit = SAMPLE_LIMIT };
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4] = { 0 };
	static struct exh_huffman huffman;
	uint64_t counts[256] = { 0 };
	struct levels levels;
	struct exh_error err;

	dreams_levels(&levels);
	sample_check(exh_keen_maps_count(&levels.maps, counts, &err), &err, "levels");
	make_dict(counts, &huffman, dict);
	sample_check(exh_keen_maps_pack(&levels.maps,
					(struct exh_bytes){ levels.tile_info.data,
							    levels.tile_info.size, 0 },
					&huffman, &archive, &head, &err),
		     &err, "levels");
	sample_save(sample, root, "DREAMS.MAP", archive.data, archive.size);
	sample_save(sample, root, "MAPHEAD.MOL", head.data, head.size);
	sample_save(sample, root, "MAPDICT.MOL", dict, EXH_HUFFMAN_DICT_SIZE);
	exh_writer_free(&archive);
	exh_writer_free(&head);
	levels_free(&levels);
}

/* As in Keen Dreams the head counts as many digitised sounds as others, all of them
 * empty, and no songs. */
static void write_sounds(const struct exh_writer *chunks,
			 const struct exh_huffman *huffman, struct exh_writer *archive,
			 struct exh_writer *head)
{
	struct exh_error err;

	for (size_t i = 0; i < 2 * DREAMS_SOUNDS; i++) {
		const struct exh_bytes chunk = { chunks[i].data, chunks[i].size, 0 };

		exh_write_u32le(head, (uint32_t)archive->size);
		exh_write_u32le(archive, (uint32_t)chunk.size);
		sample_check(exh_huffman_pack(huffman, chunk, archive, &err), &err,
			     "sounds");
	}
	for (size_t i = 0; i <= DREAMS_SOUNDS; i++)
		exh_write_u32le(head, (uint32_t)archive->size);
}

static void pack_sounds(const struct sample *sample, const char *root)
{
	struct exh_writer archive = { .limit = SAMPLE_LIMIT };
	struct exh_writer head = { .limit = SAMPLE_LIMIT };
	struct exh_writer chunks[2 * DREAMS_SOUNDS] = { { 0 } };
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4] = { 0 };
	static struct exh_huffman huffman;
	uint64_t counts[256] = { 0 };

	dreams_sounds(chunks);
	for (size_t i = 0; i < 2 * DREAMS_SOUNDS; i++)
		for (size_t k = 0; k < chunks[i].size; k++)
			counts[chunks[i].data[k]]++;
	make_dict(counts, &huffman, dict);
	write_sounds(chunks, &huffman, &archive, &head);
	sample_save(sample, root, "DREAMS.AUD", archive.data, archive.size);
	sample_save(sample, root, "AUDIOHHD.MOL", head.data, head.size);
	sample_save(sample, root, "AUDIODCT.MOL", dict, sizeof dict);
	for (size_t i = 0; i < 2 * DREAMS_SOUNDS; i++)
		exh_writer_free(&chunks[i]);
	exh_writer_free(&archive);
	exh_writer_free(&head);
}

void make_dreams(const char *root)
{
	static struct sample samples[] = {
		{ .folder = "dreams",
		  .archive = "DREAMS.EGA",
		  .head = "EGAHEAD.MOL",
		  .dict = "EGADICT.MOL" },
		{ .folder = "dreams-cga",
		  .archive = "DREAMS.CGA",
		  .head = "CGAHEAD.MOL",
		  .dict = "CGADICT.MOL" },
	};
	static const char *const layouts[] = { "keen-dreams-ega",
					       "keen-dreams-cga-1.05" };

	for (size_t i = 0; i < 2; i++) {
		samples[i].layout = *exh_keen_layout_find(layouts[i]);
		pack_graphics(&samples[i], root);
		pack_levels(&samples[i], root);
		pack_sounds(&samples[i], root);
	}
}
