/* Whole games: extracted, built again, compared. */
#ifndef CMD_GAME_GAME_H
#define CMD_GAME_GAME_H

#include "task/fields.h"
#include "task/json.h"
#include "assets/assets.h"
#include "task/outputs.h"
#include "task/report.h"
#include "task/text.h"
#include "task/text_set.h"
#include "task/work.h"

#include <exhume/base.h>

#include <stddef.h>

/*
 * Which assets extract makes, and in which formats.
 */

/* --only and --except: a kind, all of it or some. */
struct extract_selection {
	const struct asset_kind *kind; /* the first of that name */
	struct range *ranges;	       /* numbers; to be freed */
	size_t range_count;
	const char *name; /* of one asset without a number; NULL: none */
};

struct extract_choice {
	struct extract_selection *only, *except;
	size_t only_count, except_count;
	struct export_wishes wishes;
	uint64_t most_bytes; /* of a file; 0: any */
	bool lacks_flac;     /* sounds are WAV, because FLAC is not built in */
};

/* NULL: *choice is filled. Else what is wrong, for a message. Free the choice in either
 * case. Texts are borrowed. */
const char *extract_choice_parse(const struct strings *only, const struct strings *except,
				 const char *formats, const char *max_size,
				 struct extract_choice *choice);
void extract_choice_free(struct extract_choice *choice);

/* Is any asset of the kind wanted? */
bool extract_wants_kind(const struct extract_choice *choice, const char *kind);
bool extract_wants(const struct extract_choice *choice, const char *kind, unsigned number,
		   const char *name);

/*
 * The options of exhume extract.
 */

/* What is written beside index.json. */
enum index_format { INDEX_JSON, INDEX_JSONL, INDEX_SQLITE };

struct extract_request {
	struct common common;
	struct strings only, except;
	const char *formats, *max_size, *max_length;
	struct game_wishes wishes;
	unsigned index; /* enum index_format */
	bool dry_run, no_page;
	struct extract_choice choice; /* of the options above */
};

/*
 * The work of exhume extract, without its command line.
 */

/* The games of an input into the folder output. */
void extract_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result);
extern const struct fields extract_fields; /* of a result */

/*
 * The work of exhume build, without its command line.
 */

struct sandbox;

struct build_request {
	struct common common;
	const char *original; /* the folder of the game; NULL: as the index says */
	const char *patch;    /* name of a patch file in the new game; NULL: none */
	bool force_tiles;     /* levels may use tiles that the graphics lack */
};

/* The game of the folder input, as extract made it, into the folder output. */
void build_run_input(void *context, const char *input, const char *output,
		     struct report *report, struct json *result);
extern const struct fields build_fields; /* of a result */

/* Adds the games that the folders came from, as their indexes have it. */
void build_reads(char **folders, size_t count, struct sandbox *sandbox);

/*
 * The index of a game as an SQLite database, with full-text search.
 */

struct extraction;

/* Writes it to path, over an older one. EXH_UNSUPPORTED if this program was built without
 * libsqlite3. */
enum exh_status database_write(const char *path, const struct extraction *x,
			       struct exh_error *err);

/* "3.40.1"; NULL: built without libsqlite3. */
const char *database_version(void);

/*
 * The work of exhume diff, without its command line.
 */

struct diff_request {
	struct common common;
	struct strings only, except;
	const char *page;	      /* a folder that gets a page; NULL: none */
	bool brief;		      /* no lines of texts */
	struct extract_choice choice; /* of only and except */
};

enum diff_outcome { DIFF_SAME, DIFF_DIFFERENT, DIFF_TROUBLE };

/* Compares two games, or two folders of games. *result, of diff_fields, is to be
 * released. */
extern const struct fields diff_fields;
enum diff_outcome diff_run(const struct diff_request *request, const char *a,
			   const char *b, struct report *report, struct json **result);

/* Appends it as lines for people. */
void diff_print(const struct json *result, bool brief, struct exh_writer *out);

/*
 * How two files that were made of two assets differ.
 */

/*
 * An object, by the ending of the name: of pictures (.png), sounds (.wav, .flac), cells
 * (.csv), texts, other files.
 *
 * is_code: text is disassembled code, where addresses don't count; an object without
 * changes says that only they differ.
 */
struct json *diff_files(const char *name, bool is_code, struct exh_bytes a,
			struct exh_bytes b);
extern const struct fields diff_file_fields;

/*
 * The lines that two texts do not share.
 */

struct text_line {
	struct exh_bytes text; /* without its end */
	uint64_t hash;	       /* what lines are compared by */
};

struct text_lines {
	struct text_line *items; /* to be freed */
	size_t count;
};

/* Splits a text. ignore_labels: of words such as L_004f the four digits do not count, nor
 * what follows a semicolon: addresses in disassembled code. */
void diff_lines_split(struct exh_bytes text, bool ignore_labels, struct text_lines *out);

/* A run of lines that are only in one of two texts, or replace each other: [first, end)
 * of either. */
struct line_change {
	size_t first[2], end[2];
};

struct line_changes {
	struct line_change *items; /* to be freed */
	size_t count, capacity;
	size_t removed_count, added_count; /* lines */
};

/* As few as possible; of texts that differ in very many lines one change. */
void diff_lines_compare(const struct text_lines *a, const struct text_lines *b,
			struct line_changes *out);

/*
 * The page of exhume diff: index.html, its data, and the files that differ, of either
 * side.
 */

/* May a page be written into this folder? False, reported, if one is there already. */
bool diff_page_is_free(const char *folder, struct report *report);

/* Writes both files, and names them in difference as "a" and "b". place: what is unique
 * to the asset's kind, a path. Calls may run in parallel. EXH_IO. */
enum exh_status diff_page_add(const char *folder, const char *place, const char *name,
			      const struct exh_bytes files[2], struct json *difference,
			      struct exh_error *err);

/* The page itself, when all is known. False: the report has why. */
bool diff_page_write(const char *folder, const struct json *result,
		     struct report *report);

/*
 * How two sounds differ: length, level, spectrum.
 */

enum { SOUND_BANDS = 10 };

/* What concerns either is a list of two. */
struct sound_difference {
	double seconds[2];
	double peak_db[2], rms_db[2]; /* of full scale; silence: -120 */
	uint64_t frames_changed; /* of as many as the shorter has, and all of its rest */
	bool has_change;
	double first_change_s;
	struct sound_band {
		double hz;	    /* the middle of the octave */
		double level_db[2]; /* of full scale */
	} bands[SOUND_BANDS];
	size_t band_count; /* those below half the lower rate */
};

/* Two files, WAV or FLAC. False if one can't be read. */
bool diff_sound(struct exh_bytes a, struct exh_bytes b, struct sound_difference *out);

/*
 * The games in a folder, in the folders below it, and in files that are games.
 */

struct found_game {
	const struct game_type *type;
	char *path;   /* a folder or a file */
	char *name;   /* for game_open; NULL: the only one of its type at the path */
	char *folder; /* within the output; "": the output itself */
};

struct found_games {
	const char *path;  /* that was searched; borrowed */
	const char *shown; /* how messages and indexes call it */
	struct found_game *items;
	size_t count, capacity;
	size_t folder_count; /* that were looked into */
	char *unpacked;	     /* the temporary folder of an archive; NULL: it is none */
	bool lacks_members;  /* some of the archive could not be unpacked */
};

/* Looks for games. What can't be looked into is reported as a warning. False when there
 * is nothing to continue with: the report has why. Free it either way. */
bool game_search(struct found_games *found, const char *path, const char *output,
		 struct report *report);
void found_games_remove(struct found_games *found, size_t i);
void found_games_free(struct found_games *found);

/* Unpacks an input that is an archive, and sets path and shown. False: the report has
 * why. Free it by games_close. */
bool games_unpack(struct found_games *found, const char *input, struct report *report);
/* game_search in what was unpacked. */
bool games_search_unpacked(struct found_games *found, const char *output,
			   struct report *report);
/* Both of it: an archive is unpacked, and searched. False if there is no game, or
 * nothing to continue with: the report has why. Close it either way. */
bool games_open(struct found_games *found, const char *input, const char *output,
		struct report *report);
void games_close(struct found_games *found, struct report *report);

/* "games.zip/folder" of a game in an archive, else its path; to be freed. */
char *game_shown_path(const struct found_games *found, const struct found_game *game);
/* The same as seen from a folder, for what is written there; or only its name, if no path
 * leads there but by way of the root. To be freed. */
char *game_path_from(const struct found_games *found, const struct found_game *game,
		     const char *folder);

/*
 * index.json of a game that was extracted: what there is, what it was made of, and what
 * every file was like when it was made. exhume-index(5) describes it.
 */

#define EXTRACT_INDEX "index.json"
#define EXTRACT_FORMAT "extract"
extern const struct document extract_document, extract_games_document;
/* Where the game is, for build and later runs of extract, if no path from the output
 * leads there but by way of the root: no index has the folders of a machine. */
#define EXTRACT_PLACE "index-place"
/* The list of the games of a folder. */
#define EXTRACT_GAMES "games.json"
#define EXTRACT_GAMES_FORMAT "extract-games"

/* A file that an index lists. */
struct old_file {
	uint8_t sha256[32]; /* zeros: the index has no hash that a file can have */
	bool has_hash;	    /* else it counts as not listed */
};

struct old_source {
	const char *name, *error; /* either may be NULL */
	uint64_t size;
	uint8_t sha256[32];
	bool has_sha256, has_others; /* members; others are not ours */
};

/* An index that was read: of its assets, only the files. */
struct old_index {
	struct json *head;     /* members that are no lists; NULL: there is no index */
	struct text_set paths; /* of all files, in the folder */
	struct old_files {
		struct old_file *items; /* by the path's number */
		size_t count, capacity;
	} files;
	struct old_listed_files {
		struct old_listed {
			uint32_t path, asset; /* numbers */
		} * items;
		size_t count, capacity;
	} listed; /* those that are files of an asset, in the order of the index */
	struct old_sources {
		struct old_source *items;
		size_t count, capacity;
	} sources;
	struct text_store texts;
};

/* EXH_OK, too, if there is none of that name: then it has no head. */
enum exh_status old_index_open(struct old_index *index, const char *folder,
			       const char *name, const char *format,
			       struct exh_error *err);
/* What has its name is an index of another command, or no index, and why says that. True
 * with force; else the report has it. */
bool old_index_gives_way(const char *folder, const char *name, const char *why,
			 struct report *report);
/* Opens it. True if there is none of that name, or one of ours, of that format; or with
 * force. Else the report has why. */
bool old_index_read(struct old_index *index, const char *folder, const char *name,
		    const char *format, struct report *report);
void old_index_free(struct old_index *index);

/* The file as the index lists it; NULL: it does not. */
const struct old_file *old_index_file(const struct old_index *index, const char *path);

/* A line of EXTRACT_PLACE: first the game, then the folders of --loose. To be freed;
 * NULL: there is none. */
char *old_index_noted(const char *folder, size_t line);

/* The game as the index names it, for messages; NULL: it does not. */
const char *old_index_game(const struct old_index *index);

/* Where the game of an index in this folder may be. */
enum old_place {
	OLD_PLACE_RELATIVE, /* seen from the folder */
	OLD_PLACE_NOTED,    /* in EXTRACT_PLACE */
	OLD_PLACE_CURRENT,  /* seen from the current folder: earlier versions wrote so */
	OLD_PLACES
};

/* To be freed; NULL: unknown. */
char *old_index_place(const struct old_index *index, const char *folder,
		      enum old_place place);

/*
 * The new one: records, of which the JSON is made when it is written.
 */

/* What a file is to its asset, by the members that name it. */
enum index_role { INDEX_FILE, INDEX_MORE, INDEX_ORIGINAL, INDEX_TOO_LARGE };

struct index_file {
	const char *path; /* in the output; NULL: too large, not written */
	uint64_t size;
	uint8_t sha256[32];
	enum index_role role;
	uint32_t next; /* of the same asset: its number, from 1 on; 0: none */
};

struct index_asset {
	const char *id, *kind, *family;
	const char *name, *author_name, *source; /* NULL: none */
	uint64_t offset, packed_size, size;	 /* bytes */
	uint8_t sha256[32];
	const char *rest;		/* other members, as JSON; NULL: none */
	uint32_t first_file, last_file; /* numbers from 1 on; 0: none */
	unsigned number;
	bool has_number, has_offset, has_packed_size, has_size; /* size: and sha256 */
	bool is_kept; /* of an earlier run: rest has all members */
};

/* A file that belongs to no asset. */
struct index_document {
	const char *kind, *file;
	uint64_t size; /* bytes */
	uint8_t sha256[32];
};

extern const struct fields index_asset_fields, index_document_fields, index_room_fields;

/* Two assets by their places. */
struct index_use {
	uint32_t user, used;
};

struct new_index {
	const struct game_type *type;
	const char *path; /* of the game */
	const void *game; /* as its type opened it */
	const struct report
		*report; /* for advice in texts; NULL: they stay as they are */
	struct index_asset *items;
	size_t count, capacity;
	struct text_set ids; /* numbers are places in items */
	struct index_files {
		struct index_file *items;
		size_t count, capacity;
	} files;
	struct text_set texts;		  /* names, sources, and what items say */
	struct index_use *uses, *used_by; /* by user, by used */
	size_t use_count;
	struct json *documents;
	struct json *rooms; /* by relations_add; NULL: there are none */
};

void new_index_start(struct new_index *index, const struct game_type *type,
		     const char *path);
void new_index_free(struct new_index *index);

/* Adds assets that were written to this folder of the output. kind is the one they are
 * listed as: where it could not convert them, theirs is another. Originals are noted with
 * the assets that they belong to. */
void new_index_add(struct new_index *index, const struct assets *assets,
		   const char *folder, const char *kind);
void new_index_add_originals(struct new_index *index, const struct assets *assets,
			     const char *folder, const char *kind);
/* Adds an asset of an earlier index, unless there is one of its id. */
void new_index_keep(struct new_index *index, struct json *asset);
void new_index_add_document(struct new_index *index, const char *kind, const char *name,
			    uint64_t size, const uint8_t sha256[32]);

/* The place of an asset; TEXT_NONE: it is not there. */
size_t new_index_find(const struct new_index *index, const char *kind, unsigned number,
		      const char *name);
/* Adds a file to the asset at a place. */
void new_index_add_file(struct new_index *index, size_t place, enum index_role role,
			const char *path, uint64_t size, const uint8_t sha256[32]);
bool new_index_has_file(const struct new_index *index, size_t place,
			enum index_role role);

/* The asset as the index has it. Calls may run in parallel. */
struct json *new_index_asset(const struct new_index *index, size_t place);

/* "view:3", or "picture:NAME" without a number. */
struct json *asset_id(const char *kind, unsigned number, const char *name);

/*
 * The files of a game's folder: their hashes, and what those that nothing was made of may
 * be.
 */

struct source {
	const char *name; /* in the folder; of a loose file as loose_file_name has it */
	char *loose;	  /* path of a loose file, whose name is owned, too; or NULL */
	char *error;	  /* why it could not be read; NULL: it could */
	uint64_t size;
	uint8_t sha256[32];
	bool has_content; /* size and sha256: there is no error */
	bool is_used;	  /* assets came from it */
	bool is_beyond;	  /* it is not read to its end, as the game is too large */
};

extern const struct fields source_fields, other_fields;

struct sources {
	struct source *items;
	size_t count;
	uint64_t size;	     /* bytes of all */
	struct files *files; /* what they are of; names are borrowed */
	bool is_file;	     /* one, which was named */
};

/* Those of a folder, or the one file, and loose ones, without their content. To be freed.
 */
void sources_open(struct sources *sources, const struct game_type *type, const char *path,
		  const struct common *common);
/* A job of jobs_run: reads the i-th of the sources. */
void sources_hash(void *sources, size_t i);
void sources_free(struct sources *sources);

/* True if an index lists the same files, with the same content. */
bool sources_are(const struct sources *sources, const struct old_index *index);
/* Marks those that assets name. */
void sources_mark_used(struct sources *sources, const struct new_index *index);

/* Reports those that were not used and can't be read. True: there is none. */
bool sources_report(const struct sources *sources, struct report *report);

/* An array of those that were not used, as identify describes them. */
struct json *sources_others(const struct sources *sources, const struct report *report);

/*
 * One game on its way into a folder.
 */

struct extraction {
	const struct extract_request *request;
	const struct found_games *found; /* what it is one of */
	const struct found_game *game;
	const char *output; /* the folder */
	struct report *report;
	void *opened; /* by the game's type */
	struct sources sources;
	struct asset_exports exports;
	struct old_index old;
	struct new_index made;
	struct text_set names; /* of files that were planned, in lower case */
	struct json *facts;    /* about the game */
	struct json *head;     /* of the new index: what it has besides lists */
	struct json *others;   /* as sources_others */
	struct json *left_out; /* NULL: nothing is */
	bool lacks_old;	       /* files that the old index lists are gone */
	bool lacks_files; /* some could not be written: the next run has work to do */
};

/* Files that extraction_export will make, where a progress bar is to show them; else 0.
 */
size_t extraction_count(struct extraction *x);

/* Makes all files that are selected, and collects them in made. False if it ended early.
 */
bool extraction_export(struct extraction *x);

/* For struct outputs, whose context is the extraction: a file of ours, as we made it, is
 * replaced; one that was edited since is kept; another's is refused. */
enum output_existing extraction_judge(void *context, const char *path,
				      const uint8_t sha256[32]);

/*
 * Extracting into a folder that an earlier run filled.
 */

/* False, reported, if the output holds another game: of another type, or of another place
 * and content. Not with force. */
bool extraction_is_free(const struct extraction *x);
/* The same of all games: an output of one game, and one of several games. */
bool extraction_may_begin(const struct found_games *found, const char *output,
			  struct report *report);
/* Removes files that the former index lists and the new one does not. Those that were
 * edited are reported, and stay. */
void extraction_remove_left(const struct extraction *x);

/* Notes whether some of them could not be written. */
void extraction_note_unwritten(struct extraction *x, const struct outputs *outputs);

/*
 * An index in the forms beside index.json: a page, lines, a database. What was written is
 * added to the new index's documents.
 */

/* The kind of such documents. */
#define PAGE_KIND "page"

/* The file of an enum index_format. */
extern const char *const index_names[];

void index_write_page(struct extraction *x);
void index_write_other(struct extraction *x);

/* An earlier index says from now on that files are missing: a run that is killed leaves
 * it beside files that are others than it says. */
void index_mark_incomplete(const struct extraction *x);

/* index.json itself, over an older one, when all others are written. False: the report
 * has why not. */
bool index_write(struct extraction *x);
/* EXTRACT_PLACE, only where the index can't have it. */
void index_write_place(const struct extraction *x);
/* The same as one value, which takes ten times the memory of the records. */
struct json *index_to_json(const struct extraction *x);

/*
 * What viewers of the page draw of an asset: a script in PAGE_DATA, loaded when the asset
 * is opened. It calls exhumeMore with an object:
 *
 * id     of the asset
 * waves  of its sounds: file, seconds, and peaks of up to 800 columns
 * level  a map of Tiled: width, height, tilewidth, tileheight, layers (name, data or
 *	  objects), tilesets (firstgid, columns, tilewidth, tileheight, margin, spacing,
 *	  tilecount, image: a path in the output, tiles: those that are animated)
 * animation  file, type (of MIME), and data: all of its bytes in base64
 * ...    and what the kind adds, see asset_kind.more
 */

/* Writes those of assets that were written to this folder of the output, as kind; the
 * index has them already. */
void page_draw(struct extraction *x, struct assets *assets, const char *folder,
	       const char *kind);
/* How many there will be, of planned assets. */
size_t page_drawn_count(const struct assets *assets);

/*
 * The page of a folder that extract made: index.html, which is the same for all, and the
 * data beside it as scripts, since a page of the file system may not fetch files.
 *
 * index.js calls exhumeIndex with the game, and a line for each asset; files in PAGE_DATA
 * have the rest: chunks, 0000.js and so on, with all that is known of some hundred
 * assets; and what viewers draw, a file an asset (see page_draw).
 */

#define PAGE_NAME "index.html"
#define PAGE_INDEX "index.js"
#define PAGE_TEXTS "index-texts.js"
#define PAGE_DATA "index-data"
#define PAGE_GAMES "games.js"
#define PAGE_WORDS "index-words"

/* Lines of the sources in page/, up to NULL, by the build. */
extern const char *const page_game_html[];
extern const char *const page_game_css[];
extern const char *const page_game_js[];

/* What a page is made of. */
struct page_source {
	const char *const *page, *const *style, *const *script;
};

extern const struct page_source page_of_game;

void page_write(const struct page_source *source, struct exh_writer *out);

/* A script that calls a function of the page. EXH_LIMIT: out has no room for it. */
enum exh_status page_write_call(const char *function, const struct json *value,
				struct exh_writer *out, struct exh_error *err);

/* The files of a page, by name; their content is in a temporary file. All zeros: none. */
struct page_files {
	struct page_file {
		char name[48];
		size_t offset, size; /* in the temporary file */
	} * items;
	size_t count, capacity;
	struct exh_writer content;  /* of the last one, while it is filled */
	struct file_reader written; /* those before */
	bool is_open;
	enum exh_status status;
	struct exh_error err;
};

/* Adds one, to be filled before the next one is added. */
struct exh_writer *page_files_add(struct page_files *files, const char *name);
/* After the last one; before that there may have been failures, too. */
enum exh_status page_files_end(struct page_files *files, struct exh_error *err);
/* Appends the content of one. */
enum exh_status page_files_read(const struct page_files *files, size_t i,
				struct exh_writer *out, struct exh_error *err);
void page_files_free(struct page_files *files);

/* Those of the keys that from has; scalars_only: no lists and objects. */
void page_copy_keys(const struct json *from, const char *const *keys, bool scalars_only,
		    struct json *to);

/* Adds PAGE_INDEX, and the chunks and texts beside it. EXH_LIMIT: a file would be too
 * large. */
enum exh_status page_add_index(const struct extraction *x, struct page_files *files,
			       struct exh_error *err);

/*
 * The page of a folder of games shows their list, and each of them by the index of its
 * own page. A name is found in all of them by the beginnings of its words: PAGE_WORDS has
 * scripts of some hundred KiB that call exhumeWords with their number and lines of a
 * word, the game's place in the list, and its row in the game's index, with tabs between
 * them. Words are in lower case, lines in the order of their bytes. See page/games.js.
 */

/* Writes them. An object: "starts", the first word of each, "counts", of its lines. */
struct json *page_write_words(const char *output, const struct json *games,
			      struct report *report);
/* PAGE_INDEX of a folder of games, or PAGE_GAMES where one lies in the folder itself. */
enum exh_status page_write_games(const struct json *games, const struct json *words,
				 struct exh_writer *out, struct exh_error *err);

enum { PAGE_TEXTS_SIZE = 32 << 20 }; /* bytes of all texts of a page */

/* The text of the first file of an asset that is one, to be released. NULL: there is
 * none, or it is long, or longer than *left, which it is taken from. */
struct json *page_text(const struct json *asset, const char *folder, size_t *left);

/*
 * Which assets of a game use which others, and the map of its rooms.
 */

/* Adds "uses" and "used_by" to the assets of an index: lists of ids, in the order of the
 * index. Those of an earlier run are dropped. Makes index->rooms: "id", "picture",
 * "is_start", "ways". */
void relations_add(struct new_index *index, void *game, struct report *report);

/*
 * ZIP and other archives of games: unpacked into a temporary folder.
 */

/*
 * If path is an archive that libarchive knows (ZIP, 7z, tar, LHA), unpacks its files into
 * a folder of its own, for temporary_folder_end and report_call_end: messages name the
 * archive and the member. Else *folder stays as it is. Names that lead out of it, links
 * and devices are left out with a warning, members that can't be unpacked with an error,
 * what the Finder adds without a word. False: nothing could be unpacked, or it is too
 * large, or the disk is full; the report has why.
 */
bool unpack_start(char **folder, const char *path, struct report *report);

/* "3.6.2"; NULL: built without libarchive. */
const char *unpack_version(void);

/*
 * The work of exhume identify.
 */

/* True if every file is of a known format, every folder a known game, and that could be
 * said. */
extern const struct document identify_document;
bool identify_files(const char *command, const struct common *common, char **paths,
		    size_t count);

#endif
