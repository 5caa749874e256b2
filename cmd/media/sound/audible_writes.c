#include "sound.h"

enum {
	FIRST_KEY = 0xb0, /* registers of the channels' keys */
	LAST_KEY = 0xb8,
	DRUMS = 0xbd,
	KEY = 0x20, /* in DRUMS: drums are on */
	EACH_DRUM = 0x1f,
	LEVEL = 0x90, /* bits of a byte that sets a level */
	OFF = 0x0f,
};

bool opl2_presses_key(uint8_t reg, uint8_t value)
{
	if (reg == DRUMS)
		return (value & KEY) && (value & EACH_DRUM);
	return reg >= FIRST_KEY && reg <= LAST_KEY && (value & KEY);
}

bool psg_is_turned_up(uint8_t value)
{
	return (value & LEVEL) == LEVEL && (value & OFF) != OFF;
}

static bool next_opl2(void *context, struct exh_opl2_write *write)
{
	struct opl2_heard *heard = context;

	if (!heard->source.next(heard->source.context, write))
		return false;
	heard->is_heard |= opl2_presses_key(write->reg, write->value);
	return true;
}

static bool next_psg(void *context, struct exh_psg_write *write)
{
	struct psg_heard *heard = context;

	if (!heard->source.next(heard->source.context, write))
		return false;
	heard->is_heard |= psg_is_turned_up(write->value);
	return true;
}

struct exh_opl2_source opl2_hear(struct opl2_heard *heard)
{
	return (struct exh_opl2_source){ next_opl2, heard };
}

struct exh_psg_source psg_hear(struct psg_heard *heard)
{
	return (struct exh_psg_source){ next_psg, heard };
}
