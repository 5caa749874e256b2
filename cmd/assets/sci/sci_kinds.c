#include "sci.h"

#include "assets/assets.h"
#include "assets/sci/pic/pic.h"
#include "assets/sci/script/script.h"
#include "assets/sci/sound/sound.h"
#include "assets/sci/text/text.h"
#include "assets/sci/view/view.h"
#include "assets/sci/vocab/vocab.h"
#include "task/file.h"
#include "task/memory.h"

#include <exhume/advanced/sci_game.h>
#include <exhume/advanced/sci_rooms.h>

#include <stdlib.h>
#include <string.h>

enum { RELATIONS_LIMIT = 1 << 30, RECORD_HEADER = 8 };

/*
 * Types without a common format stay unchanged: patch files.
 */

static void plan_raw(const void *options, const struct asset *asset,
		     struct asset_files *files)
{
	(void)options;
	(void)asset;
	asset_files_add(files, 0, 0, "%s", "");
}

static enum exh_status make_raw(const void *options, const struct asset *asset,
				const struct asset_file *file, struct exh_writer *out,
				struct exh_error *err)
{
	(void)options;
	(void)file;
	(void)err;
	exh_sci_patch_write_header(asset->assets->kind->code, out);
	exh_write_bytes(out, asset->bytes.data, asset->bytes.size);
	return EXH_OK;
}

#define RAW(number, title)                        \
	[number] = { .name = title,               \
		     .family = "sci0",            \
		     .source = &sci_asset_source, \
		     .code = number,              \
		     .plan = plan_raw,            \
		     .make = make_raw }

const struct asset_kind sci_raw_kinds[EXH_SCI_TYPES] = {
	RAW(EXH_SCI_VIEW, "view"),	 RAW(EXH_SCI_PIC, "pic"),
	RAW(EXH_SCI_SCRIPT, "script"),	 RAW(EXH_SCI_TEXT, "text"),
	RAW(EXH_SCI_SOUND, "sound"),	 RAW(EXH_SCI_MEMORY, "memory"),
	RAW(EXH_SCI_VOCAB, "vocab"),	 RAW(EXH_SCI_FONT, "font"),
	RAW(EXH_SCI_CURSOR, "cursor"),	 RAW(EXH_SCI_PATCH, "patch"),
	RAW(EXH_SCI_BITMAP, "bitmap"),	 RAW(EXH_SCI_PALETTE, "palette"),
	RAW(EXH_SCI_CDAUDIO, "cdaudio"), RAW(EXH_SCI_AUDIO, "audio"),
	RAW(EXH_SCI_SYNC, "sync"),	 RAW(EXH_SCI_MESSAGE, "message"),
	RAW(EXH_SCI_MAP, "map"),	 RAW(EXH_SCI_HEAP, "heap"),
};

/*
 * The table, by type.
 */

static const struct asset_kind *const kinds[] = {
	&sci_view_kind,
	&sci_pic_kind,
	&sci_script_kind,
	&sci_text_kind,
	&sci_sound_kind,
	&sci_raw_kinds[EXH_SCI_MEMORY],
	&sci_vocab_kind,
	&sci_font_kind,
	&sci_cursor_kind,
	&sci_raw_kinds[EXH_SCI_PATCH],
	&sci_raw_kinds[EXH_SCI_BITMAP],
	&sci_raw_kinds[EXH_SCI_PALETTE],
	&sci_raw_kinds[EXH_SCI_CDAUDIO],
	&sci_raw_kinds[EXH_SCI_AUDIO],
	&sci_raw_kinds[EXH_SCI_SYNC],
	&sci_raw_kinds[EXH_SCI_MESSAGE],
	&sci_raw_kinds[EXH_SCI_MAP],
	&sci_raw_kinds[EXH_SCI_HEAP],
	NULL,
};

/* True for a volume whose map is missing: it begins with a record. */
static bool is_volume(const struct files *files, const char *name)
{
	struct file_reader reader;
	struct exh_sci_record record;
	uint8_t header[RECORD_HEADER];
	bool found;

	if (exh_sci_volume_number(name) < 0 ||
	    files_reader_open(files, name, &reader, NULL))
		return false;
	found = reader.size >= sizeof header &&
		!file_reader_read(&reader, 0, header, sizeof header, NULL) &&
		!exh_sci_record_read((struct exh_bytes){ header, sizeof header, 0 }, 0,
				     EXH_SCI_LAYOUT_SCI0, &record, NULL) &&
		record.type <= EXH_SCI_PATCH && record.packing <= EXH_SCI_HUFFMAN &&
		record.size <= reader.size;
	file_reader_close(&reader);
	return found;
}

/* True for a map or a patch file, by its name, or a volume. */
static bool is_at(const char *path, const struct files *files)
{
	bool found =
		files ? files_find(files, "resource.map") != NULL : sci_is_game(path);

	for (size_t i = 0; i < files_count(files) && !found; i++) {
		unsigned type, number;

		found = exh_sci_patch_name(files_name(files, i), &type, &number) ||
			is_volume(files, files_name(files, i));
	}
	return found;
}

static void close_game(void *game)
{
	sci_game_close(game);
	free(game);
}

static bool owns(const char *path, const char *name)
{
	return sci_count_patches(path, name) > 0;
}

static void find_loose(const struct common *common, struct loose_files *out)
{
	sci_loose_find(common, out, NULL);
}

static void *open_game(const char *path, struct report *report)
{
	struct sci_game *game = mem_alloc(1, sizeof *game);

	if (sci_game_open_sound(game, path, report)) {
		if (game->patches)
			report_say(report,
				   "%s: %zu patch file%s, not read; --loose DIR reads "
				   "those of a folder as if they lay in the game's",
				   game->patches, game->patch_count,
				   text_plural(game->patch_count));
		sci_game_read_volumes(game, report);
		return game;
	}
	close_game(game);
	return NULL;
}

/*
 * The whole game.
 */

/* Options by the bits of enum export_table. */
static const void *vocab_options(unsigned tables)
{
	static const struct sci_vocab_options options[] = {
		[EXPORT_JSON] = { .as_json = true },
		[EXPORT_TSV] = { .as_table = true },
		[EXPORT_JSON | EXPORT_TSV] = { .as_json = true, .as_table = true },
	};

	return tables ? &options[tables] : NULL;
}

static const void *text_options(unsigned tables)
{
	static const struct sci_text_options options[] = {
		[EXPORT_JSON] = { .as_json = true },
		[EXPORT_TSV] = { .as_table = true },
		[EXPORT_JSON | EXPORT_TSV] = { .as_json = true, .as_table = true },
	};

	return tables ? &options[tables] : NULL;
}

static const void *sound_options(const struct export_wishes *wishes,
				 struct exh_arena *arena)
{
	static const struct sci_sound_options sounds[] = {
		[EXPORT_WAV] = { .with_json = true },
		[EXPORT_FLAC] = { .with_json = true, .format = SCI_SOUND_FLAC },
	};
	static const struct sci_sound_options midi = { .with_json = true,
						       .format = SCI_SOUND_MIDI };
	struct sci_sound_options *limited;

	if (wishes->as_midi || !wishes->max_length)
		return wishes->as_midi ? &midi : &sounds[wishes->sound];
	limited = mem_arena(arena, 1, sizeof *limited);
	*limited = sounds[wishes->sound];
	limited->sound.max_length = wishes->max_length;
	return limited;
}

const void *sci_export_options(const struct asset_kind *kind,
			       const struct export_wishes *wishes,
			       struct exh_arena *arena)
{
	static const struct sci_pic_options pics = { .with_text = true };

	return kind == &sci_pic_kind	 ? (const void *)&pics
	       : kind == &sci_sound_kind ? sound_options(wishes, arena)
	       : kind == &sci_vocab_kind ? vocab_options(wishes->tables)
	       : kind == &sci_text_kind	 ? text_options(wishes->tables)
					 : NULL;
}

/* Plans the exports. Unchanged resources of the converted types are beside them:
 * sci-pack uses them for unedited ones. Resources that can't be converted as a whole
 * (sounds without instruments) stay unchanged. */
static void plan_exports(void *game, const struct export_wishes *wishes,
			 struct asset_exports *exports)
{
	(void)game;
	for (const struct asset_kind *const *kind = kinds; *kind; kind++) {
		const struct asset_kind *raw = &sci_raw_kinds[(*kind)->code];
		const bool is_raw = *kind == raw;

		asset_exports_add(
			exports,
			(struct asset_export){ .kind = *kind,
					       .options = sci_export_options(
						       *kind, wishes, &exports->arena),
					       .fallback = is_raw ? NULL : raw,
					       .originals = is_raw ? NULL : raw,
					       .folder = "" });
	}
}

/* Returns NULL for an unknown type. */
static const struct asset_kind *kind_of_type(unsigned type)
{
	for (size_t i = 0; kinds[i]; i++)
		if (kinds[i]->code == type)
			return kinds[i];
	return NULL;
}

static const struct asset_kind *kind_of_file(const struct identify_finding *file)
{
	static const struct {
		const char *format;
		unsigned type;
	} files[] = {
		{ "sci-view", EXH_SCI_VIEW },	  { "sci-pic", EXH_SCI_PIC },
		{ "sci-script", EXH_SCI_SCRIPT }, { "sci-text", EXH_SCI_TEXT },
		{ "sci-sound", EXH_SCI_SOUND },	  { "sci-vocab-", EXH_SCI_VOCAB },
		{ "sci-font", EXH_SCI_FONT },	  { "sci-cursor", EXH_SCI_CURSOR },
	};
	const char *format = file->format->name;
	unsigned type, number;

	if (strcmp(format, "sci-adlib-bank") == 0)
		return &sci_bank_kind;
	if (strcmp(format, "sci-patch") == 0)
		return exh_sci_patch_name(file_name(file->path), &type, &number)
			       ? kind_of_type(type)
			       : NULL;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (strncmp(format, files[i].format, strlen(files[i].format)) == 0)
			return kind_of_type(files[i].type);
	return NULL;
}

static struct json *author_name(const void *game, const struct asset *asset)
{
	const struct sci_game *own = game;
	const struct exh_bytes name = exh_sci_project_name(
		&own->project, asset->assets->kind->code, asset->number);

	return name.size ? sci_author_json(name) : NULL;
}

static size_t place_of(const struct exh_sci_rooms *rooms, unsigned number)
{
	const struct exh_sci_room *room = exh_sci_room(rooms, number);

	return room ? (size_t)(room - rooms->rooms) : rooms->room_count;
}

static bool leads(const struct exh_sci_rooms *rooms, unsigned from, unsigned to)
{
	for (size_t i = 0; i < rooms->exit_count; i++)
		if (rooms->exits[i].from == from && rooms->exits[i].to == to)
			return true;
	return false;
}

/* True unless script 0, the game's own, leads to another room that leads to this one. */
static bool is_beginning(const struct exh_sci_rooms *rooms, unsigned number)
{
	for (size_t i = 0; i < rooms->exit_count; i++) {
		const struct exh_sci_exit *exit = &rooms->exits[i];

		if (exit->from == 0 && exit->to != number &&
		    leads(rooms, exit->to, number))
			return false;
	}
	return true;
}

/* Returns the room of the first exit in script 0 that is a beginning; -1: unknown. */
static int first_room(const struct exh_sci_rooms *rooms)
{
	const struct exh_sci_exit *first = NULL;

	for (size_t i = 0; i < rooms->exit_count; i++) {
		const struct exh_sci_exit *exit = &rooms->exits[i];

		if (exit->from == 0 && exh_sci_room(rooms, exit->to) &&
		    is_beginning(rooms, exit->to) &&
		    (!first || exit->offset < first->offset))
			first = exit;
	}
	return first ? first->to : -1;
}

static struct json *room_title(const struct exh_sci_room *room)
{
	const struct exh_bytes name = script_own_name(room->script);

	return name.size ? sci_author_json(name) : NULL;
}

static void add_rooms(const struct exh_sci_rooms *rooms, const struct asset_relations *to)
{
	const int first = first_room(rooms);

	for (size_t i = 0; i < rooms->room_count; i++) {
		const struct exh_sci_room *room = &rooms->rooms[i];
		const int pic = room->pic;

		to->add_room(to->context,
			     &(struct asset_room){ .kind = "script",
						   .number = room->number,
						   .picture_kind = pic < 0 ? NULL : "pic",
						   .picture_number = (unsigned)pic,
						   .title = room_title(room),
						   .is_start = room->number == first });
	}
	for (size_t i = 0; i < rooms->exit_count; i++) {
		const size_t from = place_of(rooms, rooms->exits[i].from);
		const size_t end = place_of(rooms, rooms->exits[i].to);

		if (from < rooms->room_count && end < rooms->room_count)
			to->add_way(to->context, from, end);
	}
}

/* Adds uses. The use of a room is a use of its script. */
static void add_uses(const struct exh_sci_use *uses, size_t count,
		     const struct asset_relations *to)
{
	for (size_t i = 0; i < count; i++) {
		const unsigned kind = uses[i].kind == EXH_SCI_USE_ROOM
					      ? EXH_SCI_USE_SCRIPT
					      : uses[i].kind;

		if (kind <= EXH_SCI_USE_TEXT)
			to->add_use(to->context, "script", uses[i].script,
				    exh_sci_use_kind_name(kind), uses[i].number);
	}
}

/* Adds relations: scripts use the resources that their code names. */
static void relate(void *game, struct report *report, const struct asset_relations *to)
{
	struct exh_arena arena = { .limit = RELATIONS_LIMIT };
	struct script_program *p = script_program_share(game, NULL, &arena, report);
	struct exh_sci_rooms rooms;
	struct exh_sci_use *uses;
	size_t count;

	if (p && !exh_sci_uses(&p->program, &arena, &uses, &count, NULL)) {
		add_uses(uses, count, to);
		if (!exh_sci_rooms(&p->program, uses, count, &arena, &rooms, NULL))
			add_rooms(&rooms, to);
	}
	exh_arena_free(&arena);
}

/*
 * Packers.
 */

static void pack_font(char **paths, size_t count, const char *output,
		      struct report *report, struct json *result)
{
	const struct sci_font_pack_options request = { .bare = false };

	for (size_t i = 0; i < count; i++)
		sci_font_pack(&request, paths[i], output, report, result);
}

static const struct asset_packer packers[] = {
	{ "game", "sci-pack", sci_pack_paths },
	{ "font", "font2png", pack_font },
	{ 0 },
};

/* False for later versions: their sounds are lists of tracks, from SCI1 on views and
 * pics have 256 colours, and SCI1.1 packs most resources in its own way. */
static bool works(const void *context, const char *subcommand)
{
	static const char *const sci1[] = { "sci-unpack", "font2png",	"cursor2png",
					    "text-dump",  "sci-script", "vocab-dump",
					    "vocab-pack", NULL };
	static const char *const sci11[] = { "sci-unpack", "font2png", NULL };
	const struct sci_game *game = context;
	const char *version = sci_version_name(context);
	const char *const *name = strcmp(version, "sci1.1") == 0 ? sci11 : sci1;

	const bool runs = strcmp(subcommand, "sci-run") == 0;

	if (strcmp(version, "sci0") == 0)
		return !runs || exh_sci_game_find(&game->opened, EXH_SCI_SCRIPT, 0);
	if (strcmp(version, "sci01") == 0)
		return !runs && strcmp(subcommand, "sci-snd2wav") != 0;
	while (*name && strcmp(*name, subcommand) != 0)
		name++;
	return *name;
}

static const char *const subcommands[] = { "sci-unpack", "sci-pack",	"view2png",
					   "png2view",	 "pic2png",	"font2png",
					   "cursor2png", "sci-snd2wav", "sci-bank",
					   "text-dump",	 "sci-script",	"sci-vm",
					   "vocab-dump", "vocab-pack",	"said-compile",
					   "parse-tree", "sci-run",	NULL };

const struct game_type sci_game_type = {
	.name = "sci",
	.family = "sci0",
	.kinds = kinds,
	.packers = packers,
	.subcommands = subcommands,
	.is_at = is_at,
	.kind_of_file = kind_of_file,
	.options = sci_export_options,
	.works = works,
	.open = open_game,
	.close = close_game,
	.describe = sci_release_describe,
	.plan_exports = plan_exports,
	.author_name = author_name,
	.relate = relate,
	.owns = owns,
	.find_loose = find_loose,
	.has_encoding = true,
	.build = sci_build,
	.takes_new = sci_build_takes_new,
	.counts_before = sci_is_resource_file,
};
