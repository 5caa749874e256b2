/* The saved games of save controls: their files and titles. */
#include "zv_parts.h"

#include "../../base/reader.h"

#include <stdio.h>
#include <string.h>

enum { TAG_SIZE = 4 };

bool exh_zv_slot_name(const struct exh_zv_engine *engine, int32_t slot,
		      char name[ZV_NAME_SIZE])
{
	if (slot < 0)
		return false;
	snprintf(name, ZV_NAME_SIZE, "%ssav%d.sav",
		 engine->world->game == EXH_ZV_NEMESIS ? "nem" : "inq", (int)slot);
	return true;
}

void exh_zv_slot_write_title(const char *title, struct exh_writer *out)
{
	exh_write_bytes(out, "NAME", TAG_SIZE);
	exh_write_u32le(out, (uint32_t)strlen(title));
	exh_write_bytes(out, title, strlen(title));
}

static void take_title(struct exh_bytes data, char title[ZV_TITLE_SIZE])
{
	const size_t size = data.size < ZV_TITLE_SIZE ? data.size : ZV_TITLE_SIZE - 1;

	memset(title, 0, ZV_TITLE_SIZE);
	for (size_t i = 0; i < size; i++)
		title[i] =
			data.data[i] >= ' ' && data.data[i] <= '~' && data.data[i] != '<'
				? (char)data.data[i]
				: ' ';
}

static void read_title(struct exh_bytes file, char title[ZV_TITLE_SIZE])
{
	struct reader r = { .in = file };

	while (rd_left(&r)) {
		const uint8_t *tag = rd_take(&r, TAG_SIZE);
		const uint32_t size = rd_u32le(&r);
		const uint8_t *data = r.failed ? NULL : rd_take(&r, size);

		if (!data)
			return;
		if (memcmp(tag, "NAME", TAG_SIZE) == 0)
			take_title((struct exh_bytes){ data, size, 0 }, title);
	}
}

bool exh_zv_slot_title(struct exh_zv_engine *engine, int32_t slot,
		       char title[ZV_TITLE_SIZE])
{
	const struct zv_saves *saves = &engine->saves;
	struct exh_bytes file;
	char name[ZV_NAME_SIZE];

	memset(title, 0, ZV_TITLE_SIZE);
	if (!exh_zv_slot_name(engine, slot, name))
		return false;
	for (size_t i = 0; i < saves->count; i++)
		if (strcmp(saves->games[i]->name, name) == 0) {
			read_title(exh_writer_bytes(&saves->games[i]->bytes), title);
			return true;
		}
	if (!exh_zv_world_read(engine->world, name, &file))
		return false;
	snprintf(title, ZV_TITLE_SIZE, "GAME %d", (int)slot); /* unless it has one */
	read_title(file, title);
	exh_zv_world_release(engine->world, file);
	return true;
}
