/* sci-unpack --convert: a whole game in common formats, in one folder with an index. */
#ifndef CMD_ASSETS_SCI0_SCI_CONVERT_H
#define CMD_ASSETS_SCI0_SCI_CONVERT_H

#include "sci_index.h"
#include "sci_items.h"

/* Of an open game (volumes read) what is chosen; adds to result. What is wrong is
 * reported.
 */
void sci_convert(struct sci_game *game, const char *path, const struct sci_choice *choice,
		 const char *output, struct report *report, json_t *result);

#endif
