/* A file by itself as the only asset of a kind, as commands that convert one kind take it. */
#ifndef CMD_ASSETS_SINGLE_H
#define CMD_ASSETS_SINGLE_H

#include "assets.h"

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
void single_describe(struct single *single, json_t *result);
/* Writes its only file to output, and adds "output" to result. */
void single_write(struct single *single, const char *output, struct report *report,
		  json_t *result);
void single_free(struct single *single);

#endif
