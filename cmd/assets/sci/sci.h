/* Games of SCI: their resources, and the way back. */
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
#include <exhume/facts.h>
#include <exhume/sci.h>
#include <exhume/sci_game.h>
#include <exhume/sci_plan.h>
#include <exhume/sci_program.h>
#include <exhume/sci_project.h>
#include <exhume/sci_vocab.h>

/*
 * The way back of cursor2png: a picture, PNG or CUR, with its JSON if there is one,
 * becomes a cursor.
 */

/* options: a struct sci_cursor_options. */
void sci_cursor_pack(const void *options, const char *input, const char *output,
		     struct report *report, struct json *result);

/*
 * A game of Sierra's: a folder with RESOURCE.MAP, the volumes and patch files, under
 * names in upper or lower case. What counts of a resource is its patch file, if there is
 * one, else the map's first entry.
 */

struct sci_volume {
	const char *path; /* NULL: there is none of this number */
	struct file file;
	bool is_read, is_stated; /* is_stated: it was reported that it can't be read */
};

/* Not to be moved while it is open. */
struct sci_game {
	char *folder;
	/* Its files: names, and where they are. */
	struct exh_sci_game_file *items;
	char **paths;
	size_t file_count;
	const char *map_path; /* NULL: none, only patch files */
	struct file map_file;
	bool has_made_map;	/* map_file is not the file's */
	struct exh_arena arena; /* of what was opened */
	struct exh_sci_game opened;
	struct sci_volume volumes[EXH_SCI_VOLUMES];
	char *patches;	    /* a folder of patch files that are not read; NULL: none */
	size_t patch_count; /* in it */
	struct file project_file;
	struct exh_sci_project project; /* its authors' names, of GAME.INI */
};

/*
 * Opens the game in the folder. False, reported, if there is neither a map nor
 * a patch file, or if they can't be read; what is damaged is reported, too. layout: as
 * exh_sci_map_layout has it, or another one (-1: as it has it). To be closed in any
 * case.
 */
bool sci_game_open(struct sci_game *game, const char *folder, int layout,
		   struct report *report);
/* The same in any layout, if it is a game at all: else that is all that is reported. */
bool sci_game_open_sound(struct sci_game *game, const char *folder,
			 struct report *report);
void sci_game_close(struct sci_game *game);

/* Adds a file before the game is opened. Takes over its path. */
void sci_game_add_file(struct sci_game *game, char *path);

/*
 * Patch files beside a game: those of --loose, which sci_game_open reads, and a folder of
 * them in the game's own, as mods are given out.
 */

/* Of a resource in several of the folders, the last counts. False, reported, if one can't
 * be listed or has none. report may be NULL. */
bool sci_loose_find(const struct common *common, struct loose_files *out,
		    struct report *report);
bool sci_loose_has(const struct loose_files *files, unsigned type, unsigned number);

/* The patch files in game/name, if it is a folder called PATCHES, whatever its case, and
 * no game by itself. */
size_t sci_count_patches(const char *game, const char *name);

/* The name that authors gave a resource; without bytes if they gave none. */
struct exh_bytes sci_game_author_name(const struct sci_game *game,
				      const struct exh_sci_game_resource *resource);

/* Reports the single numbers among the ranges that the game has no resource of. */
void sci_game_report_missing(const struct sci_game *game, unsigned type,
			     const struct range *ranges, size_t count,
			     struct report *report);

/* Reads all volumes that entries refer to, so that their resources can be loaded. Loading
 * a resource reports a missing volume. */
void sci_game_read_volumes(struct sci_game *game, struct report *report);
/* One of them. */
void sci_game_read_volume(struct sci_game *game, unsigned number, struct report *report);
/* Reads the volumes without entries. */
void sci_game_read_other_volumes(struct sci_game *game, struct report *report);

/* The file that errors and notes of a resource are about. */
const char *sci_game_file(const struct sci_game *game,
			  const struct exh_sci_game_resource *resource);

/* One resource, salvaged if need be, in arena; its volume is read if it was not. What is
 * wrong is reported, a failure, too. */
enum exh_status sci_game_try(struct sci_game *game,
			     const struct exh_sci_game_resource *resource,
			     struct exh_arena *arena, struct exh_bytes *bytes,
			     struct report *report);
/* True: EXH_OK. */
bool sci_game_take(struct sci_game *game, const struct exh_sci_game_resource *resource,
		   struct exh_arena *arena, struct exh_bytes *bytes,
		   struct report *report);

/* Does the path name a game: a folder, or its RESOURCE.MAP? */
bool sci_is_game(const char *path);

/* What outputs of the game are named after: its folder without slashes at the end, "."
 * and
 * ".." resolved, of a map the folder it lies in. To be freed. */
char *sci_game_name(const char *path);
/* Bytes of the game's files, or of one file: for struct converter. */
uint64_t sci_input_size(const char *input);

/* Is it a volume (RESOURCE.001), which is of use only with its map? That is reported. */
bool sci_refuse_volume(const char *path, struct report *report);

/*
 * The same for a subcommand that needs but one: out of a game, or path is the file that
 * holds it itself: a patch file, or the bare resource.
 */
bool sci_resource_open(const char *path, unsigned type, unsigned number,
		       struct exh_arena *arena, struct exh_bytes *bytes,
		       struct report *report);

/* The data of a patch file, which may be empty: readers may take that for none. */
enum exh_status sci_patch_data(struct exh_bytes file, unsigned type,
			       struct exh_bytes *out, struct exh_error *err);

/* The way back, of an input: a resource becomes a patch file, or is_bare itself, which
 * result gets as "output". One that is too large for games is a warning. False:
 * reported. */
bool sci_resource_write(struct exh_bytes resource, unsigned type, bool is_bare,
			const char *input, const char *output, struct report *report,
			struct json *result);

/*
 * Resources of Sierra's games as assets: out of a game, or a patch file by itself.
 */

/* A kind's code is its enum exh_sci_type. */
extern const struct asset_source sci_asset_source;

/* The game that assets are of; NULL: path is a single resource. */
static inline struct sci_game *sci_game_of(const struct assets *assets)
{
	return assets->game;
}

/*
 * Fonts of SCI games as sheets, for other programs, and as lines of text.
 */

enum sci_font_format {
	SCI_FONT_AUTO, /* what the name of the output asks for, else all */
	SCI_FONT_ALL,
	SCI_FONT_PNG,
	SCI_FONT_BDF,
	SCI_FONT_JSON,
};

struct sci_font_options {
	enum sci_font_format format;
	unsigned scale;	       /* at least 1 */
	bool has_text;	       /* a picture of this text, instead */
	struct exh_bytes text; /* bytes of the game; lines end with LF */
};

/* Without options: all formats, scale 1. */
extern const struct asset_kind sci_font_kind;

/* What the JSON of a sheet has as "font": a struct exh_sci_font without its glyphs. */
extern const struct fields sci_font_fields;

/* What results have of a font; 0 where it is not said. */
struct sci_font_row {
	size_t size, glyphs, widest, tallest;
	uint16_t line_height;
};
extern const struct fields sci_font_row_fields;

/*
 * The way back of exhume font2png: a sheet, which is a PNG and its JSON, or a BDF
 * file becomes a font.
 */

struct sci_font_pack_options {
	struct sci_font_options font; /* first: the kind takes it for all */
	bool bare, quantize;
};

/* context: a struct sci_font_pack_options. */
void sci_font_pack(const void *context, const char *input, const char *output,
		   struct report *report, struct json *result);

/*
 * Names that authors gave resources, in UTF-8. Their tools are Windows programs: a byte
 * is a character of Latin-1.
 */

/* Control characters are left out. */
void sci_author_put(struct exh_bytes name, struct exh_writer *out);
struct json *sci_author_json(struct exh_bytes name);

/*
 * exhume build of a game of SCI: all of it through sci-pack.
 */

bool sci_build_takes_new(const char *file);
/* A map, a volume or a patch file, by its name. */
bool sci_is_resource_file(const char *name);
bool sci_build(const struct game_build *build);

/*
 * Selected resources of an SCI game: by type and number, loaded in parallel, and reported
 * of in its order. For listing, extracting and verifying.
 */

/* --type and --number. */
struct sci_choice {
	bool types[EXH_SCI_TYPES]; /* all of them when no --type was given */
	struct range *ranges;
	size_t range_count; /* 0: all numbers */
};

struct sci_item {
	struct exh_sci_game_resource resource;
	/* The record, unless header_status is an error; of a patch file, when it is
	 * loaded, as it would be in a volume. */
	struct exh_sci_record record;
	enum exh_status header_status;
	/* What sci_selection_load found: bytes are there if status is EXH_OK. */
	enum exh_status status;
	struct exh_bytes bytes;
	const char *file; /* that err and notes are about */
	struct exh_error err;
	struct exh_error decode_err; /* its status: of what was decoded */
	struct exh_arena arena;	     /* of bytes and notes */
	struct exh_notes notes;
	uint8_t sha256[SHA256_SIZE]; /* of bytes, if requested */
	bool is_piece;		     /* of the sci_plan that was made of them */
};

struct sci_selection {
	const struct sci_game *game;
	struct sci_item *items;
	size_t count;
	/* Set before loading. decode: contents are checked (exhume/sci_check.h) and
	 * nothing kept; what is wrong is noted, too. */
	bool salvage, hash, decode;
};

enum sci_which {
	SCI_COUNTING, /* what the game would use: patch files before the map */
	SCI_MAPPED,   /* the map's, whatever patch files there are */
	SCI_ALL,      /* all entries of the map, then patch files, overridden and shadowed
			 ones, too */
};

/* In the map's order, then patch files by type and number; volumes are to be read before.
 * To be freed. */
void sci_selection_collect(struct sci_selection *items, const struct sci_game *game,
			   const struct sci_choice *choice, enum sci_which which);
void sci_selection_free(struct sci_selection *items);

/* Loads them, on as many cores as common says. False, reported, if it was interrupted. */
bool sci_selection_load(struct sci_selection *items, struct report *report);

/* Reports damage in the order of the items. */
void sci_selection_report(const struct sci_selection *items, struct report *report);

/* Nothing of it is lost, as far as is known. */
bool sci_item_is_whole(const struct sci_item *item);

/* TYPE.NNN, or TYPE.NNNN. */
enum { SCI_NAME_SIZE = 24 };
void sci_item_name(const struct sci_item *item, char name[SCI_NAME_SIZE]);

/* Is it an entry of the map after another of its type and number? */
static inline bool sci_item_is_shadowed(const struct sci_item *item)
{
	return item->resource.entry && item->resource.entry->is_shadowed;
}

/* Where it lies in file: its record, or the data of a patch file. */
size_t sci_item_offset(const struct sci_item *item);

/*
 * --type and --number of the commands for Sierra's games.
 */

/* EXIT_DONE, or what opt_usage_error says. Released with the request. */
int sci_choice_parse(const struct command *self, struct common *common,
		     const struct strings *types, const struct strings *numbers,
		     struct sci_choice *choice);

/*
 * The map and the volumes of a game that was read, as a plan (exhume/sci_plan.h); and
 * SCI_MANIFEST, the file beside extracted resources that keeps what they don't show of
 * it.
 */

#define SCI_MANIFEST "sci.json"

/*
 * What the game has: records of items (SCI_MAPPED, loaded) are pieces, which is noted in
 * the items; all else, damaged records too, are bytes, as are volumes that no entry leads
 * to. Those that are not read are left out. They borrow from game and items.
 */
void sci_volumes_plan_of_game(struct exh_sci_plan *plan, const struct sci_game *game,
			      struct sci_selection *items);

/* Fills out of all pieces that are not left out; err of those that failed. What was
 * packed is used again where the data's SHA-256 is still the same. On as many cores as
 * the report's common says; false if it was interrupted. */
bool sci_volumes_plan_encode(struct exh_sci_plan *plan, struct report *report);

extern const struct document sci_manifest_document;
struct json *sci_manifest_to_json(const struct exh_sci_plan *plan);

/* Pieces get no data but those that are none of a record. Always to be freed. */
enum exh_status sci_manifest_read(struct exh_bytes text, struct exh_sci_plan *plan,
				  struct exh_error *err);

/*
 * The game that sci-pack makes, and the files it is made of.
 */

/* The request. */
struct sci_pack_request {
	struct common common;
	unsigned method, volume_size;
	bool bare;
	bool partial;			/* what can't be packed is left out */
	const struct game_build *build; /* it is exhume build's: loose files stay loose */
	bool keeps_volumes;		/* with build: only loose files were edited */
};

/* The game that is made. */
struct sci_new_game {
	const struct sci_pack_request *request;
	struct report *report;
	const char *output; /* folder */
	struct exh_sci_plan plan;
	size_t listed_count;	     /* pieces that came in by a manifest */
	const char *manifest_folder; /* NULL: there is none */
	/* By type and number, 1 above the piece's index; 0: there is none. */
	size_t (*taken)[EXH_SCI_NUMBERS];
	struct {
		char **items;
		size_t count, capacity;
	} kept; /* freed with it */
};

void sci_new_game_free(struct sci_new_game *p);

/* The text, which is taken over, and lives as long as the plan. */
const char *sci_new_game_keep(struct sci_new_game *p, char *text);

/* Gives a piece a copy of the data. False, reported, beyond the limit of all together. */
bool sci_new_game_set_data(struct sci_new_game *p, struct exh_sci_piece *piece,
			   struct exh_bytes data);

/* Adds a file whose type and number are known; what is wrong with them is reported. */
void sci_new_game_add_file(struct sci_new_game *p, const char *path, unsigned type,
			   unsigned number);

/* Reports what is left out of the game: an error, with --partial a warning. */
void sci_new_game_left_out(const struct sci_new_game *p, const char *path,
			   const char *format, ...) __attribute__((format(printf, 3, 4)));

/* How a resource is packed unless a manifest has it. */
enum exh_sci_pack_method sci_new_game_method(const struct sci_pack_request *request);

/*
 * What sci-pack packs: files, folders, those with a manifest, converted games.
 */

/* The plan's pieces: the files and folders of the request. False: the report has why. */
bool sci_pack_inputs_collect(struct sci_new_game *p);

/*
 * A subcommand whose inputs are games of Sierra's, or single resources, and that turns
 * all resources of one type into files: view2png, pic2png and their like.
 */

/* The first member of such a subcommand's request. */
struct sci_command {
	struct common common;
	struct strings numbers; /* --number */
	bool packs;		/* --pack */
	bool lists;		/* --list, for kinds that have no list of their own */
	bool is_listed;		/* list instead of writing files; check sets it */
	const struct asset_kind *kind;
	size_t options_offset; /* of the kind's options in the request */
	/* Do the options make sense? EXIT_DONE, or what opt_usage_error says. NULL: yes.
	 */
	int (*check)(const struct command *self, void *request);
	/*
	 * These get the kind's options.
	 */
	/* output is -o, or "-"; adds to result. */
	void (*list)(const void *options, const struct assets *assets, const char *output,
		     struct report *report, struct json *result);
	/* -o names one file, and the resource becomes several by default: leaves all but
	 * the main one out. False if the options ask for them. May be NULL. */
	bool (*narrow)(void *options);
	/* The way back: inputs are files of common formats, and each becomes one
	 * resource. */
	void (*pack)(const void *options, const char *input, const char *output,
		     struct report *report, struct json *result);
	/* The ending that the output of a packed input goes without; NULL: the last one.
	 * May be NULL. */
	const char *(*pack_ending)(const char *input);
	struct sci_choice choice; /* its own */
};

extern const struct converter sci_converter;

/* The table of "resources" in the results of such a subcommand, which are described by
 * these tables. */
#define SCI_RESOURCES(...)                                                               \
	(&(const struct fields){                                                         \
		.name = "resources",                                                     \
		.count = 1,                                                              \
		.items = &(const struct field)FIELD_ADDED(                               \
			FIELD_JSON_LIST, "resources",                                    \
			(&(const struct fields)ASSET_ROWS(                               \
				((const struct fields *const[]){ __VA_ARGS__, NULL }))), \
			"the resources of the input") })

/* .kind and where its options are. */
#define SCI_KIND(kind_of_it, request, member) \
	.kind = &(kind_of_it), .options_offset = offsetof(request, member)

#define SCI_NUMBER_HELP "select resources by number: 0-9,12 (may be repeated)"

/* Entries of the options. */
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
 * The index of a game that sci-unpack --convert made files of, which sci-pack reads.
 */

#define SCI_INDEX "index.json"
/* Its format. */
#define SCI_CONVERTED "sci-unpack"
/* That of a game that exhume extract made files of, which is packed the same way. */
#define SCI_EXTRACTED "extract"
/* The folder beside it with the resources as they were: patch files. */
#define SCI_ORIGINALS "original"

/*
 * sci-unpack --convert: a whole game in common formats, in one folder with an index.
 */

/* Of an open game (volumes read) what is chosen; adds to result. What is wrong is
 * reported.
 */
extern const struct fields sci_converted_fields;
extern const struct document sci_converted_document;
void sci_export(struct sci_game *game, const char *path, const struct sci_choice *choice,
		const char *output, struct report *report, struct json *result);

/*
 * sci-pack of a folder that sci-unpack --convert made: what was not edited is what it
 * was, the rest goes through the packer of its type.
 */

/* By its index. */
bool sci_is_export(const char *folder);

/* Adds its resources to the plan, with their data. What is wrong is reported. False if
 * there is nothing to continue with. */
bool sci_export_back_add(struct sci_new_game *p, const char *folder);

/*
 * What a converted game's index lists, and what lies beside it.
 */

enum exported_state { FILE_SAME, FILE_CHANGED, FILE_MISSING, FILE_NEW };

/* A file that was made of a resource, or that was added to them. */
struct exported_file {
	const char *name; /* within the folder; to be freed if it is new */
	const char *sha256;
	enum exported_state state;
};

struct exported_resource {
	unsigned type, number;
	char name[SCI_NAME_SIZE];
	const char *original;	     /* within the folder; NULL: it is its own */
	const char *sha256;	     /* of the resource; NULL: it is new */
	const char *loose;	     /* "PATCHES/view.003"; NULL: it is in the game */
	bool is_packed;		     /* anew, since it was edited */
	struct exported_file *items; /* made of it */
	size_t count, capacity;
	struct file source; /* the original */
	struct exh_bytes bytes;
	struct exh_error err; /* of the original */
};

struct exported_folder {
	struct sci_new_game *p;
	const char *path;
	struct json *index;
	struct exported_resource *items;
	size_t count, capacity;
	size_t (*at)[EXH_SCI_NUMBERS]; /* by type and number, 1 above the index */
	char *scratch;		       /* a folder of the packers' outputs; or NULL */
	struct sci_game *under;	       /* the original without loose files, once needed */
	/* Encoding of the texts by the index, unless the command line has one. */
	struct common common;
	struct text_encoding encoding;
};

/* What a file's name has after its resource's. */
const char *exported_after_name(const struct exported_resource *item,
				const struct exported_file *file);

/* Of a name in the folder; to be freed. */
char *exported_path(const struct exported_folder *f, const char *name);

/* sci_new_game_left_out of a name in the folder. */
void exported_leave_out(const struct exported_folder *f, const char *name,
			const char *why);

/* Is it the name of a file, or folder, that belongs to a resource: pic.001.txt, view.003?
 * name: that of the resource, if it is. */
bool exported_is_part(const char *file, unsigned *type, unsigned *number,
		      char name[SCI_NAME_SIZE]);

/* NULL: err has why. */
struct json *exported_read_index(const char *folder, struct exh_error *err);

/* The index's list of resources; NULL: it is no index of a converted game. */
const struct json *exported_entries(const struct json *index);

/* The resources of the index. False: reported. */
bool exported_read_entries(struct exported_folder *f);

/* Adds the files that the index does not have. */
void exported_look_around(struct exported_folder *f);

/*
 * Mouse cursors of SCI games as pictures, and for other programs.
 */

enum sci_cursor_format {
	SCI_CURSOR_AUTO, /* what the name of the output asks for, else PNG and JSON */
	SCI_CURSOR_ALL,
	SCI_CURSOR_PNG,
	SCI_CURSOR_CUR,
	SCI_CURSOR_JSON,
};

struct sci_cursor_options {
	enum sci_cursor_format format;
	unsigned scale;	   /* of PNG; at least 1 */
	bool is_stored;	   /* the hot spot is as stored: SCI1's; else SCI0's rule */
	bool has_gray;	   /* pixels of both masks: SCI01's; else white, as in SCI0 */
	bool shows_origin; /* the hot spot is marked */
	bool is_bare;	   /* packed without the header of a patch file */
};

/* Without options: PNG and JSON as of SCI0. */
extern const struct asset_kind sci_cursor_kind;

/* What JSON has of a cursor beside its picture. */
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
/* Games of AGI, which are only named. */
extern const struct game_type agi_game_type;
/* "sci0", "sci01", "sci1-early", "sci1", "sci1.1": of a struct sci_game, by its map and
 * its vocabulary. */
const char *sci_version_name(const struct sci_game *game);
/* False, reported in one line, if nothing is where the map of a game says, and no patch
 * file has a resource. */
bool sci_game_is_sound(const struct sci_game *game, struct report *report);

enum sci_entry_state {
	SCI_ENTRY_GOOD,
	SCI_ENTRY_LOST, /* it leads to no resource of its type and number */
	SCI_ENTRY_NO_VOLUME,
};

/* Where each entry of the map leads. */
void sci_map_judge(const struct sci_game *game, enum sci_entry_state *states);

/*
 * Maps that are out of step with their volumes. Both make another one in map_file, which
 * the game is to be opened with again: of SCI0's layout.
 */

/* Of the resources in the volumes, whatever the map says. False: reported. */
bool sci_map_rebuild(struct sci_game *game, struct report *report);
/* Of the entries that lead to their resource, if several of the others lead elsewhere
 * though the volumes have their resource: true, reported in one line. */
bool sci_map_drop_lost(struct sci_game *game, struct report *report);

/* By type: resources as they are, as patch files. */
extern const struct asset_kind sci_raw_kinds[EXH_SCI_TYPES];

/* Where a whole game is converted: beside what people look at, what they edit. See struct
 * game_type. */
const void *sci_export_options(const struct asset_kind *kind,
			       const struct export_wishes *wishes,
			       struct exh_arena *arena);

/*
 * The resources of an SCI game as a table for people, for programs, and as JSON.
 */

/* Appends the table; hashes are not in it. */
void sci_list_text(const struct sci_selection *items, struct exh_writer *out);

/* Appends the table, tab-separated, of items that are loaded and hashed. */
void sci_list_tsv(const struct sci_selection *items, struct exh_writer *out);

/* "layout", and "resources", an object for each of items that are loaded and hashed. */
extern const struct fields sci_list_fields;
void sci_list_json(const struct sci_selection *items, struct json *result);

/*
 * The work of exhume sci-pack, without its command line.
 */

extern const struct fields sci_pack_fields;
void sci_pack_run_packing(void *context, const char *input, const char *output,
			  struct report *report, struct json *result);
/* The same of paths without options. */
void sci_pack_paths(char **paths, size_t count, const char *output, struct report *report,
		    struct json *result);

/*
 * What the files around a game's resources say about its release.
 */

/*
 * game: a struct sci_game. As far as they can be known: "release", the first line of the
 * file VERSION; "interpreter", its version out of the program; "layout" of the map.
 */
void sci_release_describe(const void *game, struct exh_facts *facts);
/* True if the interpreter in the game's folder is older than 0.000.502; where there is
 * none, if the scripts say so. */
bool sci_release_is_before_502(const struct sci_game *game,
			       const struct exh_sci_program *program);

/*
 * One edited resource of a converted game: its files become a resource again.
 */

struct sci_packer_input {
	unsigned type, number;
	const char *name;      /* "view.003" */
	const char *folder;    /* that has its files */
	const char *originals; /* folder of a game, for names in scripts */
};

/*
 * Which packer reads a resource's file, and others of the same number with it: above 0.
 * 0: none; *instead is what to edit (NULL: nothing). after: what its name has after the
 * resource's.
 */
unsigned sci_packers_group(unsigned type, const char *after, const char **instead);

/* Runs that packer on the file (its path), and writes a patch file to output. False: the
 * report has why. */
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
 * oddities as warnings; and what there is, into result and, unless that is printed, as a
 * line on standard output.
 */
extern const struct fields sci_verify_fields;
void sci_verify(struct sci_game *game, const struct sci_selection *items,
		struct report *report, struct json *result);

/*
 * The words of a SCI0 game, made ready to be looked up in.
 */

/* Which word of a group stands for it in decompiled specs: that which the game's texts
 * use most, if they are at hand; or the first. */
enum sci_words_use {
	SCI_WORDS_FREQUENT,
	SCI_WORDS_FIRST,
};

/* Their names, for --words; NULL ends them. */
extern const char *const sci_words_uses[];

struct sci_words {
	struct exh_arena arena;
	struct exh_sci_words words;
	struct exh_sci_lexicon lexicon;
};

/* Of a game, whose texts are counted for the use, or of a file that holds them itself.
 * False if that failed, which is reported; garbled words are a warning, those that are
 * cut off an error. Always to be closed.
 */
bool sci_words_open(struct sci_words *words, const char *path, enum sci_words_use use,
		    struct report *report);

/* Of the game that a resource's file belongs to: in its own folder, in that which it was
 * extracted from (GAME for GAME.extracted), or in the one above, as patch files or in
 * volumes; its texts are counted for the use. False if none of them has words, which is
 * not reported, or if they can't be read. Always to be closed. */
bool sci_words_open_near(struct sci_words *words, const char *path,
			 enum sci_words_use use, struct report *report);
/* A command's reads: the files in those folders that may be such. */
void sci_reads_words(char **paths, size_t count, struct sandbox *sandbox);

/* If the use is the frequent: counts the words in all texts and scripts of a game that is
 * open. Volumes that can't be read are reported, damaged texts are not. */
void sci_words_count(struct sci_words *words, struct sci_game *game,
		     enum sci_words_use use, struct report *report);

/* Of a game that is open; its texts are not counted. */
bool sci_words_take(struct sci_words *words, struct sci_game *game,
		    struct report *report);
void sci_words_close(struct sci_words *words);

/*
 * --known: a file of findings that are accepted, a line each, as in exhume-sci-run(1).
 */

struct sci_known_line {
	char *text; /* without comment and blanks around it */
	size_t line;
	bool is_found;
};

struct sci_known {
	const char *path; /* NULL: no file, nothing is known */
	struct sci_known_line *items;
	size_t count, capacity;
};

/* path may be NULL. False: the report has why. Close it either way. */
bool sci_known_open(struct sci_known *known, const char *path, struct report *report);
void sci_known_close(struct sci_known *known);
/* True if a line says this. */
bool sci_known_take(struct sci_known *known, const char *finding);

enum sci_known_line_kind {
	SCI_KNOWN_WRONG, /* no finding is written so */
	SCI_KNOWN_OTHER, /* for another command, or not looked for in this run */
	SCI_KNOWN_OWN,
};
typedef enum sci_known_line_kind sci_known_kind(void *context, const char *line);

/* After all findings: warns of wrong lines, and says which are no longer found. */
void sci_known_tell(const struct sci_known *known, sci_known_kind *kind_of, void *context,
		    struct report *report);

#endif
