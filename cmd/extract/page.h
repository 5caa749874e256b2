/*
 * The page of a folder that extract made: index.html, which is the same for all, and the
 * data beside it as scripts, since a page of the file system may not fetch files.
 */
#ifndef CMD_EXTRACT_PAGE_H
#define CMD_EXTRACT_PAGE_H

#include <exhume/base.h>
#include <jansson.h>
#include <stddef.h>

#define PAGE_NAME "index.html"
#define PAGE_INDEX "index.js"
#define PAGE_TEXTS "index-texts.js"
#define PAGE_GAMES "games.js"

/* Of page.html, up to NULL. */
extern const char *const page_lines[];

void page_write(struct exh_writer *out);

/* The index, without what the page does not show. The texts that were found are marked
 * in it. EXH_NO_MEMORY. */
enum exh_status page_write_index(const json_t *index, const json_t *texts,
				 struct exh_writer *out, struct exh_error *err);
/* The list of a folder of games. */
enum exh_status page_write_games(const json_t *games, struct exh_writer *out,
				 struct exh_error *err);

/* By an asset's id, the text of its first file that is one: an object, to be released.
 * Long ones are left out. */
json_t *page_texts(const json_t *index, const char *folder);
enum exh_status page_write_texts(const json_t *texts, struct exh_writer *out,
				 struct exh_error *err);

#endif
