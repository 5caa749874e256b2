/* What a transcript of an SCI0 game has (--transcript). */
#ifndef CMD_PLAY_SCI0_SCI_TRANSCRIPT_H
#define CMD_PLAY_SCI0_SCI_TRANSCRIPT_H

#include "play/engine.h"

/* For struct engine_type. */
enum transcript_row sci_transcribe(const void *player, const struct exh_event *event,
				   enum transcript_format format, struct exh_writer *out);
void sci_transcript_head(struct exh_writer *out);

#endif
