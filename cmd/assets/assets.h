/* The registry of assets. */
#ifndef CMD_ASSETS_ASSETS_H
#define CMD_ASSETS_ASSETS_H

#include "task/fields.h"
#include "task/report.h"
#include "task/text.h"

#include <exhume/base.h>
#include <exhume/identify.h>

/*
 * The registry of assets. A game is a folder or a file that was opened once. It offers
 * assets: views, levels, songs. A kind of asset knows how to find its assets in a game,
 * read them and export them to files. Each family lists its kinds in one table
 * (assets/table.c has them all); a subcommand is a selection from it.
 *
 * The way of an asset: find (names and numbers) -> load (its bytes, unpacked) -> read
 * (the decoder's structure) -> plan (names of files) -> make or write (their content).
 */

struct assets;
struct identify_finding;
struct asset_files;
struct asset_exports;
struct export_wishes;

enum { ASSET_NO_NUMBER = 0xffff };

struct asset {
	unsigned number; /* ASSET_NO_NUMBER: a file without a number in its name */
	/* e.g. "view.000"; the file's name if the input is a single file */
	const char *name;
	/* Name in messages. NULL: name; "": the messages contain the name already. */
	const char *label;
	const char *file; /* the file that messages name */
	/* File that messages of load name; NULL: file */
	const char *container;
	/* Offset and size in bytes of the packed data in the container; else 0. */
	uint64_t packed_offset, packed_size;
	/* True if only the file name shows the kind: an unreadable file is no such
	 * asset. */
	bool is_doubtful;
	struct exh_bytes bytes;	     /* unpacked; base is its offset in file */
	struct exh_arena *arena;     /* for the decoded asset */
	void *thing;		     /* the decoded asset, made by the kind's read */
	const struct assets *assets; /* the list that contains it */
};

/* A file that an asset becomes. */
enum { ASSET_FILE_STREAMED = 1 << 16 /* ids from here on use write, not make */ };

struct asset_file {
	int id;	      /* the kind's own */
	size_t index; /* the kind's own */
};

/* Plans a file. Its name is the asset's name followed by the formatted text, which may
 * contain folders: ".visual.png", "/00-01.png". */
void asset_files_add(struct asset_files *files, int id, size_t index, const char *format,
		     ...) __attribute__((format(printf, 4, 5)));

/*
 * A source of assets: finds the assets of a kind in a game, and loads them. A family has
 * a source for each kind of container that it knows. Except for load, the functions run
 * in one thread.
 */
struct asset_source {
	/* Adds (assets_add) the assets of assets->kind in assets->game whose numbers
	 * are in assets->ranges. */
	void (*find)(struct assets *assets);
	/* Adds the only asset of the file at assets->path, or of assets->content if
	 * this is set, with its bytes. False: the report has the reason. */
	bool (*find_in_file)(struct assets *assets, struct report *report);
	/* Fills asset->bytes; NULL if find did so. With salvage it notes damage and
	 * loads the readable part; else damage is an error. Threads may load in
	 * parallel. */
	enum exh_status (*load)(const struct assets *assets, struct asset *asset,
				bool salvage, struct exh_notes *notes,
				struct exh_error *err);
};

/* Functions except open may run in parallel; they share only data that they read. */
struct asset_kind {
	const char *name;   /* "view", as --only and JSON have it */
	const char *family; /* as in exh_format: "sci0" */
	const struct asset_source *source;
	unsigned code; /* the source's own number of the kind */
	/* options when none are given; NULL: the kind has no options */
	const void *defaults;
	size_t memory_limit; /* bytes, of an asset's arena; 0: 16 MiB */
	/* Loads data that all assets of an input need (e.g. instruments) into
	 * assets->shared; memory in assets->arena. False: the report has the reason.
	 * May be NULL. */
	bool (*open)(const void *options, struct assets *assets, struct report *report);
	/* Fills asset->thing, and notes damage: salvaged data are exported anyway, unless
	 * --strict is given. May be NULL. */
	enum exh_status (*read)(const void *options, struct asset *asset,
				struct exh_notes *notes, struct exh_error *err);
	/* Ending of the name of its only file; NULL: plan plans the files. */
	const char *ending;
	void (*plan)(const void *options, const struct asset *asset,
		     struct asset_files *files);
	/* Plans files of all assets together: a sheet, a document. make gets an asset
	 * without a name, bytes or thing for them. May be NULL. */
	void (*plan_whole)(const void *options, const struct assets *assets,
			   struct asset_files *files);
	/* Appends the content of one of the planned files to out. */
	enum exh_status (*make)(const void *options, const struct asset *asset,
				const struct asset_file *file, struct exh_writer *out,
				struct exh_error *err);
	/* Writes a large file to its path itself; file_stream_open handles "-" and force.
	 * May be NULL. */
	enum exh_status (*write)(const void *options, const struct asset *asset,
				 const struct asset_file *file, const char *path,
				 bool force, struct exh_error *err);
	/* Frees what thing holds outside the arena. May be NULL. */
	void (*close)(struct asset *asset);
	/* Adds a description of the asset to its JSON object. May be NULL. */
	void (*describe)(const void *options, const struct asset *asset,
			 struct json *object);
	/* Returns what a page draws of the asset besides its files: an object with
	 * "roll" (see assets/song/song.h) or "pic" (sci_pic_drawing), to be released;
	 * NULL: no drawing. May be NULL. */
	struct json *(*more)(const void *options, const struct asset *asset);
};

/* Packs files and folders into a game, an archive or a resource. */
struct asset_packer {
	const char *name;	/* the product: "game", "graphics", "font" */
	const char *subcommand; /* the subcommand whose manual describes the inputs */
	/* Packs the inputs as the subcommand does without options. Errors go to the
	 * report; result gets the names of the products. */
	void (*pack)(char **paths, size_t count, const char *output,
		     struct report *report, struct json *result);
};

/* The manifest of one folder of exports, which the packer reads. It lists the assets
 * in that folder, in the order of their exports, and is made after all files are
 * written. */
struct game_manifest {
	const char *folder, *name;
	enum exh_status (*make)(void *game, const struct assets *list, size_t count,
				const struct report *report, struct exh_writer *out,
				struct exh_error *err);
};

/* Builds a whole game from the folder of extract, with the edited files. */
struct game_build {
	const char *folder; /* folder made by extract */
	/* The new game: a folder, with copies of the original's files that exist */
	const char *output;
	const char *original; /* the original game; NULL: missing */
	/* Returns the game's file that the assets in a folder came from, to be freed;
	 * NULL: no assets there, or unknown. */
	char *(*archive_of)(const void *context, const char *folder);
	const void *context;
	/* Files of assets that changed or are missing, with the names of the index;
	 * NULL-terminated */
	const char *const *edited;
	/* The assets of the edited files, in the same order */
	const struct json *const *assets;
	const char *patch;  /* a patch file to write for CKPatch; NULL: none */
	bool force_tiles;   /* levels may use tiles that the graphics lack */
	const char *layout; /* the --layout of extract; NULL: none */
	struct report *report;
};

struct asset_room {
	/* Kind and number, or name if there is no number, of the asset that describes
	 * the room, and of the picture that it shows. picture_kind is NULL: no
	 * picture. */
	const char *kind, *name, *picture_kind, *picture_name;
	unsigned number, picture_number;
	/* Name of the room in the game's code; the callee frees it; NULL: unknown */
	struct json *title;
	bool is_start; /* the game begins here, if known */
};

/* Receives a game's relations. Uses and ways may be added repeatedly, rooms only once. */
struct asset_relations {
	void (*add_use)(void *context, const char *kind, unsigned number,
			const char *used_kind, unsigned used_number);
	/* Adds rooms, and ways between them. Rooms are numbered in the order of
	 * adding. */
	void (*add_room)(void *context, const struct asset_room *room);
	void (*add_way)(void *context, size_t from, size_t to);
	void *context;
};

struct asset_left_out {
	const char *name;
	/* File of the game with this content: a path in the game's folder */
	const char *source;
	const char *reason;
	/* Source of the file that is used instead; may be NULL */
	const char *instead;
};

/* Options of the command line for opening a game. */
struct game_wishes {
	/* A program with tables of archives, and the layout of graphics (a file or a
	 * name); NULL: found automatically. */
	const char *exe, *layout;
	const char *game; /* "nemesis" or "zgi"; others, and NULL: found automatically */
};

/*
 * Loose files: files in the folders of --loose, which override a game's own.
 */

struct loose_files {
	struct loose_file {
		char *path;	       /* owned */
		unsigned type, number; /* the resource's, as the family numbers them */
	} * items;
	size_t count, capacity;
};

void loose_files_free(struct loose_files *files);

/* Returns the name that indexes use for a file in one of the folders:
 * "PATCHES/view.003" for mods/PATCHES/view.003. To be freed; NULL: it is in none of
 * the folders. */
char *loose_file_name(const struct common *common, const char *path);

/* A kind of game: opens a folder, or the game's main file. */
struct game_type {
	const char *name;
	const char *family;		       /* as in exh_format: "sci0" */
	const struct asset_kind *const *kinds; /* NULL-terminated */
	const struct asset_packer *packers;    /* the last one has no name */
	/* Subcommands for such games; NULL-terminated */
	const char *const *subcommands;
	/* True if such a game is at this path. Cheap: by names of files and first
	 * bytes. files: contents of the folder; NULL: the path is a file. */
	bool (*is_at)(const char *path, const struct files *files);
	bool is_single_file; /* never a folder */
	/* Not looked for in a folder with a game of another type, or in its tree */
	bool is_rest;
	bool is_identified; /* is_at is not cheap: it identifies the file */
	bool is_only_named; /* open always fails; describe gets the path */
	/* The file is an asset by itself, see asset_kind.source */
	bool is_asset;
	/* Returns the kind of a single file in a format of the family; NULL: no asset.
	 * May be NULL. */
	const struct asset_kind *(*kind_of_file)(const struct identify_finding *file);
	/* Returns a kind's options for wishes; NULL: its defaults. Options that depend
	 * on wishes are in the arena. May be NULL. */
	const void *(*options)(const struct asset_kind *kind,
			       const struct export_wishes *wishes,
			       struct exh_arena *arena);
	/* False if the subcommand (one of subcommands) refuses this game. NULL: all
	 * work. */
	bool (*works)(const void *game, const char *subcommand);
	/* Lists the loose files of the game at a path: names are paths below it;
	 * faults may be NULL. A member that is NULL: the files of the folder itself. */
	struct files *(*list_files)(const char *path, struct files_faults *faults);
	/* Called with list_files. True if a folder below a game does not belong to it. */
	bool (*is_apart)(const char *folder);
	/* Visits files of the game that are not extracted, with the reason. May be
	 * NULL. */
	void (*find_left_out)(const void *game,
			      void (*visit)(void *context,
					    const struct asset_left_out *file),
			      void *context);
	/* Returns the family's own structure. NULL: the report has the reason. */
	void *(*open)(const char *path, struct report *report);
	/* Returns the names of the games at one path where several can be;
	 * NULL-terminated, each to be freed. May be NULL. */
	char **(*list)(const struct files *files);
	/* As open, for the game of that name (NULL: the first), and with the options
	 * of the command line (NULL: none). May be NULL, but not with list. */
	void *(*open_as)(const char *path, const char *name,
			 const struct game_wishes *wishes, struct report *report);
	/* Lists the loose files of the folders of --loose that are used; faults are
	 * reported when the game is opened. NULL: such games have no loose files. */
	void (*find_loose)(const struct common *common, struct loose_files *out);
	/* True if a file or folder in the folder of such a game belongs to it although
	 * it could be a game by itself. May be NULL. */
	bool (*owns)(const char *path, const char *name);
	/* False if files of the game are missing or can't be converted; open has
	 * reported this. May be NULL. */
	bool (*is_complete)(const void *game);
	void (*close)(void *game);
	/* Adds facts on the game as a whole: "release" and so on. May be NULL. */
	void (*describe)(const void *game, struct exh_facts *facts);
	/* Plans the exports of the whole game; NULL: each kind with its defaults. */
	void (*plan_exports)(void *game, const struct export_wishes *wishes,
			     struct asset_exports *exports);
	/* Returns the name that the game's authors gave an asset, to be released;
	 * NULL: none. May be NULL. */
	struct json *(*author_name)(const void *game, const struct asset *asset);
	/* Reports which assets use which others, and the rooms, as far as they are
	 * known. May be NULL. */
	void (*relate)(void *game, struct report *report,
		       const struct asset_relations *relations);
	/* Names in assets' JSON are names of other assets. */
	bool relates_by_name;
	/* Returns why no packer reads this file of an asset; NULL: a packer reads it. */
	const char *(*refuses)(const struct json *asset, const char *file);
	/* Packs the edited files into build->output; refuses has accepted them.
	 * original: the game with the unedited rest. False: the report has the reason. */
	bool (*build)(const struct game_build *build);
	bool has_patches;  /* build uses patch and force_tiles */
	bool has_encoding; /* texts have the encoding of struct common */
	/* True if build may pack a file that the index does not list; refuses is asked
	 * about it, too: asset is NULL. NULL: no such file is packed. */
	bool (*takes_new)(const char *file);
	/* True for a file of this name that the game would use instead of the built
	 * files: build removes such files of earlier builds. May be NULL. */
	bool (*counts_before)(const char *name);
	/* The last one has no name; may be NULL */
	const struct game_manifest *manifests;
};

/* Assets of one kind and one input. An empty list is zero except for the first six
 * members. */
struct assets {
	const struct asset_kind *kind;
	const void *options;
	const char *path; /* path of the input */
	/* Game as its game_type opened it; NULL: path is a single asset */
	void *game;
	const struct range *ranges; /* selected numbers; none: all */
	size_t range_count;
	/* True if an asset in the ranges is selected; NULL: all of them are. */
	bool (*is_wanted)(const void *context, const struct asset *asset);
	const void *wanted_context;
	/* Content of the file of a single asset, if it was read already */
	struct exh_bytes content;
	struct exh_arena arena; /* for shared and the source's data */
	struct exh_arena names; /* see assets_keep */
	void *shared;		/* data of the kind's open */
	/* Encoding of its texts; see struct common */
	const struct text_encoding *encoding;
	bool is_strict; /* damaged assets count as failed */
	/* Raw bytes are written, too: unreadable assets are warnings, not errors */
	bool is_lenient;
	struct loaded_asset *items;
	size_t count, capacity;
	/* For files of all assets together: only the member assets is set */
	struct asset whole;
	struct asset_files {
		struct planned_file *items;
		size_t count, capacity;
		/* Used by asset_files_add. */
		size_t asset;
		const char *asset_name;
	} files;
};

#define ASSET_WHOLE SIZE_MAX

struct planned_file {
	size_t asset; /* index; ASSET_WHOLE: made of all assets */
	struct asset_file file;
	char *name;
	bool is_done;
	/* True if it was made, but could not be written, e.g. because the disk is full */
	bool is_unwritten;
	bool is_left_out; /* see assets_output.most_bytes */
	uint64_t size;	  /* size in bytes and hash, if assets_output.hashes */
	uint8_t sha256[32];
};

/* An asset, and how loading it went. */
struct loaded_asset {
	struct asset asset;
	struct exh_arena arena;
	struct exh_notes load_notes, notes; /* notes of load and of read */
	bool is_loaded;
	enum exh_status status;
	struct exh_error err;
};

/* Appends an asset, for sources; name is copied, file borrowed. The pointer is valid
 * until the next asset is added. */
struct asset *assets_add(struct assets *assets, unsigned number, const char *name,
			 const char *file);
/* Returns a copy of the text that lasts as long as the assets, for file names and
 * names. */
const char *assets_keep(struct assets *assets, const char *text);

/* find_in_file of sources: adds the file at assets->path under its name, with content
 * or, without content, the bytes read from it. */
bool assets_find_file(struct assets *assets, struct report *report);

/* make of kinds: appends the asset's bytes unchanged. */
enum exh_status asset_make_bytes(const void *options, const struct asset *asset,
				 const struct asset_file *file, struct exh_writer *out,
				 struct exh_error *err);

/* Finds, loads and reads all assets, in parallel; kind to is_strict are set. Reports
 * the faults of each. False if no asset can be used. Always free it. */
bool assets_load(struct assets *assets, struct report *report);
/* As assets_load. Assets that can't be opened as their kind (sounds without
 * instruments, which is reported) are loaded as the other kind, unless that is NULL. */
bool assets_load_or(struct assets *assets, const struct asset_kind *fallback,
		    struct report *report);
void assets_free(struct assets *assets);

/* True if the asset was read: only then asset.thing is set. */
static inline bool assets_has(const struct assets *assets, size_t i)
{
	return !assets->items[i].status;
}

/* Plans the assets' files. */
void assets_plan(struct assets *assets);
/* Forgets the plan. */
void assets_unplan(struct assets *assets);

/* Destination of planned files. */
struct assets_output {
	const char *path;  /* a folder; "": the planned names are paths */
	const char *title; /* title of the progress bar; NULL: the command's name */
	bool is_file;	   /* path names the only file */
	/* A file in the folder that is written last and lists the others. NULL name:
	 * none.
	 */
	const char *index_name;
	enum exh_status (*make_index)(void *context, struct exh_writer *out,
				      struct exh_error *err);
	void *context;
	struct json
		*written; /* array that gets the paths of written files; may be NULL */
	bool hashes;	  /* fills size and sha256 of planned files */
	/* Most bytes of one file: larger ones are not written; 0: no limit */
	uint64_t most_bytes;
	/* See struct outputs; context is the same. NULL: existing files are errors. */
	enum output_existing (*judge)(void *context, const char *path,
				      const uint8_t sha256[32]);
};

/* Writes the planned files of several kinds of assets. False if a file could not be made;
 * the report has why. */
bool assets_write(struct assets *list, size_t count, const struct assets_output *output,
		  struct report *report);

/* Appends to array an object for each asset: "type", "number", "name", "size", what the
 * kind describes, and "files" that were written (within the output); or, for one that
 * could not be read, "error". */
void assets_to_json(const struct assets *assets, struct json *array);

/* An asset in JSON, without the fields of its kind. */
struct asset_row {
	const char *type, *name, *error;
	bool has_number, has_size;
	unsigned number;
	size_t size;
	struct json *files;
};

enum { ASSET_FIELDS = 6 };
extern const struct field asset_field[ASSET_FIELDS];

/* Table of assets whose kinds add fields of their own: a list of those tables that
 * ends with NULL. */
#define ASSET_ROWS(described)                                                            \
	{                                                                                \
		.name = "asset", .size = sizeof(struct asset_row), .items = asset_field, \
		.count = ASSET_FIELDS, .with = described                                 \
	}

/* Tables of the fields that kinds add, all of them; ends with NULL. */
extern const struct fields *const asset_described[];

/*
 * Exports of a whole game: each kind of asset in the selected formats, in folders that
 * the packers read. A family plans them in its game_type.
 */

enum export_sound { EXPORT_WAV, EXPORT_FLAC };
enum export_animation { EXPORT_APNG, EXPORT_GIF };
enum export_level { EXPORT_TMJ, EXPORT_TMX, EXPORT_CSV };
/* Bits: both may be selected. */
enum export_table { EXPORT_JSON = 1, EXPORT_TSV = 2 };

/* The selected formats; all zeros: those of the subcommands. A kind without the
 * selected format takes the other one. */
struct export_wishes {
	enum export_sound sound;
	bool as_midi; /* preferred to sound, for kinds that have MIDI */
	enum export_animation animation;
	enum export_level level;
	unsigned tables; /* enum export_table */
	/* Longest length of a sound, as in struct sound_settings */
	uint64_t max_length;
};

/* Assets of a kind, as files in a folder of the output. */
struct asset_export {
	const struct asset_kind *kind;
	const void *options; /* NULL: the kind's defaults */
	/* used if the kind can't be opened; may be NULL */
	const struct asset_kind *fallback;
	/* Exports the assets unchanged, in the folder EXPORT_ORIGINALS; may be NULL */
	const struct asset_kind *originals;
	const char *folder; /* "": the output itself */
	/* Fault in everything exported from fault_file; reported once, as an error.
	 * NULL: no fault. */
	const char *fault, *fault_file;
};

#define EXPORT_ORIGINALS "original"

struct asset_exports {
	struct asset_export *items;
	size_t count, capacity;
	struct exh_arena arena; /* for options */
};

void asset_exports_add(struct asset_exports *exports, struct asset_export item);
/* Plans the exports of a game that its type opened; to be freed. */
void asset_exports_plan(struct asset_exports *exports, const struct game_type *type,
			void *game, const struct export_wishes *wishes);
void asset_exports_free(struct asset_exports *exports);

/*
 * All games that assets can come from.
 */

/* NULL-terminated. */
extern const struct game_type *const game_types[];

/* Opens a game: name as its type lists it, or NULL. NULL: the report has the reason. */
void *game_open(const struct game_type *type, const char *path, const char *name,
		const struct game_wishes *wishes, struct report *report);

/* The games in a folder with these files; above: NULL, or the type of the game whose
 * tree contains the folder. */
struct games_here {
	struct game_here {
		const struct game_type *type;
		char *name; /* for game_open; NULL: the only game of its type */
	} * items;
	size_t count, capacity;
};

void games_here_find(struct games_here *here, const char *path, const struct files *files,
		     const struct game_type *above);
void games_here_free(struct games_here *here);
/* Lists the files of a game, as list_files does. */
struct files *game_type_list(const struct game_type *type, const char *path);

/* Returns the type of the game at a path, a folder or a file; NULL: no known game. */
const struct game_type *game_type_at(const char *path);

/* As game_type_at for a regular file in a folder: only types of single files. */
const struct game_type *game_type_of_file(const char *path);

/* True if the file is a game of a type whose is_at is cheap. */
bool game_is_known_at(const char *path);

/*
 * The format of one file.
 */

/* The finding on one file. */
struct identify_finding {
	const char *path;
	struct files *files; /* files in its folder, shared by all files in it */
	uint64_t size;
	bool is_endless; /* not a regular file, and longer than the part that was read */
	/* NULL: unknown, or unreadable: see err */
	const struct exh_format *format;
	unsigned score;
	struct exh_facts facts;
	/* For a folder or an archive, which identify skips: the type of its game
	 * (NULL: no game), an object of kinds and counts, and a list of subcommands. */
	bool is_folder, is_archive;
	const char *game, *family;
	struct json *assets, *subcommands;
	struct exh_error err;
};

/* A job of jobs_run: context is the array of findings. */
void identify(void *context, size_t i);
/* Identifies one file, with the files in its folder. */
void identify_file(const char *path, struct identify_finding *finding);

/* Returns the facts as a JSON object. */
struct json *identify_facts(const struct exh_facts *facts);

/*
 * A single file as the only asset of a kind, for commands that convert one kind.
 */

struct single {
	struct assets assets;
	struct file file;
};

/* Reads the file, of at most limit bytes, and makes it the only asset. False if it
 * could not be read; the report has the reason. Always to be freed. */
bool single_load(struct single *single, const struct asset_kind *kind,
		 const void *options, const char *path, size_t limit,
		 struct report *report);
/* single_load in two steps, for callers that choose the kind by the bytes. */
bool single_read(struct single *single, const char *path, size_t limit,
		 struct report *report);
bool single_start(struct single *single, const struct asset_kind *kind,
		  const void *options, struct report *report);
/* single_load for a kind whose read opens the file. */
bool single_stream(struct single *single, const struct asset_kind *kind,
		   const void *options, const char *path, struct report *report);

static inline struct asset *single_asset(struct single *single)
{
	return &single->assets.items[0].asset;
}

/* Adds the kind's description of the asset to result. */
void single_describe(struct single *single, struct json *result);
/* Writes its only file to output, and adds "output" to result. */
void single_write(struct single *single, const char *output, struct report *report,
		  struct json *result);
void single_free(struct single *single);

#endif
