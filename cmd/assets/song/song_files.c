#include "song.h"

#include "assets/assets.h"
#include "media/sound/sound.h"
#include "song_files.h"
#include "task/jobs.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/advanced/keen_audio.h>
#include <stdlib.h>
#include <zlib.h>

enum {
	LOG_LIMIT = 1 << 30, /* bytes of a register log, or of records */
	USUAL_RATE = 560,    /* ticks per second */
};

/* A song's writes at their own times. */
struct own_writes {
	struct song_cursor cursor;
	struct song_tap tap;
	bool is_imf, begun;
};

void song_files_plan(const void *context, const struct asset *asset,
		     struct asset_files *files)
{
	const struct song_options *options = context;
	const char *name = song_format_ending(options->format);
	const bool is_sound = song_format_is_sound(options->format);

	(void)asset;
	if (!is_sound)
		asset_files_add(files, SONG_FILE, 0, "%s",
				options->is_packed && options->format == SONG_VGM ? ".vgz"
										  : name);
	else if (!options->stems)
		asset_files_add(files, SONG_FILE_SOUND, 0, "%s", name);
	for (unsigned c = 0; c < EXH_OPL2_CHANNEL_COUNT && is_sound && options->stems;
	     c++)
		if (options->channels >> c & 1)
			asset_files_add(files, SONG_FILE_STEM, c, ".ch%u%s", c, name);
}

/*
 * Sound.
 */

static struct sound_shape shape_of(const struct song_options *options,
				   const struct song *song)
{
	struct sound_shape shape = sound_shape_of(&options->sound.settings);

	shape.fade = song_chip_samples(song, shape.fade);
	return shape;
}

static struct song_performance perform(const struct song_options *options,
				       const struct song_asset *thing, unsigned channels)
{
	return (struct song_performance){ .song = &thing->song,
					  .pass_count = options->pass_count,
					  .spaced = song_asset_is_spaced(options,
									 &thing->song),
					  .channels = channels };
}

/* Finds the gain of the whole sound. */
static enum exh_status find_shape(const struct song_options *options,
				  const struct song_asset *thing,
				  struct sound_shape *shape, struct exh_error *err)
{
	struct song_performance performance = perform(options, thing, options->channels);
	const struct sound_source source = song_sound(&performance, thing->length);

	*shape = shape_of(options, &thing->song);
	return options->sound.settings.normalize ? sound_normalize(&source, shape, err)
						 : EXH_OK;
}

enum exh_status song_files_measure(const void *context, const struct asset *asset,
				   bool with_levels, struct exh_error *err)
{
	const struct song_options *options = context;
	struct song_asset *thing = asset->thing;
	struct song_performance performance = perform(options, thing, options->channels);
	const struct sound_source source = song_sound(&performance, thing->length);
	const struct sound_sink null_sink = { 0 };
	enum exh_status status = find_shape(options, thing, &thing->shape, err);

	if (!status && with_levels)
		status = sound_render(&source, &thing->shape, &null_sink, &thing->measure,
				      err);
	thing->is_measured = !status;
	return status;
}

static struct sound_output describe_output(const struct song_options *options,
					   const struct song *song, const char *path)
{
	return (struct sound_output){ .path = path,
				      .format = (enum sound_format)options->format,
				      .tags = { .title = song->tags.title,
						.artist = song->tags.author,
						.album = song->tags.game,
						.remarks = song->tags.remarks } };
}

static enum exh_status write_stem(const struct song_options *options,
				  struct song_asset *thing, size_t channel,
				  const char *path, bool force, struct exh_error *err)
{
	struct song_performance performance = perform(options, thing, 1u << channel);
	const struct sound_source source = song_sound(&performance, thing->length);
	const struct sound_output output = describe_output(options, &thing->song, path);
	struct sound_shape shape = thing->shape;
	enum exh_status status = EXH_OK;

	if (!thing->is_measured)
		status = find_shape(options, thing, &shape, err);
	return status ? status
		      : sound_to_file(&source, &shape, &output, false, force,
				      &thing->stems[channel], err);
}

enum exh_status song_files_write(const void *context, const struct asset *asset,
				 const struct asset_file *file, const char *path,
				 bool force, struct exh_error *err)
{
	const struct song_options *options = context;
	struct song_asset *thing = asset->thing;
	struct song_performance performance = perform(options, thing, options->channels);
	const struct sound_source source = song_sound(&performance, thing->length);
	const struct sound_output output = describe_output(options, &thing->song, path);
	enum exh_status status;

	if (file->id == SONG_FILE_STEM)
		return write_stem(options, thing, file->index, path, force, err);
	thing->shape = shape_of(options, &thing->song);
	status = sound_to_file(&source, &thing->shape, &output,
			       options->sound.settings.normalize, force, &thing->measure,
			       err);
	thing->is_measured = !status;
	return status;
}

/*
 * Register logs.
 */

static struct exh_opl2_source play(const struct song_options *options,
				   const struct song_asset *thing,
				   struct song_cursor *cursor)
{
	return song_play(&thing->song, options->pass_count,
			 song_asset_is_spaced(options, &thing->song), cursor);
}

/* Keeps a loop, if nothing follows it. */
static void keep_loop(const struct song_options *options, const struct song_asset *thing,
		      struct exh_opl2_recording *recording)
{
	const struct song *song = &thing->song;

	if (song->is_imf || !song->log.loops || options->pass_count != 1 ||
	    thing->length != song->log.length || song_asset_is_spaced(options, song))
		return;
	recording->loops = true;
	recording->loop_write = song->log.loop_write;
	recording->loop_position = song->log.loop_position;
}

/* Remarks that the format can't have the song's clock. */
static void remark_clock(const struct song *song, struct exh_error *err)
{
	const uint32_t clock = song->log.chip_clock_hz;

	if (clock)
		exh_fail(err, EXH_OK, EXH_NO_OFFSET,
			 "made for a chip of %u Hz, which this format has not: pitches "
			 "are those of the song, envelopes take %.1f %% of their time",
			 (unsigned)clock, 100.0 * song->chip_rate_hz / EXH_OPL2_RATE);
}

static enum exh_status make_log(const struct song_options *options,
				struct song_asset *thing, struct exh_writer *out,
				struct exh_error *err)
{
	static const enum exh_opl2_log_kind kinds[] = { [SONG_DRO] = EXH_OPL2_LOG_DRO2,
							[SONG_VGM] = EXH_OPL2_LOG_VGM,
							[SONG_OPL2LOG] =
								EXH_OPL2_LOG_TEXT };
	const struct song *song = &thing->song;
	const bool has_clock = options->format == SONG_VGM;
	struct song_cursor cursor;
	struct song_transposition pitches = {
		.source = play(options, thing, &cursor),
		.chip_rate_hz = has_clock ? EXH_OPL2_RATE : song->chip_rate_hz
	};
	struct song_tap tap = { .source = song_transpose(&pitches) };
	struct exh_opl2_recording recording = { .source = song_tap(&tap),
						.length = thing->length,
						.tags = song->tags,
						.chip_clock_hz =
							song->log.chip_clock_hz };
	enum exh_status status;

	keep_loop(options, thing, &recording);
	status = exh_opl2_log_write(&recording, kinds[options->format], out,
				    &thing->timing, err);
	if (!status && !has_clock)
		remark_clock(song, err);
	return !status && interrupt_pending()
		       ? exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted")
		       : status;
}

/* Appends the log in gzip, as in .vgz files. */
static void compress_log(const struct exh_writer *log, struct exh_writer *out)
{
	z_stream stream = { .next_in = log->data, .avail_in = (uInt)log->size };
	uint8_t piece[1 << 14];
	int result = deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS,
				  8, Z_DEFAULT_STRATEGY);

	while (result == Z_OK) {
		stream.next_out = piece;
		stream.avail_out = sizeof piece;
		result = deflate(&stream, Z_FINISH);
		exh_write_bytes(out, piece, sizeof piece - stream.avail_out);
	}
	deflateEnd(&stream);
	if (result != Z_STREAM_END)
		mem_end();
}

static enum exh_status make_packed_log(const struct song_options *options,
				       struct song_asset *thing, struct exh_writer *out,
				       struct exh_error *err)
{
	struct exh_writer log = { .limit = LOG_LIMIT };
	enum exh_status status = make_log(options, thing, &log, err);

	if (!status)
		status = mem_check_limit(&log, err);
	if (!status)
		compress_log(&log, out);
	exh_writer_free(&log);
	return status;
}

/*
 * The picture.
 */

/* Passes all notes again to take. */
static void pass_notes(const struct song_options *options, const struct song_asset *thing,
		       struct piano_roll *roll,
		       void (*take)(void *roll, const struct score_note *note))
{
	struct song_cursor cursor;
	struct score score = { .take = take,
			       .context = roll,
			       .chip_rate_hz = thing->song.chip_rate_hz };

	score_play(&score, play(options, thing, &cursor), thing->length);
	score_free(&score);
}

static enum exh_status make_picture(const struct song_options *options,
				    const struct song_asset *thing,
				    struct exh_writer *out, struct exh_error *err)
{
	struct piano_roll *roll = piano_roll_start(thing->length);
	enum exh_status status;

	pass_notes(options, thing, roll, piano_roll_measure);
	status = piano_roll_rule(roll, err);
	if (!status) {
		pass_notes(options, thing, roll, piano_roll_draw);
		status = piano_roll_encode(roll, out, err);
	}
	piano_roll_free(roll);
	return status;
}

/*
 * IMF and MIDI.
 */

/* Returns the ticks per second of the song, or the usual ones of IMF. */
static struct exh_keen_imf_rate rate_of(const struct song_options *options,
					const struct song *song)
{
	const struct exh_keen_imf_rate usual = { USUAL_RATE, 1 };

	if (song->is_imf)
		return song->tick_rate;
	return options->sound.tick_rate.numerator ? options->sound.tick_rate : usual;
}

/* Skips the write that each player makes before a song to turn the waves on. */
static bool next_own(void *context, struct exh_opl2_write *write)
{
	struct own_writes *own = context;
	const bool first = !own->begun;

	own->begun = true;
	if (!own->tap.source.next(own->tap.source.context, write) || interrupt_pending())
		return false;
	if (first && own->is_imf && write->reg == 0x01 && !write->position)
		return own->tap.source.next(own->tap.source.context, write);
	return true;
}

static struct exh_opl2_source play_own(const struct song_options *options,
				       const struct song_asset *thing,
				       struct own_writes *own)
{
	*own = (struct own_writes){ .is_imf = thing->song.is_imf };
	own->tap.source =
		song_play(&thing->song, options->pass_count, false, &own->cursor);
	return (struct exh_opl2_source){ next_own, own };
}

/* True if the IMF that a MIDI file was made from is to be written. Remarks if it is left
 * out because the notes have changed. */
static bool is_original(const struct song_options *options, const struct song *song,
			struct exh_error *err)
{
	const struct song_original *original = &song->original;
	const struct exh_keen_imf_rate asked = options->sound.tick_rate;

	if (!original->file.data || options->has_bank || options->pass_count > 1 ||
	    (asked.numerator &&
	     (uint64_t)asked.numerator * original->rate.denominator !=
		     (uint64_t)original->rate.numerator * asked.denominator))
		return false;
	if (original->is_edited)
		exh_fail(
			err, EXH_OK, EXH_NO_OFFSET,
			"notes were edited since the MIDI file was made: the IMF is made "
			"of the notes, not the original one");
	return !original->is_edited;
}

static enum exh_status make_original(const struct song_options *options,
				     const struct song *song, struct exh_writer *out,
				     struct exh_error *err)
{
	const struct exh_bytes file = song->original.file;
	struct exh_keen_imf imf;
	const enum exh_status status = exh_keen_imf_open(file, &imf, NULL, err);

	if (status)
		return status;
	if (options->imf_type != SONG_IMF_USUAL && options->imf_type != imf.type)
		return exh_keen_imf_write(&imf, options->imf_type, out, err);
	exh_write_bytes(out, file.data, file.size);
	return EXH_OK;
}

/* Remarks that notes are on channels that games use for effects. */
static void remark_effects(const struct song_asset *thing, struct exh_error *err)
{
	const uint64_t count = thing->score.note_counts[0];
	const struct exh_error before = *err;

	if (thing->song.is_midi && count)
		exh_fail(err, EXH_OK, EXH_NO_OFFSET,
			 "%s%s%llu notes are on channel 0 of the chip, where games play "
			 "effects: no more than 8 notes at once avoid it",
			 before.text, before.text[0] ? "; " : "",
			 (unsigned long long)count);
}

static enum exh_status make_imf(const struct song_options *options,
				const struct song_asset *thing, struct exh_writer *out,
				struct exh_error *err)
{
	const struct song *song = &thing->song;
	struct exh_writer records = { .limit = LOG_LIMIT };
	struct own_writes own;
	struct song_transposition pitches = { .source = play_own(options, thing, &own),
					      .chip_rate_hz = song->chip_rate_hz };
	const struct exh_opl2_source source = song_transpose(&pitches);
	struct exh_keen_imf imf = { 0 };
	enum exh_status status;

	if (is_original(options, song, err))
		return make_original(options, song, out, err);
	exh_keen_imf_make(&source, thing->song_length, rate_of(options, song), &records);
	imf.records = exh_writer_bytes(&records);
	imf.record_count = records.size / 4;
	if (song->is_imf && song->imf.type == 1)
		imf.rest = song->imf.rest;
	if (interrupt_pending())
		status = exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted");
	else
		status = mem_check_limit(&records, err);
	if (!status)
		status = exh_keen_imf_write(
			&imf, options->imf_type == SONG_IMF_USUAL ? 1 : options->imf_type,
			out, err);
	if (!status)
		remark_clock(song, err);
	if (!status)
		remark_effects(thing, err);
	exh_writer_free(&records);
	return status;
}

/* Returns the IMF to embed in MIDI: a whole song, played once. */
static struct song_original original_of(const struct song_options *options,
					const struct song *song)
{
	struct song_original original = { .rate = song->tick_rate };

	if (song->is_imf && options->pass_count == 1 && !song->limit)
		original.file = song->file;
	return original;
}

static enum exh_status make_midi(const struct song_options *options,
				 struct song_asset *thing, struct exh_writer *out,
				 struct exh_error *err)
{
	struct exh_opl2_bank *own_bank = mem_alloc(1, sizeof *own_bank);
	struct own_writes own;
	const struct song_midi midi = { .source = play_own(options, thing, &own),
					.chip_rate_hz = thing->song.chip_rate_hz,
					.length = thing->song_length,
					.rate = rate_of(options, &thing->song),
					.bank = options->bank ? options->bank : own_bank,
					.programs = options->programs,
					.title = thing->song.tags.title,
					.original = original_of(options, &thing->song) };
	enum exh_status status;

	exh_opl2_bank_default(own_bank);
	status = song_midi_write(&midi, out, &thing->midi, err);
	free(own_bank);
	return status;
}

static enum exh_status make_any(const struct song_options *options,
				const struct asset *asset, struct exh_writer *out,
				struct exh_error *err)
{
	if (options->format == SONG_PNG)
		return make_picture(options, asset->thing, out, err);
	if (options->format == SONG_IMF)
		return make_imf(options, asset->thing, out, err);
	if (options->format == SONG_MIDI)
		return make_midi(options, asset->thing, out, err);
	return (options->is_packed ? make_packed_log : make_log)(options, asset->thing,
								 out, err);
}

bool song_files_have_notes(const struct song_asset *thing)
{
	uint64_t count = 0;

	for (size_t i = 0; i < EXH_OPL2_CHANNEL_COUNT; i++)
		count += thing->score.note_counts[i];
	for (size_t i = 0; i < SCORE_DRUM_COUNT; i++)
		count += thing->score.drum_counts[i];
	return count;
}

enum exh_status song_files_make(const void *context, const struct asset *asset,
				const struct asset_file *file, struct exh_writer *out,
				struct exh_error *err)
{
	const struct song_asset *thing = asset->thing;
	const enum exh_status status = make_any(context, asset, out, err);

	(void)file;
	if (!status && thing->length && !song_files_have_notes(thing))
		sound_remark_silence(err);
	return status;
}
