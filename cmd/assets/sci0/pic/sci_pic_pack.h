/* The way back of pic2png: pictures of the maps become a drawing program. */
#ifndef CMD_ASSETS_SCI0_PIC_SCI_PIC_PACK_H
#define CMD_ASSETS_SCI0_PIC_SCI_PIC_PACK_H

#include "task/report.h"

/* options: a struct sci_pic_options. input: one of room.visual.png, room.priority.png and
 * room.control.png, which belong together, or room.png in place of the first. */
void sci_pic_pack(const void *options, const char *input, const char *output,
		  struct report *report, json_t *result);

/* What the pictures have in common, with an ending: "room.png" of "room.visual.png". To
 * be freed. */
char *sci_pic_pack_name(const char *input);

#endif
