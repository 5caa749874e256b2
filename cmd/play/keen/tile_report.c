#include "play_keen.h"

#include "task/fields.h"

#include <stdio.h>
#include <string.h>

enum { BINS = 9 };

const char *const tile_method_names[TILE_METHODS] = { "dreams", "keen1", "full" };
const double tile_book_shares[TILE_METHODS] = { 0.06, 0.27, 0 };

/*
 * JSON.
 */

struct series_row {
	struct exh_keen_tile_series series;
	double mean;
};
static const struct field series_fields[] = {
	FIELD_AS("total", struct series_row, series.sum, NULL, "in all frames"),
	FIELD(struct series_row, mean, NULL, "on average a frame"),
	FIELD_AS("least", struct series_row, series.least, NULL, "least of a frame"),
	FIELD_AS("most", struct series_row, series.most, NULL, "most of a frame"),
};
static const struct fields series_table =
	FIELDS("series", struct series_row, series_fields);

struct spread_row {
	struct series_row series;
	double median, share_of_port, share_of_screen;
};
static const struct field spread_fields[] = {
	FIELD_MEMBERS_OF(struct spread_row, series, &series_table),
	FIELD(struct spread_row, median, NULL, "median of the frames"),
	FIELD(struct spread_row, share_of_port, NULL,
	      "mean, as a share of the port; 1 is all of it"),
	FIELD(struct spread_row, share_of_screen, NULL,
	      "mean, as a share of the screen; 1 is all of it"),
};
static const struct fields spread_table =
	FIELDS("spread", struct spread_row, spread_fields);

struct group_row {
	const char *key;
	uint64_t frames;
	struct spread_row new_tiles, copied_tiles;
	struct series_row numbers[EXH_KEEN_TILE_NUMBERS];
};
#define NUMBERS(name, number, meaning)                                              \
	FIELD_OF(name, FIELD_ROW, struct group_row, numbers[number], NULL, meaning, \
		 .of = &series_table)
static const struct field group_fields[] = {
	FIELD(struct group_row, frames, "frames", "frames of this group"),
	FIELD_INSIDE(struct group_row, new_tiles, &spread_table, "tiles that are drawn"),
	FIELD_INSIDE(struct group_row, copied_tiles, &spread_table,
		     "tiles that are copied to the page that is shown next"),
	NUMBERS("erased_cells", EXH_KEEN_TILE_ERASED_CELLS, "cells marked as erased"),
	NUMBERS("sprite_cells", EXH_KEEN_TILE_SPRITE_CELLS, "cells with sprites"),
	NUMBERS("erased_blocks", EXH_KEEN_TILE_ERASED_BLOCKS, "blocks that are erased"),
	NUMBERS("drawn_sprites", EXH_KEEN_TILE_SPRITES, "sprites that are drawn"),
	NUMBERS("mask_tiles", EXH_KEEN_TILE_MASK_TILES, "tiles drawn over sprites"),
	NUMBERS("bytes", EXH_KEEN_TILE_BYTES, "bytes written in video memory"),
};
static const struct fields group_table = FIELDS("group", struct group_row, group_fields);

struct bin_row {
	unsigned copied_tiles;
	uint64_t frames;
};
static const struct field bin_fields[] = {
	FIELD(struct bin_row, copied_tiles, "tiles",
	      "number of copied tiles; 1023 stands for all larger numbers"),
	FIELD(struct bin_row, frames, "frames", "frames that copied so many"),
};
static const struct fields bin_table = FIELDS("bin", struct bin_row, bin_fields);

struct method_row {
	const char *method;
	double book_share;
	struct group_row *groups;
	struct bin_row *histogram;
	size_t group_count, bin_count;
};
static const struct field method_fields[] = {
	FIELD(struct method_row, method, NULL, "name of the method"),
	FIELD(struct method_row, book_share, NULL,
	      "share of the screen that the book states, 0 to 1; not for full",
	      FIELD_IF_ANY),
	FIELD_KEYS(struct method_row, groups, group_count, &group_table,
		   "figures by group of frames: still, after, sideways, upright, "
		   "diagonal, set_up, moved, all"),
	FIELD_ROWS(struct method_row, histogram, bin_count, &bin_table,
		   "frames by the number of copied tiles"),
};
const struct fields tile_method_fields =
	FIELDS("method", struct method_row, method_fields);

static struct series_row series_row(const struct exh_keen_tile_series *series)
{
	return (struct series_row){ *series, exh_keen_tile_series_mean(series) };
}

static struct spread_row spread_row(const struct exh_keen_tile_spread *spread)
{
	const double mean = exh_keen_tile_series_mean(&spread->series);

	return (struct spread_row){ series_row(&spread->series),
				    exh_keen_tile_spread_median(spread),
				    mean / EXH_KEEN_TILE_CELLS,
				    mean / EXH_KEEN_TILE_SCREEN_CELLS };
}

struct json *tile_method_to_json(enum exh_keen_refresh method,
				 const struct exh_keen_tile_stats *stats)
{
	const struct exh_keen_tile_spread *all =
		&stats->groups[EXH_KEEN_TILE_ALL].copied_tiles;
	struct group_row groups[EXH_KEEN_TILE_GROUPS];
	struct bin_row bins[EXH_KEEN_TILE_MOST + 1];
	struct method_row row = { tile_method_names[method],
				  tile_book_shares[method],
				  groups,
				  bins,
				  EXH_KEEN_TILE_GROUPS,
				  0 };

	for (size_t i = 0; i < EXH_KEEN_TILE_GROUPS; i++) {
		const struct exh_keen_tile_group *from = &stats->groups[i];

		groups[i] = (struct group_row){ exh_keen_tile_group_names[i],
						from->new_tiles.series.frames,
						spread_row(&from->new_tiles),
						spread_row(&from->copied_tiles),
						{ { .mean = 0 } } };
		for (size_t k = 0; k < EXH_KEEN_TILE_NUMBERS; k++)
			groups[i].numbers[k] = series_row(&from->numbers[k]);
	}
	for (unsigned i = 0; i <= EXH_KEEN_TILE_MOST; i++)
		if (all->counts[i])
			bins[row.bin_count++] = (struct bin_row){ i, all->counts[i] };
	return fields_to_json(&tile_method_fields, &row);
}

/*
 * Words.
 */

static void print_group(const struct exh_keen_tile_group *group, const char *method,
			const char *name)
{
	const struct exh_keen_tile_series *fresh = &group->new_tiles.series;
	const struct exh_keen_tile_series *copied = &group->copied_tiles.series;
	const double mean = exh_keen_tile_series_mean(copied);

	printf("%-7s %-9s %8llu %7.2f %7.2f %7.1f %5u %6.2f%% %6.2f%% %6.1f %6.1f "
	       "%7.0f\n",
	       method, name, (unsigned long long)fresh->frames,
	       exh_keen_tile_series_mean(fresh), mean,
	       exh_keen_tile_spread_median(&group->copied_tiles), (unsigned)copied->most,
	       100 * mean / EXH_KEEN_TILE_CELLS, 100 * mean / EXH_KEEN_TILE_SCREEN_CELLS,
	       exh_keen_tile_series_mean(&group->numbers[EXH_KEEN_TILE_ERASED_CELLS]),
	       exh_keen_tile_series_mean(&group->numbers[EXH_KEEN_TILE_SPRITE_CELLS]),
	       exh_keen_tile_series_mean(&group->numbers[EXH_KEEN_TILE_BYTES]));
}

static void print_groups(const struct exh_keen_tile_stats *stats, size_t count)
{
	static const unsigned order[EXH_KEEN_TILE_GROUPS] = {
		EXH_KEEN_TILE_ALL,	EXH_KEEN_TILE_STILL,	EXH_KEEN_TILE_AFTER,
		EXH_KEEN_TILE_MOVED,	EXH_KEEN_TILE_SIDEWAYS, EXH_KEEN_TILE_UPRIGHT,
		EXH_KEEN_TILE_DIAGONAL, EXH_KEEN_TILE_SET_UP
	};

	printf("method  frames     number     new  copied  median  most  /port /screen "
	       "erased sprite   bytes\n");
	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; i < EXH_KEEN_TILE_GROUPS; i++)
			if (stats[k].groups[order[i]].new_tiles.series.frames)
				print_group(&stats[k].groups[order[i]],
					    i ? "" : tile_method_names[k],
					    exh_keen_tile_group_names[order[i]]);
}

static uint64_t frames_within(const struct exh_keen_tile_spread *spread, uint32_t first,
			      uint32_t last)
{
	uint64_t frames = 0;

	for (uint32_t i = first; i <= last && i <= EXH_KEEN_TILE_MOST; i++)
		frames += spread->counts[i];
	return frames;
}

/* Ranges of the histogram, in copied tiles. The bounds fit a column or row of tiles, a
 * diagonal step, and quarters of the port. */
static const struct {
	uint32_t first, last;
} bins[BINS] = { { 0, 0 },     { 1, 13 },    { 14, 21 },
		 { 22, 35 },   { 36, 73 },   { 74, 146 },
		 { 147, 220 }, { 221, 293 }, { 294, EXH_KEEN_TILE_MOST } };

static void print_histogram(const struct exh_keen_tile_stats *stats, size_t count)
{
	char name[32];

	printf("copied ");
	for (size_t i = 0; i < BINS; i++) {
		if (bins[i].first == bins[i].last || bins[i].last == EXH_KEEN_TILE_MOST)
			snprintf(name, sizeof name, "%u", (unsigned)bins[i].first);
		else
			snprintf(name, sizeof name, "%u-%u", (unsigned)bins[i].first,
				 (unsigned)bins[i].last);
		printf(" %8s", name);
	}
	putchar('\n');
	for (size_t k = 0; k < count; k++) {
		printf("%-7s", tile_method_names[k]);
		for (size_t i = 0; i < BINS; i++)
			printf(" %8llu",
			       (unsigned long long)frames_within(
				       &stats[k].groups[EXH_KEEN_TILE_ALL].copied_tiles,
				       bins[i].first, bins[i].last));
		putchar('\n');
	}
}

/* Prints the new tiles per step; the book's claims are about them. */
static void print_steps(const struct exh_keen_tile_stats *stats, size_t count)
{
	for (size_t k = 0; k < count && k < TILE_METHODS; k++) {
		const struct exh_keen_tile_series *fresh =
			&stats[k].groups[EXH_KEEN_TILE_MOVED].new_tiles.series;
		const double mean = exh_keen_tile_series_mean(fresh);

		if (!fresh->frames)
			continue;
		printf("a step of a tile, %s: %.1f new tiles, %.1f%% of the port's %d, "
		       "%.1f%% of the screen's %d",
		       tile_method_names[k], mean, 100 * mean / EXH_KEEN_TILE_CELLS,
		       EXH_KEEN_TILE_CELLS, 100 * mean / EXH_KEEN_TILE_SCREEN_CELLS,
		       EXH_KEEN_TILE_SCREEN_CELLS);
		if (tile_book_shares[k] > 0)
			printf("; the book: %.0f%%", 100 * tile_book_shares[k]);
		putchar('\n');
	}
}

void tile_print(const struct exh_keen_tile_stats *stats, size_t count)
{
	print_groups(stats, count);
	putchar('\n');
	print_histogram(stats, count);
	putchar('\n');
	print_steps(stats, count);
}

/*
 * A line a frame.
 */

static const char *const columns[] = { "new",	       "copied", "erased_cells",
				       "sprite_cells", "erased", "sprites",
				       "masked",       "bytes" };

void tile_line_head(size_t count, struct exh_writer *out)
{
	text_put(out, "frame\tview");
	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
			text_put(out, "\t%s_%s", tile_method_names[k], columns[i]);
	text_put(out, "\n");
}

void tile_line(uint64_t number, enum exh_keen_tile_class class,
	       const struct exh_keen_tile_frame *frames, size_t count,
	       struct exh_writer *out)
{
	text_put(out, "%llu\t%s", (unsigned long long)number,
		 exh_keen_tile_group_names[class]);
	for (size_t k = 0; k < count; k++) {
		const struct exh_keen_tile_frame *f = &frames[k];

		text_put(out, "\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t%u", (unsigned)f->new_tiles,
			 (unsigned)f->copied_tiles, (unsigned)f->erased_cells,
			 (unsigned)f->sprite_cells, (unsigned)f->erased_blocks,
			 (unsigned)f->sprites, (unsigned)f->mask_tiles,
			 (unsigned)f->bytes);
	}
	text_put(out, "\n");
}
