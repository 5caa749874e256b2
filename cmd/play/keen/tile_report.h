/* Statistics of tiles in words, in JSON and as lines of a table. */
#ifndef CMD_PLAY_KEEN_TILE_REPORT_H
#define CMD_PLAY_KEEN_TILE_REPORT_H

#include <exhume/keen_tile_stats.h>

#include <jansson.h>

enum { TILE_METHODS = 3 };

/* By enum exh_keen_refresh: as --refresh of keen-run has them. */
extern const char *const tile_method_names[TILE_METHODS];
/* Of the screen, as the book has it; 0: it says nothing. */
extern const double tile_book_shares[TILE_METHODS];

/* {"method", "book_share", "groups", "histogram"}. */
json_t *tile_method_to_json(enum exh_keen_refresh method,
			    const struct exh_keen_tile_stats *stats);

/* The table on standard output, of count methods. */
void tile_print(const struct exh_keen_tile_stats *stats, size_t count);

/* For --tsv: the line of names, and a frame's line. */
void tile_line_head(size_t count, struct exh_writer *out);
void tile_line(uint64_t number, enum exh_keen_tile_class class,
	       const struct exh_keen_tile_frame *frames, size_t count,
	       struct exh_writer *out);

#endif
