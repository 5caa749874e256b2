/* A Keen sound archive with the tables it needs: found beside it or given, and read. */
#ifndef CMD_ASSETS_KEEN_SOUND_KEEN_SOUNDS_H
#define CMD_ASSETS_KEEN_SOUND_KEEN_SOUNDS_H

#include "assets/keen/keen_exe.h"

#include <exhume/keen_audio.h>

/* What the command line says; NULL: find it. */
struct keen_sounds_options {
	const char *head, *dict;
	const char *exe; /* a program that has the tables that are not given */
};

struct keen_sounds {
	const char *path;
	struct exh_bytes archive;
	struct keen_table head, dict; /* dict.path NULL: none is needed */
	struct exh_keen_audio audio;
	struct exh_arena arena;
};

enum keen_sounds_state {
	KEEN_SOUNDS_OPEN,
	KEEN_SOUNDS_NOT, /* nothing beside it says that it is one: maybe it is an effect
			  */
	KEEN_SOUNDS_BAD, /* the report says why */
};

/* archive is borrowed. Always free it. */
enum keen_sounds_state keen_sounds_open(struct keen_sounds *sounds, const char *path,
					struct exh_bytes archive,
					const struct keen_sounds_options *options,
					struct report *report);
void keen_sounds_free(struct keen_sounds *sounds);

#endif
