/* A library of Softdisk as a game of the registry: its members and what they are. */
#ifndef CMD_ASSETS_SOFTDISK_SOFTDISK_LIBRARY_H
#define CMD_ASSETS_SOFTDISK_SOFTDISK_LIBRARY_H

#include "assets/assets.h"
#include "ilbm_picture.h"
#include "softdisk_content.h"

struct softdisk_library {
	struct contents contents;
	struct softdisk_member {
		enum softdisk_type type; /* SOFTDISK_OTHER if it can't be expanded */
		bool is_broken;		 /* it can't */
	} * members;
};

/* Members are expanded for a look at them. False: err has why. What was opened is always
 * to be freed. */
enum exh_status softdisk_library_open(struct softdisk_library *library, const char *path,
				      struct exh_error *err);
void softdisk_library_free(struct softdisk_library *library);

/* Of the kind of pictures. */
struct softdisk_picture_options {
	enum ilbm_palette palette;
	unsigned scale;	    /* 0 is 1 */
	bool is_any_broken; /* finds all members that can't be expanded, too */
};

/* A kind's code is its enum softdisk_type. */
extern const struct asset_source softdisk_source;

/* The member that an asset is; NULL: it is a file by itself. */
const struct content *softdisk_content_of(const struct asset *asset);

#endif
