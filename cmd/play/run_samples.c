#include "play.h"

#include "media/sound/sound.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum {
	CHANNELS = 2,
	/* frames of four bytes, and the header, in a WAV file */
	MAX_FRAMES = (INT32_MAX - 64) / CHANNELS,
};

/* Opens a temporary file in the folder for temporary files; tmpfile would use a fixed
 * one. */
static FILE *open_spool(void)
{
	const int fd = file_open_unnamed();
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w+b");

	if (!file && fd >= 0)
		close(fd);
	return file;
}

bool run_samples_open(struct run_samples *samples, struct report *report)
{
	*samples = (struct run_samples){ .spool = open_spool() };
	if (!samples->spool)
		report_error(report, NULL, EXH_NO_OFFSET,
			     "no temporary file for the sound: %s", strerror(errno));
	return samples->spool != NULL;
}

void run_samples_close(struct run_samples *samples)
{
	if (samples->spool)
		fclose(samples->spool);
	samples->spool = NULL;
}

static int16_t clip(struct run_samples *samples, int32_t sample)
{
	const int32_t size = sample < 0 ? -sample : sample;

	if (size > samples->peak)
		samples->peak = size;
	if (sample >= INT16_MIN && sample <= INT16_MAX)
		return (int16_t)sample;
	samples->clipped_count++;
	return sample < 0 ? INT16_MIN : INT16_MAX;
}

static enum exh_status fail(struct exh_error *err)
{
	return exh_fail(err, EXH_IO, EXH_NO_OFFSET, "the temporary file of the sound: %s",
			strerror(errno));
}

enum exh_status run_samples_take(struct run_samples *samples,
				 const struct engine_type *type, void *player,
				 struct exh_error *err)
{
	int32_t made[CHANNELS * ENGINE_SOUND_FRAMES];
	int16_t clipped[CHANNELS * ENGINE_SOUND_FRAMES];
	const size_t count = type->sound(player, made);

	samples->frame_count += count;
	if (samples->frame_count > MAX_FRAMES)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"the sound exceeds the 4 GiB of a WAV file: give fewer "
				"--frames");
	for (size_t i = 0; i < CHANNELS * count; i++)
		clipped[i] = clip(samples, made[i]);
	if (fwrite(clipped, CHANNELS * sizeof *clipped, count, samples->spool) != count)
		return fail(err);
	return EXH_OK;
}

static enum exh_status copy(struct run_samples *samples, struct sound_file *file,
			    struct exh_error *err)
{
	int16_t some[CHANNELS * ENGINE_SOUND_FRAMES];
	uint64_t left = samples->frame_count;

	if (fflush(samples->spool) || fseek(samples->spool, 0, SEEK_SET))
		return fail(err);
	while (left) {
		const size_t count =
			left < ENGINE_SOUND_FRAMES ? (size_t)left : ENGINE_SOUND_FRAMES;
		enum exh_status status;

		if (fread(some, CHANNELS * sizeof *some, count, samples->spool) != count)
			return fail(err);
		status = sound_write(file, some, count, err);
		if (status)
			return status;
		left -= count;
	}
	return EXH_OK;
}

static enum exh_status write_file(struct run_samples *samples, const char *path,
				  bool force, struct exh_error *err)
{
	const struct sound_kind kind = { .format = SOUND_WAV,
					 .rate_hz = ENGINE_SOUND_RATE,
					 .channel_count = CHANNELS,
					 .frame_count = samples->frame_count };
	struct sound_file file;
	enum exh_status status = file_make_folder_of(path, err);

	if (!status)
		status = sound_open(&file, path, &kind, force, err);
	return status ? status : sound_close(&file, copy(samples, &file, err), err);
}

bool run_samples_write(struct run_samples *samples, const char *path,
		       struct report *report, struct json *result)
{
	const struct sound_shape shape = { .rate_hz = ENGINE_SOUND_RATE,
					   .channel_count = CHANNELS,
					   .gain = 1 };
	const struct sound_measure measure = { samples->frame_count, samples->peak,
					       samples->clipped_count };
	struct exh_error err = { 0 };

	if (write_file(samples, path, report->common->force, &err)) {
		report_output_failure(report, path, &err);
		return false;
	}
	report_remark(report, path, &err);
	run_describe_sound(path, NULL, &shape, &measure, result);
	return true;
}
