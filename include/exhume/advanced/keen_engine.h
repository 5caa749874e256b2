/*
 * Keen Dreams played offline: frames, sound and state, frame by frame. The rest of
 * exhume/keen_engine.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_KEEN_ENGINE_H
#define EXHUME_ADVANCED_KEEN_ENGINE_H

#include "../keen_engine.h"
#include "ega.h"
#include "engine.h"
#include "keen_audio.h"
#include "keen_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Inspection of the machine.
 */

/* Returns the card, borrowed from the engine. With CGA the first half of its memory is
 * the program's buffer, also with 4 pixels per byte and 512 per line. */
EXH_API const struct exh_ega *exh_keen_engine_ega(const struct exh_keen_engine *engine);

/* State of the scrolling view. */
struct exh_keen_view {
	/* Start of the ports of page 0 and 1 and of the master page, and of the
	 * screen: pixels in the card's memory, 512 per line, which wrap. */
	uint32_t ports[3], screen;
	unsigned shown_page; /* 0 or 1 */
	/* The update array that the last refresh used, after it; 0 to 3 for each cell. */
	uint8_t updates[EXH_KEEN_PORT_ROWS][EXH_KEEN_PORT_COLUMNS];
	/* Pixels of the port to the left of and above the screen. */
	uint16_t pan_x, pan_y;
	/* Tile of the level at the port's top left. */
	uint16_t origin_x_tile, origin_y_tile;
};

/* Gets the state of the view after the last frame. */
EXH_API void exh_keen_engine_view(const struct exh_keen_engine *engine,
				  struct exh_keen_view *view);

/* The current state of an object. */
struct exh_keen_object {
	unsigned slot; /* index in the engine's table of objects */
	/* As in the trace: "brocco", "BROCCOWALK1"; static. */
	const char *class_name, *state_name;
	unsigned class_number;
	bool active, clipped;
	uint16_t shape;		   /* chunk of the sprite; 0: none */
	uint16_t x_units, y_units; /* position */
	uint16_t left_units, top_units, right_units, bottom_units; /* the hit box */
	int16_t hit_north, hit_east, hit_south, hit_west;
};

/* Returns the name of a class as in the trace, or NULL if there is none of this
 * number. */
EXH_API const char *exh_keen_engine_class_name(unsigned class_number);

/* Gets all objects, in the order of the engine's list; objects has room for
 * EXH_KEEN_OBJECTS. Returns their number. */
EXH_API size_t exh_keen_engine_objects(const struct exh_keen_engine *engine,
				       struct exh_keen_object *objects);

/* Gets the current level; cells are borrowed from engine. */
EXH_API void exh_keen_engine_level(const struct exh_keen_engine *engine, size_t *width,
				   size_t *height,
				   const uint16_t *planes[EXH_KEEN_PLANE_COUNT]);

#ifdef __cplusplus
}
#endif

#endif
