#include "play_keen.h"

#include "task/json.h"

#include <stdio.h>
#include <string.h>

enum { BINS = 9 };

const char *const tile_method_names[TILE_METHODS] = { "dreams", "keen1", "full" };
const double tile_book_shares[TILE_METHODS] = { 0.06, 0.27, 0 };

/*
 * JSON.
 */

static void set_real(struct json *json, const char *key, double number)
{
	json_set(json, key, json_new_real(number));
}

static struct json *series_to_json(const struct exh_keen_tile_series *series)
{
	struct json *json = json_new_object();

	json_set_number(json, "total", series->sum);
	set_real(json, "mean", exh_keen_tile_series_mean(series));
	json_set_number(json, "least", series->least);
	json_set_number(json, "most", series->most);
	return json;
}

static struct json *spread_to_json(const struct exh_keen_tile_spread *spread)
{
	const double mean = exh_keen_tile_series_mean(&spread->series);
	struct json *json = series_to_json(&spread->series);

	set_real(json, "median", exh_keen_tile_spread_median(spread));
	set_real(json, "share_of_port", mean / EXH_KEEN_TILE_CELLS);
	set_real(json, "share_of_screen", mean / EXH_KEEN_TILE_SCREEN_CELLS);
	return json;
}

static struct json *group_to_json(const struct exh_keen_tile_group *group)
{
	struct json *json = json_new_object();

	json_set_number(json, "frames", group->new_tiles.series.frames);
	json_set(json, "new_tiles", spread_to_json(&group->new_tiles));
	json_set(json, "copied_tiles", spread_to_json(&group->copied_tiles));
	for (size_t i = 0; i < EXH_KEEN_TILE_NUMBERS; i++)
		json_set(json, exh_keen_tile_number_names[i],
			 series_to_json(&group->numbers[i]));
	return json;
}

static struct json *histogram_to_json(const struct exh_keen_tile_spread *spread)
{
	struct json *json = json_new_list();

	for (uint32_t i = 0; i <= EXH_KEEN_TILE_MOST; i++)
		if (spread->counts[i])
			json_push(json, json_make("{s:i, s:I}", "copied_tiles", (int)i,
						  "frames", (int64_t)spread->counts[i]));
	return json;
}

struct json *tile_method_to_json(enum exh_keen_refresh method,
				 const struct exh_keen_tile_stats *stats)
{
	struct json *json = json_new_object(), *groups = json_new_object();

	json_set_string(json, "method", tile_method_names[method]);
	if (tile_book_shares[method] > 0)
		set_real(json, "book_share", tile_book_shares[method]);
	for (size_t i = 0; i < EXH_KEEN_TILE_GROUPS; i++)
		json_set(groups, exh_keen_tile_group_names[i],
			 group_to_json(&stats->groups[i]));
	json_set(json, "groups", groups);
	json_set(json, "histogram",
		 histogram_to_json(&stats->groups[EXH_KEEN_TILE_ALL].copied_tiles));
	return json;
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

/* Of rows and columns, diagonal steps, quarters of the port. */
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

/* What the book's claims are about. */
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
