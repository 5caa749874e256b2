/* Games of ZVision: their files, archives (ZFS) and rooms, and the way back. */
#ifndef CMD_ASSETS_ZVISION_ZV_H
#define CMD_ASSETS_ZVISION_ZV_H

#include "task/fields.h"
#include "assets/assets.h"
#include "task/file.h"
#include "task/outputs.h"
#include "task/report.h"
#include "task/sandbox.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/advanced/zv_engine.h>
#include <exhume/zvision.h>

#include <pthread.h>

/*
 * Rooms of a folder's pictures, animations and levers, as the scripts (.scr) beside them
 * show: pictures for panoramas are stored transposed.
 */

/* --transpose */
enum transpose { TRANSPOSE_AUTO, TRANSPOSE_YES, TRANSPOSE_NO };

extern const char *const transpose_choices[];

/* Entries of the options: --data, a struct strings, and --transpose. */
#define ROOM_OPTIONS(request, data, transpose, transpose_help)            \
	{ LIST_OPTION("data", "DIR", request, data),                      \
	  .help = "find scripts in this folder, too (may be repeated)" }, \
	{                                                                 \
		CHOICE_OPTION("transpose", "WHEN", request, transpose,    \
			      transpose_choices),                         \
			.help = transpose_help                            \
	}

/* Choices of --game: auto, nemesis, zgi. zv_game_name returns "nemesis" or "zgi". */
extern const char *const zv_game_choices[];
const char *zv_game_name(enum exh_zv_game game);

/* A file that a script shows, or the place that the script is of. */
struct sandbox;
struct room_file {
	char *name;
	char *script; /* name of the script */
	bool is_panorama;
	size_t place; /* in the order of scripts */
};

/* Files that the scripts of some folders show. */
struct room_list {
	char *folder; /* folder of the scripts; NULL: none was searched yet */
	struct room_file *items;
	size_t count, capacity;
};

/* Rooms of one folder at a time, or of a game; threads may share it. */
struct rooms {
	pthread_mutex_t lock;
	bool is_game;
	const struct strings *data; /* folders that are searched, too; may be NULL */
	/* Files of the scripts in the file's folder, or in the game. */
	struct room_list own;
	/* Files of the scripts in data, in the folders next to the file's and in the game
	 * around it. */
	struct room_list others;
};

/* Opens rooms that are kept with the request. data: --data, borrowed. */
struct rooms *rooms_open(const struct strings *data, struct common *common);
/* Starts with the scripts among a game's files: paths are names of its files, and no
 * folder is searched. */
void rooms_start_game(struct rooms *rooms, const struct files *files);
void rooms_end(struct rooms *rooms);

/* Reads the name of a place, four letters or digits, into small letters. Text after it is
 * ignored. */
enum { ZV_PLACE_SIZE = 4 };
bool zv_read_place(const char *text, char place[ZV_PLACE_SIZE + 1]);

/* True if a part of a script is this word, in upper or lower case. */
bool zv_is_word(struct exh_bytes text, const char *word);

/*
 * True if a script beside path shows the file of its name; or else one in the folders of
 * data, in a folder next to that of path (archives of a game that were unpacked), or in
 * the game in whose tree path is. Then *is_panorama is true if the script's room is a
 * panorama, and *script, to be freed, is its name. Unreadable files are ignored; if
 * scripts disagree, a panorama takes precedence. If no script shows the file, the script
 * of the place is used whose four characters the file's name begins with.
 */
bool rooms_find(struct rooms *rooms, const char *path, bool *is_panorama, char **script);

/* True if the file at path is stored transposed. AUTO: as a script shows, which is
 * reported; without a script it is not. */
bool rooms_transpose(struct rooms *rooms, unsigned transpose, const char *path,
		     struct report *report);

/*
 * Shared parts of reading and writing ZFS archives: members' names as names of files, and
 * their bytes.
 */

#define ZFS_MANIFEST "zfs.json"

/* Names by enum exh_zv_zfs_tail, ends with NULL. */
extern const char *const zfs_tail_names[];

/* A member's name as a file: UTF-8, without folders, different from other members' names
 * even if case is ignored. */
struct zfs_name {
	char text[72];
	bool is_changed; /* the stored name is not safe */
	bool is_distinct;
	bool is_deleted; /* names of members that are not deleted come first */
};

/*
 * Returns a name for each member, to be freed. Folder separators of any system, control
 * characters, a leading dot, and a trailing dot or blank become _; names of DOS devices
 * get a leading _. The first of several equal names stays, one that is not deleted if
 * there is any; the others get a tilde and their number. No name equals the manifest's,
 * if one is written.
 */
struct zfs_name *zfs_names(const struct exh_zv_zfs *zfs, bool manifest);

/* Folds a character for comparing names: upper and lower case of Latin-1 are the same. */
uint8_t zfs_fold(uint8_t code);

/* "5a10c377" */
enum { ZFS_KEY_TEXT_SIZE = 2 * EXH_ZV_ZFS_KEY_SIZE + 1 };
void zfs_key_to_text(const uint8_t key[EXH_ZV_ZFS_KEY_SIZE],
		     char text[ZFS_KEY_TEXT_SIZE]);
bool zfs_key_from_text(const char *text, uint8_t key[EXH_ZV_ZFS_KEY_SIZE]);

/* Reads the directory of an archive into arena. False: the report has the error. */
bool zfs_open(struct file_reader *reader, const char *path, struct exh_arena *arena,
	      struct exh_zv_zfs *zfs, struct report *report);

/* True if the total size of all members is more than any archive of file_size bytes
 * needs. Members may share bytes, but such an archive was made to fill a disk. */
bool zfs_is_too_much(uint64_t total, size_t file_size);

/* Reports an incomplete member; name is its name in messages. */
void zfs_report_member(struct report *report, const char *path,
		       const struct exh_zv_zfs_member *member, const char *name);
/* Reports a member that is compressed: nothing of it can be written. */
void zfs_report_compression(struct report *report, const char *path,
			    const struct exh_zv_zfs_member *member, const char *name);

/*
 * Copies count bytes at offset, the start of a member of size bytes, and encrypts or
 * decrypts them.
 */
enum exh_status zfs_copy(const struct file_reader *in, size_t offset, size_t count,
			 const uint8_t key[EXH_ZV_ZFS_KEY_SIZE],
			 enum exh_zv_zfs_tail tail, size_t size, struct file_stream *out,
			 struct exh_error *err);

/*
 * zfs.json beside the members of a ZFS archive: properties that the files do not contain.
 */

struct zfs_manifest_member {
	char name[EXH_ZV_ZFS_TEXT_SIZE];
	struct exh_bytes stored_name; /* NULL: the text has it all */
	const char *file;	      /* name without folders */
	bool has_name, has_id;
	struct exh_zv_zfs_member member; /* except for sizes and places */
};

struct zfs_manifest {
	struct exh_arena arena; /* owns the names */
	struct exh_zv_zfs zfs;	/* head of the archive */
	enum exh_zv_zfs_tail tail;
	struct zfs_manifest_member *members;
	size_t member_count;
};

extern const struct document zfs_manifest_document;

/* Manifest of the members for which wanted is true. */
struct json *zfs_manifest_to_json(const struct exh_zv_zfs *zfs, enum exh_zv_zfs_tail tail,
				  const struct zfs_name *names, const bool *wanted);

/* Reads a manifest. Always to be freed. */
enum exh_status zfs_manifest_read(struct exh_bytes text, struct zfs_manifest *manifest,
				  struct exh_error *err);
void zfs_manifest_free(struct zfs_manifest *manifest);

/*
 * Description of an archive that was read, or packed.
 */

struct zfs_member_row {
	bool is_read, is_cut, is_deleted;
	size_t index;
	char name[EXH_ZV_ZFS_TEXT_SIZE];
	const char *file, *input, *output, *compression;
	struct exh_zv_zfs_member member;
};

struct zfs_row {
	bool is_read, encrypted;
	struct exh_zv_zfs zfs;
	size_t size;
	struct zfs_member_row *members;
	size_t count;
};

extern const struct fields zfs_archive_fields;
extern const struct fields *const zfs_results[]; /* results of the commands */

/*
 * The work of exhume zfs-pack, without its command line.
 */

struct zfs_pack_request {
	struct common common;
	const char *key, *tail;
	unsigned per_block;
};

void zfs_pack_run_packing(void *context, const char *input, const char *output,
			  struct report *report, struct json *result);

/*
 * The members of a ZFS archive as files (task/files.h), decrypted as they are read.
 */

/* Opens the archive of this name among files, which must outlive it. A member's name is
 * as zfs-unpack writes it. NULL: the report has the error. */
struct files *zfs_place_open(const struct files *files, const char *name,
			     struct report *report);

/* Size of a member, and its offset in the archive. */
size_t zfs_place_size(const struct files *place, const char *name);
size_t zfs_place_offset(const struct files *place, const char *name);

/*
 * The work of exhume zfs-unpack, without its command line.
 */

struct zfs_unpack_request {
	struct common common;
	struct strings only, exclude;
	bool list, manifest, deleted;
	unsigned tail;
};

void zfs_unpack_run_input(void *context, const char *input, const char *output,
			  struct report *report, struct json *result);

/*
 * exhume build of a game of ZVision: edited files lie beside the archives.
 */

const char *zv_build_refuses(const struct json *asset, const char *file);
bool zv_build(const struct game_build *build);

/*
 * A game of ZVision: a folder of loose files and ZFS archives, or one archive.
 */

enum zv_type {
	ZV_PICTURE,
	ZV_ANIMATION,
	ZV_SOUND,
	ZV_LEVER,
	ZV_SCRIPT,
	ZV_TEXT,
	ZV_SUBTITLES,
	ZV_CURSOR,
	ZV_VIDEO,
	ZV_NO_TYPE,
};

/* Place of a file of the game. */
struct zv_place {
	const char *name;  /* name, no folders */
	const char *inner; /* name among files */
	const struct files
		*files;	     /* the loose ones of the game, or those of an archive */
	const char *archive; /* path of the archive; NULL: it is a loose file */
	const char *where;   /* the file or archive, as a path in the game's folder */
	enum zv_type type;
	bool is_shadowed;    /* another file of its name is used */
	bool is_placeholder; /* too small to be of its type, which is ZV_NO_TYPE then */
};

/* Type by the ending of the file's name, or else by its first bytes. */
enum zv_type zv_type_of(const struct files *files, const char *name);
bool zv_is_archive(const struct files *files, const char *name);
/* True for files that only games of this family have. */
bool zv_is_evidence(const struct files *files, const char *name);

struct zv_game {
	struct files *files; /* all its files */
	struct rooms rooms;  /* from the game's scripts */
	enum exh_zv_game which;
	/* Evidence for which: "name" of its files, "size" of its scripts, names of its
	 * "sounds", or an "option"; "default": none; "unknown": none, though it has the
	 * archive of scripts of a game that was sold. */
	const char *reason;
	const char *edition; /* "dvd" or "cd"; NULL: unknown */
};

#define ZV_SCRIPTS_FOLDER "znemscr"
#define ZV_SCRIPTS_ARCHIVE "scripts.zfs"

/* True if a folder is the root of a game, or has files of one, without a root in it or up
 * to two levels below and without a game of another family; or if a file is an archive of
 * one. */
bool zv_game_is_at(const char *path);
/* The same; files: those of the folder, NULL for a file. */
bool zv_game_is_in(const char *path, const struct files *files);
/* True if a folder in the tree of a game is another game's, or no part of one. */
bool zv_game_is_apart(const char *folder);
/* True if the root, or the scripts of Nemesis in it, has an index of the disks. */
bool zv_game_has_index(const struct files *root);
/* The path of the game at or below a folder, to be freed. NULL: the report has the error.
 */
char *zv_game_find(const char *path, struct report *report);
/* The root in whose tree a file is, to be freed; NULL: none. */
char *zv_game_around(const char *path);
/* Visits the root around each path, NULL for none; files in one folder are visited once.
 */
void zv_games_around(char **paths, size_t count,
		     void (*visit)(void *context, const char *root), void *context);
/* Lets a command read these games, or the scripts that rooms_find looks for. */
void zv_reads_game(char **paths, size_t count, struct sandbox *sandbox);
/* Lists all loose files of a game, with folders in their names; faults may be NULL. */
struct files *zv_game_list(const char *path, struct files_faults *faults);

/*
 * The files of a game under one roof, by their names without folders. If several files
 * have the same name, in upper or lower case, one in ADDON is used; else the one in the
 * place which the index of the disks gives; else the one in the first folder, a loose
 * file before a member of an archive. A file of fewer than 10 bytes is used only if the
 * others are as small. Unreadable files are reported, and the rest is used.
 */
struct files *zv_roof_open(const char *path, struct report *report);
/* Place of a name that the roof has. */
const struct zv_place *zv_roof_place(const struct files *roof, const char *name);
/* The loose files as they are in folders; borrowed. */
const struct files *zv_roof_tree(const struct files *roof);
/* Visits the files of this name that are not used. */
void zv_roof_copies(const struct files *roof, const char *name,
		    void (*visit)(void *context, const struct zv_place *copy),
		    void *context);

/* Opens a game. For one without scripts it reports which game is assumed. */
struct zv_game *zv_game_open(const char *path, struct report *report);
void zv_game_close(struct zv_game *game);

/* Place of a name that game->files has. */
const struct zv_place *zv_game_place(const struct zv_game *game, const char *name);

bool zv_game_is_known(const struct zv_game *game);

/* An edition that was sold. */
struct zv_edition {
	enum exh_zv_game game;
	const char *name; /* "dvd" or "cd" */
	enum exh_zv_language language;
};

/* Finds the edition by the size of a file, as its lower-case name; NULL: unknown. */
const struct zv_edition *zv_edition_find(const struct files *files, const char *file);

/* Choices of --language: auto, then the languages in their order. */
extern const char *const zv_language_choices[];
/* Returns the language of the edition, English if nothing shows another one. */
enum exh_zv_language zv_game_language(const struct zv_game *game, enum exh_zv_game which);

/* Finds out which game it is, without looking at sounds. False: there is no evidence. */
bool zv_game_guess_at(const char *root, enum exh_zv_game *which);
/* Size of the visible part of a panorama, in pixels; as in Nemesis if there is no
 * evidence. */
void zv_game_window(const struct zv_game *game, size_t *width, size_t *height);

/*
 * The index of a game's disks (NEMESIS.ZIX, INQUIS.ZIX): the places that files are in, in
 * their order, and in which of them each file is. Source: zvision 5.
 */

struct zv_index_entry {
	char *name;
	size_t place; /* from 0 */
	size_t line;  /* among the entries */
};

struct zv_index {
	struct {
		char **items; /* paths with "/", below the game's folder; "": that itself
			       */
		size_t count, capacity;
	} places;
	struct {
		struct zv_index_entry *items; /* sorted by name, ignoring case */
		size_t count, capacity;
	} entries;
};

/* Reads an index. Lines that are of neither list are left out, and so are paths that lead
 * out of the folder (they stay as places without files). False: the text ends before the
 * list of files, and the index is empty. */
bool zv_index_read(struct exh_bytes text, struct zv_index *index);
void zv_index_free(struct zv_index *index);

/* The entries of a file, which follow each other in the order of their lines. */
const struct zv_index_entry *zv_index_find(const struct zv_index *index, const char *name,
					   size_t *count);

/* The name of an index among files; NULL: there is none. */
extern const char *const zv_index_names[]; /* ends with NULL */
const char *zv_index_name(const struct files *files);

/*
 * The kinds of assets of ZVision's games.
 */

/* A folder of loose files and ZFS archives, or an archive. */
extern const struct game_type zv_game_type;

/*
 * Files of ZVision's games as assets: out of a game, or a file by itself.
 */

/* A kind's code is its enum zv_type. Assets have the whole names of their files. */
extern const struct asset_source zv_source;

/* The same without bytes, for files that are read piece by piece: see zv_reader_open. */
extern const struct asset_source zv_stream_source;

/* The game that an asset is of; NULL: it is a file by itself. */
static inline struct zv_game *zv_game_of(const struct asset *asset)
{
	return asset->assets->game;
}

/* Opens the file of an asset, to be closed before the game is. */
enum exh_status zv_reader_open(const struct asset *asset, struct file_reader *reader,
			       struct exh_error *err);
/* Changes offsets of the notes, and of err unless it is NULL, to those in that file. */
void zv_reader_place_notes(const struct asset *asset, struct exh_notes *notes,
			   struct exh_error *err);

/* True if rows and columns are exchanged, as a room of the game shows. */
bool zv_is_transposed(const struct asset *asset);

#endif
