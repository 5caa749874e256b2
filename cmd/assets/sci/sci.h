/* Games of SCI: their resources, and packing them. */
#ifndef CMD_ASSETS_SCI_SCI_H
#define CMD_ASSETS_SCI_SCI_H

#include "assets/assets.h"
#include "cli/opt.h"
#include "task/fields.h"
#include "task/report.h"
#include "task/sha256.h"
#include "task/text.h"
#include "task/text_encoding.h"
#include "task/work.h"

#include <exhume/base.h>
#include <exhume/identify.h>
#include <exhume/sci.h>
#include <exhume/sci_parser.h>
#include <exhume/advanced/sci_plan.h>
#include <exhume/advanced/sci_program.h>
#include <exhume/advanced/sci_project.h>

/*
 * cursor2png --pack: packs a picture, PNG or CUR, with its JSON if there is one, into a
 * cursor.
 */

/* options: a struct sci_cursor_options. */
void sci_cursor_pack(const void *options, const char *input, const char *output,
		     struct report *report, struct json *result);

/*
 * A game of Sierra's: a folder with RESOURCE.MAP, the volumes and patch files, with names
 * in upper or lower case. A resource is read from its patch file, if there is one, else
 * from the map's first entry.
 */

struct sci_volume {
	const char *path; /* NULL: no volume of this number */
	struct file file;
	/* is_stated: it was reported that it can't be read */
	bool is_read, is_stated;
};

/* Must not be moved in memory while it is open. */
struct sci_game {
	char *folder;
	/* Files of the game: names and paths. */
	struct exh_sci_game_file *items;
	char **paths;
	size_t file_count;
	/* NULL: no map, only patch files */
	const char *map_path;
	struct file map_file;
	/* map_file was made by sci_map_rebuild or sci_map_drop_lost */
	bool has_made_map;
	struct exh_arena arena; /* memory of opened */
	struct exh_sci_game opened;
	struct sci_volume volumes[EXH_SCI_VOLUMES];
	/* A folder of patch files that the game does not read; NULL: none */
	char *patches;
	size_t patch_count; /* number of patch files in it */
	struct file project_file;
	/* Names given by its authors in GAME.INI */
	struct exh_sci_project project;
};

/*
 * Opens the game in the folder. False, and reported, if there is neither a map nor a
 * patch file, or if they can't be read; damage is reported, too. layout: a layout of
 * exh_sci_map_layout, or -1: detect it. Always to be closed.
 */
bool sci_game_open(struct sci_game *game, const char *folder, int layout,
		   struct report *report);
/* As sci_game_open with any layout, if the folder is a game at all: else only this is
 * reported. */
bool sci_game_open_sound(struct sci_game *game, const char *folder,
			 struct report *report);
void sci_game_close(struct sci_game *game);

/* Adds a file before the game is opened. Takes over its path. */
void sci_game_add_file(struct sci_game *game, char *path);

/*
 * Patch files beside a game: in the folders of --loose, which sci_game_open reads, and in
 * a subfolder of the game's folder, as in mods.
 */

/* Finds the patch files of --loose. If several folders have a resource, the last one
 * is used. False, and reported, if a folder can't be listed or has no patch file.
 * report may be NULL. */
bool sci_loose_find(const struct common *common, struct loose_files *out,
		    struct report *report);
bool sci_loose_has(const struct loose_files *files, unsigned type, unsigned number);

/* Returns the number of patch files in game/name, if it is a folder called PATCHES, in
 * any case, that is not a game itself. */
size_t sci_count_patches(const char *game, const char *name);

/* Returns the name that authors gave a resource; without bytes if they gave none. */
struct exh_bytes sci_game_author_name(const struct sci_game *game,
				      const struct exh_sci_game_resource *resource);

/* Reports those ranges of a single number for which the game has no resource. */
void sci_game_report_missing(const struct sci_game *game, unsigned type,
			     const struct range *ranges, size_t count,
			     struct report *report);

/* Reads all volumes that entries refer to, so that their resources can be loaded.
 * Loading a resource reports a missing volume. */
void sci_game_read_volumes(struct sci_game *game, struct report *report);
/* Reads one volume. */
void sci_game_read_volume(struct sci_game *game, unsigned number, struct report *report);
/* Reads the volumes without entries. */
void sci_game_read_other_volumes(struct sci_game *game, struct report *report);

/* Returns the file to name in errors and notes of a resource. */
const char *sci_game_file(const struct sci_game *game,
			  const struct exh_sci_game_resource *resource);

/* Loads one resource into arena, salvaged if needed; reads its volume first. Damage
 * and failures are reported. */
enum exh_status sci_game_try(struct sci_game *game,
			     const struct exh_sci_game_resource *resource,
			     struct exh_arena *arena, struct exh_bytes *bytes,
			     struct report *report);
/* As sci_game_try; true for EXH_OK. */
bool sci_game_take(struct sci_game *game, const struct exh_sci_game_resource *resource,
		   struct exh_arena *arena, struct exh_bytes *bytes,
		   struct report *report);

/* True if the path names a game: a folder, or its RESOURCE.MAP. */
bool sci_is_game(const char *path);

/* Returns the name of the game for its outputs: its folder without slashes at the end,
 * "." and ".." resolved; for a map its folder. To be freed. */
char *sci_game_name(const char *path);
/* Returns the size in bytes of the game's files, or of one file: for struct converter. */
uint64_t sci_input_size(const char *input);

/* True, and reported, if the file is a volume (RESOURCE.001), which can't be read
 * without its map. */
bool sci_refuse_volume(const char *path, struct report *report);

/*
 * Loads a single resource for a subcommand: from a game, or from the file at path: a
 * patch file, or the bare resource.
 */
bool sci_resource_open(const char *path, unsigned type, unsigned number,
		       struct exh_arena *arena, struct exh_bytes *bytes,
		       struct report *report);

/* Returns the data of a patch file, which may be empty: readers may treat this as no
 * data. */
enum exh_status sci_patch_data(struct exh_bytes file, unsigned type,
			       struct exh_bytes *out, struct exh_error *err);

/* Writes a resource packed from input, as a patch file, or is_bare without header;
 * result gets its path as "output". A resource that is too large for games is a
 * warning. False: reported. */
bool sci_resource_write(struct exh_bytes resource, unsigned type, bool is_bare,
			const char *input, const char *output, struct report *report,
			struct json *result);

/*
 * Resources of Sierra's games as assets: from a game, or from a single patch file.
 */

/* A kind's code is its enum exh_sci_type. */
extern const struct asset_source sci_asset_source;

/* Returns the game of the assets; NULL: path is a single resource. */
static inline struct sci_game *sci_game_of(const struct assets *assets)
{
	return assets->game;
}

/*
 * Fonts of SCI games as sheets, for other programs, and as lines of text.
 */

enum sci_font_format {
	SCI_FONT_AUTO, /* chosen by the name of the output, else all */
	SCI_FONT_ALL,
	SCI_FONT_PNG,
	SCI_FONT_BDF,
	SCI_FONT_JSON,
};

struct sci_font_options {
	enum sci_font_format format;
	unsigned scale; /* at least 1 */
	/* Makes a picture of text instead */
	bool has_text;
	struct exh_bytes text; /* bytes in the game's encoding; lines end with LF */
};

/* Kind of fonts. Default options: all formats, scale 1. */
extern const struct asset_kind sci_font_kind;

/* Fields of "font" in a sheet's JSON: a struct exh_sci_font without its glyphs. */
extern const struct fields sci_font_fields;

/* Fields of a font in results; 0: unknown. */
struct sci_font_row {
	size_t size, glyphs, widest, tallest;
	uint16_t line_height;
};
extern const struct fields sci_font_row_fields;

/*
 * font2png --pack: packs a sheet, which is a PNG and its JSON, or a BDF file into a font.
 */

struct sci_font_pack_options {
	/* First member: the kind takes the struct as its options */
	struct sci_font_options font;
	bool bare, quantize;
};

/* context: a struct sci_font_pack_options. */
void sci_font_pack(const void *context, const char *input, const char *output,
		   struct report *report, struct json *result);

/*
 * Names given to resources by authors, in UTF-8. Their tools are Windows programs: a byte
 * is a character of Latin-1.
 */

/* Control characters are left out. */
void sci_author_put(struct exh_bytes name, struct exh_writer *out);
struct json *sci_author_json(struct exh_bytes name);

/*
 * exhume build for a game of SCI: packs it with sci-pack.
 */

bool sci_build_takes_new(const char *file);
/* True for the name of a map, a volume or a patch file. */
bool sci_is_resource_file(const char *name);
bool sci_build(const struct game_build *build);

/*
 * Selected resources of an SCI game: by type and number, loaded in parallel, and reported
 * in the order of the game. For listing, extracting and verifying.
 */

/* --type and --number. */
struct sci_choice {
	bool types[EXH_SCI_TYPES]; /* all of them if no --type was given */
	struct range *ranges;
	size_t range_count; /* 0: all numbers */
};

struct sci_item {
	struct exh_sci_game_resource resource;
	/* The record, unless header_status is an error; for a loaded patch file the
	 * record that it would have in a volume. */
	struct exh_sci_record record;
	enum exh_status header_status;
	/* Result of sci_selection_load: bytes are set if status is EXH_OK. */
	enum exh_status status;
	struct exh_bytes bytes;
	const char *file; /* the file that err and notes are about */
	struct exh_error err;
	/* Error of decoding the content */
	struct exh_error decode_err;
	struct exh_arena arena; /* memory of bytes and notes */
	struct exh_notes notes;
	/* Hash of bytes, if requested */
	uint8_t sha256[SHA256_SIZE];
	/* True for a piece of the sci_plan made from the items */
	bool is_piece;
};

struct sci_selection {
	const struct sci_game *game;
	struct sci_item *items;
	size_t count;
	/* Set before loading. decode: contents are checked (exhume/advanced/sci_check.h)
	 * and dropped; faults are noted, too. */
	bool salvage, hash, decode;
};

enum sci_which {
	/* Resources that the game uses: patch files before the map */
	SCI_COUNTING,
	/* Resources of the map, regardless of patch files */
	SCI_MAPPED,
	/* All entries of the map, then patch files, also overridden and shadowed ones */
	SCI_ALL,
};

/* Collects resources in the map's order, then patch files by type and number; volumes
 * must be read before. To be freed. */
void sci_selection_collect(struct sci_selection *items, const struct sci_game *game,
			   const struct sci_choice *choice, enum sci_which which);
void sci_selection_free(struct sci_selection *items);

/* Loads the items, on up to common->jobs threads. False, and reported, if interrupted. */
bool sci_selection_load(struct sci_selection *items, struct report *report);

/* Reports damage in the order of the items. */
void sci_selection_report(const struct sci_selection *items, struct report *report);

/* True if no data of it is known to be lost. */
bool sci_item_is_whole(const struct sci_item *item);

/* Size of a name: TYPE.NNN, or TYPE.NNNN. */
enum { SCI_NAME_SIZE = 24 };
void sci_item_name(const struct sci_item *item, char name[SCI_NAME_SIZE]);

/* True for an entry of the map after another one of the same type and number. */
static inline bool sci_item_is_shadowed(const struct sci_item *item)
{
	return item->resource.entry && item->resource.entry->is_shadowed;
}

/* Returns the offset in file of its record, or of a patch file's data. */
size_t sci_item_offset(const struct sci_item *item);

/*
 * --type and --number of the commands for Sierra's games.
 */

/* Parses the texts. Returns EXIT_DONE, or the result of opt_usage_error. choice is
 * released with the request. */
int sci_choice_parse(const struct command *self, struct common *common,
		     const struct strings *types, const struct strings *numbers,
		     struct sci_choice *choice);

/*
 * The map and the volumes of a game, as a plan (exhume/advanced/sci_plan.h); and
 * SCI_MANIFEST, a file beside extracted resources with the details that are missing in
 * them.
 */

#define SCI_MANIFEST "sci.json"

/*
 * Makes the plan of a game. Records of items (SCI_MAPPED, loaded) are pieces, and
 * is_piece is set in the items; all other data, also damaged records, are bytes, as are
 * volumes without entries. Volumes that were not read are left out. Pieces borrow from
 * game and items.
 */
void sci_volumes_plan_of_game(struct exh_sci_plan *plan, const struct sci_game *game,
			      struct sci_selection *items);

/* Fills out of all pieces that are not left out; err of those that failed. Packed data
 * is used again if the data's SHA-256 is the same. Uses the threads of the report's
 * common; false if interrupted. */
bool sci_volumes_plan_encode(struct exh_sci_plan *plan, struct report *report);

extern const struct document sci_manifest_document;
struct json *sci_manifest_to_json(const struct exh_sci_plan *plan);

/* Reads a manifest. Only pieces that are no record get data. Always to be freed. */
enum exh_status sci_manifest_read(struct exh_bytes text, struct exh_sci_plan *plan,
				  struct exh_error *err);

/*
 * The game that sci-pack makes, and its inputs.
 */

/* The request. */
struct sci_pack_request {
	struct common common;
	unsigned method, volume_size;
	bool bare;
	bool partial; /* resources that can't be packed are left out */
	/* exhume build's request: loose files stay loose; else NULL */
	const struct game_build *build;
	bool keeps_volumes; /* a build with edits of loose files only */
};

/* The new game. */
struct sci_new_game {
	const struct sci_pack_request *request;
	struct report *report;
	const char *output; /* folder */
	struct exh_sci_plan plan;
	size_t listed_count;	     /* number of pieces from a manifest */
	const char *manifest_folder; /* NULL: no manifest */
	/* 1 + index of the piece, by type and number; 0: none. */
	size_t (*taken)[EXH_SCI_NUMBERS];
	struct {
		char **items;
		size_t count, capacity;
	} kept; /* texts; freed with the game */
};

void sci_new_game_free(struct sci_new_game *p);

/* Keeps a text, which is taken over, as long as the plan. */
const char *sci_new_game_keep(struct sci_new_game *p, char *text);

/* Gives a piece a copy of the data. False, and reported, beyond the limit of all data. */
bool sci_new_game_set_data(struct sci_new_game *p, struct exh_sci_piece *piece,
			   struct exh_bytes data);

/* Adds a file of known type and number; faults are reported. */
void sci_new_game_add_file(struct sci_new_game *p, const char *path, unsigned type,
			   unsigned number);

/* Reports a file that is left out of the game: an error, with --partial a warning. */
void sci_new_game_left_out(const struct sci_new_game *p, const char *path,
			   const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Returns the packing of resources that are not in a manifest. */
enum exh_sci_pack_method sci_new_game_method(const struct sci_pack_request *request);

/*
 * Inputs of sci-pack: files, folders, folders with a manifest, converted games.
 */

/* Makes the plan's pieces from the files and folders of the request. False: the report
 * has the reason. */
bool sci_pack_inputs_collect(struct sci_new_game *p);

/*
 * A subcommand whose inputs are games of Sierra's, or single resources, and that converts
 * all resources of one type to files: view2png, pic2png and similar ones.
 */

/* The first member of such a subcommand's request. */
struct sci_command {
	struct common common;
	struct strings numbers; /* --number */
	bool packs;		/* --pack */
	bool lists;		/* --list, for kinds that have no list of their own */
	/* List instead of writing files; set by check */
	bool is_listed;
	const struct asset_kind *kind;
	size_t options_offset; /* offset of the kind's options in the request */
	/* Checks that the options make sense. Returns EXIT_DONE, or the result of
	 * opt_usage_error. NULL: nothing to check. */
	int (*check)(const struct command *self, void *request);
	/*
	 * These functions get the kind's options.
	 */
	/* Lists the resources. output is -o, or "-"; adds to result. */
	void (*list)(const void *options, const struct assets *assets, const char *output,
		     struct report *report, struct json *result);
	/* Called if -o names one file, and the resource becomes several by default:
	 * selects only the main one. False if the options select several. May be NULL. */
	bool (*narrow)(void *options);
	/* Packs an input, a file of a common format, into one resource. */
	void (*pack)(const void *options, const char *input, const char *output,
		     struct report *report, struct json *result);
	/* Returns the ending that is removed from a packed input's name for the
	 * output; NULL: the last one. May be NULL. */
	const char *(*pack_ending)(const char *input);
	struct sci_choice choice; /* the selection by --number */
};

extern const struct converter sci_converter;

/* The table of "resources" in the results of such a subcommand; the arguments are the
 * tables of fields that describe a resource. */
#define SCI_RESOURCES(...)                                                               \
	(&(const struct fields){                                                         \
		.name = "resources",                                                     \
		.count = 1,                                                              \
		.items = &(const struct field)FIELD_ADDED(                               \
			FIELD_JSON_LIST, "resources",                                    \
			(&(const struct fields)ASSET_ROWS(                               \
				((const struct fields *const[]){ __VA_ARGS__, NULL }))), \
			"the resources of the input") })

/* Initializers of .kind and of the offset of its options. */
#define SCI_KIND(kind_of_it, request, member) \
	.kind = &(kind_of_it), .options_offset = offsetof(request, member)

#define SCI_NUMBER_HELP "select resources by number: 0-9,12 (may be repeated)"

/* Initializers of options. */
#define SCI_NUMBER_OPTION(request, command)                               \
	{                                                                 \
		LIST_OPTION("number", "RANGE", request, command.numbers), \
			.help = SCI_NUMBER_HELP                           \
	}
#define SCI_LIST_OPTION(request, command)                           \
	{                                                           \
		FLAG_OPTION("list", request, command.lists),        \
			.help = "list the resources, write nothing" \
	}

/*
 * The index of a game converted by sci-unpack --convert, which sci-pack reads.
 */

#define SCI_INDEX "index.json"
/* Format of the index. */
#define SCI_CONVERTED "sci-unpack"
/* Format of the index that `exhume extract` writes; packed the same way. */
#define SCI_EXTRACTED "extract"
/* The folder beside it with the unchanged resources as patch files. */
#define SCI_ORIGINALS "original"

/*
 * sci-unpack --convert: a whole game in common formats, in one folder with an index.
 */

/* Converts the selected resources of an open game (volumes read); adds to result.
 * Faults are reported. */
extern const struct fields sci_converted_fields;
extern const struct document sci_converted_document;
void sci_export(struct sci_game *game, const char *path, const struct sci_choice *choice,
		const char *output, struct report *report, struct json *result);

/*
 * sci-pack of a folder made by sci-unpack --convert: unedited resources stay unchanged,
 * others are packed by the packer of their type.
 */

/* True if the folder has such an index. */
bool sci_is_export(const char *folder);

/* Adds its resources to the plan, with their data. Faults are reported. False if no
 * resource can be used. */
bool sci_export_back_add(struct sci_new_game *p, const char *folder);

/*
 * The resources of a converted game's index, and the files beside it.
 */

enum exported_state { FILE_SAME, FILE_CHANGED, FILE_MISSING, FILE_NEW };

/* A file made of a resource, or added to them later. */
struct exported_file {
	const char *name; /* within the folder; to be freed if it is new */
	const char *sha256;
	enum exported_state state;
};

struct exported_resource {
	unsigned type, number;
	char name[SCI_NAME_SIZE];
	/* Patch file within the folder; NULL: it is its own file */
	const char *original;
	/* Hash of the resource; NULL: it is new */
	const char *sha256;
	/* "PATCHES/view.003"; NULL: the resource is in the game */
	const char *loose;
	/* True: packed again, since it was edited */
	bool is_packed;
	struct exported_file *items; /* files made of the resource */
	size_t count, capacity;
	struct file source; /* the original */
	struct exh_bytes bytes;
	struct exh_error err; /* error of the original */
};

struct exported_folder {
	struct sci_new_game *p;
	const char *path;
	struct json *index;
	struct exported_resource *items;
	size_t count, capacity;
	/* 1 + the index in items, by type and number; 0: none */
	size_t (*at)[EXH_SCI_NUMBERS];
	/* A folder for the packers' outputs; or NULL */
	char *scratch;
	/* The original game without loose files, opened when needed */
	struct sci_game *under;
	/* Encoding of the texts by the index, unless the command line has one. */
	struct common common;
	struct text_encoding encoding;
};

/* Returns the part of a file's name after its resource's name. */
const char *exported_after_name(const struct exported_resource *item,
				const struct exported_file *file);

/* Returns the path of a name in the folder; to be freed. */
char *exported_path(const struct exported_folder *f, const char *name);

/* sci_new_game_left_out of a name in the folder. */
void exported_leave_out(const struct exported_folder *f, const char *name,
			const char *why);

/* True if the name of a file or folder begins with the name of a resource:
 * pic.001.txt, view.003. Then name is the resource's name. */
bool exported_is_part(const char *file, unsigned *type, unsigned *number,
		      char name[SCI_NAME_SIZE]);

/* Returns the index; NULL: err has the reason. */
struct json *exported_read_index(const char *folder, struct exh_error *err);

/* Returns the index's list of resources; NULL: it is no index of a converted game. */
const struct json *exported_entries(const struct json *index);

/* Reads the resources of the index. False: reported. */
bool exported_read_entries(struct exported_folder *f);

/* Adds files that the index does not list. */
void exported_look_around(struct exported_folder *f);

/*
 * Mouse cursors of SCI games as pictures, and for other programs.
 */

enum sci_cursor_format {
	SCI_CURSOR_AUTO, /* chosen by the name of the output, else PNG and JSON */
	SCI_CURSOR_ALL,
	SCI_CURSOR_PNG,
	SCI_CURSOR_CUR,
	SCI_CURSOR_JSON,
};

struct sci_cursor_options {
	enum sci_cursor_format format;
	unsigned scale; /* for PNG; at least 1 */
	/* The hot spot is the stored one, as in SCI1; else SCI0's rule applies */
	bool is_stored;
	/* Pixels of both masks are gray, as in SCI01; else white, as in SCI0 */
	bool has_gray;
	bool shows_origin; /* the hot spot is marked */
	bool is_bare;	   /* packed without the header of a patch file */
};

/* Defaults: PNG and JSON as in SCI0. */
extern const struct asset_kind sci_cursor_kind;

/* JSON of a cursor, besides its picture. */
struct sci_cursor_row {
	bool has_hot_x, has_hot_y;
	uint16_t hot_x, hot_y, stored_x, stored_y;
	size_t both_pixels;
};
extern const struct fields sci_cursor_fields;
extern const struct document sci_cursor_document;

/*
 * The kinds of assets of Sierra's games.
 */

/* A kind for each type of resources: six become files of common formats, the others stay
 * patch files. */
extern const struct game_type sci_game_type;
/* Games of AGI, which are only recognised. */
extern const struct game_type agi_game_type;
/* Returns the version, "sci0", "sci01", "sci1-early", "sci1" or "sci1.1", found by the
 * game's map and vocabulary. */
const char *sci_version_name(const struct sci_game *game);
/* False, and reported in one line, if no entry of a game's map leads to its record,
 * and no patch file has a resource. */
bool sci_game_is_sound(const struct sci_game *game, struct report *report);

enum sci_entry_state {
	SCI_ENTRY_GOOD,
	/* Entry that leads to no resource of its type and number */
	SCI_ENTRY_LOST,
	SCI_ENTRY_NO_VOLUME,
};

/* Finds the state of each entry of the map. */
void sci_map_judge(const struct sci_game *game, enum sci_entry_state *states);

/*
 * Maps that do not fit their volumes. Both functions make another map in map_file, of
 * SCI0's layout; the game must be opened again with it.
 */

/* Makes a map of the resources in the volumes, regardless of the old map. False:
 * reported. */
bool sci_map_rebuild(struct sci_game *game, struct report *report);
/* Makes a map of the entries that lead to their resource, if several others lead
 * elsewhere though the volumes have their resource: then true, and reported in one
 * line. */
bool sci_map_drop_lost(struct sci_game *game, struct report *report);

/* Kinds by type that leave resources unchanged: patch files. */
extern const struct asset_kind sci_raw_kinds[EXH_SCI_TYPES];

/* Returns the options of a kind for converting a whole game: files to look at, and
 * files to edit. See struct game_type. */
const void *sci_export_options(const struct asset_kind *kind,
			       const struct export_wishes *wishes,
			       struct exh_arena *arena);

/*
 * The resources of an SCI game as a table for people, for programs, and as JSON.
 */

/* Appends the table; hashes are not in it. */
void sci_list_text(const struct sci_selection *items, struct exh_writer *out);

/* Appends the table, tab-separated; the items must be loaded and hashed. */
void sci_list_tsv(const struct sci_selection *items, struct exh_writer *out);

/* "layout", and "resources", an object for each item; the items must be loaded and
 * hashed. */
extern const struct fields sci_list_fields;
void sci_list_json(const struct sci_selection *items, struct json *result);

/*
 * The work of exhume sci-pack, without its command line.
 */

extern const struct fields sci_pack_fields;
void sci_pack_run_packing(void *context, const char *input, const char *output,
			  struct report *report, struct json *result);
/* Packs paths without options. */
void sci_pack_paths(char **paths, size_t count, const char *output, struct report *report,
		    struct json *result);

/*
 * The release of a game, found in files beside its resources.
 */

/*
 * Adds the known facts of a game, a struct sci_game: "release", the first line of the
 * file VERSION; "interpreter", the version of the program; "layout" of the map.
 */
void sci_release_describe(const void *game, struct exh_facts *facts);
/* True if the interpreter in the game's folder is older than 0.000.502; if there is
 * none, if the scripts look so. */
bool sci_release_is_before_502(const struct sci_game *game,
			       const struct exh_sci_program *program);

/*
 * Packs the files of one edited resource of a converted game.
 */

struct sci_packer_input {
	unsigned type, number;
	const char *name; /* "view.003" */
	/* Folder of its files */
	const char *folder;
	const char *originals; /* folder of a game, for names in scripts */
};

/*
 * Returns the group of files of a resource that a packer reads together with this one:
 * above 0. 0: no packer; *instead is the file to edit (NULL: none). after: the part of
 * the name after the resource's name.
 */
unsigned sci_packers_group(unsigned type, const char *after, const char **instead);

/* Runs the group's packer on the file at path, and writes a patch file to output.
 * False: the report has the reason. */
bool sci_packers_run(unsigned group, const struct sci_packer_input *resource,
		     const char *path, const char *output, struct report *report);

/*
 * The work of exhume sci-unpack, without its command line.
 */

enum sci_unpack_format { FORMAT_TEXT, FORMAT_TSV };

struct sci_unpack_request {
	struct common common;
	struct strings types, numbers;
	struct sci_choice choice;
	bool list, verify, containers, volumes, bare, manifest, convert;
	unsigned format, layout;
};

void sci_unpack_run_input(void *context, const char *input, const char *output,
			  struct report *report, struct json *result);

char *sci_unpack_output_for(void *context, const char *input, bool several);

/*
 * The check of a whole SCI game: map, volumes, records, patch files.
 */

/*
 * items: SCI_ALL of the game, loaded. Reports all faults of the game, and harmless
 * oddities as warnings; adds counts to result and, unless that is printed, prints them as
 * a line on standard output.
 */
extern const struct fields sci_verify_fields;
void sci_verify(struct sci_game *game, const struct sci_selection *items,
		struct report *report, struct json *result);

/*
 * The words of a SCI0 game, ready for lookups.
 */

/* The word that stands for its group in decompiled specs: the most frequent one in the
 * game's texts, if they are available; or the first. */
enum sci_words_use {
	SCI_WORDS_FREQUENT,
	SCI_WORDS_FIRST,
};

/* Names for --words; ends with NULL. */
extern const char *const sci_words_uses[];

struct sci_words {
	struct exh_arena arena;
	struct exh_sci_words words;
	struct exh_sci_lexicon lexicon;
};

/* Opens the words of a game, whose texts are counted for the use, or of a vocabulary
 * file. False, and reported, on failure; garbled words are a warning, truncated ones
 * an error. Always to be closed. */
bool sci_words_open(struct sci_words *words, const char *path, enum sci_words_use use,
		    struct report *report);

/* Opens the words of the game to which a resource's file belongs: patch files or
 * volumes in its own folder, in the folder that it was extracted from (GAME for
 * GAME.extracted), or in the one above; the game's texts are counted for the use.
 * False if none of them has words, which is not reported, or if they can't be read.
 * Always to be closed. */
bool sci_words_open_near(struct sci_words *words, const char *path,
			 enum sci_words_use use, struct report *report);
/* For a command's .reads: adds the files in those folders that may be words. */
void sci_reads_words(char **paths, size_t count, struct sandbox *sandbox);

/* If the use is SCI_WORDS_FREQUENT: counts the words in all texts and scripts of an
 * open game. Unreadable volumes are reported, damaged texts are not. */
void sci_words_count(struct sci_words *words, struct sci_game *game,
		     enum sci_words_use use, struct report *report);

/* Opens the words of an open game; its texts are not counted. */
bool sci_words_take(struct sci_words *words, struct sci_game *game,
		    struct report *report);
void sci_words_close(struct sci_words *words);

/*
 * --known: a file of accepted findings, one in each line, as in exhume-sci-run(1).
 */

struct sci_known_line {
	char *text; /* content, no comment and no blanks around it */
	size_t line;
	bool is_found;
};

struct sci_known {
	/* NULL: no file, no accepted findings */
	const char *path;
	struct sci_known_line *items;
	size_t count, capacity;
};

/* path may be NULL. False: the report has the reason. To be closed in both cases. */
bool sci_known_open(struct sci_known *known, const char *path, struct report *report);
void sci_known_close(struct sci_known *known);
/* True if the finding is accepted by a line; marks the line. */
bool sci_known_take(struct sci_known *known, const char *finding);

enum sci_known_line_kind {
	SCI_KNOWN_WRONG, /* not the text of a finding */
	/* A finding of another command, or one not looked for in this run */
	SCI_KNOWN_OTHER,
	SCI_KNOWN_OWN,
};
typedef enum sci_known_line_kind sci_known_kind(void *context, const char *line);

/* After all findings: warns of wrong lines, and reports findings that no longer occur. */
void sci_known_tell(const struct sci_known *known, sci_known_kind *kind_of, void *context,
		    struct report *report);

#endif
