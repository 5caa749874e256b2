/* What an SCI0 game plays, as MIDI. */
#ifndef CMD_PLAY_SCI0_SCI_MIDI_H
#define CMD_PLAY_SCI0_SCI_MIDI_H

#include "play/engine.h"

/* For struct engine_type. */
enum exh_status sci_midi(const struct exh_audio_write *writes, size_t count,
			 uint64_t services, struct exh_writer *out,
			 struct exh_error *err);

#endif
