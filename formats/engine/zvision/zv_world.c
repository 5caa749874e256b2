#include "zv_world.h"

#include "exhume/zvision.h"
#include "exhume/advanced/zv_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA_LIMIT = 512 << 20, LEAST_SOUND = 10 /* bytes of a file that counts */ };

enum zv_item_kind {
	ZV_PROGRAM,
	ZV_FILM,
	ZV_LEVER,
	ZV_FIST,
	ZV_SOUND,
	ZV_PICTURE,
	ZV_ART,
	ZV_TURNED_ART,
	ZV_LINES,
	ZV_SUBTITLES,
	ZV_SAID,
};

struct zv_item {
	struct zv_item *next;
	enum zv_item_kind kind;
	const char *name;
	const void *thing; /* NULL: missing, or damaged */
};

/* Makes an object from a file that was kept. */
typedef enum exh_status zv_make_fn(struct exh_zv_world *world, struct exh_bytes file,
				   const char *name, void *thing, struct exh_notes *notes,
				   struct exh_error *err);

struct exh_zv_world *exh_zv_world_new(const struct exh_zv_files *files,
				      enum exh_zv_game game)
{
	struct exh_zv_world *world = calloc(1, sizeof *world);

	if (!world)
		return NULL;
	world->files = *files;
	world->game = game;
	world->arena.limit = ARENA_LIMIT;
	world->notes.arena = &world->arena;
	return world;
}

void exh_zv_world_set_language(struct exh_zv_world *world, enum exh_zv_language language)
{
	world->language = language;
}

void exh_zv_world_free(struct exh_zv_world *world)
{
	if (!world)
		return;
	for (size_t i = 0; i < ZV_BUCKETS; i++)
		for (const struct zv_item *item = world->buckets[i]; item;
		     item = item->next)
			if (item->kind == ZV_FILM && item->thing)
				exh_zv_film_close(item->thing);
	exh_arena_free(&world->arena);
	free(world);
}

const struct exh_notes *exh_zv_world_notes(const struct exh_zv_world *world)
{
	return &world->notes;
}

bool exh_zv_world_name(struct exh_bytes text, char name[ZV_NAME_SIZE])
{
	if (!text.size || text.size >= ZV_NAME_SIZE)
		return false;
	for (size_t i = 0; i < text.size; i++)
		name[i] = (char)script_lower(text.data[i]);
	name[text.size] = '\0';
	return strlen(name) == text.size;
}

/*
 * Kept objects.
 */

static struct zv_item **bucket(struct exh_zv_world *world, enum zv_item_kind kind,
			       const char *name)
{
	uint32_t hash = kind;

	for (; *name; name++)
		hash = hash * 31 + (uint8_t)*name;
	return &world->buckets[hash % ZV_BUCKETS];
}

static struct zv_item *find(struct exh_zv_world *world, enum zv_item_kind kind,
			    const char *name)
{
	struct zv_item *item = *bucket(world, kind, name);

	while (item && (item->kind != kind || strcmp(item->name, name) != 0))
		item = item->next;
	return item;
}

static struct zv_item *add(struct exh_zv_world *world, enum zv_item_kind kind,
			   const char *name)
{
	struct zv_item **first = bucket(world, kind, name);
	struct zv_item *item = exh_alloc(&world->arena, 1, sizeof *item);

	if (!item)
		return NULL;
	item->kind = kind;
	item->name = (const char *)exh_memdup(&world->arena, bytes_of_text(name)).data;
	if (!item->name)
		return NULL;
	item->next = *first;
	*first = item;
	return item;
}

static bool is_first(struct exh_zv_world *world, enum zv_item_kind kind, const char *name)
{
	return !find(world, kind, name) && add(world, kind, name);
}

bool exh_zv_world_once(struct exh_zv_world *world, const char *what)
{
	return is_first(world, ZV_SAID, what);
}

void exh_zv_world_note_once(struct exh_zv_world *world, const char *name,
			    const char *what)
{
	if (exh_zv_world_once(world, what))
		exh_note(&world->notes, EXH_WARNING, EXH_NO_OFFSET, "%s: %s", name, what);
}

/*
 * Reading.
 */

bool exh_zv_world_read(struct exh_zv_world *world, const char *name,
		       struct exh_bytes *out)
{
	*out = (struct exh_bytes){ 0 };
	return world->files.read(world->files.context, name, out);
}

void exh_zv_world_release(struct exh_zv_world *world, struct exh_bytes bytes)
{
	world->files.release(world->files.context, bytes);
}

/* True if there is a file of at least this many bytes. */
static bool is_there(struct exh_zv_world *world, const char *name, size_t least)
{
	struct exh_bytes bytes;

	if (!exh_zv_world_read(world, name, &bytes))
		return false;
	exh_zv_world_release(world, bytes);
	return bytes.size >= least;
}

/* Keeps an object as missing, without a note, if its file has fewer bytes than that. */
static void expect(struct exh_zv_world *world, enum zv_item_kind kind, const char *name,
		   size_t least)
{
	if (!find(world, kind, name) && !is_there(world, name, least))
		add(world, kind, name);
}

/* Keeps a copy of a file. */
static bool keep_file(struct exh_zv_world *world, const char *name, struct exh_bytes *out)
{
	struct exh_bytes bytes;

	if (!exh_zv_world_read(world, name, &bytes))
		return false;
	*out = exh_memdup(&world->arena, bytes);
	exh_zv_world_release(world, bytes);
	return out->data != NULL;
}

/* Fixes expect a file that never was to be missing. */
static void note_missing(struct exh_zv_world *world, const char *name)
{
	if (world->fixes && exh_zv_file_never_was(world->game, name))
		return;
	exh_note(&world->notes, EXH_WARNING, EXH_NO_OFFSET, "%s: no such file", name);
}

static void note_failure(struct exh_zv_world *world, const char *name,
			 const struct exh_error *err)
{
	exh_note(&world->notes, EXH_DAMAGE, err->offset, "%s: %s", name, err->text);
}

static void pass_notes(struct exh_zv_world *world, const char *name,
		       const struct exh_notes *notes)
{
	for (const struct exh_note *note = notes->first; note; note = note->next)
		exh_note(&world->notes, note->severity, note->offset, "%s: %s", name,
			 note->text);
}

static const void *make(struct exh_zv_world *world, const char *name,
			zv_make_fn *function, size_t size)
{
	struct exh_notes notes = { .arena = &world->arena };
	void *thing = exh_alloc(&world->arena, 1, size);
	struct exh_error err = { .text = "out of memory" };
	struct exh_bytes file;

	if (!keep_file(world, name, &file)) {
		note_missing(world, name);
		return NULL;
	}
	if (!thing || function(world, file, name, thing, &notes, &err)) {
		note_failure(world, name, &err);
		return NULL;
	}
	pass_notes(world, name, &notes);
	return thing;
}

/* Returns an object of size bytes, made when first needed; faults are noted. */
static const void *get(struct exh_zv_world *world, enum zv_item_kind kind,
		       const char *name, zv_make_fn *function, size_t size)
{
	struct zv_item *item = find(world, kind, name);

	if (item)
		return item->thing;
	item = add(world, kind, name);
	if (item)
		item->thing = make(world, item->name, function, size);
	return item ? item->thing : NULL;
}

static enum exh_status make_program(struct exh_zv_world *world, struct exh_bytes file,
				    const char *name, void *thing,
				    struct exh_notes *notes, struct exh_error *err)
{
	struct zv_program *program = thing;
	enum exh_status status;

	program->name = name;
	status = exh_zv_script_parse(file, &world->arena, &program->script, notes, err);
	if (!status)
		status = exh_zv_world_fix_program(world, program, err);
	return status ? status
		      : exh_zv_program_fill(zv_key_count(world), &world->arena, program,
					    notes, err);
}

/* A missing or empty script of a scope is not noted here. */
const struct zv_program *exh_zv_world_program(struct exh_zv_world *world,
					      const char *name)
{
	expect(world, ZV_PROGRAM, name, 1);
	return get(world, ZV_PROGRAM, name, make_program, sizeof(struct zv_program));
}

static enum exh_status make_film(struct exh_zv_world *world, struct exh_bytes file,
				 const char *name, void *thing, struct exh_notes *notes,
				 struct exh_error *err)
{
	const enum exh_status status =
		exh_zv_film_open(file, &world->arena, thing, notes, err);

	((struct zv_film *)thing)->name = name;
	return status;
}

const struct zv_film *exh_zv_world_film(struct exh_zv_world *world, const char *name)
{
	return get(world, ZV_FILM, name, make_film, sizeof(struct zv_film));
}

static enum exh_status make_lever(struct exh_zv_world *world, struct exh_bytes file,
				  const char *name, void *thing, struct exh_notes *notes,
				  struct exh_error *err)
{
	(void)name;
	return exh_zv_lever_read(file, &world->arena, thing, notes, err);
}

const struct exh_zv_lever *exh_zv_world_lever(struct exh_zv_world *world,
					      const char *name)
{
	return get(world, ZV_LEVER, name, make_lever, sizeof(struct exh_zv_lever));
}

static enum exh_status make_fist(struct exh_zv_world *world, struct exh_bytes file,
				 const char *name, void *thing, struct exh_notes *notes,
				 struct exh_error *err)
{
	(void)name;
	(void)notes;
	return exh_zv_fist_read(file, &world->arena, thing, err);
}

const struct zv_fist *exh_zv_world_fist(struct exh_zv_world *world, const char *name)
{
	return get(world, ZV_FIST, name, make_fist, sizeof(struct zv_fist));
}

/*
 * Sounds: only their lengths matter to the game; their samples are not kept.
 */

static bool read_sound(struct exh_zv_world *world, const char *name,
		       struct exh_bytes *out)
{
	if (!exh_zv_world_read(world, name, out))
		return false;
	if (out->size >= LEAST_SOUND)
		return true;
	exh_zv_world_release(world, *out);
	return false;
}

/* A missing or very short .raw is replaced by a file of another ending. */
static bool find_sound(struct exh_zv_world *world, const char *name,
		       struct exh_bytes *out)
{
	static const char *const orders[][3] = { [EXH_ZV_NEMESIS] = { "ifp", "src",
								      "raw" },
						 [EXH_ZV_ZGI] = { "src", "ifp", "raw" } };
	const char *const *endings = orders[world->game];
	char other[ZV_NAME_SIZE];
	const size_t size = strlen(name);

	if (read_sound(world, name, out))
		return true;
	if (size < 5 || name[size - 4] != '.')
		return false;
	for (size_t i = 0; i < 3; i++) {
		memcpy(other, name, size + 1);
		memcpy(other + size - 3, endings[i], 3);
		if (strcmp(other, name) != 0 && read_sound(world, other, out))
			return true;
	}
	return false;
}

bool exh_zv_world_read_sound(struct exh_zv_world *world, const struct zv_sound *sound,
			     struct exh_bytes *file)
{
	if (!find_sound(world, sound->name, file))
		return false;
	if (file->size >= sound->data_offset &&
	    file->size - sound->data_offset >= sound->data_size)
		return true;
	exh_zv_world_release(world, *file);
	return false;
}

static bool measure(struct zv_sound *sound)
{
	const size_t bytes = sound->format.packing == EXH_ZV_PCM_16 ? 2 : 1;

	sound->frame_count = sound->data_size / (bytes * sound->format.channel_count);
	return sound->frame_count != 0;
}

/* Finds the format of a file by its header, if it has one, or by its name. */
static bool make_sound(struct exh_zv_world *world, struct exh_bytes file,
		       struct zv_sound *sound)
{
	if (exh_zv_wave_open(file, sound))
		return measure(sound);
	sound->data_size = file.size;
	if (exh_zv_sound_by_name(sound->name, world->game, &sound->format))
		return measure(sound);
	exh_note(&world->notes, EXH_WARNING, EXH_NO_OFFSET,
		 "%s: its name does not say how it is stored; it is silent", sound->name);
	return false;
}

const struct zv_sound *exh_zv_world_sound(struct exh_zv_world *world, const char *name)
{
	struct zv_item *item = find(world, ZV_SOUND, name);
	struct zv_sound *sound;
	struct exh_bytes bytes;

	if (item)
		return item->thing;
	item = add(world, ZV_SOUND, name);
	sound = exh_alloc(&world->arena, 1, sizeof *sound);
	if (!item || !sound)
		return NULL;
	sound->name = item->name;
	if (!find_sound(world, name, &bytes)) {
		note_missing(world, name);
		return NULL;
	}
	if (make_sound(world, bytes, sound))
		item->thing = sound;
	exh_zv_world_release(world, bytes);
	return item->thing;
}

const struct zv_sound *exh_zv_world_note(struct exh_zv_world *world, int32_t program,
					 int32_t note)
{
	char name[ZV_NAME_SIZE];

	snprintf(name, sizeof name, "midi/%d/%d.wav", (int)program, (int)note);
	expect(world, ZV_SOUND, name, LEAST_SOUND);
	return exh_zv_world_sound(world, name);
}

/*
 * Pictures are not kept: a game shows each for long.
 */

static bool decode(const struct exh_zv_tga *tga, struct exh_zv_picture *picture,
		   struct exh_notes *notes, struct exh_error *err)
{
	const size_t count = tga->width * tga->height;

	picture->width = tga->width;
	picture->height = tga->height;
	picture->pixels = malloc(count * sizeof *picture->pixels);
	if (!picture->pixels) {
		no_memory(err);
		return false;
	}
	if (!exh_zv_tga_decode(tga, picture->pixels, count, NULL, notes, err))
		return true;
	free(picture->pixels);
	return false;
}

static bool transpose(struct exh_zv_picture *picture)
{
	const size_t count = picture->width * picture->height;
	const struct exh_zv_picture stored = *picture;
	uint16_t *pixels = malloc(count * sizeof *pixels);

	if (!pixels) {
		free(stored.pixels);
		return false;
	}
	exh_zv_transpose(&stored, pixels);
	free(stored.pixels);
	*picture = (struct exh_zv_picture){ stored.height, stored.width, pixels };
	return true;
}

static bool decode_picture(struct exh_zv_world *world, struct exh_bytes bytes,
			   const char *name, bool transposed,
			   struct exh_zv_picture *picture)
{
	const bool is_new = is_first(world, ZV_PICTURE, name);
	struct exh_arena arena = { .limit = 1 << 20 };
	struct exh_notes notes = { .arena = &arena };
	struct exh_error err;
	struct exh_zv_tga tga;
	const bool good = !exh_zv_tga_open(bytes, &tga, &notes, &err) &&
			  decode(&tga, picture, &notes, &err);

	if (is_new && good)
		pass_notes(world, name, &notes);
	else if (is_new)
		note_failure(world, name, &err);
	exh_arena_free(&arena);
	return good && (!transposed || transpose(picture));
}

bool exh_zv_world_picture(struct exh_zv_world *world, const char *name, bool transposed,
			  struct exh_zv_picture *picture)
{
	struct exh_bytes bytes;
	bool good;

	if (!exh_zv_world_read(world, name, &bytes)) {
		if (is_first(world, ZV_PICTURE, name))
			note_missing(world, name);
		return false;
	}
	good = decode_picture(world, bytes, name, transposed, picture);
	exh_zv_world_release(world, bytes);
	return good;
}

/*
 * Pictures and cursors that are kept.
 */

static bool read_cursor(struct exh_bytes bytes, struct zv_art *art,
			struct exh_notes *notes, struct exh_error *err)
{
	struct exh_zv_cursor cursor;
	struct exh_zv_picture *picture = &art->picture;

	if (exh_zv_cursor_open(bytes, &cursor, notes, err))
		return false;
	art->hot_x = cursor.hot_x;
	art->hot_y = cursor.hot_y;
	picture->width = cursor.width;
	picture->height = cursor.height;
	picture->pixels = malloc(picture->width * picture->height * sizeof(uint16_t));
	if (picture->pixels &&
	    !exh_zv_cursor_decode(&cursor, picture->pixels,
				  picture->width * picture->height, notes, err))
		return true;
	free(picture->pixels);
	return false;
}

/* Moves the picture's pixels into the arena. */
static bool keep_pixels(struct exh_zv_world *world, struct exh_zv_picture *picture)
{
	uint16_t *const made = picture->pixels;
	const size_t count = picture->width * picture->height;

	picture->pixels = exh_alloc(&world->arena, count, sizeof *made);
	if (picture->pixels)
		memcpy(picture->pixels, made, count * sizeof *made);
	free(made);
	return picture->pixels != NULL;
}

static bool read_art(struct exh_zv_world *world, struct exh_bytes bytes,
		     struct zv_art *art)
{
	struct exh_notes notes = { .arena = &world->arena };
	struct exh_error err = { .text = "out of memory" };
	bool good;

	if (bytes.size >= 4 && memcmp(bytes.data, "ZCR1", 4) == 0) {
		good = read_cursor(bytes, art, &notes, &err);
		if (!good)
			note_failure(world, art->name, &err);
		pass_notes(world, art->name, &notes);
	} else {
		good = decode_picture(world, bytes, art->name, art->is_transposed,
				      &art->picture);
	}
	return good && keep_pixels(world, &art->picture);
}

static const struct zv_art *get_art(struct exh_zv_world *world, const char *name,
				    bool transposed, bool is_needed)
{
	const enum zv_item_kind kind = transposed ? ZV_TURNED_ART : ZV_ART;
	struct zv_item *item = find(world, kind, name);
	struct zv_art *art;
	struct exh_bytes bytes;

	if (item)
		return item->thing;
	item = add(world, kind, name);
	art = exh_alloc(&world->arena, 1, sizeof *art);
	if (!item || !art)
		return NULL;
	art->name = item->name;
	art->is_transposed = transposed;
	if (!exh_zv_world_read(world, name, &bytes)) {
		if (is_needed)
			note_missing(world, name);
		return NULL;
	}
	if (read_art(world, bytes, art))
		item->thing = art;
	exh_zv_world_release(world, bytes);
	return item->thing;
}

const struct zv_art *exh_zv_world_art(struct exh_zv_world *world, const char *name,
				      bool transposed)
{
	return get_art(world, name, transposed, true);
}

const struct zv_art *exh_zv_world_optional_art(struct exh_zv_world *world,
					       const char *name)
{
	return get_art(world, name, false, false);
}

const struct zv_art *exh_zv_world_cursor(struct exh_zv_world *world,
					 const struct exh_zv_cursor_role *role)
{
	char name[EXH_ZV_CURSOR_NAME_SIZE];

	return exh_zv_cursor_name(role, world->game, name)
		       ? exh_zv_world_optional_art(world, name)
		       : NULL;
}

/*
 * Texts and subtitles.
 */

static enum exh_status make_lines(struct exh_zv_world *world, struct exh_bytes file,
				  const char *name, void *thing, struct exh_notes *notes,
				  struct exh_error *err)
{
	struct zv_lines *lines = thing;

	lines->name = name;
	return exh_zv_text_read(file, EXH_ZV_ENCODING_AUTO, &world->arena, &lines->text,
				notes, err);
}

const struct zv_lines *exh_zv_world_lines(struct exh_zv_world *world, const char *name)
{
	return get(world, ZV_LINES, name, make_lines, sizeof(struct zv_lines));
}

static enum exh_status make_subtitles(struct exh_zv_world *world, struct exh_bytes file,
				      const char *name, void *thing,
				      struct exh_notes *notes, struct exh_error *err)
{
	struct zv_subtitles *subtitles = thing;
	const enum exh_status status =
		exh_zv_sub_read(file, &world->arena, &subtitles->sub, notes, err);
	const char *text = subtitles->sub.text_file;
	char lower[ZV_NAME_SIZE];

	(void)name;
	if (!status && text && exh_zv_world_name(bytes_of_text(text), lower))
		subtitles->lines = exh_zv_world_lines(world, lower);
	return status;
}

const struct zv_subtitles *exh_zv_world_subtitles(struct exh_zv_world *world,
						  const char *name)
{
	const char *dot = strrchr(name, '.');
	const size_t stem = dot ? (size_t)(dot - name) : strlen(name);
	char file[ZV_NAME_SIZE + 4];

	if (stem + 4 >= ZV_NAME_SIZE)
		return NULL;
	snprintf(file, sizeof file, "%.*s.sub", (int)stem, name);
	expect(world, ZV_SUBTITLES, file, 0);
	return get(world, ZV_SUBTITLES, file, make_subtitles,
		   sizeof(struct zv_subtitles));
}
