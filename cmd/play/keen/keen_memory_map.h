/* Memory over time as a picture: a column per moment, low addresses at the bottom. */
#ifndef CMD_PLAY_KEEN_KEEN_MEMORY_MAP_H
#define CMD_PLAY_KEEN_KEEN_MEMORY_MAP_H

#include <exhume/keen_memory.h>

struct keen_memory_map;

/* For a replay of so many moments. */
struct keen_memory_map *keen_memory_map_start(uint64_t moments, uint16_t end_paragraphs);
/* A step begins; its name goes into the upper (0) or lower (1) line. */
void keen_memory_map_step(struct keen_memory_map *map, unsigned line, const char *name);
/* Adds a moment: the current state of memory. */
void keen_memory_map_moment(struct keen_memory_map *map,
			    const struct exh_keen_memory *memory);
/* Marks the moment: memory was compacted. */
void keen_memory_map_compacted(struct keen_memory_map *map);
/* Marks the last moment: memory ran out. */
void keen_memory_map_failed(struct keen_memory_map *map);
/* Appends the PNG file. */
enum exh_status keen_memory_map_encode(struct keen_memory_map *map, const char *title,
				       struct exh_writer *out, struct exh_error *err);
void keen_memory_map_free(struct keen_memory_map *map);

#endif
