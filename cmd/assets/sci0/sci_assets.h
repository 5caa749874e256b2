/*
 * Assets of Sierra's games as files of today: what view2png, pic2png, font2png,
 * cursor2png and sci-snd2wav have in common, and what sci-unpack --convert does with all
 * of them. Inputs are games (all resources of a type, or those of --number) or single
 * resources.
 */
#ifndef CMD_ASSETS_SCI0_SCI_ASSETS_H
#define CMD_ASSETS_SCI0_SCI_ASSETS_H

#include "sci_items.h"

struct sci_assets;

enum { SCI_NO_NUMBER = 0xffff };

struct sci_asset {
	unsigned type, number;	 /* SCI_NO_NUMBER: a file whose name tells none */
	const char *name;	 /* "view.000"; of a file named otherwise: its name */
	const char *file;	 /* that messages are about */
	struct exh_bytes bytes;	 /* the resource */
	struct exh_arena *arena; /* for what is read out of it */
	void *thing;		 /* that the converter's read made of it */
	const struct sci_assets *assets; /* it is one of */
};

/* A file that an asset becomes. */
enum { SCI_PART_WRITTEN = 1 << 16 /* kinds from here on: by write, not by make */ };

struct sci_part {
	int kind;     /* the converter's own */
	size_t index; /* likewise */
};

struct sci_parts;

/* Plans one. The name, with folders where it has some, begins with that of the asset, and
 * format is what comes behind it: ".visual.png", "/00-01.png". False when out of memory.
 */
bool sci_parts_add(struct sci_parts *parts, int kind, size_t index, const char *format,
		   ...) __attribute__((format(printf, 4, 5)));

/* How resources of a type become files. Functions but open may run beside each other, and
 * share nothing but what they read. */
struct sci_converter {
	enum exh_sci0_type type;
	const void *defaults; /* its options, when none are given; NULL: it has none */
	size_t memory_limit;  /* bytes, of an asset's arena; 0: 16 MiB */
	/* What all assets of an input need (the instruments of sounds), into
	 * assets->shared, in assets->arena; false, told, if they can't be had. May be
	 * NULL. */
	bool (*open)(const void *options, struct sci_assets *assets,
		     struct report *report);
	/* Fills asset->thing, and notes what is damaged: what was salvaged is written all
	 * the same, unless --strict is given. */
	enum exh_status (*read)(const void *options, struct sci_asset *asset,
				struct exh_notes *notes, struct exh_error *err);
	/* Plans its files. False when out of memory. */
	bool (*plan)(const void *options, const struct sci_asset *asset,
		     struct sci_parts *parts);
	/* Fills out with one of them. */
	enum exh_status (*make)(const void *options, const struct sci_asset *asset,
				const struct sci_part *part, struct exh_writer *out,
				struct exh_error *err);
	/* Writes a long one to its path itself; file_stream_open knows "-" and force. May
	 * be NULL. */
	enum exh_status (*write)(const void *options, const struct sci_asset *asset,
				 const struct sci_part *part, const char *path,
				 bool force, struct exh_error *err);
	/* Adds to object what is to be told of the asset in JSON. May be NULL. */
	void (*describe)(const void *options, const struct sci_asset *asset,
			 json_t *object);
};

struct sci_planned {
	size_t asset;
	struct sci_part part;
	char *name;
	bool is_done;
};

struct sci_parts {
	struct sci_planned *items;
	size_t count, capacity;
	/* For sci_parts_add. */
	size_t asset;
	const char *asset_name;
};

/* One that was loaded, or that failed to. */
struct sci_loaded {
	struct sci_asset asset;
	struct exh_arena arena;
	struct exh_notes notes;
	enum exh_status status;
	struct exh_error err;
};

/* The assets of one type of an input. All zeros: none. */
struct sci_assets {
	const struct sci_converter *converter;
	const void *options;
	const char *path;	/* of the input */
	struct sci_game *game;	/* NULL: path is a single resource */
	struct exh_arena arena; /* of names and shared */
	void *shared;		/* of the converter's open */
	bool is_strict;		/* what is damaged counts as failed */
	struct sci_loaded *items;
	size_t count;
	struct sci_parts parts;
};

/*
 * Reads the assets of an open game (volumes read) or, game NULL, of the file at path;
 * options, converter and is_strict are set. What is wrong with each is told; false if
 * there is nothing to go on with. To be freed in any case.
 */
bool sci_assets_load(struct sci_assets *assets, struct sci_game *game, const char *path,
		     const struct sci_choice *choice, struct report *report);
void sci_assets_free(struct sci_assets *assets);

/* Was it read? Only then there is asset.thing. */
static inline bool sci_assets_has(const struct sci_assets *assets, size_t i)
{
	return !assets->items[i].status;
}

/* Plans the files that they become. False when out of memory. */
bool sci_assets_plan(struct sci_assets *assets);

/* Where planned files go. */
struct sci_writing {
	const char *output;
	bool is_file; /* output is the path of the only file, not a folder */
	/* A file in the folder that is written last, and tells what there is. NULL name:
	 * none. */
	const char *index_name;
	enum exh_status (*make_index)(void *context, struct exh_writer *out,
				      struct exh_error *err);
	void *context;
};

/*
 * Writes what is planned of all assets in a list (one for each type). False if a file
 * could not be made; the report has why.
 */
bool sci_assets_write(struct sci_assets *list, size_t count,
		      const struct sci_writing *writing, struct report *report);

/* Appends to array an object for each asset: "type", "number", "name", "size", what the
 * converter tells, and "files" that were written (within output); or of one that could
 * not be read "error". */
void sci_assets_to_json(const struct sci_assets *assets, json_t *array);

#endif
