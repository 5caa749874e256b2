/*
 * The interface that all engine cores share. A core is a state machine that is stepped
 * frame by frame, in its own ticks, and passes its output to a host. It uses no files,
 * wall time or threads; the same calls produce the same bytes on every machine. The rest
 * of exhume/engine.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_ENGINE_H
#define EXHUME_ADVANCED_ENGINE_H

#include "../engine.h"
#include "opl2.h"
#include "psg.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Queues a write. False if the device's queue is full: the write is not taken, and
 * samples must be rendered first. That never happens to a caller who renders all samples
 * before each write's service, unless an engine writes to AdLib more than
 * EXH_AUDIO_WAITING times within a service. A late write takes effect at once.
 */
EXH_API bool exh_audio_feed(struct exh_audio_player *player,
			    const struct exh_audio_write *write);

/* Renders the next count samples. */
EXH_API void exh_audio_render(struct exh_audio_player *player, int16_t *mono,
			      size_t count);

/* Appends the event as a line: "frame TAB tick TAB name TAB key=value TAB ...\n". */
EXH_API void exh_event_print(const struct exh_event *event, struct exh_writer *out);

#ifdef __cplusplus
}
#endif

#endif
