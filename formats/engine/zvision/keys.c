/* Keys as the engine sets them, chance, and the end. */
#include "zv_parts.h"

#include <string.h>

void exh_zv_set(struct exh_zv_engine *engine, int32_t key, int32_t value)
{
	if (key == ZV_NO_KEY)
		return;
	exh_zv_trace_key(engine, key, value);
	engine->keys_set++;
	exh_zv_set_value(&engine->scheduler, key, value);
}

/* splitmix64 */
int32_t exh_zv_random(struct exh_zv_engine *engine, int32_t most)
{
	uint64_t z = engine->random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	z ^= z >> 31;
	return most <= 0 ? 0 : (int32_t)((z >> 32) * ((uint64_t)most + 1) >> 32);
}

void exh_zv_end(struct exh_zv_engine *engine, const char *name)
{
	if (!engine->end_name)
		engine->end_name = name;
}

void exh_zv_event_drop(struct exh_zv_engine *engine)
{
	engine->event_count--;
	memmove(engine->events, engine->events + 1,
		engine->event_count * sizeof *engine->events);
}
