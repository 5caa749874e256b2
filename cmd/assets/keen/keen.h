/* Programs of Keen, and the names of tables. */
#ifndef CMD_ASSETS_KEEN_KEEN_H
#define CMD_ASSETS_KEEN_KEEN_H

#include "task/json.h"
#include "task/file.h"
#include "task/sha256.h"

#include <exhume/codec.h>
#include <exhume/advanced/keen_exe.h>

struct report;

/*
 * Tables out of a game's program, one that is given or one that lies beside the data:
 * read, unpacked where LZEXE packed it, and searched.
 */

enum {
	ARCHIVE_LIMIT = 64 << 20, /* bytes of a file that is read */
	TABLE_LIMIT = 256 << 10,  /* bytes; the games link theirs into 64 KiB */
};

/* A program, unpacked if LZEXE packed it. */
struct keen_program {
	const char *path; /* borrowed */
	struct file file;
	struct exh_arena arena;
	struct exh_notes notes;
	struct exh_mz mz;
	unsigned lzexe_version; /* 90, 91, or 0: it was not packed */
};

/* Opens a program. Close it even after a failure. is_own: this run made the file, and may
 * write it again. */
enum exh_status keen_program_open(const char *path, bool is_own,
				  struct keen_program *program, struct exh_error *err);
void keen_program_close(struct keen_program *program);

/* Place where a table was found. All zeros: in a file of its own. */
struct keen_origin {
	char *exe;		/* the program's file */
	size_t offset;		/* in its image: unpacked, without the header */
	unsigned lzexe_version; /* 90, 91, or 0: it was not packed */
};

struct keen_table {
	char *path; /* for messages: "KDREAMS.EXE (unpacked)", or the file */
	struct file content;
	struct file object; /* the object file that has it; without data: it is plain */
	struct keen_origin origin;
};

void keen_table_free(struct keen_table *table);

/* Reads a table from its file, which may be an object file. Free it even after a failure.
 */
enum exh_status keen_table_load(struct keen_table *table, const char *path,
				struct exh_error *err);

/* Reads a table from its file, which may be an object file. A path of NULL leaves it
 * unchanged. False, reported, after a failure. */
bool keen_table_read(struct keen_table *table, const char *path, struct report *report);

/* Stands for the dictionary of archives that are not packed. */
#define KEEN_NO_DICT "none"

/* True if the option names no file, but archives that are not packed. */
bool keen_dict_is_none(const char *option);
/* The same as keen_table_read; KEEN_NO_DICT gives the dictionary that packs nothing. */
bool keen_dict_read(struct keen_table *table, const char *path, struct report *report);

/* Search for tables beside an archive. */
struct keen_table_search {
	const char *archive_path;
	/* True if the table goes with the archive. NULL: the first readable table is
	 * taken. */
	bool (*fits)(void *context, struct exh_bytes table);
	void *context;
	struct report *report; /* gets errors of unreadable tables; may be NULL */
};

/* Warns of odd object files; reports nothing for other tables. */
void keen_table_check(const struct keen_table *table, struct report *report);

/* Lists tables of this stem beside an archive: first those that companions_find lists,
 * then those in object files by their names or public names. Free with companions_free.
 */
char **keen_tables_beside(const char *archive_path, const char *stem);

/* Ending of the game in a table's name, to be freed: "ck4" for MAPHEAD.CK4 and for
 * CK4MHEAD.OBJ. NULL: none. */
char *keen_table_label(const char *name);

/* True for the tables of graphics for CGA, by their names. */
bool keen_table_is_cga(const char *name);

/* Finds the first table of this stem that fits. *table is set when fits is called.
 * Backups are skipped, unless the archive is a backup, too. */
bool keen_table_find(struct keen_table *table, const char *stem,
		     const struct keen_table_search *search);

/* Reports that there is no such table. option: "--head"; NULL: the command has none. */
void keen_table_report_missing(const char *archive_path, const char *name,
			       const char *option, struct report *report);

/* Place of a table, as documents describe it. */
struct keen_table_row {
	const char *file; /* name, no folders; NULL: there is no such table */
	bool is_in_program;
	size_t offset;
	const char *exe_packing;
	struct exh_bytes object; /* all of an object file; size 0: it is in none */
};
struct keen_tables {
	bool has_dict, has_tile_info;
	struct keen_table_row head, dict, tile_info;
};
extern const struct fields keen_tables_fields;

/* dict and tile_info may be NULL, or without a path. */
struct keen_tables keen_tables_of(const struct keen_table *head,
				  const struct keen_table *dict,
				  const struct keen_table *tile_info);

/* A file, as documents describe it. Not every document has every member. */
struct keen_file {
	const char *file; /* name, no folders; NULL: not given */
	size_t size;
	uint32_t crc32;
	bool has_sha256;
	uint8_t sha256[SHA256_SIZE];
	/* Bytes before and after all chunks of an archive. */
	struct exh_bytes prefix, suffix;
	unsigned offset_size; /* bytes of an offset in a head; 0: not given */
	/* Second file of an archive in two files; NULL: in one. */
	const char *second_file;
	size_t first_size;     /* bytes in the first of two */
	struct exh_bytes data; /* the whole content, if it is kept */
	const char *path;      /* path of the written file */
};
extern const struct fields keen_file_fields;

struct keen_file keen_file_of(const char *path, struct exh_bytes bytes);

/* Returns bytes without a pointer if there are none. */
static inline struct exh_bytes bytes_or_none(struct exh_bytes bytes)
{
	return bytes.size ? bytes : (struct exh_bytes){ 0 };
}

/* "KDREAMS.EXE (unpacked) at 0x1CB20", the file, or "none"; to be freed. */
char *keen_table_text(const struct keen_table *table);

/* The bytes of a table; their base is the offset in the program's image. */
struct exh_bytes keen_table_bytes(const struct keen_table *table);

/* Reads a dictionary. False after a failure; the report has the error, or warnings. */
bool keen_huffman_read(struct exh_huffman *huffman, struct exh_bytes dict,
		       const char *path, struct exh_arena *arena, struct report *report);

enum keen_exe_data { KEEN_EXE_GRAPHICS, KEEN_EXE_LEVELS, KEEN_EXE_SOUNDS };

/* Request to find an archive's tables in programs. */
struct keen_exe_wish {
	const char *exe; /* NULL: in the programs beside the archive */
	const char *archive_path;
	struct exh_bytes archive;
	enum keen_exe_data data;	      /* contents of the archive */
	const struct exh_keen_layout *layout; /* layout of graphics; may be NULL */
	/* Bytes of tile information to find after a head of levels. */
	size_t tile_info_size;
};

/*
 * Fills head and dict, each only if its path is still NULL; dict stays empty for archives
 * that need none. False if the program, or all of those beside, lack something; the
 * report says so of one that was given, and with -v of those beside.
 */
bool keen_exe_find(const struct keen_exe_wish *wish, struct keen_table *head,
		   struct keen_table *dict, struct report *report);

/*
 * The names of heads, dictionaries and tile information beside new archives.
 */

/* Name of the table's own file beside a new archive. NULL: it goes into a program or,
 * where a patch file is to load it, into an object file. */
struct keen_tables_out;
const char *keen_table_own_name(const struct keen_table_row *row,
				const struct keen_tables_out *out);

/* A table that goes with a new archive. */
struct keen_table_wish {
	const char *archive; /* name of the archive that it came with; NULL: unknown */
	const char *table;   /* the table's own name; NULL: unknown */
	const char *stem;    /* name of such tables in the games: "MAPHEAD" */
	/* Ending of such tables in the game: ".KDR"; NULL: found by the archive's name.
	 */
	const char *ending;
};

/* Ending of a game's tables, by the name of its archive; NULL: no game uses that name. */
const char *keen_table_ending(const char *archive);

/*
 * The path of the table beside output, to be freed. An archive with the name of the old
 * one, or with one that a game uses, gets the old or the game's tables. Any other has its
 * own, "NEW.CK4.MAPHEAD", so that those of another archive in the folder stay:
 * companions_find finds them first.
 */
char *keen_table_beside(const char *output, const struct keen_table_wish *wish);

/*
 * The tables of a new archive: in files beside it, in the game's program, and named in a
 * patch file for CKPatch.
 */

enum { KEEN_NEW_TABLES = 6, KEEN_WRITTEN_FILES = KEEN_NEW_TABLES + 4 };

/* A patch file under construction, for one archive or several. */
struct keen_patch {
	struct exh_writer commands;
	char game[16]; /* %ext of the game; "": unknown so far */
};

/* Destinations of tables besides the files beside the archive. All zeros: none. */
struct keen_tables_out {
	const char *exe, *exe_out; /* a program with the old tables, and the new one */
	const char *patch;	   /* a patch file that loads the tables' files */
	/* A table that was found in a program gets no file: it goes into the program of
	 * that name beside the archive, which this run may have written before. */
	bool is_in_place;
	struct keen_patch *joint_patch; /* gets what a patch file needs; or NULL */
};

struct keen_new_table {
	const char *name;    /* for messages: "head" */
	const char *command; /* CKPatch's command: "egahead" */
	const char *path;    /* path of its file; NULL: it has no file of its own */
	struct exh_bytes content;
	/* The bytes of a program that it replaces. Without data they are known by size
	 * and checksum, or by their place alone. Size 0: it is in no program. */
	struct exh_bytes old;
	bool has_crc32;
	uint32_t old_crc32;
	struct keen_table_row place; /* place of the old table, as far as it is known */
};

/* The part of a dictionary that programs have: its nodes, without padding. */
static inline struct exh_bytes keen_dict_nodes(struct exh_bytes dict)
{
	if (dict.size > EXH_HUFFMAN_DICT_SIZE)
		dict.size = EXH_HUFFMAN_DICT_SIZE;
	return dict;
}

struct keen_new_archive {
	const char *command;  /* CKPatch's command: "egagraph" */
	const char *old_name; /* name of the archive that was extracted; NULL: unknown */
	const char *layout;   /* name of a layout of the game; NULL: unknown */
	const char *path;
	struct exh_bytes content;
	/* Path of a second file, which begins after first_size bytes; or NULL. */
	const char *second_path;
	size_t first_size;
	struct keen_new_table tables[KEEN_NEW_TABLES];
	size_t table_count;
};

/* Files that keen_archive_write wrote. */
struct keen_written {
	const char *paths[KEEN_WRITTEN_FILES]; /* borrowed; the archive first */
	size_t count;
	char *program_path; /* set if is_in_place; NULL: no table goes into a program */
	struct exh_writer program, patch;
	struct exh_writer objects[KEEN_NEW_TABLES]; /* tables with their object files */
};

/*
 * Writes the archive, its tables (in object files where the old ones are), the program
 * (unpacked if LZEXE packed it) and the patch file, all or none. False, reported, also if
 * the program lacks an old table, or if a new one does not fit in its place. Always free
 * *written.
 */
bool keen_archive_write(const struct keen_new_archive *archive,
			const struct keen_tables_out *out, struct keen_written *written,
			struct report *report);
void keen_written_free(struct keen_written *written);

/* Adds the commands that load an archive and its tables, which lie beside the patch file.
 * The game is that of the names and of the layout. */
void keen_patch_add(struct keen_patch *patch, const struct keen_new_archive *archive);

/* Sets the game by an archive's name, unless it is already known. */
void keen_patch_name(struct keen_patch *patch, const char *archive);

/* Appends the patch file. */
void keen_patch_write(const struct keen_patch *patch, struct exh_writer *out);

/*
 * The names of files in a game's folder.
 */

#define OBJECT_ENDING ".obj"

/* Ending of a name with its dot; "" if there is none. */
const char *keen_ending(const char *name);
/* True if the name without its ending is this stem, in upper or lower case. */
bool keen_has_stem(const char *name, const char *stem);
/* True if the name is that of a copy which somebody or a program put aside: .BAK, .OLD,
 * .ORIG, "~", "(1)", "Copy". */
bool keen_is_backup(const char *name);

/* Graphics in two files, as Keen 4 was first sold. */
#define KEEN_FIRST_PART "ega1"
#define KEEN_SECOND_PART "ega2"

/* EGA2.CK4 beside EGA1.CK4; NULL: the archive is whole. */
const char *keen_find_second(const struct files *files, const char *name);
/* Path of the second file, to be freed. */
char *keen_second_part(const char *path);

/*
 * Opened archives of a game, in which the kinds of Keen find their assets: a kind's game
 * is a struct keen_parts.
 */

/* NULL: that archive is missing, and its kinds have no assets. */
struct keen_parts {
	struct keen_graphics_game *graphics; /* prepared */
	struct keen_levels *levels;
	struct keen_sounds *sounds;
	struct keen_loose *loose; /* texts and pictures beside archives */
};

#endif
