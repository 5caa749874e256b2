/* A sound as FLAC and as WAV in the same folder. */
#include "sound.h"

#include "task/memory.h"
#include "task/report.h"

#include <stdlib.h>
#include <string.h>

#ifdef __APPLE__
#define st_mtim st_mtimespec
#endif

char *sound_twin(const char *name)
{
	if (file_has_ending(name, ".flac"))
		return file_with_ending(name, ".flac", ".wav");
	if (file_has_ending(name, ".wav"))
		return file_with_ending(name, ".wav", ".flac");
	return NULL;
}

static bool read_samples(const char *path, struct sound_samples *out)
{
	struct file file;
	bool good;

	*out = (struct sound_samples){ 0 };
	if (file_read(path, SOUND_FILE_LIMIT, &file, NULL))
		return false;
	good = !sound_read(file_bytes(&file), out, NULL, NULL);
	free(file.data);
	return good;
}

static bool has_same_samples(const char *path, const char *twin)
{
	struct sound_samples a, b = { 0 };
	const bool same =
		read_samples(path, &a) && read_samples(twin, &b) &&
		a.rate_hz == b.rate_hz && a.channel_count == b.channel_count &&
		a.is_8_bit == b.is_8_bit && a.frame_count == b.frame_count &&
		memcmp(a.samples, b.samples,
		       a.frame_count * a.channel_count * sizeof *a.samples) == 0;

	free(a.samples);
	free(b.samples);
	return same;
}

/* Below 0: path is older. */
static int compare_times(const char *path, const char *twin)
{
	struct stat a, b;

	if (stat(path, &a) || stat(twin, &b))
		return 0;
	if (a.st_mtim.tv_sec != b.st_mtim.tv_sec)
		return a.st_mtim.tv_sec < b.st_mtim.tv_sec ? -1 : 1;
	return (a.st_mtim.tv_nsec > b.st_mtim.tv_nsec) -
	       (a.st_mtim.tv_nsec < b.st_mtim.tv_nsec);
}

bool sound_twin_counts(const char *path, const char *twin, struct report *report)
{
	int order;

	if (!file_exists(twin))
		return false;
	if (!file_exists(path)) {
		if (report)
			report_say(report, "%s counts: %s is gone", twin,
				   file_name(path));
		return true;
	}
	if (has_same_samples(path, twin)) {
		if (report)
			report_say(report, "%s has the samples of %s", twin,
				   file_name(path));
		return false;
	}
	order = compare_times(path, twin);
	if (report && order > 0)
		report_warning(report, twin, EXH_NO_OFFSET, "left out: %s is newer",
			       file_name(path));
	else if (report)
		report_say(report, "%s counts: %s is %s", twin, file_name(path),
			   order ? "older" : "as old");
	return order <= 0;
}
