/* Chunks of class binary out of what egagrab writes of them: bytes, texts, scripts. */
#ifndef CMD_ASSETS_KEEN_GRAPHICS_BINARY_READ_H
#define CMD_ASSETS_KEEN_GRAPHICS_BINARY_READ_H

#include <exhume/keen_binary.h>

/* One chunk, in files that need not be there. */
struct binary_files {
	const char *text, *script;
	const struct exh_keen_layout *layout; /* of the text's pictures; may be NULL */
	struct exh_bytes bytes; /* of its own file, or its raw ones; size 0: none */
};

/*
 * Appends what an edited text or script makes of the bytes; nothing if none was edited.
 * A script needs no bytes. *warning: what was lost, may be NULL. After a failure *culprit
 * is the path that it is about.
 */
enum exh_status binary_read_edits(const struct binary_files *files,
				  struct exh_writer *out, const char **warning,
				  const char **culprit, struct exh_error *err);

#endif
