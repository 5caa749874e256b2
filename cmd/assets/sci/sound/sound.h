/* Sounds. */
#ifndef CMD_ASSETS_SCI_SOUND_SOUND_H
#define CMD_ASSETS_SCI_SOUND_SOUND_H

#include "assets/assets.h"
#include "assets/sci/sci.h"
#include "media/sound/sound.h"
#include "task/report.h"

#include <exhume/opl2_log.h>
#include <exhume/sci_sound.h>

/*
 * AdLib's instruments, patch.003, as a JSON, and the way back.
 */

enum { SCI_BANK_NUMBER = 3 };

struct sci_bank_options {
	const char *bank; /* --pack: what instruments are put into; NULL: none */
	unsigned at;	  /* the first instrument that is replaced */
	bool takes_one;	  /* of an OP2 bank */
	unsigned take;
	bool is_bare;
};

extern const struct document sci_bank_document;
extern const struct fields sci_bank_fields; /* of results */

/* Instruments from the document; rest: what follows them, in arena. */
enum exh_status sci_bank_read(struct exh_bytes text, struct exh_arena *arena,
			      struct exh_sci_adlib_bank *bank, struct exh_bytes *rest,
			      struct exh_error *err);

extern const struct asset_kind sci_bank_kind;

/* options: a struct sci_bank_options. */
void sci_bank_pack(const void *options, const char *input, const char *output,
		   struct report *report, struct json *result);

/*
 * Sounds of Sierra's games as files: what exhume sci-snd2wav and exhume sci-unpack
 * --convert make of them.
 */

enum sci_sound_format {
	SCI_SOUND_AUTO, /* WAV, unless check found a name that ends otherwise */
	SCI_SOUND_WAV,
	SCI_SOUND_FLAC,
	SCI_SOUND_RAW,
	SCI_SOUND_MIDI,
	SCI_SOUND_VGM,
	SCI_SOUND_DRO,
	SCI_SOUND_OPL2LOG,
	SCI_SOUND_JSON,
};

/* By name, in their order; for OPT_CHOICE. */
extern const char *const sci_sound_format_choices[];

enum sci_sound_device {
	SCI_DEVICE_ADLIB,
	SCI_DEVICE_SPEAKER,
	SCI_DEVICE_TANDY,
	/* From here on of MIDI alone. */
	SCI_DEVICE_MT32,
	SCI_DEVICE_FB01,
	SCI_DEVICE_CASIO,
	SCI_DEVICE_AMIGA,
	SCI_DEVICE_GM,
	SCI_DEVICE_ALL,
};

extern const char *const sci_sound_device_choices[];

/* Whose channels a device plays: bits of enum exh_sci_device. */
unsigned sci_sound_device_bits(unsigned device);

/* Who plays a note on AdLib and Tandy. */
enum sci_sound_voices {
	SCI_VOICES_DEFAULT, /* the header's, unless it names none */
	SCI_VOICES_AUTO,    /* any channel's notes, as they come */
	SCI_VOICES_HEADER,
};

/* All zeros: the defaults. */
struct sci_sound_options {
	struct sound_settings sound;
	unsigned format, device; /* the enums above */
	unsigned voices;	 /* enum sci_sound_voices */
	unsigned pass_count;	 /* 0 is 1 */
	bool stems;
	const char *solo_text, *mute_text; /* as typed; NULL: not given */
	unsigned hidden;  /* channels (bit 0: channel 0) that they leave out */
	const char *bank; /* a file; NULL: the game's patch.003 */
	bool is_listed;	  /* nothing is played */
	bool no_sample;	  /* where there is a song, too */
	bool with_json;	  /* beside a file of sound: what is in it, for packing */
	bool is_bare;	  /* packed without the header of a patch file */
	const char *like; /* a sound, of whose header MIDI is packed; NULL: made up */
};

extern const struct asset_kind sci_sound_kind;
extern const struct fields sci_sound_made_fields; /* what it describes of its files */

/* What its read makes of a resource. */
struct sci_sound {
	struct exh_sci_sound sound;
	unsigned channels; /* bits: those of the device that were chosen */
	unsigned noted;	   /* those of them that have a note */
	bool is_dealt;	   /* voices go to notes as they come, whatever the header says */
	/* By channel, and after them of the whole and of the digital sample: how the
	 * file came out; rate_hz 0: it was not written. */
	struct sci_sound_result *results;
};

enum { SCI_SOUND_WHOLE = EXH_SCI_CHANNELS, SCI_SOUND_SAMPLE, SCI_SOUND_FILES };

struct sci_sound_result {
	struct sound_shape shape;
	struct sound_measure measure;
	double seconds;
};

/* Is the format one of files of sound? */
bool sci_sound_is_heard(const struct sci_sound_options *options);
/* Or of register logs? */
bool sci_sound_is_log(const struct sci_sound_options *options);

/* AdLib's instruments, in the assets' arena: of the file at path, else (NULL) of the game
 * or the folder that they are in. NULL, reported, if there are none. */
struct exh_sci_adlib_bank *sci_sound_bank(const char *path, struct assets *assets,
					  struct report *report);

/*
 * Playing: sci_sound_play.c.
 */

/* One file of sound, from the whole (SCI_SOUND_WHOLE) or of a channel. */
enum exh_status sci_sound_write(const struct sci_sound_options *options,
				const struct asset *asset, size_t channel,
				const char *path, bool force, struct exh_error *err);

/* The digital sample. */
enum exh_status sci_sound_write_sample(const struct sci_sound_options *options,
				       const struct asset *asset, const char *path,
				       bool force, struct exh_error *err);

/* A register log: VGM, DRO or text. */
enum exh_status sci_sound_log(const struct sci_sound_options *options,
			      const struct asset *asset, size_t channel,
			      struct exh_writer *out, struct exh_error *err);

/* Opens a driver's voices to the channels, if the sound is dealt. */
static inline void sci_sound_open_voices(const struct sci_sound *own, unsigned device,
					 struct exh_sci_voices *voices)
{
	if (own->is_dealt)
		exh_sci_sound_open_voices(&own->sound, device, voices);
}

/* A VGM that loops as the sound does, whose loop must have events and take time:
 * sci_sound_log.c. */
enum exh_status sci_sound_log_loop(const struct sci_sound *own,
				   const struct exh_sci_adlib_bank *bank,
				   unsigned channels, const struct exh_opl2_tags *tags,
				   struct exh_writer *out, struct exh_error *err);

/*
 * Reports: sci_sound_json.c.
 */

/* Into object: ticks, seconds, events, the loop point, cues, channels, the sample. */
void sci_sound_describe(const struct asset *asset, struct json *object);

/* The same with all events, as a document. */
extern const struct fields sci_sound_fields;
extern const struct document sci_sound_document;
struct json *sci_sound_to_json(const struct asset *asset);

/* And its header and events, into arena; of a digital sample all but the samples. */
enum exh_status sci_sound_read(struct exh_bytes text, struct exh_arena *arena,
			       struct exh_sci_sound *out, struct exh_error *err);

/* For a page: {"roll"}, the notes of all channels (see assets/song/song.h); or NULL. */
struct json *sci_sound_more(const void *options, const struct asset *asset);

/* Does the interpreter hear of it, as a signal? */
bool sci_sound_is_cue(const struct exh_sci_sound_event *event);

/*
 * The list of exhume sci-snd2wav: the sounds of a game.
 */

void sci_snd2wav_list(const void *context, const struct assets *assets,
		      const char *output, struct report *report, struct json *result);

/*
 * The way back of sci-snd2wav --format json and mid: events become a sound.
 */

/* options: a struct sci_sound_options. */
void sci_sound_pack(const void *options, const char *input, const char *output,
		    struct report *report, struct json *result);

/* Its digital sample lies in NAME.sample.wav beside NAME.json. */
#define SCI_SOUND_SAMPLE_ENDING ".sample.wav"

#endif
