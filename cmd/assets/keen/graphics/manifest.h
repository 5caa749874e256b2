/* manifest.json of egagrab: every chunk of an archive, and what was made of it. */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_MANIFEST_H
#define CMD_ASSETS_KEEN_GRAPHICS_MANIFEST_H

#include "keen_archive.h"
#include "keen_pictures.h"

/*
 * files[n] lists what was made of chunk n, the main file first (an array of strings, or
 * NULL). The report's messages are taken over.
 */
json_t *manifest_to_json(const struct keen_archive *keen, const struct style *style,
			 json_t *const *files, const struct report *report);

/* "origin", "hitbox" and so on: the keys that manifest and sheets share. */
json_t *sprite_to_json(const struct exh_keen_sprite *sprite);

/* "file" (without folders), "size", "crc32" and "sha256". */
json_t *file_to_json(const char *path, struct exh_bytes bytes);

#endif
