/* Texts (.txt, .str) and subtitles (.sub) as assets. */
#ifndef CMD_ASSETS_ZVISION_TEXT_ZV_TEXTS_H
#define CMD_ASSETS_ZVISION_TEXT_ZV_TEXTS_H

#include "assets/zvision/zv_source.h"
#include "zv_text_write.h"

/*
 * Options are a struct zv_text_options, things a struct zv_texts. A text becomes its
 * lines in UTF-8, subtitles an SRT file if their text is found: among the game's files,
 * or beside a file by itself, where it is no damage that there is none.
 */
extern const struct asset_kind zv_text_kind, zv_subtitles_kind;

/* Notes lines that are never shown, or that the text does not have. */
void zv_subtitles_check(const struct zv_texts *texts, struct exh_notes *notes);

#endif
