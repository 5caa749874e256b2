#include "play.h"

#include "task/fields.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <exhume/keen_audio.h>

#include <stdlib.h>
#include <string.h>

enum {
	PIECE = 512,
	/* samples of two bytes, and the header, in a WAV file */
	MAX_SAMPLES = INT32_MAX - 64,
};

bool run_sound_fits(const struct run_sound *sound, uint64_t end_service,
		    const struct sound_shape *shape)
{
	const struct sound_source source = {
		.length = (end_service - sound->track.first_service) * sound->clocks /
			  EXH_PIT_CLOCKS_PER_SAMPLE,
		.rate_hz = EXH_OPL2_RATE,
	};

	return sound_frame_count(&source, shape->rate_hz) <= MAX_SAMPLES;
}

/*
 * Samples.
 */

struct playing {
	const struct run_sound *sound;
	struct exh_audio_player player;
	size_t next; /* index of the next write */
};

static void start(void *context)
{
	struct playing *playing = context;

	exh_audio_start(&playing->player, playing->sound->clocks);
	playing->next = 0;
}

static void make(void *context, int32_t *samples, size_t count)
{
	struct playing *playing = context;
	int16_t some[PIECE];

	while (count) {
		const size_t piece = count < PIECE ? count : PIECE;

		exh_audio_track_render(&playing->sound->track, &playing->next,
				       &playing->player, some, piece);
		for (size_t i = 0; i < piece; i++)
			samples[i] = some[i];
		samples += piece;
		count -= piece;
	}
}

static enum exh_status write_file(struct playing *playing, uint64_t services,
				  const char *path, struct sound_shape *shape, bool force,
				  struct sound_measure *measure, struct exh_error *err)
{
	const struct sound_output output = { .path = path, .format = SOUND_WAV };
	struct sound_source source = {
		.start = start, .make = make, .context = playing, .rate_hz = EXH_OPL2_RATE
	};
	const enum exh_status status = file_make_folder_of(path, err);

	start(playing);
	source.length = exh_audio_length(&playing->player, services);
	return status ? status
		      : sound_to_file(&source, shape, &output, false, force, measure,
				      err);
}

bool run_sound_write(const struct run_sound *sound, uint64_t services, const char *path,
		     const struct sound_shape *shape, struct report *report,
		     struct json *result)
{
	struct playing *playing = mem_alloc(1, sizeof *playing);
	struct sound_shape written = *shape;
	struct sound_measure measure;
	struct exh_error err = { 0 };
	enum exh_status status;

	playing->sound = sound;
	status = write_file(playing, services, path, &written, report->common->force,
			    &measure, &err);
	free(playing);
	if (status) {
		report_output_failure(report, path, &err);
		return false;
	}
	report_remark(report, path, &err);
	run_describe_sound(path, &sound->track.count, &written, &measure, result);
	return true;
}

struct sound_row {
	const char *file;
	bool has_writes;
	size_t writes;
};

static const struct field sound_field[] = {
	FIELD(struct sound_row, file, NULL, "the file of sound"),
	FIELD(struct sound_row, writes, NULL, "writes to the sound device",
	      FIELD_HAS(struct sound_row, has_writes)),
};
static const struct fields *const sound_with[] = { &sound_fields, NULL };
const struct fields run_sound_fields = { "sound_file", sizeof(struct sound_row),
					 sound_field,  2,
					 false,	       sound_with };

void run_describe_sound(const char *path, const size_t *writes,
			const struct sound_shape *shape,
			const struct sound_measure *measure, struct json *result)
{
	const struct sound_row row = { path, writes != NULL, writes ? *writes : 0 };
	struct json *sound = fields_to_json(&run_sound_fields, &row);

	sound_to_json(shape, measure, sound);
	json_set(result, "sound", sound);
}
