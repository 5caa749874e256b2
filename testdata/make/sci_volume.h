/* Games of SCI0: resources that are packed into volumes, and the map of them. */
#ifndef SCI_VOLUME_H
#define SCI_VOLUME_H

#include <exhume/advanced/sci.h>
#include <exhume/sci.h>

enum { SCI_LIMIT = 1 << 20, SCI_MAX_ENTRIES = 64, SCI_VOLUMES = 2 };

struct sci_volumes {
	const char *root, *folder; /* where it is saved */
	struct exh_writer volumes[SCI_VOLUMES], map;
	struct exh_sci_entry entries[SCI_MAX_ENTRIES];
	size_t count;
};

/* Ends the program with what is wrong, if there is anything. */
void sci_check(enum exh_status status, const struct exh_error *err, const char *what);

void sci_volumes_begin(struct sci_volumes *game, const char *root, const char *folder);

/* Content is emptied. */
void sci_volumes_add(struct sci_volumes *game, unsigned volume, unsigned type,
		     unsigned number, enum exh_sci_packing packing,
		     struct exh_writer *content);

/* A file in the game's folder. Content is emptied. */
void sci_volumes_save(const struct sci_volumes *game, const char *name,
		      struct exh_writer *content);

/* Saves map and volumes, and frees them. */
void sci_volumes_end(struct sci_volumes *game);

#endif
