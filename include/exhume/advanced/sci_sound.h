/*
 * Sounds of SCI0: the events of a resource, and the player that turns them into AdLib
 * writes. Players for the Tandy's and PCjr's chip and for the PC's speaker are in
 * sci_tones.h. The rest of exhume/sci.h, which has units, memory and sources.
 */
#ifndef EXHUME_ADVANCED_SCI_SOUND_H
#define EXHUME_ADVANCED_SCI_SOUND_H

#include "../sci.h"
#include "base.h"
#include "opl2.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns "mt32", "fb01", "adlib", "casio", "tandy", "speaker", "amiga" or "gm" for
 * bit 0 to 7. It is static. */
EXH_API const char *exh_sci_device_name(unsigned bit);

/*
 * Appends a resource with header and events, in running status where possible; FC is
 * added if it is missing. With a sample_rate_hz the sample follows, and its header is
 * made if sample_header is empty. EXH_INVALID: an event is earlier than the previous one,
 * or sample_flag and sample_rate_hz disagree. EXH_LIMIT: more than 65535 samples, or
 * samples per second.
 */
EXH_CHECKED enum exh_status exh_sci_sound_write(const struct exh_sci_sound *sound,
						struct exh_writer *out,
						struct exh_error *err);

/* Returns the channels (bit 0: channel 0) that a device plays, or any of several:
 * MT-32 always plays channel 9, no device plays the control channel. */
EXH_API unsigned exh_sci_sound_channels(const struct exh_sci_sound *sound,
					unsigned device);

/* True if the header, or a controller 4B, gives a voice to any channel that a device
 * plays. */
EXH_API bool exh_sci_sound_names_voices(const struct exh_sci_sound *sound,
					unsigned device);

/* Returns the channels (bit 0: channel 0) that have a note. */
EXH_API unsigned exh_sci_sound_noted_channels(const struct exh_sci_sound *sound);

/* True if a sound requests no voices, and so leaves notes for AdLib or the Tandy
 * without a voice. The Tandy's driver still gives one to each of the first channels. */
EXH_API bool exh_sci_sound_lacks_voices(const struct exh_sci_sound *sound,
					unsigned device);

/* Gets the next event. False at the end. tick counts from the start of the first pass. */
EXH_API bool exh_sci_sound_next(struct exh_sci_sound_cursor *cursor,
				struct exh_sci_sound_event *event, uint64_t *tick);

/*
 * Patch 3: the instruments of AdLib.
 */

/* Register values of an instrument: operator 1 and 2 of 20, 40, 60, 80, E0; and C0. */
struct exh_sci_adlib_registers {
	uint8_t operators[2][5];
	uint8_t connection;
};

EXH_API struct exh_sci_adlib_registers
exh_sci_adlib_registers(const uint8_t instrument[EXH_SCI_INSTRUMENT_SIZE]);

/* Makes an instrument with these register values. */
EXH_API void exh_sci_adlib_instrument(const struct exh_sci_adlib_registers *registers,
				      uint8_t instrument[EXH_SCI_INSTRUMENT_SIZE]);

/* Appends the bank as in a patch: 48 instruments, or 96 with the mark between. */
EXH_API void exh_sci_adlib_bank_write(const struct exh_sci_adlib_bank *bank,
				      struct exh_writer *out);

/*
 * Voices: a driver's state of its channels and of its chip's voices. Drivers are state
 * machines: events in, writes out. AdLib's is below; those of the Tandy's and PCjr's chip
 * and of the speaker are in sci_tones.h.
 */

/* Opens all voices for a sound that lacks voices, except the Tandy's noise, after the
 * start of AdLib's or the Tandy's driver. Percussion, for which AdLib has no
 * instruments, takes none of its voices unless there are no other notes. */
EXH_API void exh_sci_sound_open_voices(const struct exh_sci_sound *sound, unsigned device,
				       struct exh_sci_voices *voices);

/*
 * AdLib. Source: opl2-audio 21; formats/sci/README.md for the choices made here.
 */

/* Receives writes to registers. */
struct exh_sci_register_sink {
	void (*write)(void *context, uint8_t reg, uint8_t value);
	void *context;
};

/* Starts the driver: issues the initial writes and assigns voices by the sound's
 * header. bank is copied. */
EXH_API void exh_sci_adlib_start(struct exh_sci_adlib *driver,
				 const struct exh_sci_adlib_bank *bank,
				 const struct exh_sci_sound *sound,
				 const struct exh_sci_register_sink *sink);

/* Handles an event. Events of channels that AdLib does not play, and FC, do nothing. */
EXH_API void exh_sci_adlib_event(struct exh_sci_adlib *driver,
				 const struct exh_sci_sound_event *event,
				 const struct exh_sci_register_sink *sink);

/* Ends all notes. */
EXH_API void exh_sci_adlib_stop(struct exh_sci_adlib *driver,
				const struct exh_sci_register_sink *sink);

/* Sets the game's volume, 0 to EXH_SCI_LOUDEST. Sounding notes get new levels. */
EXH_API void exh_sci_adlib_volume(struct exh_sci_adlib *driver, unsigned volume,
				  const struct exh_sci_register_sink *sink);

/* Computes F-number and block of a note with a pitch bend, as AdLib's driver does. */
EXH_API void exh_sci_adlib_pitch(unsigned note, unsigned bend, unsigned *f_number,
				 unsigned *block);

#ifdef __cplusplus
}
#endif

#endif
