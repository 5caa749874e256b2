/* Libraries of Softdisk, and IFF pictures. */
#ifndef CMD_ASSETS_SOFTDISK_SOFTDISK_H
#define CMD_ASSETS_SOFTDISK_SOFTDISK_H

#include "task/fields.h"
#include "assets/convert.h"
#include "assets/ilbm/ilbm.h"
#include "task/file.h"
#include "task/report.h"
#include "task/text.h"
#include "task/work.h"

#include <exhume/advanced/softdisk.h>

/*
 * An input of lbm2png and softdisk: a file, or the members of a Softdisk library.
 */

struct content {
	const struct exh_softdisk_member *member; /* NULL: the file itself */
	/*
	 * UTF-8 name for a file. Never a path, and unique among the members regardless of
	 * case; for a content without a member, the name of the file.
	 */
	char *name;
};

struct contents {
	const char *path;
	struct file file;
	struct exh_arena arena; /* memory of the directory and the notes */
	struct exh_softdisk_library library;
	struct exh_notes notes; /* notes on the directory */
	struct content *items;
	size_t count;
	bool renamed; /* some names were changed to be valid file names */
};

/* Opens a file. A file that is not a library has a single content. Always free it. */
enum exh_status contents_open(struct contents *contents, const char *path,
			      struct exh_error *err);
void contents_free(struct contents *contents);

bool contents_is_library(const struct contents *contents);

/* Returns the bytes; a member is expanded into arena. */
enum exh_status content_load(const struct contents *contents, const struct content *item,
			     struct exh_arena *arena, struct exh_bytes *out,
			     struct exh_notes *notes, struct exh_error *err);

/* Returns FILE, or FILE/MEMBER for a member of a library: for messages. To be freed. */
char *content_title(const struct contents *contents, const struct content *item);

/* Returns a stored name, unchanged, as UTF-8; to be freed. */
char *content_stored_name(const struct exh_softdisk_member *member);

/*
 * Types of files and of members of Softdisk libraries, and their conversion to text.
 */

enum softdisk_format {
	SOFTDISK_AS_AUTO,
	SOFTDISK_AS_TEXT,
	SOFTDISK_AS_ANSI,
	SOFTDISK_AS_RAW,
	SOFTDISK_AS_JSON
};

/* Type of a file or a member. */
enum softdisk_type { SOFTDISK_OTHER, SOFTDISK_PICTURE, SOFTDISK_SCREEN, SOFTDISK_TEXT };

struct softdisk_content {
	enum softdisk_type type;
	struct exh_bytes bytes;
	struct exh_text_screen screen;
	struct exh_keen_text text;
};

/* Returns "other", "picture", "screen" or "text". */
const char *softdisk_type_name(enum softdisk_type type);

/* Determines the type of bytes, which are borrowed. If they are neither screen nor text,
 * err has the reason. */
void softdisk_judge(struct exh_bytes bytes, struct softdisk_content *content,
		    struct exh_notes *notes, struct exh_error *err);

/* Appends a screen or a text; for SOFTDISK_AS_RAW its bytes. */
void softdisk_encode(const struct softdisk_content *content, enum softdisk_format format,
		     struct exh_writer *out);

/*
 * A Softdisk library as a game of the registry: its members and their types.
 */

struct softdisk_library {
	struct contents contents;
	struct softdisk_member {
		enum softdisk_type type; /* SOFTDISK_OTHER if it can't be expanded */
		bool is_broken;		 /* can't be expanded */
	} * members;
};

/* Opens a library; members are expanded to find their types. False: err has the reason.
 * Always free it. */
enum exh_status softdisk_library_open(struct softdisk_library *library, const char *path,
				      struct exh_error *err);
void softdisk_library_free(struct softdisk_library *library);

/* Options for pictures. */
struct softdisk_picture_options {
	enum ilbm_palette palette;
	unsigned scale;	    /* 0 means 1 */
	bool is_any_broken; /* selects all members that can't be expanded, too */
};

/* A kind's code is its enum softdisk_type. */
extern const struct asset_source softdisk_source;

/* Returns the kind of library by the first bytes; none for pipes. */
enum exh_softdisk_kind softdisk_kind_at(const char *path);

/* Returns the member of an asset; NULL: it is a file by itself. */
const struct content *softdisk_content_of(const struct asset *asset);

/*
 * The work of exhume softdisk, without its command line.
 */

struct softdisk_request {
	struct common common;
	struct strings only;
	bool list, extract, pack;
	unsigned method, format; /* enum softdisk_format */
};

/* Returns the path for extraction or for a text. */
char *softdisk_plan_output(void *context, const char *input, bool several);

extern const struct fields softdisk_fields; /* fields of a result */

void softdisk_run_input(void *context, const char *input, const char *output,
			struct report *report, struct json *result);

/*
 * The work of exhume lbm2png, without its command line: converts pictures in Softdisk
 * libraries, or in files by themselves.
 */

struct lbm2png_request {
	struct common common;
	unsigned palette; /* enum ilbm_palette */
	unsigned scale;	  /* 0 means 1 */
	bool list;
};

char *lbm2png_output_for(void *context, const char *input, bool several);

extern const struct fields lbm2png_fields; /* fields of a result */

void lbm2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result);

/* True if output names a file. A name such as .png is that of a hidden folder. */
bool lbm2png_is_file(const char *output);

/*
 * The work of exhume png2lbm, without its command line.
 */

/* Names for OPT_CHOICE: "ilbm", "pbm", NULL. */
extern const char *const png2lbm_format_choices[];

struct png2lbm_request {
	struct common common;
	const char *like;
	unsigned format, plane_count; /* plane_count 0: as few as the colours need */
};

enum exh_status png2lbm_encode(struct conversion *c, struct exh_bytes in,
			       struct exh_writer *out, struct exh_error *err);
extern const struct fields png2lbm_fields; /* fields of a result */
void png2lbm_written(struct conversion *c, size_t size);

/*
 * Softdisk libraries in the registry of assets: pictures, text screens, texts and other
 * files.
 */

/* Kind of pictures. Options are a struct softdisk_picture_options; asset->thing is a
 * struct ilbm_picture. */
extern const struct asset_kind softdisk_picture_kind;

/* A library (SLIB, COMP, CMP1): a file. */
extern const struct game_type softdisk_game_type;

/*
 * Makes a library from files.
 */

/*
 * Packs files, and the files of folders sorted by name, in the given order, into output
 * ("-": standard output). result lists the members.
 */
extern const struct fields softdisk_pack_fields;
void softdisk_pack(char **paths, size_t count, const char *output,
		   enum exh_softdisk_method method, struct report *report,
		   struct json *result);

#endif
