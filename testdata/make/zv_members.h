/* Members of a ZFS archive that a sample collects, then packs. */
#ifndef ZV_MEMBERS_H
#define ZV_MEMBERS_H

#include "beacon.h"
#include "sample.h"

enum { MAX_MEMBERS = 60 };

struct members {
	const char *names[MAX_MEMBERS]; /* borrowed */
	struct exh_writer content[MAX_MEMBERS];
	size_t count;
};

/* A canvas of zeros, which the next call draws over. */
struct canvas blank(int width, int height);

struct exh_writer *add(struct members *members, const char *name);
/* is_transposed: stored with rows and columns exchanged. */
void add_picture(struct members *members, const char *name, const struct canvas *canvas,
		 bool is_transposed);
void add_cursor(struct members *members, const char *name, const struct canvas *canvas,
		int hot_x, int hot_y);

/* Reads a text of the folder beside the sources; lines end as the games' do. */
void read_text(const char *folder, const char *name, struct exh_writer *out);
/* Makes it two bytes a letter, three for the end of a line. */
void widen(const struct exh_writer *text, struct exh_writer *out);

/* Frees the members' content. */
void save_archive(const struct sample *sample, const char *root, const char *name,
		  struct members *members);

#endif
