#include "exhume/keen.h"
#include "exhume/keen_audio.h"

#include "exhume/codec.h"
#include "exhume/advanced/keen_exe.h"
#include "exhume/advanced/keen_audio.h"
#include "exhume/advanced/keen_map.h"

enum {
	LEAST_FIT = 75
}; /* per cent of an archive's lengths, for a layout to be believed */

static enum exh_status in_part(struct exh_error *err, enum exh_status status,
			       const char *part)
{
	return status ? exh_within(err, status, "%s", part) : EXH_OK;
}

/*
 * Tables.
 */

/* Unpacks the program and finds its image; image is empty if no program is given. */
static enum exh_status open_program(struct exh_bytes file, struct exh_arena *arena,
				    struct exh_bytes *image, struct exh_notes *notes,
				    struct exh_error *err)
{
	struct exh_mz mz = { 0 };
	enum exh_status status = EXH_OK;

	if (exh_pklite_packed(file))
		status = exh_fail(err, EXH_UNSUPPORTED, EXH_NO_OFFSET,
				  "packed by PKLITE: unpack it first");
	else if (file.size && exh_lzexe_version(file))
		status = exh_lzexe_unpack(file, arena, &mz, NULL, notes, err);
	else if (file.size)
		status = exh_mz_open(file, arena, &mz, notes, err);
	*image = mz.image;
	return in_part(err, status, "program");
}

/* Reads a table from a file of its own, which may be an object file; out is empty if none
 * is given. */
static enum exh_status open_given(struct exh_bytes file, const char *what,
				  struct exh_arena *arena, struct exh_bytes *out,
				  struct exh_notes *notes, struct exh_error *err)
{
	struct exh_omf object = { .data = file };
	enum exh_status status = EXH_OK;

	if (exh_omf_is(file))
		status = exh_omf_open(file, arena, &object, notes, err);
	*out = object.data.size ? object.data : (struct exh_bytes){ 0 };
	return in_part(err, status, what);
}

static enum exh_status open_tables(struct exh_bytes head, struct exh_bytes dict,
				   struct exh_arena *arena,
				   struct exh_keen_exe_tables *out,
				   struct exh_notes *notes, struct exh_error *err)
{
	enum exh_status status;

	*out = (struct exh_keen_exe_tables){ 0 };
	status = open_given(head, "head", arena, &out->head, notes, err);
	return status ? status
		      : open_given(dict, "dictionary", arena, &out->dict, notes, err);
}

static enum exh_status expect(struct exh_bytes file, const char *what,
			      struct exh_error *err)
{
	return file.size ? EXH_OK
			 : exh_fail(err, EXH_INVALID, EXH_NO_OFFSET, "no %s given", what);
}

static enum exh_status read_dict(struct exh_bytes dict, struct exh_arena *arena,
				 struct exh_huffman **out, struct exh_notes *notes,
				 struct exh_error *err)
{
	*out = exh_alloc(arena, 1, sizeof **out);
	if (!*out)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET,
				"no memory for the dictionary");
	return in_part(err, exh_huffman_read(*out, dict, notes, err), "dictionary");
}

/*
 * Graphics.
 */

static enum exh_status find_graphics(const struct exh_keen_files *files,
				     struct exh_arena *arena,
				     struct exh_keen_exe_tables *tables,
				     struct exh_notes *notes, struct exh_error *err)
{
	struct exh_bytes image;
	enum exh_status status = expect(files->graphics, "graphics", err);

	if (!status)
		status = open_tables(files->graphics_head, files->graphics_dict, arena,
				     tables, notes, err);
	if (status || (tables->head.data && tables->dict.data))
		return status;
	status = open_program(files->program, arena, &image, notes, err);
	if (!status)
		status = expect(image,
				"program, nor both head and dictionary of the graphics,",
				err);
	return status ? status
		      : exh_keen_exe_graphics(image, files->graphics, files->layout,
					      tables, err);
}

enum exh_status exh_keen_files_graphics(const struct exh_keen_files *files,
					struct exh_arena *arena,
					struct exh_keen_graphics *out,
					struct exh_notes *notes, struct exh_error *err)
{
	const struct exh_keen_layout *layout = files->layout;
	struct exh_keen_exe_tables tables;
	struct exh_huffman *huffman;
	struct exh_keen_head head;
	unsigned fit;
	enum exh_status status = find_graphics(files, arena, &tables, notes, err);

	if (!status)
		status = read_dict(tables.dict, arena, &huffman, notes, err);
	if (status)
		return status;
	if (!layout)
		layout = exh_keen_layout_for_head(tables.head);
	if (!layout)
		layout = exh_keen_layout_that_fits(files->graphics, tables.head, huffman,
						   &fit);
	status = exh_keen_head_read(
		tables.head,
		exh_keen_head_offset_size(tables.head, files->graphics.size, layout),
		layout ? layout->chunk_count : 0, files->graphics.size, arena, &head,
		notes, err);
	if (status)
		return in_part(err, status, "head");
	return exh_keen_graphics_open(files->graphics, &head, layout, huffman, arena, out,
				      notes, err);
}

/*
 * Levels.
 */

/* The program does not contain the size of the tile information after the head, so the
 * game's release determines it. */
static size_t tile_info_size(const struct exh_keen_files *files, struct exh_bytes image)
{
	const struct exh_keen_layout *layout = files->layout;
	struct exh_keen_exe_contents contents;

	if (!layout) {
		exh_keen_exe_list(image, &contents);
		layout = contents.layout;
	}
	if (!layout)
		layout = exh_keen_layout_find("keen-dreams-ega");
	return layout ? exh_keen_tile_info_size(layout) : 0;
}

/* A dictionary is searched for only if the head needs one. */
static enum exh_status find_levels(const struct exh_keen_files *files,
				   struct exh_arena *arena,
				   struct exh_keen_exe_tables *tables,
				   struct exh_keen_maphead *head, struct exh_notes *notes,
				   struct exh_error *err)
{
	struct exh_bytes image;
	enum exh_status status = expect(files->levels, "levels", err);

	if (!status)
		status = open_tables(files->level_head, files->level_dict, arena, tables,
				     notes, err);
	if (!status && tables->head.data)
		status = in_part(
			err,
			exh_keen_maphead_read(tables->head, files->levels, head, err),
			"head");
	if (status || (tables->head.data && (!head->has_sizes || tables->dict.data)))
		return status;
	status = open_program(files->program, arena, &image, notes, err);
	if (!status)
		status = expect(image, "program, nor head and dictionary of the levels,",
				err);
	if (!status)
		status = exh_keen_exe_maps(image, files->levels,
					   tile_info_size(files, image), tables, err);
	return status ? status
		      : exh_keen_maphead_read(tables->head, files->levels, head, err);
}

/* Tile information of an unknown release is ignored, since its tables' sizes are
 * unknown. */
static enum exh_status read_tile_info(const struct exh_keen_files *files,
				      struct exh_bytes bytes, struct exh_arena *arena,
				      struct exh_keen_tile_info *out,
				      struct exh_notes *notes, struct exh_error *err)
{
	const struct exh_keen_layout *layout = files->layout;
	struct exh_bytes own;
	const enum exh_status status =
		open_given(files->tile_info, "tile information", arena, &own, notes, err);

	*out = (struct exh_keen_tile_info){ 0 };
	if (status)
		return status;
	if (own.size)
		bytes = own;
	if (!layout)
		layout = exh_keen_layout_for_tile_info(bytes.size);
	if (!bytes.size || !layout)
		return EXH_OK;
	return in_part(
		err,
		exh_keen_tile_info_open(bytes, layout->spans[EXH_KEEN_TILE16].count,
					layout->spans[EXH_KEEN_TILE16M].count, out, err),
		"tile information");
}

enum exh_status exh_keen_files_levels(const struct exh_keen_files *files,
				      struct exh_arena *arena,
				      struct exh_keen_levels *out,
				      struct exh_notes *notes, struct exh_error *err)
{
	struct exh_huffman *huffman = NULL;
	struct exh_keen_exe_tables tables;
	struct exh_keen_maphead head;
	enum exh_status status = find_levels(files, arena, &tables, &head, notes, err);

	if (!status && head.has_sizes)
		status = read_dict(tables.dict, arena, &huffman, notes, err);
	if (!status)
		status = read_tile_info(files, head.tile_info, arena, &out->tile_info,
					notes, err);
	return status ? status
		      : exh_keen_maps_open(files->levels, &head, huffman, arena,
					   &out->maps, notes, err);
}

/*
 * Sounds.
 */

/* A head without a dictionary may belong to an uncompressed archive. */
enum exh_status exh_keen_files_sounds(const struct exh_keen_files *files,
				      struct exh_arena *arena, struct exh_keen_audio *out,
				      struct exh_notes *notes, struct exh_error *err)
{
	struct exh_keen_exe_tables tables;
	struct exh_bytes image;
	enum exh_status status = expect(files->sounds, "sounds", err);

	if (!status)
		status = open_tables(files->sound_head, files->sound_dict, arena, &tables,
				     notes, err);
	if (!status)
		status = open_program(files->program, arena, &image, notes, err);
	if (!status && !tables.head.data)
		status = expect(image, "program, nor head of the sounds,", err);
	if (!status && image.size && (!tables.head.data || !tables.dict.data))
		status = exh_keen_exe_audio(image, files->sounds, &tables, err);
	return status ? status
		      : exh_keen_audio_open(files->sounds, tables.head, tables.dict,
					    arena, out, notes, err);
}
