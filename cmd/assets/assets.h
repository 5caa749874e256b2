/* The registry of assets. */
#ifndef CMD_ASSETS_ASSETS_H
#define CMD_ASSETS_ASSETS_H

#include "task/fields.h"
#include "task/report.h"
#include "task/text.h"

#include <exhume/base.h>
#include <exhume/facts.h>
#include <exhume/formats.h>

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
	unsigned number;       /* ASSET_NO_NUMBER: a file whose name has none */
	const char *name;      /* "view.000"; of a single file: its name */
	const char *label;     /* in messages; NULL: name; "": they name it */
	const char *file;      /* the file that messages name */
	const char *container; /* the one that those of load name; NULL: file */
	/* Of what is packed in the container: offset there, and bytes; else zeros. */
	uint64_t packed_offset, packed_size;
	bool is_doubtful; /* only its name says what it is: if it can't be read, it is not
			   */
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

/* Plans one. Its name is the asset's name and what format appends, perhaps with a folder:
 * ".visual.png", "/00-01.png". */
void asset_files_add(struct asset_files *files, int id, size_t index, const char *format,
		     ...) __attribute__((format(printf, 4, 5)));

/*
 * Where assets come from: how those of a kind are found in a game, and loaded. A family
 * has one for each kind of container that it knows. Functions but load run in one thread.
 */
struct asset_source {
	/* Adds the assets of assets->kind in assets->game whose numbers are in
	 * assets->ranges, by assets_add. */
	void (*find)(struct assets *assets);
	/* Adds the only asset of the file at assets->path, or of assets->content if this
	 * is set, with its bytes. False: the report has why. */
	bool (*find_in_file)(struct assets *assets, struct report *report);
	/* Fills asset->bytes; NULL: find did. With salvage it notes damage and loads what
	 * is left; else damage is an error. Threads may load in parallel. */
	enum exh_status (*load)(const struct assets *assets, struct asset *asset,
				bool salvage, struct exh_notes *notes,
				struct exh_error *err);
};

/* Functions but open may run in parallel, and share only what they read. */
struct asset_kind {
	const char *name;   /* "view", as --only and JSON have it */
	const char *family; /* as in exh_format: "sci0" */
	const struct asset_source *source;
	unsigned code;	      /* the source's own number of the kind */
	const void *defaults; /* options when none are given; NULL: it has none */
	size_t memory_limit;  /* bytes, of an asset's arena; 0: 16 MiB */
	/* What all assets of an input need (the instruments of sounds), into
	 * assets->shared, in assets->arena. False: the report has why. May be NULL. */
	bool (*open)(const void *options, struct assets *assets, struct report *report);
	/* Fills asset->thing, and notes damage: salvaged data are exported anyway, unless
	 * --strict is given. May be NULL. */
	enum exh_status (*read)(const void *options, struct asset *asset,
				struct exh_notes *notes, struct exh_error *err);
	/* What the name of its only file ends with; or NULL, and plan plans its files. */
	const char *ending;
	void (*plan)(const void *options, const struct asset *asset,
		     struct asset_files *files);
	/* Plans files of all assets together: a sheet, a document. make gets an asset
	 * without a name, bytes or thing for them. May be NULL. */
	void (*plan_whole)(const void *options, const struct assets *assets,
			   struct asset_files *files);
	/* Appends the content of one of them to out. */
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
	/* What a page draws of it besides its files: an object with "roll" (see
	 * assets/song/song.h) or "pic" (sci_pic_drawing), to be released; NULL: nothing.
	 * May be NULL. */
	struct json *(*more)(const void *options, const struct asset *asset);
};

/* The way back: files and folders become a game, an archive or a resource. */
struct asset_packer {
	const char *name;	/* what it makes: "game", "graphics", "font" */
	const char *subcommand; /* whose manual describes the inputs */
	/* Packs them as the subcommand does without options. The report has what is
	 * wrong; result gets what was made. */
	void (*pack)(char **paths, size_t count, const char *output,
		     struct report *report, struct json *result);
};

/* The manifest of one folder of exports, which the packer reads. It is made of the assets
 * in that folder, in the order of their exports, when all are written. */
struct game_manifest {
	const char *folder, *name;
	enum exh_status (*make)(void *game, const struct assets *list, size_t count,
				const struct report *report, struct exh_writer *out,
				struct exh_error *err);
};

/* The way back of a whole game that was extracted, some files of which were edited. */
struct game_build {
	const char *folder; /* what extract made */
	const char *output; /* the new game: a folder, with copies of the original's files
			       as far as they are there */
	const char *original; /* the game; NULL: it is not there */
	/* The game's file that the assets in a folder came from, to be freed; NULL: there
	 * are none, or it is unknown. */
	char *(*archive_of)(const void *context, const char *folder);
	const void *context;
	const char *const *edited; /* files of assets that changed or are gone, as the
				      index names them; NULL-terminated */
	const struct json *const *assets; /* those of edited, in their order */
	const char *patch; /* a patch file to write for CKPatch; NULL: none */
	bool force_tiles;  /* levels may use tiles that the graphics lack */
	struct report *report;
};

struct asset_room {
	/* The asset that it is, and the picture that it shows; both by kind and number,
	 * or by name without one. picture_kind is NULL: none. */
	const char *kind, *name, *picture_kind, *picture_name;
	unsigned number, picture_number;
	struct json *title; /* what the game's code calls it, taken over; NULL: unknown */
	bool is_start;	    /* where the game begins, as far as that is known */
};

/* Where a game's relations go. What was added may be added again, but rooms. */
struct asset_relations {
	void (*add_use)(void *context, const char *kind, unsigned number,
			const char *used_kind, unsigned used_number);
	/* Rooms, and the ways between them, by the order in which rooms were added. */
	void (*add_room)(void *context, const struct asset_room *room);
	void (*add_way)(void *context, size_t from, size_t to);
	void *context;
};

struct asset_left_out {
	const char *name;
	const char *source; /* file of the game that it is in, as a path in its folder */
	const char *reason;
	const char *instead; /* the source of the file that counts; may be NULL */
};

/* What the command line wishes for a game. */
struct game_wishes {
	/* A program with tables of archives, and the layout of graphics, a file or a
	 * name; NULL: found by themselves. */
	const char *exe, *layout;
	const char *game; /* "nemesis" or "zgi"; others, and NULL: found by itself */
};

/*
 * Loose files: those of the folders of --loose, which count before a game's own.
 */

struct loose_files {
	struct loose_file {
		char *path;	       /* owned */
		unsigned type, number; /* of the resource, as the family numbers them */
	} * items;
	size_t count, capacity;
};

void loose_files_free(struct loose_files *files);

/* How indexes call a file in one of the folders: "PATCHES/view.003" of
 * mods/PATCHES/view.003. To be freed; NULL: it is in none of them. */
char *loose_file_name(const struct common *common, const char *path);

/* A kind of game: opens a folder, or the game's main file. */
struct game_type {
	const char *name;
	const char *family;		       /* as in exh_format: "sci0" */
	const struct asset_kind *const *kinds; /* NULL-terminated */
	const struct asset_packer *packers;    /* up to one without a name */
	const char *const *subcommands; /* that such a game is for; NULL-terminated */
	/* Is there such a game at this path? Cheap: by names of files and first bytes.
	 * files: those of the folder; NULL: it is a file. */
	bool (*is_at)(const char *path, const struct files *files);
	bool is_single_file; /* never a folder */
	bool is_rest;	     /* where another type is, its files are that one's */
	bool is_identified;  /* is_at is not cheap: it identifies the file */
	bool is_only_named;  /* open always fails; describe gets the path */
	bool is_asset;	     /* the file is an asset by itself, see asset_kind.source */
	/* What a file by itself is, of the family's formats; NULL: no asset. May be NULL.
	 */
	const struct asset_kind *(*kind_of_file)(const struct identify_finding *file);
	/* The options of a kind for wishes; NULL: its defaults. Those that depend on
	 * numbers are in the arena. May be NULL. */
	const void *(*options)(const struct asset_kind *kind,
			       const struct export_wishes *wishes,
			       struct exh_arena *arena);
	/* False for one of subcommands that refuses this game. NULL: all work. */
	bool (*works)(const void *game, const char *subcommand);
	/* The loose files of the game at a path: names are paths below it; faults may be
	 * NULL. A member that is NULL: they are those of the folder itself. */
	struct files *(*list_files)(const char *path, struct files_faults *faults);
	/* With list_files: is a folder below a game no part of it? */
	bool (*is_apart)(const char *folder);
	/* Visits files of the game that were found and are no assets, with the reason.
	 * May be NULL. */
	void (*find_left_out)(const void *game,
			      void (*visit)(void *context,
					    const struct asset_left_out *file),
			      void *context);
	/* The family's own structure. NULL: the report has why. */
	void *(*open)(const char *path, struct report *report);
	/* Where several games can be at one path: their names, NULL-terminated, each to
	 * be freed. May be NULL. */
	char **(*list)(const struct files *files);
	/* As open, for the game of that name (NULL: the first), and with the wishes of
	 * the command line (NULL: none). May be NULL, but not with list. */
	void *(*open_as)(const char *path, const char *name,
			 const struct game_wishes *wishes, struct report *report);
	/* Lists what counts in the folders of --loose; faults are reported when the game
	 * is opened. NULL: such games have no loose files. */
	void (*find_loose)(const struct common *common, struct loose_files *out);
	/* True if a file or folder in the folder of such a game, which could be a game by
	 * itself, is a part of it. May be NULL. */
	bool (*owns)(const char *path, const char *name);
	/* False if files of the game are missing or can't be converted, which open has
	 * reported. May be NULL. */
	bool (*is_complete)(const void *game);
	void (*close)(void *game);
	/* Adds what is known of the game as a whole: "release" and so on. May be NULL. */
	void (*describe)(const void *game, struct exh_facts *facts);
	/* What becomes of the whole game (struct asset_exports); NULL: each kind with its
	 * defaults. */
	void (*plan_exports)(void *game, const struct export_wishes *wishes,
			     struct asset_exports *exports);
	/* The name that its authors gave an asset, to be released; NULL: none. May be
	 * NULL. */
	struct json *(*author_name)(const void *game, const struct asset *asset);
	/* Says which assets use which others, and what rooms there are, as far as it is
	 * known. May be NULL. */
	void (*relate)(void *game, struct report *report,
		       const struct asset_relations *relations);
	/* Names in assets' JSON are those of other assets. */
	bool relates_by_name;
	/* Why no packer reads this file of an asset; NULL: one does. */
	const char *(*refuses)(const struct json *asset, const char *file);
	/* Packs what was edited into build->output; refuses had nothing against it.
	 * original: all the rest is there. False: the report has why. */
	bool (*build)(const struct game_build *build);
	bool has_patches;  /* build heeds patch and force_tiles */
	bool has_encoding; /* its texts are in the encoding of struct common */
	/* True if build may pack a file that the index does not list; refuses is asked
	 * about it, too: asset is NULL. NULL: none is packed. */
	bool (*takes_new)(const char *file);
	/* True for a file of this name that the game would take instead of what was
	 * built: none stays of an earlier build. May be NULL. */
	bool (*counts_before)(const char *name);
	const struct game_manifest *manifests; /* up to one without a name; or NULL */
};

/* Assets of one kind of one input. Empty if all but the first six members are zero. */
struct assets {
	const struct asset_kind *kind;
	const void *options;
	const char *path; /* of the input */
	void *game;	  /* as its game_type opened it; NULL: path is a single asset */
	const struct range *ranges; /* selected numbers; none: all */
	size_t range_count;
	/* More of the selection; NULL: all of the ranges. */
	bool (*is_wanted)(const void *context, const struct asset *asset);
	const void *wanted_context;
	struct exh_bytes content; /* of a single asset's file, if it was read already */
	struct exh_arena arena;	  /* of shared, and of the source */
	struct exh_arena names;	  /* see assets_keep */
	void *shared;		  /* of the kind's open */
	const struct text_encoding *encoding; /* of its texts; see struct common */
	bool is_strict;			      /* damaged assets count as failed */
	bool is_lenient; /* bytes are written as they were, too: what can't be read of
			    them is a warning */
	struct loaded_asset *items;
	size_t count, capacity;
	struct asset whole; /* for files of all assets: only its assets is set */
	struct asset_files {
		struct planned_file *items;
		size_t count, capacity;
		/* For asset_files_add. */
		size_t asset;
		const char *asset_name;
	} files;
};

#define ASSET_WHOLE SIZE_MAX

struct planned_file {
	size_t asset; /* ASSET_WHOLE: of all of them */
	struct asset_file file;
	char *name;
	bool is_done;
	bool is_unwritten; /* it could be made, but not be written: the disk is full, say
			    */
	bool is_left_out;  /* see assets_output.most_bytes */
	uint64_t size;	   /* bytes, and their hash, if assets_output.hashes */
	uint8_t sha256[32];
};

/* An asset that was loaded, or could not be. */
struct loaded_asset {
	struct asset asset;
	struct exh_arena arena;
	struct exh_notes load_notes, notes; /* of load, of read */
	bool is_loaded;
	enum exh_status status;
	struct exh_error err;
};

/* For sources: appends one; name is copied, file borrowed. It is valid until the next
 * one is added. */
struct asset *assets_add(struct assets *assets, unsigned number, const char *name,
			 const char *file);
/* A copy of the text, which lasts as long as the assets: for their files and names. */
const char *assets_keep(struct assets *assets, const char *text);

/* A source's find_in_file: adds the file at assets->path under its name, with content or,
 * if there is none, the bytes that are read from it. */
bool assets_find_file(struct assets *assets, struct report *report);

/* A kind's make: appends the asset's bytes as they are. */
enum exh_status asset_make_bytes(const void *options, const struct asset *asset,
				 const struct asset_file *file, struct exh_writer *out,
				 struct exh_error *err);

/* Finds, loads and reads them all, in parallel; kind to is_strict are set. Reports the
 * faults of each. False if there is nothing to continue with. Always free it. */
bool assets_load(struct assets *assets, struct report *report);
/* The same; what can't be opened as its kind (sounds without instruments, which is
 * reported) is loaded as another one, unless that is NULL. */
bool assets_load_or(struct assets *assets, const struct asset_kind *fallback,
		    struct report *report);
void assets_free(struct assets *assets);

/* Was it read? Only then asset.thing is set. */
static inline bool assets_has(const struct assets *assets, size_t i)
{
	return !assets->items[i].status;
}

/* Plans their files. */
void assets_plan(struct assets *assets);
/* Forgets the plan. */
void assets_unplan(struct assets *assets);

/* Where planned files go. */
struct assets_output {
	const char *path;  /* of a folder; "": the planned names are paths */
	const char *title; /* of the progress bar; NULL: the command's name */
	bool is_file;	   /* path is that of the only file */
	/* A file in the folder that is written last and lists the others. NULL name:
	 * none.
	 */
	const char *index_name;
	enum exh_status (*make_index)(void *context, struct exh_writer *out,
				      struct exh_error *err);
	void *context;
	struct json
		*written; /* array that gets the paths of what was written; may be NULL */
	bool hashes;	  /* fills size and sha256 of planned files */
	uint64_t most_bytes; /* of a file: a larger one is not written; 0: any */
	/* See struct outputs. The context is the same. NULL: files that exist are errors.
	 */
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

/* Without what the kind describes. */
struct asset_row {
	const char *type, *name, *error;
	bool has_number, has_size;
	unsigned number;
	size_t size;
	struct json *files;
};

enum { ASSET_FIELDS = 6 };
extern const struct field asset_field[ASSET_FIELDS];

/* The table of assets that are described by other tables, too: a list of them that ends
 * with NULL. */
#define ASSET_ROWS(described)                                                            \
	{                                                                                \
		.name = "asset", .size = sizeof(struct asset_row), .items = asset_field, \
		.count = ASSET_FIELDS, .with = described                                 \
	}

/* What kinds describe, all of them; ends with NULL. */
extern const struct fields *const asset_described[];

/*
 * What becomes of a whole game: each kind of asset in the formats that were wished for,
 * in folders from which the packers read. A family says it in its game_type.
 */

enum export_sound { EXPORT_WAV, EXPORT_FLAC };
enum export_animation { EXPORT_APNG, EXPORT_GIF };
enum export_level { EXPORT_TMJ, EXPORT_TMX, EXPORT_CSV };
/* Bits: both may be wished for. */
enum export_table { EXPORT_JSON = 1, EXPORT_TSV = 2 };

/* The formats that were wished for; all zeros: those of the subcommands. A kind that has
 * not the one takes the other. */
struct export_wishes {
	enum export_sound sound;
	bool as_midi; /* before sound, of kinds that have it */
	enum export_animation animation;
	enum export_level level;
	unsigned tables;     /* enum export_table */
	uint64_t max_length; /* of a sound that is played: as in struct sound_settings */
};

/* Assets of a kind, as files in a folder of the output. */
struct asset_export {
	const struct asset_kind *kind;
	const void *options;		    /* NULL: the kind's defaults */
	const struct asset_kind *fallback;  /* if the kind can't be opened; may be NULL */
	const struct asset_kind *originals; /* the assets as they were, in the folder
					       EXPORT_ORIGINALS; may be NULL */
	const char *folder;		    /* "": the output itself */
	/* What is wrong with all that comes of a file, although it comes; an error, once.
	 * NULL: nothing. */
	const char *fault, *fault_file;
};

#define EXPORT_ORIGINALS "original"

struct asset_exports {
	struct asset_export *items;
	size_t count, capacity;
	struct exh_arena arena; /* for options */
};

void asset_exports_add(struct asset_exports *exports, struct asset_export item);
/* What becomes of a game that its type opened; to be freed. */
void asset_exports_plan(struct asset_exports *exports, const struct game_type *type,
			void *game, const struct export_wishes *wishes);
void asset_exports_free(struct asset_exports *exports);

/*
 * All games that assets can come from.
 */

/* NULL-terminated. */
extern const struct game_type *const game_types[];

/* A game that is open: name as its type lists it, or NULL. NULL: the report has why. */
void *game_open(const struct game_type *type, const char *path, const char *name,
		const struct game_wishes *wishes, struct report *report);

/* The games in a folder with these files; above: NULL, or the type of the game in whose
 * tree it is. */
struct games_here {
	struct game_here {
		const struct game_type *type;
		char *name; /* for game_open; NULL: it is the only one of its type */
	} * items;
	size_t count, capacity;
};

void games_here_find(struct games_here *here, const char *path, const struct files *files,
		     const struct game_type *above);
void games_here_free(struct games_here *here);
/* The files of a game, as list_files has it. */
struct files *game_type_list(const struct game_type *type, const char *path);

/* The type of the game at a path, a folder or a file; NULL: none that is known. */
const struct game_type *game_type_at(const char *path);

/* The same of a regular file in a folder: only types that are in a single file. */
const struct game_type *game_type_of_file(const char *path);

/* Is the file a game, of a type whose is_at is cheap? */
bool game_is_known_at(const char *path);

/*
 * The format of one file.
 */

/* What was found out of one file. */
struct identify_finding {
	const char *path;
	struct files *files; /* in its folder, shared by all files in it */
	uint64_t size;
	bool is_endless; /* no file, and longer than what was read of it */
	const struct exh_format *format; /* NULL: unknown, or not read: see err */
	unsigned score;
	struct exh_facts facts;
	/* Of a folder or an archive, which identify leaves alone: the type of its game,
	 * NULL if it has none; an object of kinds and counts, and a list of subcommands.
	 */
	bool is_folder, is_archive;
	const char *game, *family;
	struct json *assets, *subcommands;
	struct exh_error err;
};

/* A job of jobs_run: context is the array of findings. */
void identify(void *context, size_t i);
/* The same of one file; files are those in its folder, or NULL. */
void identify_file(const char *path, struct identify_finding *finding);

/* An object of them. */
struct json *identify_facts(const struct exh_facts *facts);

/*
 * A file by itself as the only asset of a kind, as commands that convert one kind take
 * it.
 */

struct single {
	struct assets assets;
	struct file file;
};

/* Reads the file, of at most limit bytes, and makes it the only asset. False if it could
 * not be read; the report has why. Always to be freed. */
bool single_load(struct single *single, const struct asset_kind *kind,
		 const void *options, const char *path, size_t limit,
		 struct report *report);
/* The same in two steps, where the bytes determine the kind. */
bool single_read(struct single *single, const char *path, size_t limit,
		 struct report *report);
bool single_start(struct single *single, const struct asset_kind *kind,
		  const void *options, struct report *report);
/* The same for a kind whose read opens the file. */
bool single_stream(struct single *single, const struct asset_kind *kind,
		   const void *options, const char *path, struct report *report);

static inline struct asset *single_asset(struct single *single)
{
	return &single->assets.items[0].asset;
}

/* Adds what the kind describes to result. */
void single_describe(struct single *single, struct json *result);
/* Writes its only file to output, and adds "output" to result. */
void single_write(struct single *single, const char *output, struct report *report,
		  struct json *result);
void single_free(struct single *single);

#endif
