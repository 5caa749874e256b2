/* Sounds. */
#ifndef CMD_ASSETS_SCI_SOUND_SOUND_H
#define CMD_ASSETS_SCI_SOUND_SOUND_H

#include "assets/assets.h"
#include "assets/sci/sci.h"
#include "media/sound/sound.h"
#include "task/report.h"

#include <exhume/advanced/sci_sound.h>
#include <exhume/advanced/opl2_log.h>
#include <exhume/sci.h>

/*
 * AdLib's instruments, patch.003, as JSON, and packing it.
 */

enum { SCI_BANK_NUMBER = 3 };

struct sci_bank_options {
	/* --pack: the bank that instruments are put into; NULL: none */
	const char *bank;
	/* Number of the first instrument to replace */
	unsigned at;
	bool takes_one; /* take is the instrument of an OP2 bank to use */
	unsigned take;
	bool is_bare;
};

extern const struct document sci_bank_document;
extern const struct fields sci_bank_fields; /* fields of results */

/* Reads instruments from the document; rest: the bytes after them, in arena. */
enum exh_status sci_bank_read(struct exh_bytes text, struct exh_arena *arena,
			      struct exh_sci_adlib_bank *bank, struct exh_bytes *rest,
			      struct exh_error *err);

extern const struct asset_kind sci_bank_kind;

/* options: a struct sci_bank_options. */
void sci_bank_pack(const void *options, const char *input, const char *output,
		   struct report *report, struct json *result);

/*
 * Sounds of Sierra's games as files, made by exhume sci-snd2wav and exhume sci-unpack
 * --convert.
 */

enum sci_sound_format {
	SCI_SOUND_AUTO, /* WAV, unless check found another ending of the name */
	SCI_SOUND_WAV,
	SCI_SOUND_FLAC,
	SCI_SOUND_RAW,
	SCI_SOUND_MIDI,
	SCI_SOUND_VGM,
	SCI_SOUND_DRO,
	SCI_SOUND_OPL2LOG,
	SCI_SOUND_JSON,
};

/* Names in the order of the enum; for OPT_CHOICE. */
extern const char *const sci_sound_format_choices[];

enum sci_sound_device {
	SCI_DEVICE_ADLIB,
	SCI_DEVICE_SPEAKER,
	SCI_DEVICE_TANDY,
	/* From here on only for MIDI. */
	SCI_DEVICE_MT32,
	SCI_DEVICE_FB01,
	SCI_DEVICE_CASIO,
	SCI_DEVICE_AMIGA,
	SCI_DEVICE_GM,
	SCI_DEVICE_ALL,
};

extern const char *const sci_sound_device_choices[];

/* Returns the devices whose channels a device plays: bits of enum exh_sci_device. */
unsigned sci_sound_device_bits(unsigned device);

/* Assignment of notes to voices on AdLib and Tandy. */
enum sci_sound_voices {
	/* As in the header, unless it assigns no voices */
	SCI_VOICES_DEFAULT,
	SCI_VOICES_AUTO, /* notes of any channel get voices as they come */
	SCI_VOICES_HEADER,
};

/* All zeros: the defaults. */
struct sci_sound_options {
	struct sound_settings sound;
	unsigned format, device; /* values of the enums above */
	unsigned voices;	 /* enum sci_sound_voices */
	unsigned pass_count;	 /* 0 is 1 */
	bool stems;
	const char *solo_text, *mute_text; /* as typed; NULL: not given */
	/* channels (bit 0: channel 0) left out by solo_text and mute_text */
	unsigned hidden;
	const char *bank; /* a file; NULL: the game's patch.003 */
	bool is_listed;	  /* only listed, not played */
	bool no_sample;	  /* no digital sample if there is a song, too */
	/* Also writes the document of a sound file, for packing */
	bool with_json;
	bool is_bare; /* packed without the header of a patch file */
	/* A sound whose header is used for MIDI input; NULL: a default header */
	const char *like;
};

extern const struct asset_kind sci_sound_kind;
extern const struct fields sci_sound_made_fields; /* fields for its files */

/* The thing of an asset. */
struct sci_sound {
	struct exh_sci_sound sound;
	/* Bits: selected channels of the device */
	unsigned channels;
	unsigned noted; /* bits: those channels that have a note */
	/* Voices are assigned to notes as they come, regardless of the header */
	bool is_dealt;
	/* Properties of the written files: by channel, then for the whole and for the
	 * digital sample; rate_hz 0: not written. */
	struct sci_sound_result *results;
};

enum { SCI_SOUND_WHOLE = EXH_SCI_CHANNELS, SCI_SOUND_SAMPLE, SCI_SOUND_FILES };

struct sci_sound_result {
	struct sound_shape shape;
	struct sound_measure measure;
	double seconds;
};

/* True for formats of sound files. */
bool sci_sound_is_heard(const struct sci_sound_options *options);
/* True for formats of register logs. */
bool sci_sound_is_log(const struct sci_sound_options *options);

/* Returns AdLib's instruments, in the assets' arena: from the file at path, else
 * (NULL) from the game or folder of the assets. NULL, and reported, if there are none. */
struct exh_sci_adlib_bank *sci_sound_bank(const char *path, struct assets *assets,
					  struct report *report);

/*
 * Playing: sci_sound_play.c.
 */

/* Writes one sound file, of all channels (SCI_SOUND_WHOLE) or of one. */
enum exh_status sci_sound_write(const struct sci_sound_options *options,
				const struct asset *asset, size_t channel,
				const char *path, bool force, struct exh_error *err);

/* Writes the digital sample. */
enum exh_status sci_sound_write_sample(const struct sci_sound_options *options,
				       const struct asset *asset, const char *path,
				       bool force, struct exh_error *err);

/* Appends a register log: VGM, DRO or text. */
enum exh_status sci_sound_log(const struct sci_sound_options *options,
			      const struct asset *asset, size_t channel,
			      struct exh_writer *out, struct exh_error *err);

/* Opens a driver's voices to all channels, if is_dealt. */
static inline void sci_sound_open_voices(const struct sci_sound *own, unsigned device,
					 struct exh_sci_voices *voices)
{
	if (own->is_dealt)
		exh_sci_sound_open_voices(&own->sound, device, voices);
}

/* Appends a VGM that loops like the sound; the loop must have events and a duration:
 * sci_sound_log.c. */
enum exh_status sci_sound_log_loop(const struct sci_sound *own,
				   const struct exh_sci_adlib_bank *bank,
				   unsigned channels, const struct exh_opl2_tags *tags,
				   struct exh_writer *out, struct exh_error *err);

/*
 * Reports: sci_sound_json.c.
 */

/* Adds to object: ticks, seconds, events, the loop point, cues, channels, the sample. */
void sci_sound_describe(const struct asset *asset, struct json *object);

/* Returns this and all events as a document. */
extern const struct fields sci_sound_fields;
extern const struct document sci_sound_document;
struct json *sci_sound_to_json(const struct asset *asset);

/* Reads the header and events of a document into arena; a digital sample without its
 * samples. */
enum exh_status sci_sound_read(struct exh_bytes text, struct exh_arena *arena,
			       struct exh_sci_sound *out, struct exh_error *err);

/* Returns data for a page: {"roll"}, the notes of all channels (see
 * assets/song/song.h); or NULL. */
struct json *sci_sound_more(const void *options, const struct asset *asset);

/* True if the event sends a signal to the interpreter. */
bool sci_sound_is_cue(const struct exh_sci_sound_event *event);

/*
 * sci-snd2wav --list: the sounds of a game.
 */

void sci_snd2wav_list(const void *context, const struct assets *assets,
		      const char *output, struct report *report, struct json *result);

/*
 * Packs files of sci-snd2wav --format json and mid: events become a sound.
 */

/* options: a struct sci_sound_options. */
void sci_sound_pack(const void *options, const char *input, const char *output,
		    struct report *report, struct json *result);

/* Ending of a sound's digital sample: NAME.sample.wav beside NAME.json. */
#define SCI_SOUND_SAMPLE_ENDING ".sample.wav"

#endif
