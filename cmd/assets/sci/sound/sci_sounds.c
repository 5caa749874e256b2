#include "sound.h"

#include "assets/song/song.h"
#include "task/memory.h"

#include <exhume/advanced/sci_midi.h>

enum { PERCUSSION = 1 << 9 /* channel, as a bit */ };

static const struct sci_sound_options defaults;

/*
 * Names.
 */

const char *const sci_sound_format_choices[] = { "auto", "wav", "flac",	   "raw",  "mid",
						 "vgm",	 "dro", "opl2log", "json", NULL };

const char *const sci_sound_device_choices[] = { "adlib", "speaker", "tandy", "mt32",
						 "fb01",  "casio",   "amiga", "gm",
						 "all",	  NULL };

unsigned sci_sound_device_bits(unsigned device)
{
	static const unsigned bits[] = {
		[SCI_DEVICE_ADLIB] = EXH_SCI_ADLIB,
		[SCI_DEVICE_SPEAKER] = EXH_SCI_SPEAKER,
		[SCI_DEVICE_TANDY] = EXH_SCI_TANDY,
		[SCI_DEVICE_MT32] = EXH_SCI_MT32,
		[SCI_DEVICE_FB01] = EXH_SCI_FB01,
		[SCI_DEVICE_CASIO] = EXH_SCI_CASIO,
		[SCI_DEVICE_AMIGA] = EXH_SCI_AMIGA,
		[SCI_DEVICE_GM] = EXH_SCI_GM,
		[SCI_DEVICE_ALL] = 0xff,
	};

	return bits[device];
}

static unsigned format_of(const struct sci_sound_options *options)
{
	return options->format == SCI_SOUND_AUTO ? SCI_SOUND_WAV : options->format;
}

bool sci_sound_is_heard(const struct sci_sound_options *options)
{
	return format_of(options) <= SCI_SOUND_RAW;
}

bool sci_sound_is_log(const struct sci_sound_options *options)
{
	return options->format == SCI_SOUND_VGM || options->format == SCI_SOUND_DRO ||
	       options->format == SCI_SOUND_OPL2LOG;
}

static bool is_played(const struct sci_sound_options *options)
{
	return !options->is_listed &&
	       (sci_sound_is_heard(options) || sci_sound_is_log(options));
}

/*
 * Channels.
 */

static unsigned chosen_channels(const struct sci_sound_options *options,
				const struct exh_sci_sound *sound)
{
	return exh_sci_sound_channels(sound, sci_sound_device_bits(options->device)) &
	       ~options->hidden;
}

/*
 * Assignment of notes: to channels with voices of their own, or to all voices in turn.
 */

/* Sets is_dealt. noted: the device's channels with notes, also unselected ones.
 * Channels without a voice are removed from the sound's channels. */
static void deal(const struct sci_sound_options *options, unsigned device_bits,
		 unsigned noted, struct sci_sound *own)
{
	if (options->device > SCI_DEVICE_TANDY)
		return;
	own->is_dealt = options->voices == SCI_VOICES_AUTO ||
			options->device == SCI_DEVICE_SPEAKER ||
			(!options->voices &&
			 exh_sci_sound_lacks_voices(&own->sound, device_bits));
	if (!own->is_dealt || options->device != SCI_DEVICE_ADLIB || noted == PERCUSSION)
		return;
	own->channels &= ~(unsigned)PERCUSSION;
	own->noted &= ~(unsigned)PERCUSSION;
}

static void deal_voices(const struct sci_sound_options *options, struct sci_sound *own,
			struct exh_notes *notes)
{
	const unsigned bits = sci_sound_device_bits(options->device);
	const unsigned noted = exh_sci_sound_channels(&own->sound, bits) &
			       exh_sci_sound_noted_channels(&own->sound);

	deal(options, bits, noted, own);
	/* The speaker has no other assignment. */
	if (own->is_dealt && !options->voices && is_played(options) &&
	    options->device != SCI_DEVICE_SPEAKER)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "the header names no voices for %s: notes of all channels get "
			 "them as they come; --voices header plays it as the game does",
			 sci_sound_device_choices[options->device]);
}

/*
 * Reading.
 */

/* Notes a too long sound. Only sounds that are played need time. */
static void note_length(const struct sci_sound_options *options,
			const struct exh_sci_sound *sound, struct exh_notes *notes)
{
	const uint64_t longest = song_longest(options->sound.max_length);
	const uint64_t length = exh_sci_sound_position(exh_sci_sound_ticks(sound, 1));

	if (is_played(options) && length > longest)
		song_note_length(length, longest, notes);
}

static enum exh_status read_sound(const void *context, struct asset *asset,
				  struct exh_notes *notes, struct exh_error *err)
{
	const struct sci_sound_options *options = context;
	struct sci_sound *own = mem_arena(asset->arena, 1, sizeof *own);
	enum exh_status status;

	asset->thing = own;
	own->results = mem_arena(asset->arena, SCI_SOUND_FILES, sizeof *own->results);
	status = exh_sci_sound_read(asset->bytes, asset->arena, &own->sound, notes, err);
	if (status)
		return status;
	note_length(options, &own->sound, notes);
	own->channels = chosen_channels(options, &own->sound);
	own->noted = own->channels & exh_sci_sound_noted_channels(&own->sound);
	deal_voices(options, own, notes);
	if (is_played(options) && !own->noted &&
	    !(own->sound.sample_rate_hz && sci_sound_is_heard(options)))
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "%s has no note: no file is written for it",
			 sci_sound_device_choices[options->device]);
	return EXH_OK;
}

/*
 * Files.
 */

enum {
	PART_DOCUMENT, /* JSON */
	PART_MIDI,
	PART_LOG,
	PART_SOUND = ASSET_FILE_STREAMED,
	PART_SAMPLE,
};

static int kind_of(const struct sci_sound_options *options)
{
	switch (format_of(options)) {
	case SCI_SOUND_MIDI:
		return PART_MIDI;
	case SCI_SOUND_JSON:
		return PART_DOCUMENT;
	default:
		return sci_sound_is_log(options) ? PART_LOG : PART_SOUND;
	}
}

static void plan_stems(const struct sci_sound_options *options,
		       const struct sci_sound *own, struct asset_files *files)
{
	const char *ending = sci_sound_format_choices[format_of(options)];

	for (unsigned channel = 0; channel < EXH_SCI_CHANNELS; channel++)
		if (own->noted >> channel & 1)
			asset_files_add(files, kind_of(options), channel, ".%02u.%s",
					channel, ending);
}

static void plan(const void *context, const struct asset *asset,
		 struct asset_files *files)
{
	const struct sci_sound_options *options = context;
	const struct sci_sound *own = asset->thing;
	const char *ending = sci_sound_format_choices[format_of(options)];

	if (options->stems)
		plan_stems(options, own, files);
	else if (own->noted || !is_played(options))
		asset_files_add(files, kind_of(options), SCI_SOUND_WHOLE, ".%s", ending);
	if (options->with_json)
		asset_files_add(files, PART_DOCUMENT, SCI_SOUND_WHOLE, ".json");
	if (!own->sound.sample_rate_hz || (options->no_sample && files->count))
		return;
	/* The sample is packed with the document. */
	if (options->with_json)
		asset_files_add(files, PART_SAMPLE, SCI_SOUND_SAMPLE,
				SCI_SOUND_SAMPLE_ENDING);
	else if (sci_sound_is_heard(options))
		asset_files_add(files, PART_SAMPLE, SCI_SOUND_SAMPLE, ".sample.%s",
				ending);
}

static enum exh_status make_midi(const struct sci_sound_options *options,
				 const struct asset *asset, size_t channel,
				 struct exh_writer *out, struct exh_error *err)
{
	const struct sci_sound *own = asset->thing;
	const struct exh_sci_midi midi = {
		.name = asset->name,
		.channels = channel == SCI_SOUND_WHOLE ? own->channels : 1u << channel,
		.pass_count = options->pass_count,
	};
	const enum exh_status status = exh_sci_midi_write(&own->sound, &midi, out, err);

	if (!status && !(exh_sci_sound_noted_channels(&own->sound) & midi.channels))
		sound_remark_silence(err);
	return status;
}

static enum exh_status make(const void *context, const struct asset *asset,
			    const struct asset_file *file, struct exh_writer *out,
			    struct exh_error *err)
{
	switch (file->id) {
	case PART_DOCUMENT:
		return json_append(sci_sound_to_json(asset), out, err);
	case PART_MIDI:
		return make_midi(context, asset, file->index, out, err);
	default:
		return sci_sound_log(context, asset, file->index, out, err);
	}
}

static enum exh_status write_sound(const void *context, const struct asset *asset,
				   const struct asset_file *file, const char *path,
				   bool force, struct exh_error *err)
{
	struct sci_sound_options options = *(const struct sci_sound_options *)context;

	if (options.with_json)
		options.format = SCI_SOUND_WAV;
	if (file->id == PART_SAMPLE)
		return sci_sound_write_sample(&options, asset, path, force, err);
	return sci_sound_write(context, asset, file->index, path, force, err);
}

struct rendered {
	bool is_channel;
	size_t channel;
	double seconds;
};

static const struct field rendered_field[] = {
	FIELD(struct rendered, channel, NULL, "channel of the stem",
	      FIELD_HAS(struct rendered, is_channel)),
	FIELD(struct rendered, seconds, "seconds", "duration"),
};
static const struct fields *const rendered_with[] = { &sound_fields, NULL };
static const struct fields rendered_table = { "rendered",     sizeof(struct rendered),
					      rendered_field, 2,
					      false,	      rendered_with };

struct made {
	const char *voice_rule;
	struct json *rendered;
};

static const struct field made_field[] = {
	FIELD(struct made, voice_rule, NULL,
	      "voices that play a note: header or auto, see --voices; for audio and logs",
	      .flags = FIELD_OMITTED),
	FIELD_MADE(FIELD_JSON_LIST, struct made, rendered, &rendered_table,
		   "the audio files, in the order of files", .flags = FIELD_OMITTED),
};
const struct fields sci_sound_made_fields = FIELDS("made", struct made, made_field);

static struct json *rendered_to_json(const struct sci_sound *own)
{
	struct json *list = json_new_list();

	for (size_t i = 0; i < SCI_SOUND_FILES; i++) {
		const struct sci_sound_result *result = &own->results[i];
		const struct rendered row = { i < EXH_SCI_CHANNELS, i, result->seconds };
		struct json *json;

		if (!result->shape.rate_hz)
			continue;
		json = json_push(list, fields_to_json(&rendered_table, &row));
		sound_to_json(&result->shape, &result->measure, json);
	}
	return list;
}

static void describe(const void *context, const struct asset *asset, struct json *object)
{
	const struct sci_sound_options *options = context;
	const struct sci_sound *own = asset->thing;
	struct made row = { 0 };

	sci_sound_describe(asset, object);
	if (is_played(options))
		row.voice_rule = own->is_dealt ? "auto" : "header";
	if (sci_sound_is_heard(options) && !options->is_listed)
		row.rendered = rendered_to_json(own);
	fields_put(&sci_sound_made_fields, &row, object);
}

static bool open_bank(const void *context, struct assets *assets, struct report *report)
{
	const struct sci_sound_options *options = context;

	if (!is_played(options) || options->device != SCI_DEVICE_ADLIB)
		return true;
	assets->shared = sci_sound_bank(options->bank, assets, report);
	return assets->shared != NULL;
}

const struct asset_kind sci_sound_kind = {
	.name = "sound",
	.family = "sci0",
	.source = &sci_asset_source,
	.code = EXH_SCI_SOUND,
	.defaults = &defaults,
	.open = open_bank,
	.read = read_sound,
	.plan = plan,
	.make = make,
	.write = write_sound,
	.describe = describe,
	.more = sci_sound_more,
};
