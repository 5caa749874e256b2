/* Pictures of 15-bit colour out of TGZ, TGA and PNG files. */
#ifndef CMD_ASSETS_ZVISION_PANORAMA_PANO_READ_H
#define CMD_ASSETS_ZVISION_PANORAMA_PANO_READ_H

#include "task/report.h"

#include <exhume/zvision_picture.h>

/* As stored, 8 bits a channel cut to 5; pixels is to be freed. What a file lacks is
 * reported, and black. False: the report has why. */
bool pano_read(const char *path, struct report *report, struct exh_zv_picture *out);

/* The same of a TGZ or TGA in memory. pixels is to be freed, whatever the status. */
enum exh_status pano_read_tga(struct exh_bytes data, struct exh_zv_picture *out,
			      struct exh_notes *notes, struct exh_error *err);

#endif
