#include "sound.h"

#include "task/outputs.h"

#include <exhume/sci.h>
#include <exhume/sci_midi.h>

#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 256 << 20, MEMORY_LIMIT = 1 << 30 };

/* A document that is read. */
struct reading {
	struct exh_sci_sound_channel channels[EXH_SCI_CHANNELS]; /* for MIDI */
	struct exh_arena arena;
	struct exh_sci_sound sound;
};

/*
 * MIDI.
 */

/* Its header alone; what else is wrong with it does not matter. */
static bool read_like(struct reading *r, const char *path, struct report *report)
{
	struct exh_notes unheard = { .arena = &r->arena };
	struct exh_sci_sound like;
	struct exh_bytes bytes;
	struct exh_error err;

	if (!sci_resource_open(path, EXH_SCI_SOUND, 0, &r->arena, &bytes, report))
		return false;
	if (exh_sci_midi_is(bytes)) {
		report_error(report, path, bytes.base, "a MIDI file, expected a sound");
		return false;
	}
	if (exh_sci_sound_read(bytes, &r->arena, &like, &unheard, &err)) {
		report_failure(report, path, &err);
		return false;
	}
	memcpy(r->channels, like.channels, sizeof r->channels);
	/* There this is where the sample is. */
	if (like.sample_flag)
		r->channels[EXH_SCI_CONTROL_CHANNEL] =
			(struct exh_sci_sound_channel){ 0 };
	return true;
}

static bool take_midi(const struct sci_sound_options *options, struct reading *r,
		      struct exh_bytes in, const char *input, struct report *report)
{
	struct exh_notes notes = { .arena = &r->arena };
	struct exh_error err;

	if (options->like && !read_like(r, options->like, report))
		return false;
	if (exh_sci_midi_read(in, options->like ? r->channels : NULL, &r->arena,
			      &r->sound, &notes, &err)) {
		report_failure(report, input, &err);
		return false;
	}
	report_notes(report, input, &notes);
	return true;
}

/*
 * All of it.
 */

static bool take_json(struct reading *r, struct exh_bytes in, const char *input,
		      struct report *report)
{
	struct exh_error err;

	if (!sci_sound_read(in, &r->arena, &r->sound, &err))
		return true;
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
	struct exh_bytes in;
	struct file file;

	if (!report_read(report, input, FILE_LIMIT, &file))
		return;
	in = file_bytes(&file);
	if (exh_sci_midi_is(in) ? take_midi(options, &r, in, input, report)
				: take_json(&r, in, input, report))
		write_sound(options, &r, input, output, report, result);
	free(file.data);
	exh_arena_free(&r.arena);
}
