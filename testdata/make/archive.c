/*
 * Packs the art into the sample archives: one as Keen Dreams has them for EGA, one for
 * CGA, and one with the shorter head, several fonts and binaries of Keen 4 to 6. The
 * dictionary of each is built from its own bytes, as id's packer did.
 *
 * usage: make_testdata FOLDER (with ega/, cga/, keen4/, opl2/, softdisk/, audiot/,
 * zvision/, sci0/, dreams/, dreams-cga/ and shaft/ in it)
 */
#include "art.h"
#include "levels.h"
#include "sample.h"
#include "samples.h"

#include <exhume/advanced/keen_map.h>
#include <exhume/keen.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool draw(const struct sample *sample, enum art_kind kind, size_t index,
		 struct art *art)
{
	if (!art_draw(kind, index, art))
		return false;
	if (sample->layout.video == EXH_KEEN_CGA)
		/* By brightness, with the warm ones apart. */
		sample_to_cga(art, "0011222101112233");
	return true;
}

/* The chunks of one class begin where those of the class before end. */
static uint32_t start_class(struct sample *sample, enum exh_keen_class class_id,
			    size_t count)
{
	struct exh_keen_span *span = &sample->layout.spans[class_id];

	span->first = sample->layout.chunk_count;
	span->count = (uint32_t)count;
	sample->layout.chunk_count += (uint32_t)count;
	for (size_t i = 0; i < count; i++)
		sample->chunks[span->first + i].limit = SAMPLE_LIMIT;
	return span->first;
}

static void add_bitmaps(struct sample *sample, enum exh_keen_class class_id,
			enum art_kind kind)
{
	const uint32_t first = start_class(sample, class_id, art_count(kind));
	struct art art;

	for (size_t i = 0; i < art_count(kind); i++) {
		if (!draw(sample, kind, i, &art))
			continue;
		sample->present[first + i] = true;
		sample_encode(sample, &art, exh_keen_class_is_masked(class_id),
			      &sample->chunks[first + i]);
	}
}

/* All tiles of 8x8 in one chunk. */
static void add_small_tiles(struct sample *sample, enum exh_keen_class class_id,
			    enum art_kind kind)
{
	const uint32_t chunk = start_class(sample, class_id, 1);
	struct art art;

	sample->present[chunk] = true;
	for (size_t i = 0; i < art_count(kind); i++)
		if (draw(sample, kind, i, &art))
			sample_encode(sample, &art, exh_keen_class_is_masked(class_id),
				      &sample->chunks[chunk]);
}

static void add_table(struct sample *sample, enum exh_keen_class class_id,
		      enum art_kind kind)
{
	const uint32_t chunk = start_class(sample, class_id, 1);
	const int scale = (int)exh_keen_pixels_per_byte(sample->layout.video);

	sample->present[chunk] = true;
	for (size_t i = 0; i < art_count(kind); i++) {
		struct exh_keen_sprite entry = { 0 };
		struct art_sprite info;
		struct art art;

		art_draw(kind, i, &art);
		entry.width_bytes = (int)art.width / scale;
		entry.height = (int)art.height;
		if (kind != ART_SPRITE) {
			exh_keen_pictable_encode(&entry, 1, &sample->chunks[chunk]);
			continue;
		}
		art_sprite_info(i, &info);
		entry.origin_units[0] = info.origin_x;
		entry.origin_units[1] = info.origin_y;
		entry.hitbox_units[0] = info.left;
		entry.hitbox_units[1] = info.top;
		entry.hitbox_units[2] = info.right;
		entry.hitbox_units[3] = info.bottom;
		entry.shifts = info.shifts;
		exh_keen_spritetable_encode(&entry, 1, &sample->chunks[chunk]);
	}
}

static void add_text(struct sample *sample, uint32_t chunk, const char *text)
{
	sample->present[chunk] = true;
	exh_write_bytes(&sample->chunks[chunk], text, strlen(text));
}

static void fill(struct sample *sample, bool keen4)
{
	uint32_t first;

	add_table(sample, EXH_KEEN_PICTABLE, ART_PIC);
	add_table(sample, EXH_KEEN_PICMTABLE, ART_PICM);
	add_table(sample, EXH_KEEN_SPRITETABLE, ART_SPRITE);
	first = start_class(sample, EXH_KEEN_FONT, keen4 ? 2 : 1);
	sample_add_font(sample, first, false, 255);
	if (keen4) {
		sample_add_font(sample, first + 1, false, 'Z');
		first = start_class(sample, EXH_KEEN_FONTM, 1);
		sample_add_font(sample, first, true, 127);
	}
	add_bitmaps(sample, EXH_KEEN_PIC, ART_PIC);
	add_bitmaps(sample, EXH_KEEN_PICM, ART_PICM);
	add_bitmaps(sample, EXH_KEEN_SPRITE, ART_SPRITE);
	add_small_tiles(sample, EXH_KEEN_TILE8, ART_TILE8);
	add_small_tiles(sample, EXH_KEEN_TILE8M, ART_TILE8M);
	sample->layout.tile8_count = (uint32_t)art_count(ART_TILE8);
	sample->layout.tile8m_count = (uint32_t)art_count(ART_TILE8M);
	add_bitmaps(sample, EXH_KEEN_TILE16, ART_TILE16);
	add_bitmaps(sample, EXH_KEEN_TILE16M, ART_TILE16M);
	if (!keen4)
		return;
	first = start_class(sample, EXH_KEEN_BINARY, 2);
	add_text(sample, first, "Down the shaft, where the fossils sleep.\r\n");
	add_text(sample, first + 1, "Mind the snails.\r\n");
}

static void save_layout(const struct sample *sample, const char *root, uint32_t crc32)
{
	const struct exh_keen_layout *layout = &sample->layout;
	const size_t head_size = (size_t)layout->offset_size * (layout->chunk_count + 1);
	FILE *file = sample_create(sample, root, "layout.json");
	const char *comma = "";

	fprintf(file,
		"{\n  \"name\": \"%s\",\n  \"title\": \"%s\",\n  \"video\": \"%s\",\n"
		"  \"offset_size\": %u,\n  \"chunks\": %u,\n"
		"  \"head\": { \"size\": %zu, \"crc32\": \"%08x\" },\n  \"classes\": {",
		layout->name, layout->title,
		layout->video == EXH_KEEN_EGA ? "ega" : "cga", layout->offset_size,
		layout->chunk_count, head_size, (unsigned)crc32);
	for (unsigned i = 0; i < EXH_KEEN_UNKNOWN; i++) {
		if (!layout->spans[i].count)
			continue;
		fprintf(file, "%s\n    \"%s\": { \"first\": %u, \"count\": %u", comma,
			exh_keen_class_name((enum exh_keen_class)i),
			layout->spans[i].first, layout->spans[i].count);
		if (i == EXH_KEEN_TILE8)
			fprintf(file, ", \"tiles\": %u", layout->tile8_count);
		if (i == EXH_KEEN_TILE8M)
			fprintf(file, ", \"tiles\": %u", layout->tile8m_count);
		fprintf(file, " }");
		comma = ",";
	}
	fprintf(file, "\n  }\n}\n");
	if (fclose(file) != 0) {
		perror("layout.json");
		exit(1);
	}
}

/*
 * Levels. Keen Dreams' have a dictionary, and their tile information after the head; Keen
 * 4's have it in a separate file.
 */

static void make_level_dict(const struct levels *levels, struct exh_huffman *huffman,
			    uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4])
{
	uint64_t counts[256] = { 0 };
	struct exh_error err;

	sample_check(exh_keen_maps_count(&levels->maps, counts, &err), &err, "levels");
	exh_huffman_build(counts, dict);
	sample_check(
		exh_huffman_read(huffman,
				 (struct exh_bytes){ dict, EXH_HUFFMAN_DICT_SIZE, 0 },
				 NULL, &err),
		&err, "dictionary of levels");
}

static void pack_levels(const struct sample *sample, bool keen4, const char *root)
{
	const struct exh_keen_span *spans = sample->layout.spans;
	struct exh_writer archive = { .limit = SAMPLE_LIMIT },
			  head = { .limit = SAMPLE_LIMIT };
	uint8_t dict[EXH_HUFFMAN_DICT_SIZE + 4];
	static struct exh_huffman huffman;
	struct exh_bytes tiles = { 0 };
	struct levels levels;
	struct exh_error err;

	levels_make(&levels, keen4, spans[EXH_KEEN_TILE16].count,
		    spans[EXH_KEEN_TILE16M].count);
	if (!keen4)
		tiles = (struct exh_bytes){ levels.tile_info.data, levels.tile_info.size,
					    0 };
	make_level_dict(&levels, &huffman, dict);
	sample_check(
		exh_keen_maps_pack(&levels.maps, tiles, &huffman, &archive, &head, &err),
		&err, "levels");
	sample_save(sample, root, keen4 ? "GAMEMAPS.SMP" : "SAMPLE.MAP", archive.data,
		    archive.size);
	sample_save(sample, root, "MAPHEAD.SMP", head.data, head.size);
	if (keen4)
		sample_save(sample, root, "TILEINFO.SMP", levels.tile_info.data,
			    levels.tile_info.size);
	else
		sample_save(sample, root, "MAPDICT.SMP", dict, EXH_HUFFMAN_DICT_SIZE);
	exh_writer_free(&archive);
	exh_writer_free(&head);
	levels_free(&levels);
}

int main(int argc, char **argv)
{
	static struct sample samples[] = {
		{ .layout = { .name = "sample-ega",
			      .title = "The mole's sample archive, EGA",
			      .video = EXH_KEEN_EGA,
			      .offset_size = 4 },
		  .folder = "ega",
		  .archive = "SAMPLE.EGA",
		  .head = "EGAHEAD.SMP",
		  .dict = "EGADICT.SMP" },
		{ .layout = { .name = "sample-cga",
			      .title = "The mole's sample archive, CGA",
			      .video = EXH_KEEN_CGA,
			      .offset_size = 4 },
		  .folder = "cga",
		  .archive = "SAMPLE.CGA",
		  .head = "CGAHEAD.SMP",
		  .dict = "CGADICT.SMP" },
		{ .layout = { .name = "sample-keen4",
			      .title = "The mole's sample archive, laid out as in Keen 4",
			      .video = EXH_KEEN_EGA,
			      .offset_size = 3 },
		  .folder = "keen4",
		  .archive = "EGAGRAPH.SMP",
		  .head = "EGAHEAD.SMP",
		  .dict = "EGADICT.SMP" },
	};

	if (argc != 2) {
		fprintf(stderr, "usage: make_testdata FOLDER\n");
		return 2;
	}
	for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
		fill(&samples[i], i == 2);
		save_layout(&samples[i], argv[1], sample_pack(&samples[i], argv[1]));
		pack_levels(&samples[i], i == 2, argv[1]);
	}
	make_logs(argv[1]);
	make_softdisk(argv[1]);
	make_sounds(argv[1]);
	make_scenes(argv[1]);
	make_animations(argv[1]);
	make_sci(argv[1]);
	make_sci_sounds(argv[1]);
	make_burrow(argv[1]);
	make_digger(argv[1]);
	make_lodge(argv[1]);
	make_dreams(argv[1]);
	make_shaft(argv[1]);
	make_beacon(argv[1]);
	make_foyer(argv[1]);
	return 0;
}
