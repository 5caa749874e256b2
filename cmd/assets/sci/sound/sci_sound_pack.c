#include "sound.h"

#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/sci.h>
#include <exhume/advanced/sci_midi.h>

#include <stdlib.h>

enum { FILE_LIMIT = 256 << 20, MEMORY_LIMIT = 1 << 30 };

/* A document being read. */
struct reading {
	struct exh_sci_sound like; /* for MIDI */
	struct exh_arena arena;
	struct exh_sci_sound sound;
};

/*
 * MIDI.
 */

/* Reads the header and the digital sample of a sound; other faults of it are ignored. */
static bool read_like(struct reading *r, const char *path, struct report *report)
{
	struct exh_notes unheard = { .arena = &r->arena };
	struct exh_sci_sound *like = &r->like;
	struct exh_bytes bytes;
	struct exh_error err;

	if (!sci_resource_open(path, EXH_SCI_SOUND, 0, &r->arena, &bytes, report))
		return false;
	if (exh_sci_midi_is(bytes)) {
		report_error(report, path, bytes.base, "a MIDI file, expected a sound");
		return false;
	}
	if (exh_sci_sound_read(bytes, &r->arena, like, &unheard, &err)) {
		report_failure(report, path, &err);
		return false;
	}
	/* Here this channel is the sample's offset. */
	if (like->sample_flag)
		like->channels[EXH_SCI_CONTROL_CHANNEL] =
			(struct exh_sci_sound_channel){ 0 };
	return true;
}

/* Keeps the digital sample, for a song that was converted to MIDI for other devices. */
static void keep_sample(const struct exh_sci_sound *like, struct exh_sci_sound *sound)
{
	sound->sample_flag = like->sample_flag;
	sound->sample_rate_hz = like->sample_rate_hz;
	sound->sample = like->sample;
	sound->sample_header = like->sample_header;
	sound->before_sample = like->before_sample;
	sound->after_sample = like->after_sample;
	sound->states_sample = like->states_sample;
}

static bool take_midi(const struct sci_sound_options *options, struct reading *r,
		      struct exh_bytes in, const char *input, struct report *report)
{
	struct exh_notes notes = { .arena = &r->arena };
	struct exh_error err;

	if (options->like && !read_like(r, options->like, report))
		return false;
	if (exh_sci_midi_read(in, options->like ? r->like.channels : NULL, &r->arena,
			      &r->sound, &notes, &err)) {
		report_failure(report, input, &err);
		return false;
	}
	report_notes(report, input, &notes);
	if (r->like.sample_rate_hz)
		keep_sample(&r->like, &r->sound);
	return true;
}

/*
 * The digital sample.
 */

/* Takes unsigned bytes; channels are mixed. */
static void take_frames(struct reading *r, const struct sound_samples *wav)
{
	const int channels = wav->channel_count == 2 ? 2 : 1;
	uint8_t *samples = mem_arena(&r->arena, wav->frame_count, 1);

	for (size_t i = 0; i < wav->frame_count; i++) {
		int sum = 0;

		for (int k = 0; k < channels; k++)
			sum += wav->samples[i * wav->channel_count + (size_t)k];
		sum = (sum / channels + (wav->is_8_bit ? 0 : 128)) >> 8;
		samples[i] = (uint8_t)((sum < 127 ? sum : 127) + 128);
	}
	r->sound.sample = (struct exh_bytes){ samples, wav->frame_count, 0 };
	r->sound.sample_rate_hz = wav->rate_hz;
}

static bool take_wav(struct reading *r, const char *path, struct report *report)
{
	struct exh_notes notes = { .arena = &r->arena };
	struct sound_samples wav = { 0 };
	struct exh_error err;
	struct file file;
	enum exh_status status;

	if (!report_read(report, path, FILE_LIMIT, &file))
		return false;
	status = sound_read(file_bytes(&file), &wav, &notes, &err);
	if (!status)
		take_frames(r, &wav);
	report_notes(report, path, &notes);
	if (status)
		report_failure(report, path, &err);
	free(wav.samples);
	free(file.data);
	return !status && !report->failed;
}

/* Takes the WAV file beside the document as the sample, also for a sound that had
 * none. */
static bool take_sample(struct reading *r, const char *input, struct report *report)
{
	struct exh_sci_sound *sound = &r->sound;
	const bool has_sample = sound->sample_flag == EXH_SCI_SAMPLE_FLAG;
	char *wav = file_with_ending(input, ".json", SCI_SOUND_SAMPLE_ENDING);
	char *twin = sound_twin(wav);
	const char *path = sound_twin_counts(wav, twin, report) ? twin : wav;
	bool good = true;

	if (file_exists(path)) {
		sound->states_sample |= !has_sample;
		sound->sample_flag = EXH_SCI_SAMPLE_FLAG;
		good = take_wav(r, path, report);
	} else if (has_sample) {
		report_error(report, input, EXH_NO_OFFSET,
			     "key \"first_byte\": expected 0: digital samples are not in "
			     "the document, and %s, which would have them, is missing",
			     file_name(path));
		good = false;
	}
	free(wav);
	free(twin);
	return good;
}

/*
 * Packing.
 */

static bool take_json(struct reading *r, struct exh_bytes in, const char *input,
		      struct report *report)
{
	struct exh_error err;

	if (!sci_sound_read(in, &r->arena, &r->sound, &err))
		return take_sample(r, input, report);
	report_failure(report, input, &err);
	return false;
}

static void write_sound(const struct sci_sound_options *options, const struct reading *r,
			const char *input, const char *output, struct report *report,
			struct json *result)
{
	struct exh_writer out = { .limit = MEMORY_LIMIT };
	struct exh_error err;

	if (exh_sci_sound_write(&r->sound, &out, &err))
		report_failure(report, input, &err);
	else
		sci_resource_write(exh_writer_bytes(&out), EXH_SCI_SOUND,
				   options->is_bare, input, output, report, result);
	exh_writer_free(&out);
}

void sci_sound_pack(const void *context, const char *input, const char *output,
		    struct report *report, struct json *result)
{
	const struct sci_sound_options *options = context;
	struct reading r = { .arena.limit = MEMORY_LIMIT };
	/* A sample is packed with its sound's document. */
	char *path = file_with_ending(
		input, SCI_SOUND_SAMPLE_ENDING,
		file_has_ending(input, SCI_SOUND_SAMPLE_ENDING) ? ".json" : "");
	struct exh_bytes in;
	struct file file = { 0 };

	if (report_read(report, path, FILE_LIMIT, &file)) {
		in = file_bytes(&file);
		if (exh_sci_midi_is(in) ? take_midi(options, &r, in, path, report)
					: take_json(&r, in, path, report))
			write_sound(options, &r, path, output, report, result);
	}
	free(path);
	free(file.data);
	exh_arena_free(&r.arena);
}
