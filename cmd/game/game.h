/* Whole games: extracted, built again, compared. */
#ifndef CMD_GAME_GAME_H
#define CMD_GAME_GAME_H

#include "task/line_changes.h"
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
 * Selection of the assets that extract makes, and of their formats.
 */

/* --only and --except: a kind, or some of its assets. */
struct extract_selection {
	const struct asset_kind *kind; /* first kind of that name */
	struct range *ranges;	       /* ranges of numbers; to be freed */
	size_t range_count;
	const char *name; /* name of an asset without a number; NULL: none */
};

struct extract_choice {
	struct extract_selection *only, *except;
	size_t only_count, except_count;
	struct export_wishes wishes;
	uint64_t most_bytes; /* largest size of a file; 0: no limit */
	bool lacks_flac;     /* sounds are WAV, because FLAC is not built in */
};

/* Parses the options into *choice. Returns NULL, or the error for a message. Free the
 * choice in either case. Texts are borrowed. */
const char *extract_choice_parse(const struct strings *only, const struct strings *except,
				 const char *formats, const char *max_size,
				 struct extract_choice *choice);
void extract_choice_free(struct extract_choice *choice);

/* True if any asset of the kind is selected. */
bool extract_wants_kind(const struct extract_choice *choice, const char *kind);
bool extract_wants(const struct extract_choice *choice, const char *kind, unsigned number,
		   const char *name);

/*
 * The options of exhume extract.
 */

/* Additional form of the index, beside index.json. */
enum index_format { INDEX_JSON, INDEX_JSONL, INDEX_SQLITE };

struct extract_request {
	struct common common;
	struct strings only, except;
	const char *formats, *max_size, *max_length;
	struct game_wishes wishes;
	unsigned index; /* enum index_format */
	bool dry_run, no_page;
	struct extract_choice choice; /* parsed from the options above */
};

/*
 * The work of exhume extract, without its command line.
 */

/* Extracts the games of an input into the folder output. */
void extract_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result);
extern const struct fields extract_fields; /* fields of a result */

/*
 * The work of exhume build, without its command line.
 */

struct sandbox;

struct build_request {
	struct common common;
	const char *original; /* folder of the game; NULL: as in the index */
	const char *patch;    /* name of a patch file in the new game; NULL: none */
	bool force_tiles;     /* levels may use tiles that the graphics lack */
};

/* Builds a game into the folder output from the folder input, which extract has made. */
void build_run_input(void *context, const char *input, const char *output,
		     struct report *report, struct json *result);
extern const struct fields build_fields; /* fields of a result */

/* Adds the games that the folders came from, according to their indexes. */
void build_reads(char **folders, size_t count, struct sandbox *sandbox);

/*
 * The index of a game as an SQLite database, with full-text search.
 */

struct extraction;

/* Writes the database to path, over an older one. EXH_UNSUPPORTED: built without
 * libsqlite3. */
enum exh_status database_write(const char *path, const struct extraction *x,
			       struct exh_error *err);

/* Returns a version such as "3.40.1"; NULL: built without libsqlite3. */
const char *database_version(void);

/*
 * The work of exhume diff, without its command line.
 */

struct diff_request {
	struct common common;
	struct strings only, except;
	const char *page;	      /* folder for a page; NULL: none */
	bool brief;		      /* leaves out lines of texts */
	struct extract_choice choice; /* parsed from only and except */
};

enum diff_outcome { DIFF_SAME, DIFF_DIFFERENT, DIFF_TROUBLE };

/* Compares two games, or two folders of games. *result has the fields diff_fields, and
 * must be released. */
extern const struct fields diff_fields;
enum diff_outcome diff_run(const struct diff_request *request, const char *a,
			   const char *b, struct report *report, struct json **result);

/* Appends the result as lines for people. */
void diff_print(const struct json *result, bool brief, struct exh_writer *out);

/*
 * Differences of two files of an asset.
 */

/*
 * Compares two files. The kind of comparison depends on the name's ending: pictures
 * (.png), sounds (.wav, .flac), cells (.csv), texts, other files.
 *
 * is_code: the text is disassembled code, whose addresses are ignored; an object without
 * changes means that only addresses differ.
 */
struct json *diff_files(const char *name, bool is_code, struct exh_bytes a,
			struct exh_bytes b);
extern const struct fields diff_file_fields;

/*
 * Texts for task/line_changes.h.
 */

/* Splits a text into lines. ignore_labels: ignores addresses in disassembled code, i.e.
 * the four digits of words such as L_004f, and text after a semicolon. */
void diff_lines_split(struct exh_bytes text, bool ignore_labels,
		      struct hashed_lines *out);

/*
 * The page of exhume diff: index.html, its data, and the differing files of both sides.
 */

/* True if a page may be written into this folder. False, reported, if it has one
 * already. */
bool diff_page_is_free(const char *folder, struct report *report);

/* Writes both files, and names them in difference as "a" and "b". place: a path that is
 * unique to the asset's kind. Thread-safe. Fails with EXH_IO. */
enum exh_status diff_page_add(const char *folder, const char *place, const char *name,
			      const struct exh_bytes files[2], struct json *difference,
			      struct exh_error *err);

/* Writes the page itself after all files. False: the report has the reason. */
bool diff_page_write(const char *folder, const struct json *result,
		     struct report *report);

/*
 * Differences of two sounds: length, level, spectrum.
 */

enum { SOUND_BANDS = 10 };

/* A list of two has a value for each sound. */
struct sound_difference {
	double seconds[2];
	double peak_db[2], rms_db[2]; /* decibels relative to full scale; silence: -120 */
	/* number of differing frames, including the longer sound's rest */
	uint64_t frames_changed;
	bool has_change;
	double first_change_s;
	struct sound_band {
		double hz;	    /* center of the octave */
		double level_db[2]; /* decibels relative to full scale */
	} bands[SOUND_BANDS];
	size_t band_count; /* number of bands below half the lower rate */
};

/* Compares two WAV or FLAC files. False if one can't be read. */
bool diff_sound(struct exh_bytes a, struct exh_bytes b, struct sound_difference *out);

/*
 * Games in a folder, in the folders below it, and in files that are games themselves.
 */

struct found_game {
	const struct game_type *type;
	char *path; /* path of a folder or a file */
	/* name for game_open; NULL: it is the only game of its type at the path */
	char *name;
	char *folder; /* folder within the output; "": the output itself */
};

struct found_games {
	const char *path;  /* path that was searched; borrowed */
	const char *shown; /* name of that path in messages and indexes */
	struct found_game *items;
	size_t count, capacity;
	size_t folder_count; /* number of searched folders */
	char *unpacked;	     /* temporary folder of an archive; NULL: no archive */
	bool lacks_members;  /* some members of the archive could not be unpacked */
};

/* Searches for games. Unreadable folders are reported as warnings. False if the run can't
 * continue: the report has the reason. Free it either way. */
bool game_search(struct found_games *found, const char *path, const char *output,
		 struct report *report);
void found_games_remove(struct found_games *found, size_t i);
void found_games_free(struct found_games *found);

/* Unpacks an input that is an archive, and sets path and shown. False: the report has the
 * reason. Free it with games_close. */
bool games_unpack(struct found_games *found, const char *input, struct report *report);
/* Calls game_search for the unpacked folder. */
bool games_search_unpacked(struct found_games *found, const char *output,
			   struct report *report);
/* Unpacks an archive and searches it. False if there is no game, or the run can't
 * continue: the report has the reason. Close it either way. */
bool games_open(struct found_games *found, const char *input, const char *output,
		struct report *report);
void games_close(struct found_games *found, struct report *report);

/* Returns "games.zip/folder" for a game in an archive, otherwise its path; to be
 * freed. */
char *game_shown_path(const struct found_games *found, const struct found_game *game);
/* Returns the same path relative to a folder, for files written there; or only the name,
 * if the relative path would lead through the root. To be freed. */
char *game_path_from(const struct found_games *found, const struct found_game *game,
		     const char *folder);

/*
 * index.json of an extracted game: its assets, their sources, and hashes of all written
 * files. exhume-index(5) describes it.
 */

#define EXTRACT_INDEX "index.json"
#define EXTRACT_FORMAT "extract"
extern const struct document extract_document, extract_games_document;
/* Path of the game for build and later runs of extract, if a relative path from the
 * output would lead through the root: no index contains absolute paths of a machine. */
#define EXTRACT_PLACE "index-place"
/* List of the games of a folder. */
#define EXTRACT_GAMES "games.json"
#define EXTRACT_GAMES_FORMAT "extract-games"

/* A file that an index lists. */
struct old_file {
	uint8_t sha256[32]; /* zeros: the index has no valid hash */
	bool has_hash;	    /* if false, it counts as not listed */
};

struct old_source {
	const char *name, *error; /* either may be NULL */
	uint64_t size;
	uint8_t sha256[32];
	/* the index has other members, which exhume does not write */
	bool has_sha256, has_others;
};

/* An index that was read: only the files of its assets. */
struct old_index {
	struct json *head;     /* members that are not lists; NULL: no index */
	struct text_set paths; /* all files, relative to the folder */
	struct old_files {
		struct old_file *items; /* one for each number in paths */
		size_t count, capacity;
	} files;
	struct old_listed_files {
		struct old_listed {
			uint32_t path, asset; /* numbers of the path and the asset */
		} * items;
		size_t count, capacity;
	} listed; /* files of assets, in the order of the index */
	struct old_sources {
		struct old_source *items;
		size_t count, capacity;
	} sources;
	struct text_store texts;
};

/* Opens an index. EXH_OK even if the file is missing; then it has no head. */
enum exh_status old_index_open(struct old_index *index, const char *folder,
			       const char *name, const char *format,
			       struct exh_error *err);
/* Call if a file with the index's name is another command's index, or no index, as why
 * says. True if --force lets it be replaced; otherwise reports an error. */
bool old_index_gives_way(const char *folder, const char *name, const char *why,
			 struct report *report);
/* Opens an index. True if it is missing, or has that format, or --force is given.
 * Otherwise the report has the reason. */
bool old_index_read(struct old_index *index, const char *folder, const char *name,
		    const char *format, struct report *report);
void old_index_free(struct old_index *index);

/* Returns the file's entry in the index; NULL: not listed. */
const struct old_file *old_index_file(const struct old_index *index, const char *path);

/* Returns a line of EXTRACT_PLACE: the first is the game, the others are folders of
 * --loose. To be freed; NULL: no such line. */
char *old_index_noted(const char *folder, size_t line);

/* Returns the game's path as in the index, for messages; NULL: none. */
const char *old_index_game(const struct old_index *index);

/* Possible bases for the path of an index's game. */
enum old_place {
	OLD_PLACE_RELATIVE, /* relative to the folder */
	OLD_PLACE_NOTED,    /* noted in EXTRACT_PLACE */
	/* relative to the current folder, as in indexes of earlier versions */
	OLD_PLACE_CURRENT,
	OLD_PLACES
};

/* Returns the path, to be freed; NULL: unknown. */
char *old_index_place(const struct old_index *index, const char *folder,
		      enum old_place place);

/*
 * The new index: records, from which the JSON is made when it is written.
 */

/* Role of a file for its asset: the members of the index that name it. */
enum index_role { INDEX_FILE, INDEX_MORE, INDEX_ORIGINAL, INDEX_TOO_LARGE };

struct index_file {
	const char *path; /* relative to the output; NULL: too large, not written */
	uint64_t size;
	uint8_t sha256[32];
	enum index_role role;
	uint32_t next; /* number of the asset's next file, from 1 on; 0: none */
};

struct index_asset {
	const char *id, *kind, *family;
	const char *name, *author_name, *source; /* NULL: none */
	uint64_t offset, packed_size, size;	 /* bytes */
	uint8_t sha256[32];
	const char *rest;		/* other members, as JSON; NULL: none */
	uint32_t first_file, last_file; /* numbers from 1 on; 0: none */
	unsigned number;
	/* size: also for sha256 */
	bool has_number, has_offset, has_packed_size, has_size;
	bool is_kept; /* from an earlier run: rest has all members */
};

/* A file that does not belong to an asset. */
struct index_document {
	const char *kind, *file;
	uint64_t size; /* bytes */
	uint8_t sha256[32];
};

extern const struct fields index_asset_fields, index_document_fields, index_room_fields;

/* Two assets, as indices in items. */
struct index_use {
	uint32_t user, used;
};

struct new_index {
	const struct game_type *type;
	const char *path; /* path of the game */
	const void *game; /* the game as opened by its type */
	const struct report
		*report; /* used for hints in texts; NULL: texts stay unchanged */
	struct index_asset *items;
	size_t count, capacity;
	struct text_set ids; /* numbers are indices in items */
	struct index_files {
		struct index_file *items;
		size_t count, capacity;
	} files;
	struct text_set texts;		  /* names, sources, and other texts of items */
	struct index_use *uses, *used_by; /* sorted by user, sorted by used */
	size_t use_count;
	struct json *documents;
	struct json *rooms; /* set by relations_add; NULL: no rooms */
};

void new_index_start(struct new_index *index, const struct game_type *type,
		     const char *path);
void new_index_free(struct new_index *index);

/* Adds assets that were written to this folder of the output. kind is the kind they are
 * listed as; it differs from their own kind if that could not be converted. Originals are
 * noted with the assets that they belong to. */
void new_index_add(struct new_index *index, const struct assets *assets,
		   const char *folder, const char *kind);
void new_index_add_originals(struct new_index *index, const struct assets *assets,
			     const char *folder, const char *kind);
/* Adds an asset of an earlier index, unless its id is already in the new one. */
void new_index_keep(struct new_index *index, struct json *asset);
void new_index_add_document(struct new_index *index, const char *kind, const char *name,
			    uint64_t size, const uint8_t sha256[32]);

/* Returns the index of an asset; TEXT_NONE: not found. */
size_t new_index_find(const struct new_index *index, const char *kind, unsigned number,
		      const char *name);
/* Adds a file to the asset at an index. */
void new_index_add_file(struct new_index *index, size_t place, enum index_role role,
			const char *path, uint64_t size, const uint8_t sha256[32]);
bool new_index_has_file(const struct new_index *index, size_t place,
			enum index_role role);

/* Returns the asset's JSON as in the index. Thread-safe. */
struct json *new_index_asset(const struct new_index *index, size_t place);

/* Returns "view:3", or "picture:NAME" without a number. */
struct json *asset_id(const char *kind, unsigned number, const char *name);

/*
 * Files of a game's folder: their hashes, and descriptions of the files that no asset
 * came from.
 */

struct source {
	/* relative to the folder; for a loose file as in loose_file_name */
	const char *name;
	/* path of a loose file, whose name is owned, too; NULL: not a loose file */
	char *loose;
	char *error; /* reason why it could not be read; NULL: no error */
	uint64_t size;
	uint8_t sha256[32];
	bool has_content; /* size and sha256 are valid: no error */
	bool is_used;	  /* assets came from it */
	bool is_beyond;	  /* was not read to its end, since the game is too large */
};

extern const struct fields source_fields, other_fields;

struct sources {
	struct source *items;
	size_t count;
	uint64_t size;	     /* bytes of all files */
	struct files *files; /* files that the sources belong to; names are borrowed */
	bool is_file;	     /* a single file was given */
};

/* Lists the files of a folder, or the one file, and loose files, without their content.
 * To be freed. */
void sources_open(struct sources *sources, const struct game_type *type, const char *path,
		  const struct common *common);
/* Job for jobs_run: reads source i. */
void sources_hash(void *sources, size_t i);
void sources_free(struct sources *sources);

/* True if the index lists the same files with the same content. */
bool sources_are(const struct sources *sources, const struct old_index *index);
/* Marks the sources that assets name. */
void sources_mark_used(struct sources *sources, const struct new_index *index);

/* Reports unused sources that can't be read. True: there are none. */
bool sources_report(const struct sources *sources, struct report *report);

/* Returns a list of the unused sources, as identify describes them. */
struct json *sources_others(const struct sources *sources, const struct report *report);

/*
 * Extraction of a game into a folder.
 */

struct extraction {
	const struct extract_request *request;
	const struct found_games *found; /* all games of the run */
	const struct found_game *game;
	const char *output; /* output folder */
	struct report *report;
	void *opened; /* the game as opened by its type */
	struct sources sources;
	struct asset_exports exports;
	struct old_index old;
	struct new_index made;
	struct text_set names; /* planned file names, in lower case */
	struct json *facts;    /* facts about the game */
	struct json *head;     /* members of the new index that are not lists */
	struct json *others;   /* result of sources_others */
	struct json *left_out; /* NULL: nothing was left out */
	bool lacks_old;	       /* files listed in the old index are missing */
	/* some files could not be written: the next run has work to do */
	bool lacks_files;
	bool leaves_out; /* assets of the folder being exported were not selected */
};

/* Returns the number of files that extraction_export will make if a progress bar is
 * shown; otherwise 0. */
size_t extraction_count(struct extraction *x);

/* Makes all selected files, and collects them in made. False if it ended early. */
bool extraction_export(struct extraction *x);

/* Callback for struct outputs, whose context is the extraction. Replaces a file that
 * exhume made if it is unchanged; keeps it if it was edited; refuses others. */
enum output_existing extraction_judge(void *context, const char *path,
				      const uint8_t sha256[32]);

/*
 * Extraction into a folder with files of an earlier run.
 */

/* False, reported, if the output holds another game: of another type, or with another
 * path and content. Always true with --force. */
bool extraction_is_free(const struct extraction *x);
/* Checks the same for all games: an output of one game, and one of several games. */
bool extraction_may_begin(const struct found_games *found, const char *output,
			  struct report *report);
/* Removes files that are in the old index and not in the new one. Edited ones are
 * reported and kept. */
void extraction_remove_left(const struct extraction *x);

/* Sets lacks_files if some outputs could not be written. */
void extraction_note_unwritten(struct extraction *x, const struct outputs *outputs);

/*
 * Further forms of the index beside index.json: a page, lines, a database. Written files
 * are added to the new index's documents.
 */

/* Kind of these documents. */
#define PAGE_KIND "page"

/* File name for each enum index_format. */
extern const char *const index_names[];

void index_write_page(struct extraction *x);
void index_write_other(struct extraction *x);

/* Marks an earlier index as incomplete, since a run that is killed leaves it beside files
 * that differ from its entries. */
void index_mark_incomplete(const struct extraction *x);

/* Writes index.json over an older one, after all other files. False: the report has the
 * reason. */
bool index_write(struct extraction *x);
/* Writes EXTRACT_PLACE if the index can't hold the paths. */
void index_write_place(const struct extraction *x);
/* Returns the whole index as one value; it needs ten times the memory of the records. */
struct json *index_to_json(const struct extraction *x);

/*
 * Data of an asset for the page's viewers: a script in PAGE_DATA, loaded when the asset
 * is opened. It calls exhumeMore with an object:
 *
 * id     id of the asset
 * waves  waves of its sounds: file, seconds, and peaks of up to 800 columns
 * level  a map of Tiled: width, height, tilewidth, tileheight, layers (name, data or
 *	  objects), tilesets (firstgid, columns, tilewidth, tileheight, margin, spacing,
 *	  tilecount, image: a path in the output, tiles: the animated ones)
 * animation  file, type (of MIME), and data: all of its bytes in base64
 * ...    members that the kind adds, see asset_kind.more
 */

/* Writes the scripts for assets that were written to this folder of the output, as kind.
 * The index has these assets already. */
void page_draw(struct extraction *x, struct assets *assets, const char *folder,
	       const char *kind);
/* Returns the number of scripts for planned assets. */
size_t page_drawn_count(const struct assets *assets);

/*
 * Page of a folder made by extract: index.html, which is the same for all, and its data
 * as scripts, since a page opened from the file system may not fetch files.
 *
 * index.js calls exhumeIndex with the game, and a line for each asset. Files in PAGE_DATA
 * have the rest: chunks, 0000.js and so on, with all data of some hundred assets; and a
 * file for each asset's viewer (see page_draw).
 */

#define PAGE_NAME "index.html"
#define PAGE_INDEX "index.js"
#define PAGE_TEXTS "index-texts.js"
#define PAGE_DATA "index-data"
#define PAGE_GAMES "games.js"
#define PAGE_WORDS "index-words"

/* Lines of the sources in page/, up to NULL; made by the build. */
extern const char *const page_game_html[];
extern const char *const page_game_css[];
extern const char *const page_game_js[];

/* Sources of a page. */
struct page_source {
	const char *const *page, *const *style, *const *script;
};

extern const struct page_source page_of_game;

void page_write(const struct page_source *source, struct exh_writer *out);

/* Writes a script that calls a function of the page. EXH_LIMIT: out is too small. */
enum exh_status page_write_call(const char *function, const struct json *value,
				struct exh_writer *out, struct exh_error *err);

/* Files of a page, by name; their content is in a temporary file. All zeros: none. */
struct page_files {
	struct page_file {
		char name[48];
		size_t offset, size; /* in the temporary file */
	} * items;
	size_t count, capacity;
	struct exh_writer content;  /* content of the last file, while it is filled */
	struct file_reader written; /* content of the files before */
	bool is_open;
	enum exh_status status;
	struct exh_error err;
};

/* Adds a file, to be filled before the next one is added. */
struct exh_writer *page_files_add(struct page_files *files, const char *name);
/* Ends the last file. Returns any failure so far. */
enum exh_status page_files_end(struct page_files *files, struct exh_error *err);
/* Appends the content of a file. */
enum exh_status page_files_read(const struct page_files *files, size_t i,
				struct exh_writer *out, struct exh_error *err);
void page_files_free(struct page_files *files);

/* Copies the keys that from has; scalars_only: not lists and objects. */
void page_copy_keys(const struct json *from, const char *const *keys, bool scalars_only,
		    struct json *to);

/* Adds PAGE_INDEX with its chunks and texts. EXH_LIMIT: a file would be too large. */
enum exh_status page_add_index(const struct extraction *x, struct page_files *files,
			       struct exh_error *err);

/*
 * Page of a folder of games: it shows their list, and each game with the index of the
 * game's own page. A name is found in all games by the beginnings of its words:
 * PAGE_WORDS has scripts of some hundred KiB that call exhumeWords with their number, and
 * lines of a word, the game's index in the list, and the row in the game's index,
 * separated by tabs. Words are in lower case, lines are sorted by bytes. See
 * page/games.js.
 */

/* Writes the scripts. Returns an object: "starts", the first word of each script, and
 * "counts", the number of lines. */
struct json *page_write_words(const char *output, const struct json *games,
			      struct report *report);
/* Writes PAGE_INDEX of a folder of games, or PAGE_GAMES if a game is in the folder
 * itself. */
enum exh_status page_write_games(const struct json *games, const struct json *words,
				 struct exh_writer *out, struct exh_error *err);

enum { PAGE_TEXTS_SIZE = 32 << 20 }; /* bytes of all texts of a page */

/* Returns the text of an asset's first text file, to be released. NULL: no text, or too
 * long, also for *left, which is reduced by its size. */
struct json *page_text(const struct json *asset, const char *folder, size_t *left);

/*
 * Relations of a game's assets (uses and used by), and the map of its rooms.
 */

/* Adds "uses" and "used_by" to the assets of an index: lists of ids, in the order of the
 * index. Relations of an earlier run are dropped. Makes index->rooms: "id", "picture",
 * "is_start", "ways". */
void relations_add(struct new_index *index, void *game, struct report *report);

/*
 * ZIP and other archives of games: unpacked into a temporary folder.
 */

/*
 * Unpacks an archive that libarchive knows (ZIP, 7z, tar, LHA) into a folder of its own,
 * for temporary_folder_end and report_call_end: messages name the archive and the member.
 * For other files *folder stays unchanged. Names outside the folder, links and devices
 * are left out with a warning, members that can't be unpacked with an error, files that
 * the Finder adds without a message. False: nothing could be unpacked, it is too large,
 * or the disk is full; the report has the reason.
 */
bool unpack_start(char **folder, const char *path, struct report *report);

/* Returns a version such as "3.6.2"; NULL: built without libarchive. */
const char *unpack_version(void);

/*
 * The work of exhume identify.
 */

/* True if all files have a known format, all folders hold a known game, and the result
 * could be printed. */
extern const struct document identify_document;
bool identify_files(const char *command, const struct common *common, char **paths,
		    size_t count);

#endif
