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

#include <exhume/softdisk.h>

/*
 * An input of lbm2png and softdisk: a file, or the members of Softdisk's library that it
 * is.
 */

struct content {
	const struct exh_softdisk_member *member; /* NULL: the file itself */
	/*
	 * Name of a file for it, UTF-8, that is no path and no other member's in any
	 * case; of a member without a name that of the file it is in.
	 */
	char *name;
};

struct contents {
	const char *path;
	struct file file;
	struct exh_arena arena; /* of the directory and of the notes */
	struct exh_softdisk_library library;
	struct exh_notes notes; /* of the directory */
	struct content *items;
	size_t count;
	bool renamed; /* some name was changed to be one of a file */
};

/* A file that is no library has one content. What was opened is always to be freed.
 */
enum exh_status contents_open(struct contents *contents, const char *path,
			      struct exh_error *err);
void contents_free(struct contents *contents);

bool contents_is_library(const struct contents *contents);

/* The bytes; those of a member are expanded into arena. */
enum exh_status content_load(const struct contents *contents, const struct content *item,
			     struct exh_arena *arena, struct exh_bytes *out,
			     struct exh_notes *notes, struct exh_error *err);

/* FILE, or FILE/MEMBER for what is in a library: for messages. To be freed. */
char *content_title(const struct contents *contents, const struct content *item);

/* A stored name as UTF-8, as it is; to be freed. */
char *content_stored_name(const struct exh_softdisk_member *member);

/*
 * What files and members of Softdisk's libraries are, and how they become text.
 */

enum softdisk_format {
	SOFTDISK_AS_AUTO,
	SOFTDISK_AS_TEXT,
	SOFTDISK_AS_ANSI,
	SOFTDISK_AS_RAW,
	SOFTDISK_AS_JSON
};

/* What the bytes of a file or a member are. */
enum softdisk_type { SOFTDISK_OTHER, SOFTDISK_PICTURE, SOFTDISK_SCREEN, SOFTDISK_TEXT };

struct softdisk_content {
	enum softdisk_type type;
	struct exh_bytes bytes;
	struct exh_text_screen screen;
	struct exh_keen_text text;
};

/* "other", "picture", "screen", "text". */
const char *softdisk_type_name(enum softdisk_type type);

/* Finds out what bytes are; they are borrowed. err has what is wrong with those that are
 * neither screen nor text. */
void softdisk_judge(struct exh_bytes bytes, struct softdisk_content *content,
		    struct exh_notes *notes, struct exh_error *err);

/* Appends a screen or a text; its bytes for SOFTDISK_AS_RAW. */
void softdisk_encode(const struct softdisk_content *content, enum softdisk_format format,
		     struct exh_writer *out);

/*
 * A library of Softdisk as a game of the registry: its members and what they are.
 */

struct softdisk_library {
	struct contents contents;
	struct softdisk_member {
		enum softdisk_type type; /* SOFTDISK_OTHER if it can't be expanded */
		bool is_broken;		 /* it can't */
	} * members;
};

/* Members are expanded for a look at them. False: err has why. What was opened is always
 * to be freed. */
enum exh_status softdisk_library_open(struct softdisk_library *library, const char *path,
				      struct exh_error *err);
void softdisk_library_free(struct softdisk_library *library);

/* Of the kind of pictures. */
struct softdisk_picture_options {
	enum ilbm_palette palette;
	unsigned scale;	    /* 0 is 1 */
	bool is_any_broken; /* finds all members that can't be expanded, too */
};

/* A kind's code is its enum softdisk_type. */
extern const struct asset_source softdisk_source;

/* By the first bytes; none of what can't be sought in. */
enum exh_softdisk_kind softdisk_kind_at(const char *path);

/* The member that an asset is; NULL: it is a file by itself. */
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

/* Where extraction or a text goes. */
char *softdisk_plan_output(void *context, const char *input, bool several);

extern const struct fields softdisk_fields; /* of a result */

void softdisk_run_input(void *context, const char *input, const char *output,
			struct report *report, struct json *result);

/*
 * The work of exhume lbm2png, without its command line: pictures of Softdisk's libraries,
 * or in files by themselves.
 */

struct lbm2png_request {
	struct common common;
	unsigned palette; /* enum ilbm_palette */
	unsigned scale;	  /* 0 is 1 */
	bool list;
};

char *lbm2png_output_for(void *context, const char *input, bool several);

extern const struct fields lbm2png_fields; /* of a result */

void lbm2png_run_input(void *context, const char *input, const char *output,
		       struct report *report, struct json *result);

/* A name that is only an ending is a hidden folder's. */
bool lbm2png_is_file(const char *output);

/*
 * The work of exhume png2lbm, without its command line.
 */

/* For OPT_CHOICE: "ilbm", "pbm", NULL. */
extern const char *const png2lbm_format_choices[];

struct png2lbm_request {
	struct common common;
	const char *like;
	unsigned format, plane_count; /* 0: as few as the colours need */
};

enum exh_status png2lbm_encode(struct conversion *c, struct exh_bytes in,
			       struct exh_writer *out, struct exh_error *err);
extern const struct fields png2lbm_fields; /* of a result */
void png2lbm_written(struct conversion *c, size_t size);

/*
 * Softdisk's libraries in the registry of assets: pictures, text screens, texts and
 * files.
 */

/* Its options are struct softdisk_picture_options, its thing is a struct ilbm_picture. */
extern const struct asset_kind softdisk_picture_kind;

/* A library (SLIB, COMP, CMP1): a file. */
extern const struct game_type softdisk_game_type;

/*
 * Makes a library of files.
 */

/*
 * Packs files, and those of folders by their names, in the order given, into output ("-":
 * standard output). The members are listed in result.
 */
extern const struct fields softdisk_pack_fields;
void softdisk_pack(char **paths, size_t count, const char *output,
		   enum exh_softdisk_method method, struct report *report,
		   struct json *result);

#endif
