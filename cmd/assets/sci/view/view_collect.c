#include "view.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA_LIMIT = 256 << 20, MAX_SIDE = UINT16_MAX };

/* A file that shows a cel. */
struct candidate {
	const char *path; /* NULL: no file */
	uint8_t *pixels;  /* as stored; transparent pixels are VIEW_NO_KEY or the key */
	size_t width, height;
	bool is_changed;
};

static const char *path_of(struct view_collection *g, const char *file)
{
	char *path = file_join(g->folder, file);
	const struct exh_bytes text = { (const uint8_t *)path, strlen(path), 0 };
	const struct exh_bytes copy = mem_arena_keep(&g->paths, text);

	free(path);
	return (const char *)copy.data;
}

/*
 * One file.
 */

static bool read_pixels(struct view_collection *g, struct candidate *to)
{
	struct exh_image image;
	struct exh_error err;
	enum exh_status status = view_take_pixels(NULL, to->path, g->quantize,
						  g->manifest->scale, &image, &err);

	if (!status && (image.width > MAX_SIDE || image.height > MAX_SIDE))
		status = exh_fail(&err, EXH_LIMIT, EXH_NO_OFFSET,
				  "%zux%zu pixels, a cel has sides of at most %d",
				  image.width, image.height, MAX_SIDE);
	if (!status && image.width * image.height > VIEW_MAX_PIXELS - g->pixel_count)
		status = exh_fail(&err, EXH_LIMIT, EXH_NO_OFFSET,
				  "the cels of the view have more than %d million pixels",
				  VIEW_MAX_PIXELS >> 20);
	if (status) {
		report_failure(g->report, to->path, &err);
		free(image.pixels);
		return false;
	}
	to->pixels = image.pixels;
	to->width = image.width;
	to->height = image.height;
	return true;
}

/* Gives transparent pixels the key's colour. Opaque pixels of this colour become
 * transparent, too. */
static void put_key(struct view_collection *g, struct candidate *to, uint8_t key)
{
	size_t first = 0, count = 0;

	for (size_t i = 0; i < to->width * to->height; i++)
		if (to->pixels[i] == VIEW_NO_KEY)
			to->pixels[i] = key;
		else if (to->pixels[i] == key && !count++)
			first = i;
	if (count)
		report_warning(g->report, to->path, EXH_NO_OFFSET,
			       "pixel (%zu, %zu)%s: colour %u is the cel's key and "
			       "transparent in the game",
			       first % to->width * g->manifest->scale,
			       first / to->width * g->manifest->scale,
			       count > 1 ? " and others" : "", key);
}

static bool is_changed(const struct view_manifest_cel *cel,
		       const struct candidate *candidate)
{
	const struct exh_bytes pixels = { candidate->pixels,
					  candidate->width * candidate->height, 0 };

	return !cel->has_crc32 || cel->crc32 != exh_crc32(pixels) ||
	       (cel->has_width && cel->has_height &&
		(cel->width != candidate->width || cel->height != candidate->height));
}

static bool read_candidate(struct view_collection *g, const struct view_manifest_cel *cel,
			   bool flip, uint8_t *key, struct candidate *to)
{
	if (!read_pixels(g, to))
		return false;
	if (*key == VIEW_NO_KEY)
		*key = view_free_color(to->pixels, to->width * to->height);
	if (*key == VIEW_NO_KEY) {
		report_error(g->report, to->path, EXH_NO_OFFSET,
			     "it has all 16 colours, and its cel has no \"key\" "
			     "in " VIEW_MANIFEST " to choose the transparent one");
		return false;
	}
	/* Before mirroring: the warning names a position in the file. */
	put_key(g, to, *key);
	if (flip)
		exh_sci_cel_flip(to->pixels, to->width, to->height);
	to->is_changed = is_changed(cel, to);
	return true;
}

/*
 * One cel, which several loops may show.
 */

static bool are_same(const struct candidate *a, const struct candidate *b)
{
	return a->width == b->width && a->height == b->height &&
	       memcmp(a->pixels, b->pixels, a->width * a->height) == 0;
}

/* Merges two files that show the same cel: editing one of them is enough. Takes other
 * over. */
static bool merge(struct view_collection *g, struct candidate *best,
		  struct candidate *other)
{
	const bool differ = best->pixels && !are_same(best, other);

	if (differ && best->is_changed && other->is_changed) {
		report_error(g->report, other->path, EXH_NO_OFFSET,
			     "it differs from %s: both are the same cel in the view, and "
			     "both were edited",
			     best->path);
		free(other->pixels);
		return false;
	}
	if (!best->pixels || (differ && other->is_changed)) {
		free(best->pixels);
		*best = *other;
	} else {
		free(other->pixels);
	}
	return true;
}

/* Returns the file of a loop for a cel that it shares with another loop; NULL: none. */
static const char *file_of(const struct view_manifest_loop *loop, size_t cel)
{
	return cel < loop->cel_count ? loop->cels[cel].file : NULL;
}

/* Reads the best file for a cel; no pixels if there is no file. *missing: the path of
 * a missing file. */
static bool find_best(struct view_collection *g, size_t loop, size_t number, uint8_t *key,
		      struct candidate *best, const char **missing)
{
	const struct view_manifest *m = g->manifest;
	const struct view_manifest_cel *cel = &m->loops[loop].cels[number];
	bool good = true;

	for (size_t i = loop; i < m->loop_count && good; i++) {
		const char *file =
			m->loops[i].source == loop ? file_of(&m->loops[i], number) : NULL;
		struct candidate other = { 0 };

		if (!file)
			continue;
		other.path = path_of(g, file);
		if (!file_exists(other.path)) {
			*missing = other.path;
			continue;
		}
		if (!read_candidate(g, cel, m->loops[i].is_mirrored, key, &other)) {
			free(other.pixels);
			return false;
		}
		good = merge(g, best, &other);
	}
	return good;
}

/* True if the manifest's run lengths decode to these pixels. */
static bool gives(const struct view_manifest_cel *cel, const struct candidate *best)
{
	const struct exh_sci_cel packed = { .width = (uint16_t)best->width,
					    .height = (uint16_t)best->height,
					    .key = cel->key < VIEW_KEYS ? cel->key : 0,
					    .rle = cel->rle };
	uint8_t *pixels = view_cel_pixels(&packed, false, NULL);
	const bool same =
		pixels && memcmp(pixels, best->pixels, best->width * best->height) == 0;

	free(pixels);
	return same;
}

/* Packs an unchanged cel as it was; others as short as possible. */
static void pack(struct view_collection *g, const struct view_manifest_cel *cel,
		 const struct candidate *best, struct exh_sci_cel_source *to)
{
	const size_t count = best->width * best->height;
	struct exh_writer rle = { .limit = count + 1 };

	if (cel->packing == VIEW_OTHER && (!best->pixels || gives(cel, best))) {
		to->rle = cel->rle;
		return;
	}
	if (cel->packing == VIEW_ROWS && (!best->is_changed || !cel->has_crc32))
		exh_sci_cel_encode_rows(best->pixels, best->width, best->height, &rle);
	else
		exh_sci_cel_encode(best->pixels, count, &rle);
	mem_check(&rle);
	to->rle = mem_arena_keep(&g->arena, exh_writer_bytes(&rle));
	exh_writer_free(&rle);
}

static bool collect_cel(struct view_collection *g, size_t loop, size_t number,
			struct exh_sci_cel_source *to, struct collected_cel *fact)
{
	const struct view_manifest_cel *cel = &g->manifest->loops[loop].cels[number];
	struct candidate best = { .width = cel->width, .height = cel->height };
	const char *missing = NULL;
	uint8_t key = cel->key;
	bool good = find_best(g, loop, number, &key, &best, &missing);

	if (good && missing && !best.pixels) {
		report_error(g->report, missing, EXH_NO_OFFSET,
			     "missing, although " VIEW_MANIFEST " lists it");
		good = false;
	} else if (good && missing) {
		report_warning(g->report, missing, EXH_NO_OFFSET,
			       "missing: %s shows the same cel", best.path);
	}
	*to = (struct exh_sci_cel_source){ .width = (uint16_t)best.width,
					   .height = (uint16_t)best.height,
					   .dx = cel->dx,
					   .dy = cel->dy,
					   .key = key < VIEW_KEYS ? key : 0 };
	fact->pixels = best.pixels;
	fact->is_changed = best.is_changed;
	g->pixel_count += best.pixels ? best.width * best.height : 0;
	g->cel_count++;
	g->changed_count += best.is_changed;
	if (good)
		pack(g, cel, &best, to);
	exh_arena_free(&g->paths);
	return good;
}

/*
 * All loops.
 */

static bool collect_loop(struct view_collection *g, size_t number)
{
	const struct view_manifest_loop *loop = &g->manifest->loops[number];
	struct exh_sci_cel_source *cels =
		mem_arena(&g->arena, loop->cel_count, sizeof *cels);
	bool good = true;

	g->cels[number] = mem_arena(&g->arena, loop->cel_count, sizeof *g->cels[number]);
	g->loops[number].cels = cels;
	g->loops[number].cel_count = loop->cel_count;
	/* All wrong cels are reported. */
	for (size_t i = 0; i < loop->cel_count; i++)
		good &= collect_cel(g, number, i, &cels[i], &g->cels[number][i]);
	return good;
}

bool view_collect(struct view_collection *g)
{
	const struct view_manifest *m = g->manifest;
	bool good = true;

	g->arena.limit = ARENA_LIMIT;
	g->paths.limit = SIZE_MAX;
	g->loops = mem_arena(&g->arena, m->loop_count, sizeof *g->loops);
	g->cels = mem_arena(&g->arena, m->loop_count, sizeof *g->cels);
	for (size_t i = 0; i < m->loop_count; i++) {
		const struct view_manifest_loop *loop = &m->loops[i];

		g->loops[i] = (struct exh_sci_loop_source){
			.is_mirrored = loop->is_mirrored,
			.source = loop->source,
			.unused = loop->unused,
		};
		if (loop->source == i)
			good &= collect_loop(g, i);
	}
	return good;
}

void view_collection_free(struct view_collection *g)
{
	for (size_t i = 0; g->cels && i < g->manifest->loop_count; i++)
		for (size_t k = 0; g->cels[i] && k < g->loops[i].cel_count; k++)
			free(g->cels[i][k].pixels);
	exh_arena_free(&g->arena);
}

/*
 * Comparison with the extracted view.
 */

static bool is_same_cel(const struct exh_sci_cel *was,
			const struct exh_sci_cel_source *is, const uint8_t *pixels)
{
	uint8_t *old;
	bool same;

	if (was->width != is->width || was->height != is->height || was->dx != is->dx ||
	    was->dy != is->dy || was->key != is->key)
		return false;
	if (!pixels)
		return !was->width || !was->height ||
		       (was->rle.size == is->rle.size &&
			memcmp(was->rle.data, is->rle.data, is->rle.size) == 0);
	old = view_cel_pixels(was, false, NULL);
	same = old && memcmp(old, pixels, (size_t)was->width * was->height) == 0;
	free(old);
	return same;
}

static bool is_same_loop(const struct view_collection *g, const struct exh_sci_loop *was,
			 size_t number)
{
	const struct exh_sci_loop_source *is = &g->loops[number];

	if (was->is_mirrored != is->is_mirrored || was->source != is->source)
		return false;
	if (was->source != number)
		return true;
	if (was->unused != is->unused || was->cel_count != is->cel_count)
		return false;
	for (size_t i = 0; i < is->cel_count; i++)
		if (!is_same_cel(&was->cels[i], &is->cels[i], g->cels[number][i].pixels))
			return false;
	return true;
}

static bool is_same_palette(struct exh_bytes bytes, const struct exh_sci_view *was,
			    struct exh_bytes is)
{
	return !is.data ||
	       (was->palette_offset <= bytes.size &&
		bytes.size - was->palette_offset == is.size &&
		memcmp(bytes.data + was->palette_offset, is.data, is.size) == 0);
}

/* Returns the bits of missing loops. */
static unsigned spare_mask(unsigned mask, size_t loop_count)
{
	return loop_count < EXH_SCI_MIRRORED_LOOPS ? mask >> loop_count : 0;
}

static bool is_same_view(struct view_collection *g)
{
	const struct view_manifest *m = g->manifest;
	struct exh_sci_view was;

	if (!m->bytes.data || m->tail.size ||
	    exh_sci_view_open(m->bytes, &g->arena, &was, NULL, NULL))
		return false;
	if (was.flags != m->flags || was.unused != m->unused ||
	    was.loop_count != m->loop_count ||
	    spare_mask(was.mirror_mask, was.loop_count) !=
		    spare_mask(m->mirror_mask, m->loop_count) ||
	    !is_same_palette(m->bytes, &was, m->palette))
		return false;
	for (size_t i = 0; i < m->loop_count; i++)
		if (!is_same_loop(g, &was.loops[i], i))
			return false;
	return true;
}

enum exh_status view_collection_write(struct view_collection *g, struct exh_writer *out,
				      struct exh_error *err)
{
	const struct view_manifest *m = g->manifest;
	const struct exh_sci_view_source source = { .flags = m->flags,
						    .mirror_mask = m->mirror_mask,
						    .unused = m->unused,
						    .loops = g->loops,
						    .loop_count = m->loop_count,
						    .palette = m->palette };
	enum exh_status status;

	if (is_same_view(g)) {
		exh_write_bytes(out, m->bytes.data, m->bytes.size);
		return EXH_OK;
	}
	status = exh_sci_view_write(&source, out, err);
	if (!status && m->tail.size)
		exh_write_bytes(out, m->tail.data, m->tail.size);
	return status;
}
