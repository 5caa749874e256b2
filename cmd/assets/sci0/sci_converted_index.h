/* What a converted game's index lists, and what lies beside it. */
#ifndef CMD_ASSETS_SCI0_SCI_CONVERTED_INDEX_H
#define CMD_ASSETS_SCI0_SCI_CONVERTED_INDEX_H

#include "sci_index.h"
#include "sci_packing.h"

#include <jansson.h>

enum converted_state { FILE_SAME, FILE_CHANGED, FILE_MISSING, FILE_NEW };

/* A file that was made of a resource, or that was added to them. */
struct converted_file {
	const char *name; /* within the folder; to be freed if it is new */
	const char *sha256;
	enum converted_state state;
};

struct converted_resource {
	unsigned type, number;
	char name[SCI_NAME_SIZE];
	const char *original;	      /* within the folder; NULL: it is its own */
	const char *sha256;	      /* of the resource; NULL: it is new */
	struct converted_file *items; /* made of it */
	size_t count, capacity;
	struct file source; /* the original */
	struct exh_bytes bytes;
	struct exh_error err; /* of the original */
};

struct converted_folder {
	struct sci_packing *p;
	const char *path;
	json_t *index;
	struct converted_resource *items;
	size_t count, capacity;
	size_t (*at)[EXH_SCI0_NUMBERS]; /* by type and number, 1 above the index */
	char *scratch;			/* a folder of the packers' outputs; or NULL */
};

/* What a file's name has after its resource's. */
const char *converted_after_name(const struct converted_resource *item,
				 const struct converted_file *file);

/* Of a name in the folder; to be freed. */
char *converted_path(const struct converted_folder *f, const char *name);

/* sci_packing_left_out of a name in the folder. */
void converted_leave_out(const struct converted_folder *f, const char *name,
			 const char *why);

/* Is it the name of a file, or folder, that belongs to a resource: pic.001.txt, view.003?
 * name: that of the resource, if it is. */
bool converted_is_part(const char *file, unsigned *type, unsigned *number,
		       char name[SCI_NAME_SIZE]);

/* NULL: err has why. */
json_t *converted_read_index(const char *folder, struct exh_error *err);

/* The index's list of resources; NULL: it is no index of a converted game. */
const json_t *converted_entries(const json_t *index);

/* The resources of the index. False: reported. */
bool converted_read_entries(struct converted_folder *f);

/* Adds the files that the index does not have. */
void converted_look_around(struct converted_folder *f);

#endif
