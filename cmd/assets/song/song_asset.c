#include "song.h"

#include "assets/assets.h"
#include "task/jobs.h"
#include "task/memory.h"

#include <exhume/advanced/keen_audio.h>

enum { LOOKED_THROUGH = 3 /* passes to scan */ };

const char *const song_format_names[] = { "auto",    "wav", "flac", "raw",  "dro", "vgm",
					  "opl2log", "png", "imf",  "midi", NULL };

const char *song_format_ending(unsigned format)
{
	static const char *const endings[] = { "",     ".wav", ".flac",	   ".raw",
					       ".dro", ".vgm", ".opl2log", ".png",
					       ".imf", ".mid" };

	return endings[format];
}

bool song_asset_is_spaced(const struct song_options *options, const struct song *song)
{
	if (options->writes != SONG_WRITES_AUTO)
		return options->writes == SONG_WRITES_SPACED;
	return song->is_imf || song->is_midi;
}

/*
 * Scan for the notes and the length.
 */

static bool next_tapped(void *context, struct exh_opl2_write *write)
{
	struct song_tap *tap = context;

	if (interrupt_pending() || !tap->source.next(tap->source.context, write))
		return false;
	if (tap->score)
		score_write(tap->score, write);
	return true;
}

struct exh_opl2_source song_tap(struct song_tap *tap)
{
	return (struct exh_opl2_source){ next_tapped, tap };
}

/* True if the tail must be found. A text log has its own length, and a log made of a log
 * keeps its length. */
static bool sounds_on(const struct song_options *options, const struct song *song)
{
	if (options->format == SONG_IMF || options->format == SONG_MIDI)
		return false;
	if (song->is_imf || song->is_midi)
		return true;
	return song->log.kind != EXH_OPL2_LOG_TEXT &&
	       !song_format_is_log(options->format);
}

/* Scans the first passes for their notes, and returns the length of the tail. */
static uint64_t look_through(const struct song_options *options, struct song_asset *thing,
			     uint64_t pass_count, struct score *score)
{
	const struct song *song = &thing->song;
	const struct sound_settings *settings = &options->sound.settings;
	struct song_cursor cursor;
	struct song_tap tap = { song_play_on_chip(song, pass_count,
						  song_asset_is_spaced(options, song),
						  &cursor),
				score };
	const uint64_t length = song_length(song, pass_count);
	struct exh_opl2_player player;
	uint64_t tail = settings->tail;

	exh_opl2_player_start(&player, song_tap(&tap));
	if (!settings->has_tail && sounds_on(options, song)) {
		exh_opl2_player_skip(&player, song_chip_samples(song, length));
		tail = song_samples(
			song, song_tail(&player, song->chip_rate_hz, &thing->is_held));
	}
	while (player.waiting) /* writes too late to be heard count, too */
		player.waiting = player.source.next(player.source.context, &player.next);
	score_end(score, length + tail);
	return tail;
}

/*
 * Scans only the first passes: from the second on all are alike, and add the same number
 * of notes.
 */
static enum exh_status survey(const struct song_options *options,
			      struct song_asset *thing, struct exh_error *err)
{
	const uint64_t all = options->pass_count;
	const uint64_t some = all < LOOKED_THROUGH ? all : LOOKED_THROUGH;
	struct score before = { .take = NULL };

	score_start(&thing->score);
	if (all > some) {
		score_start(&before);
		look_through(options, thing, some - 1, &before);
		thing->length = look_through(options, thing, some, &thing->score);
		score_repeat(&thing->score, &before, all - some);
		score_free(&before);
	} else {
		thing->length = look_through(options, thing, some, &thing->score);
	}
	thing->song_length = song_length(&thing->song, all);
	thing->length += thing->song_length;
	return interrupt_pending() ? exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted")
				   : EXH_OK;
}

enum exh_status song_asset_read(const void *context, struct asset *asset,
				struct exh_notes *notes, struct exh_error *err)
{
	const struct song_options *options = context;
	const struct song_hints hints = { .name = asset->file,
					  .tick_rate = options->sound.tick_rate,
					  .tick_reason = "set by --tick",
					  .max_length =
						  options->sound.settings.max_length,
					  .bank = options->bank };
	struct song_asset *thing = mem_arena(asset->arena, 1, sizeof *thing);
	enum exh_status status;

	asset->thing = thing;
	status = song_open(&thing->song, asset->bytes, &hints, notes, err);
	if (!status && thing->song.is_imf && !exh_keen_imf_has_notes(&thing->song.imf))
		status = exh_fail(err, EXH_INVALID, thing->song.imf.records.base,
				  "not music: no note is played in its %zu records",
				  thing->song.imf.record_count);
	return status ? status : survey(options, thing, err);
}

void song_asset_close(struct asset *asset)
{
	struct song_asset *thing = asset->thing;

	song_free(&thing->song);
	score_free(&thing->score);
}

/*
 * JSON.
 */

#define TAG(name, member, meaning) \
	FIELD_AS(name, struct song, member, NULL, meaning, FIELD_IF_ANY)
static const struct field tag_field[] = {
	TAG("title", tags.title, "title of the song"),
	TAG("composer", tags.author, "composer"),
	TAG("game", tags.game, "game that it is from"),
	TAG("system", tags.system, "system of the game"),
	TAG("date", tags.date, "when the game came out"),
	TAG("remarks", tags.remarks, "remarks"),
	TAG("program", program, "program that wrote the file"),
};
static const struct fields tag_table = FIELDS("song_tags", struct song, tag_field);

struct rate {
	double hz;
	struct exh_keen_imf_rate rate;
	const char *why;
};
static const struct field rate_field[] = {
	FIELD(struct rate, hz, "Hz", "ticks per second"),
	FIELD_AS("numerator", struct rate, rate.numerator, "ticks",
		 "numerator of the exact rate"),
	FIELD_AS("denominator", struct rate, rate.denominator, "seconds",
		 "denominator of the exact rate"),
	FIELD(struct rate, why, NULL, "reason for this rate, in words"),
};
static const struct fields rate_table = FIELDS("tick_rate", struct rate, rate_field);

struct described {
	struct song song;
	const char *kind;
	struct rate rate;
	uint64_t ticks, length, tail;
	bool is_log, is_held;
	double seconds, song_seconds;
};
#define ROW struct described
#define IMF FIELD_HAS(ROW, song.is_imf)
#define MIDI FIELD_HAS(ROW, song.is_midi)
#define LOG FIELD_HAS(ROW, is_log)
static const char *const kind_names[] = { "imf", "opl2log", "dro", "vgm", "midi", NULL };
static const struct field song_field[] = {
	FIELD(ROW, kind, NULL, "format of the song", .names = kind_names),
	FIELD_AS("type", ROW, song.imf.type, NULL,
		 "type of an IMF; 1: a size is in front", IMF),
	FIELD_OF("tick_rate", FIELD_ROW, ROW, rate, NULL, "ticks per second of an IMF",
		 .of = &rate_table, IMF),
	FIELD(ROW, ticks, "ticks", "length of all passes of an IMF, without the tail",
	      IMF),
	FIELD_AS("midi_notes", ROW, song.midi.note_count, NULL, "notes of a MIDI file",
		 MIDI),
	FIELD_AS("most_notes", ROW, song.midi.most_notes, NULL,
		 "most notes of a MIDI file at once", MIDI),
	FIELD_AS("cut_notes", ROW, song.midi.cut_count, NULL,
		 "notes of a MIDI file that ended early, for want of voices", MIDI),
	FIELD_AS("clock", ROW, song.log.clock_hz, "Hz",
		 "units per second in which a register log counts time", LOG),
	FIELD_AS("chip_clock", ROW, song.log.chip_clock_hz, "Hz",
		 "clock of the chip in a register log, if it is not 3579545", LOG,
		 FIELD_IF_ANY),
	FIELD_AS("loops", ROW, song.log.loops, NULL,
		 "true: the register log has a loop point", LOG),
	FIELD_AS("samples", ROW, length, "samples",
		 "length with the tail, in samples of the chip, 49716 per second, "
		 "regardless of --rate"),
	FIELD_AS("tail_samples", ROW, tail, "samples",
		 "length of the tail, in samples of the chip"),
	FIELD_AS("held_at_end", ROW, is_held, NULL,
		 "true: a note would have sounded forever, so that the tail is one "
		 "second"),
	FIELD(ROW, seconds, "seconds", "length with the tail"),
	FIELD(ROW, song_seconds, "seconds", "length without the tail"),
	FIELD_OF("tags", FIELD_ROW, ROW, song, NULL,
		 "tags of the song, as far as it has them", .of = &tag_table),
};
#undef ROW
static const struct fields *const song_with[] = { &score_fields, NULL };
const struct fields song_fields = { .name = "song",
				    .size = sizeof(struct described),
				    .items = song_field,
				    .count = sizeof song_field / sizeof *song_field,
				    .with = song_with };

void song_asset_describe(const void *context, const struct asset *asset,
			 struct json *object)
{
	const struct song_options *options = context;
	const struct song_asset *thing = asset->thing;
	const struct song *song = &thing->song;
	struct described row = {
		.song = *song,
		.kind = song_kind(song),
		.rate = { .rate = song->tick_rate, .why = song->tick_reason },
		.length = thing->length,
		.tail = thing->length - thing->song_length,
		.is_log = !song->is_imf && !song->is_midi,
		.is_held = thing->is_held,
		.seconds = (double)thing->length / EXH_OPL2_RATE,
		.song_seconds = (double)thing->song_length / EXH_OPL2_RATE
	};

	if (song->is_imf) {
		row.rate.hz =
			(double)song->tick_rate.numerator / song->tick_rate.denominator;
		row.ticks = exh_keen_imf_ticks(&song->imf, options->pass_count);
	}
	fields_put(&song_fields, &row, object);
	score_to_json(&thing->score, object);
}
