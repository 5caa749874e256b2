/* Tiles redrawn over time as a picture: a strip for each way to refresh. */
#ifndef CMD_PLAY_KEEN_TILE_CHART_H
#define CMD_PLAY_KEEN_TILE_CHART_H

#include <exhume/keen_tile_stats.h>

enum {
	TILE_CHART_STRIPS = 3,
	TILE_CHART_LEAST_WIDTH = 320,
	TILE_CHART_LEAST_HEIGHT = 200,
	TILE_CHART_MAX_SIDE = 8192,
};

struct tile_chart_strip {
	const char *name;
	double book_share; /* what the book says; 0: nothing */
};

struct tile_chart;

/* strips, up to TILE_CHART_STRIPS, are borrowed. */
struct tile_chart *tile_chart_start(const struct tile_chart_strip *strips, size_t count);
void tile_chart_free(struct tile_chart *chart);

/* A frame: tiles that were copied, a number for each strip. However many come, the chart
 * keeps so much of them that each column of pixels has its own. */
void tile_chart_take(struct tile_chart *chart, enum exh_keen_tile_class class,
		     const uint32_t *copied);

/* Appends the PNG file, of pixels as given, within the limits above. */
enum exh_status tile_chart_encode(const struct tile_chart *chart, const char *title,
				  size_t width, size_t height, struct exh_writer *out,
				  struct exh_error *err);

#endif
