/* How two files that were made of two assets differ. */
#ifndef CMD_EXTRACT_DIFF_FILES_H
#define CMD_EXTRACT_DIFF_FILES_H

#include <exhume/base.h>
#include <jansson.h>

/*
 * An object, by the ending of the name:
 *
 * pictures (.png): "sizes" if they differ, else "pixels_changed", "pixels", "box";
 * sounds (.wav): "seconds", "peak_db", "rms_db" (lists of two), "frames_changed",
 * "first_change_s" and "bands": level of either in octaves; texts:
 * "lines_removed", "lines_added" and "changes"; cells (.csv): "cells_changed", "cells",
 * "first"; other files: "bytes_changed", "first_change".
 *
 * is_code: text is disassembled code, where addresses don't count; an object without
 * changes says that only they differ.
 */
json_t *diff_files(const char *name, bool is_code, struct exh_bytes a,
		   struct exh_bytes b);

#endif
