/* Games of SCI0 whose scripts are text. */
#ifndef SCRIPTED_H
#define SCRIPTED_H

#include <stddef.h>
#include <stdint.h>

struct scripted_text {
	unsigned number;
	const char *strings; /* each ended by NUL */
	size_t size;	     /* bytes, with the last NUL */
};

struct scripted_game {
	const char *folder;	      /* of its scripts, and of the game that is made */
	const char *const *selectors; /* up to NULL */
	const unsigned *scripts; /* in an order in which each has the classes it needs */
	size_t script_count;
	const uint16_t
		*classes; /* by the number of the class: the script that it is in */
	size_t class_count;
	const struct scripted_text *texts;
	size_t text_count;
	const char *names; /* GAME.INI */
};

void make_scripted(const struct scripted_game *source, const char *root);

#endif
