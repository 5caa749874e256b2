/* Events once more, one byte at a time, to compare with. */
#ifndef EXH_SCI_SOUND_PLAIN_H
#define EXH_SCI_SOUND_PLAIN_H

#include "exhume/sci.h"

enum { PLAIN_MOST = 4096 };

struct plain_sound {
	struct exh_sci_sound_event events[PLAIN_MOST];
	size_t count;
	bool is_ended;
	int loop_event; /* -1: none is marked */
};

/* The byte at, or -1. */
static inline int plain_byte(struct exh_bytes in, size_t at)
{
	return at < in.size ? in.data[at] : -1;
}

/* Adds one of size parameters (or of a sysex's bytes) at; false: some are missing. */
static inline bool plain_add(struct plain_sound *out, struct exh_bytes in, size_t at,
			     size_t size, struct exh_sci_sound_event event)
{
	if (at + size > in.size)
		return false;
	if (event.status == 0xf0)
		exh_bytes_slice(in, at, size, &event.sysex);
	else
		for (size_t i = 0; i < size; i++)
			event.data[i] = in.data[at + i] % 128;
	if (out->count < PLAIN_MOST)
		out->events[out->count] = event;
	out->count++;
	if (event.status == 0xcf && event.data[0] == 127)
		out->loop_event = (int)out->count;
	return true;
}

static inline void plain_sound_read(struct plain_sound *out, struct exh_bytes in,
				    size_t at)
{
	struct exh_sci_sound_event event = { 0 };
	uint8_t running = 0;

	out->count = 0;
	out->loop_event = -1;
	for (out->is_ended = false; !out->is_ended;) {
		size_t size;

		for (; plain_byte(in, at) == 0xf8; at++)
			event.tick += 240;
		if (plain_byte(in, at) < 0)
			return;
		if (plain_byte(in, at) != 0xfc)
			event.tick += (uint32_t)plain_byte(in, at++);
		if (plain_byte(in, at) < 0)
			return;
		event.offset = (uint32_t)at;
		event.status = running;
		if (in.data[at] & 0x80)
			event.status = in.data[at++];
		running = event.status < 0xf0 ? event.status : 0;
		switch (event.status >> 4) {
		case 8:
		case 9:
		case 10:
		case 11:
		case 14:
			size = 2;
			break;
		case 12:
		case 13:
			size = 1;
			break;
		default:
			size = 0;
			if (event.status != 0xf0 && event.status != 0xfc)
				return;
			out->is_ended = event.status == 0xfc;
		}
		if (event.status == 0xf0)
			while (plain_byte(in, at + size) >= 0 &&
			       plain_byte(in, at + size) != 0xf7)
				size++;
		if (event.status == 0xf0 && at + size == in.size)
			return;
		if (!plain_add(out, in, at, size, event))
			return;
		at += size + (event.status == 0xf0);
	}
}

#endif
