/* A song as an asset: opened, and looked through for its notes and its length. */
#ifndef CMD_ASSETS_SONG_SONG_ASSET_H
#define CMD_ASSETS_SONG_SONG_ASSET_H

#include "assets/assets.h"
#include "assets/song/score.h"
#include "assets/song/song_midi.h"
#include "assets/song/song.h"
#include "assets/song/song_request.h"
#include "media/sound/wav.h"

enum song_format {
	SONG_AUTO = SOUND_AUTO,
	SONG_WAV = SOUND_WAV,
	SONG_FLAC = SOUND_FLAC,
	SONG_RAW = SOUND_RAW,
	SONG_DRO,
	SONG_VGM,
	SONG_OPL2LOG,
	SONG_PNG,
	SONG_IMF,
	SONG_MIDI,
};

/* "auto", "wav" and so on, NULL. */
extern const char *const song_format_names[];

/* Of files, without the dot. */
const char *song_format_ending(unsigned format);

static inline bool song_format_is_sound(unsigned format)
{
	return format == SONG_WAV || format == SONG_FLAC || format == SONG_RAW;
}

static inline bool song_format_is_log(unsigned format)
{
	return format >= SONG_DRO && format <= SONG_OPL2LOG;
}

enum song_writes { SONG_WRITES_AUTO, SONG_WRITES_SPACED, SONG_WRITES_IMMEDIATE };

struct song_options {
	struct sound_options sound;
	unsigned pass_count; /* at least 1 */
	unsigned format;     /* enum song_format, not SONG_AUTO */
	unsigned writes;     /* enum song_writes */
	unsigned channels;   /* bit by channel: those that are heard */
	bool stems;	     /* a file of sound a channel */
	bool is_packed;	     /* logs are compressed, as .vgz is */
	unsigned imf_type;   /* 0 or 1, of what is written */
	unsigned programs;   /* enum song_numbering, of MIDI that is written */
	const struct exh_opl2_bank *bank; /* of MIDI; NULL: our own */
};

/* What asset->thing is. */
struct song_asset {
	struct song song;
	struct score score;
	uint64_t song_length, length; /* samples; the latter with what sounds on */
	bool is_held;		      /* a note at the end would never stop */
	/* Of what was written: of sound, or of what its stems add up to ... */
	bool is_measured;
	struct sound_shape shape; /* with the gain */
	struct sound_measure measure;
	struct sound_measure stems[EXH_OPL2_CHANNEL_COUNT]; /* ... of each stem ... */
	struct exh_opl2_timing timing;			    /* ... of a log ... */
	struct song_midi_report midi;			    /* ... of MIDI. */
};

/* A kind's read, its close and its describe. */
enum exh_status song_asset_read(const void *options, struct asset *asset,
				struct exh_notes *notes, struct exh_error *err);
void song_asset_close(struct asset *asset);
void song_asset_describe(const void *options, const struct asset *asset, json_t *object);

bool song_asset_is_spaced(const struct song_options *options, const struct song *song);

/* Writes on their way, until an interrupt comes. */
struct song_tap {
	struct exh_opl2_source source;
	struct score *score; /* gets them, too; may be NULL */
};

struct exh_opl2_source song_tap(struct song_tap *tap);

#endif
