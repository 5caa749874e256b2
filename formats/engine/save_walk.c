#include "save_walk.h"

void exh_walk_map(struct save_walk *w, uint8_t *map, size_t size)
{
	walk_bytes(w, map, size);
	if (!walk_loads(w))
		return;
	for (size_t i = 0; i < size; i++)
		map[i] &= 15;
}

static void save_pixels(struct save_walk *w, const uint16_t *pixels, size_t count)
{
	enum { AT_ONCE = 256 };
	uint8_t bytes[2 * AT_ONCE];

	for (size_t done = 0; done < count;) {
		const size_t some = count - done < AT_ONCE ? count - done : AT_ONCE;

		for (size_t i = 0; i < some; i++) {
			bytes[2 * i] = (uint8_t)pixels[done + i];
			bytes[2 * i + 1] = (uint8_t)(pixels[done + i] >> 8);
		}
		exh_write_bytes(w->out, bytes, 2 * some);
		done += some;
	}
}

void exh_walk_pixels(struct save_walk *w, uint16_t *pixels, size_t count)
{
	const uint8_t *loaded;

	if (!walk_loads(w)) {
		save_pixels(w, pixels, count);
		return;
	}
	loaded = count <= SIZE_MAX / 2 ? rd_take(&w->in, 2 * count) : NULL;
	if (!loaded)
		walk_fail(w, "it ends too early");
	for (size_t i = 0; i < count && !w->fault; i++)
		pixels[i] = load_u16le(loaded + 2 * i);
}
