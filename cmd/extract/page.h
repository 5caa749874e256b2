/*
 * The page of a folder that extract made: index.html, which is the same for all, and the
 * data beside it as scripts, since a page of the file system may not fetch files.
 *
 * index.js calls exhumeIndex with the game, and a line for each asset; files in PAGE_DATA
 * have the rest: chunks, 0000.js and so on, with all that is known of some hundred
 * assets; and what viewers draw, a file an asset (see more.h).
 */
#ifndef CMD_EXTRACT_PAGE_H
#define CMD_EXTRACT_PAGE_H

#include <exhume/base.h>
#include <jansson.h>
#include <stddef.h>

#define PAGE_NAME "index.html"
#define PAGE_INDEX "index.js"
#define PAGE_TEXTS "index-texts.js"
#define PAGE_DATA "index-data"

/* Lines of the sources in page/, up to NULL, by the build. */
extern const char *const page_game_html[];
extern const char *const page_game_css[];
extern const char *const page_game_js[];

/* What a page is made of. */
struct page_source {
	const char *const *page, *const *style, *const *script;
};

extern const struct page_source page_of_game;

void page_write(const struct page_source *source, struct exh_writer *out);

/* A script that calls a function of the page. EXH_LIMIT: out has no room for it. */
enum exh_status page_write_call(const char *function, const json_t *value,
				struct exh_writer *out, struct exh_error *err);

/* The files of a page, by name. All zeros: none. */
struct page_file {
	char name[48];
	struct exh_writer content;
};

struct page_files {
	struct page_file *items;
	size_t count, capacity;
};

/* Adds one, to be filled before the next one is added. */
struct exh_writer *page_files_add(struct page_files *files, const char *name);
void page_files_free(struct page_files *files);

/* Adds the index, and its chunks. game: the path that sources of assets are in, whose
 * bytes are shown. The texts that were found are marked. EXH_LIMIT: a file would be too
 * large. */
enum exh_status page_add_index(const json_t *index, const json_t *texts, const char *game,
			       struct page_files *files, struct exh_error *err);
/* PAGE_INDEX of a folder of games: their list. */
enum exh_status page_write_games(const json_t *games, struct exh_writer *out,
				 struct exh_error *err);

/* By an asset's id, the text of its first file that is one: an object, to be released.
 * Long ones are left out. */
json_t *page_texts(const json_t *index, const char *folder);

#endif
