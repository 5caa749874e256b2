/*
 * Sounds of SCI0: the events of a resource, and the player that turns them into AdLib
 * writes. Players for the Tandy's and PCjr's chip and for the PC's speaker are in
 * sci_tones.h.
 *
 * Ticks:  1/60 second. Tick t is at sample t * EXH_OPL2_RATE / 60, rounded down.
 * Memory: lists lie in the caller's arena; players hold no pointer into themselves, so a
 *         copy is independent.
 * Source: sci0-formats 6, opl2-audio 14 and 21; formats/sci/README.md.
 */
#ifndef EXHUME_SCI_SOUND_H
#define EXHUME_SCI_SOUND_H

#include "base.h"
#include "opl2.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	EXH_SCI_CHANNELS = 16,
	EXH_SCI_CONTROL_CHANNEL = 15,
	EXH_SCI_TICKS_A_SECOND = 60,
	EXH_SCI_LOOP_CUE = 127, /* parameter of CF that marks the loop point */
	/* Byte 0 of a sound in which a digital sample follows the events. */
	EXH_SCI_SAMPLE_FLAG = 2,
	EXH_SCI_SAMPLE_HEADER = 44, /* bytes */
};

/* Bits of a channel's play flags. */
enum exh_sci_device {
	EXH_SCI_MT32 = 0x01,
	EXH_SCI_FB01 = 0x02,
	EXH_SCI_ADLIB = 0x04,
	EXH_SCI_CASIO = 0x08,
	EXH_SCI_TANDY = 0x10, /* and PCjr */
	EXH_SCI_SPEAKER = 0x20,
	EXH_SCI_AMIGA = 0x40, /* and Macintosh */
	EXH_SCI_GM = 0x80,    /* used by fans' tools */
};

/* Returns "mt32", "fb01", "adlib", "casio", "tandy", "speaker", "amiga" or "gm" for
 * bit 0 to 7. It is static. */
EXH_API const char *exh_sci_device_name(unsigned bit);

/* A channel's bytes in the header. */
struct exh_sci_sound_channel {
	uint8_t voices;	 /* as stored: the low seven bits are AdLib's voices */
	uint8_t devices; /* bits of enum exh_sci_device */
};

/* An event. */
struct exh_sci_sound_event {
	uint32_t tick; /* from the start of the first pass */
	/* Bytes from the start of the resource: of the status, or with running status
	 * of the first parameter. */
	uint32_t offset;
	uint8_t status;		/* never running status */
	uint8_t data[2];	/* parameters; missing ones are 0 */
	struct exh_bytes sysex; /* only for F0: bytes between it and F7 */
};

/* A sound. */
struct exh_sci_sound {
	/* One byte per channel in the header, as in the first games. */
	bool is_early;
	uint8_t sample_flag; /* byte 0 */
	struct exh_sci_sound_channel channels[EXH_SCI_CHANNELS];
	/* In order; the last one is FC (unless that is missing). */
	struct exh_sci_sound_event *events;
	size_t event_count;
	bool is_ended;	/* true if it ends with FC */
	uint32_t ticks; /* tick of FC, or of the last event */
	/* Loop point: the first event to be played again after FC, and its tick; event
	 * 0 and tick 0 without a mark. */
	bool has_loop_mark;
	size_t loop_event;
	uint32_t loop_tick;
	/* Digital sample, unsigned 8 bits; sample_rate_hz 0: none. */
	uint32_t sample_rate_hz;
	struct exh_bytes sample;
	/* Header of the sample, EXH_SCI_SAMPLE_HEADER bytes, and the bytes before the
	 * header and after the sample. */
	struct exh_bytes sample_header, before_sample, after_sample;
	/* The control channel's bytes contain the offset of the sample's header. */
	bool states_sample;
};

/*
 * Reads header and events. A truncated sound, or one with an invalid status, ends there,
 * which is noted as damage (is_ended stays false; ticks are those of the last event).
 * formats/sci/README.md describes how early ones are recognised. EXH_TRUNCATED if not
 * even a header fits, EXH_UNSUPPORTED for the track lists of SCI01, EXH_NO_MEMORY.
 */
EXH_CHECKED enum exh_status exh_sci_sound_read(struct exh_bytes in,
					       struct exh_arena *arena,
					       struct exh_sci_sound *out,
					       struct exh_notes *notes,
					       struct exh_error *err);

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

/*
 * Plays a sound pass_count (0 is 1) times, from the loop point after the first pass; only
 * the last pass ends with FC. Set sound and pass_count, and zeros elsewhere, to start. A
 * loop of no ticks is played once.
 */
struct exh_sci_sound_cursor {
	const struct exh_sci_sound *sound;
	uint64_t pass_count, pass; /* total, and the current one from 0 */
	size_t event;		   /* index of the next event */
	uint64_t base;		   /* ticks added to those of events */
};

/* Gets the next event. False at the end. tick counts from the start of the first pass. */
EXH_API bool exh_sci_sound_next(struct exh_sci_sound_cursor *cursor,
				struct exh_sci_sound_event *event, uint64_t *tick);

/* Returns the ticks of pass_count passes; UINT64_MAX if they exceed it. */
EXH_API uint64_t exh_sci_sound_ticks(const struct exh_sci_sound *sound,
				     uint64_t pass_count);

/* Returns the position in samples of a tick; UINT64_MAX if it exceeds it. */
EXH_API uint64_t exh_sci_sound_position(uint64_t tick);

/*
 * Patch 3: the instruments of AdLib.
 */

enum { EXH_SCI_INSTRUMENT_SIZE = 28, EXH_SCI_INSTRUMENTS = 96 };

/* The instruments. */
struct exh_sci_adlib_bank {
	/* As stored: operator 1, operator 2, waves. */
	uint8_t instruments[EXH_SCI_INSTRUMENTS][EXH_SCI_INSTRUMENT_SIZE];
	size_t count; /* 48 or 96 */
};

/*
 * Reads a bank of 1344 or 2690 bytes. From 1345 bytes on without the mark, and beyond
 * 2690 (SCI1.1's rhythm map), the rest is noted. The bank inside the first games'
 * ADL.DRV, which is recognised by its size, is also read. EXH_TRUNCATED below 1344 bytes,
 * EXH_INVALID for values that do not fit the chip's registers: they are no instruments.
 */
EXH_CHECKED enum exh_status exh_sci_adlib_bank_read(struct exh_bytes in,
						    struct exh_sci_adlib_bank *out,
						    struct exh_notes *notes,
						    struct exh_error *err);

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

enum {
	EXH_SCI_VOICES = EXH_OPL2_CHANNEL_COUNT, /* voices of a driver, at most */
	EXH_SCI_NO_CHANNEL = EXH_SCI_CHANNELS,
	EXH_SCI_NO_NOTE = 255,
	EXH_SCI_BEND_MIDDLE = 8192,
	EXH_SCI_DEFAULT_PATCH = 13,
	EXH_SCI_LOUDEST = 15, /* master volume */
};

/* A voice of the chip. */
struct exh_sci_voice {
	uint8_t channel; /* channel that it is assigned to, or EXH_SCI_NO_CHANNEL */
	uint8_t note;	 /* sounding note, or EXH_SCI_NO_NOTE */
	uint8_t velocity;
	bool is_held; /* held by the pedal: the note is off */
	uint32_t age; /* number of notes begun before its note */
};

/* State of a channel. */
struct exh_sci_voice_channel {
	uint8_t patch;	     /* instrument */
	uint8_t volume, pan; /* 0 to 127 */
	bool has_pedal, uses_velocity;
	uint8_t wanted;	    /* voices requested by the header or by 4B */
	uint8_t last_voice; /* voice used last; for round robin */
	uint16_t bend;	    /* 0 to 16383 */
};

/* State of all voices and channels. */
struct exh_sci_voices {
	struct exh_sci_voice items[EXH_SCI_VOICES];
	struct exh_sci_voice_channel channels[EXH_SCI_CHANNELS];
	size_t count;	 /* voices of the driver */
	unsigned played; /* channels (bit 0: channel 0) that the device plays */
	/* Audible channels, for stems: notes of other channels take their voices but
	 * are silent. All at the start. */
	unsigned heard;
	/* Voices below this number, if it is set after the start, are for all channels
	 * but those that have a voice above it: notes take them as they come,
	 * regardless of header and 4B. For sounds that request no voices. */
	size_t open_count;
	uint8_t master_volume; /* the game's volume: 0 to EXH_SCI_LOUDEST */
	uint32_t notes;	       /* number of notes begun */
};

/* Opens all voices for a sound that lacks voices, except the Tandy's noise, after the
 * start of AdLib's or the Tandy's driver. Percussion, for which AdLib has no
 * instruments, takes none of its voices unless there are no other notes. */
EXH_API void exh_sci_sound_open_voices(const struct exh_sci_sound *sound, unsigned device,
				       struct exh_sci_voices *voices);

/*
 * AdLib. Source: opl2-audio 21; formats/sci/README.md for the choices made here.
 */

/* State of AdLib's driver. */
struct exh_sci_adlib {
	struct exh_sci_adlib_bank bank;
	struct exh_sci_voices voices;
	/* For each voice its instrument (255: none), and the values of A0 and B0. */
	uint8_t patches[EXH_OPL2_CHANNEL_COUNT];
	uint8_t pitches[EXH_OPL2_CHANNEL_COUNT][2];
};

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

/*
 * A sound for AdLib as a source of writes, timed in samples; to be spaced
 * (exh_opl2_space). At the end all notes are stopped. channels: the audible ones. The
 * sound is borrowed, the bank copied.
 */
enum { EXH_SCI_ADLIB_WAITING = 64 };

/* State of a player. Its fields are private. */
struct exh_sci_adlib_player {
	struct exh_sci_sound_cursor cursor;
	struct exh_sci_adlib driver;
	struct exh_opl2_write waiting[EXH_SCI_ADLIB_WAITING]; /* writes of one event */
	size_t first, count;
	uint64_t position;
	bool is_ended;
};

/* Starts a player, and returns its source of writes, which the player must outlive. */
EXH_API void exh_sci_adlib_play(struct exh_sci_adlib_player *player,
				const struct exh_sci_sound *sound,
				const struct exh_sci_adlib_bank *bank,
				uint64_t pass_count, unsigned channels);
EXH_API struct exh_opl2_source exh_sci_adlib_source(struct exh_sci_adlib_player *player);

#ifdef __cplusplus
}
#endif
#endif
