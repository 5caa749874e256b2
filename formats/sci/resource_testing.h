/* Helpers shared by tests that read resources of the real games. */
#ifndef EXH_SCI_RESOURCE_TESTING_H
#define EXH_SCI_RESOURCE_TESTING_H

#include "exhume/sci.h"

#include "../base/reader.h"
#include "../base/testing.h"

static const char *const game_names[] = { "companion-template", "template-redux" };

/* Finds a resource in a game's volume without the map: all records are stored, one after
 * another. Skips the test if the game is not available. */
static inline struct exh_bytes load_resource(const char *game, unsigned type,
					     unsigned number)
{
	struct exh_bytes volume, out = { 0 };
	char name[128];

	snprintf(name, sizeof name, "sci0/%s/resource.001", game);
	volume = load_game_file(name);
	if (!volume.data)
		skip();
	for (size_t at = 0;
	     at + EXH_SCI_RECORD_HEADER_SIZE <= volume.size && !out.data;) {
		const uint8_t *p = volume.data + at;
		const size_t size = load_u16le(p + 4);

		at += EXH_SCI_RECORD_HEADER_SIZE;
		if (load_u16le(p) == (type << 11 | number))
			out = (struct exh_bytes){ tight_copy(volume.data + at, size),
						  size, 0 };
		at += size;
	}
	assert_non_null(out.data);
	free((void *)volume.data);
	return out;
}

#endif
