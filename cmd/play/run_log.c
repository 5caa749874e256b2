#include "play.h"

#include "media/sound/sound.h"
#include "task/outputs.h"

#include <exhume/keen_audio.h>
#include <exhume/advanced/psg_log.h>

#include <limits.h>
#include <string.h>

enum { LIMIT = 1 << 30 /* bytes */ };

/* Standard output gets the text form. */
static const struct file_ending endings[] = {
	{ ".vgm", EXH_OPL2_LOG_VGM },
	{ ".dro", EXH_OPL2_LOG_DRO2 },
	{ ".opl2log", EXH_OPL2_LOG_TEXT },
	{ NULL, 0 },
};

#define NO_KIND UINT_MAX

static unsigned kind_of(const char *path)
{
	return file_ending_value(path, endings,
				 strcmp(path, "-") == 0 ? EXH_OPL2_LOG_TEXT : NO_KIND);
}

bool run_log_fits(const char *path, enum exh_audio_device device)
{
	const unsigned kind = kind_of(path);

	return (device == EXH_AUDIO_ADLIB && kind != NO_KIND) ||
	       (device == EXH_AUDIO_TANDY && kind == EXH_OPL2_LOG_VGM);
}

/* Steps through the writes to one device. */
struct walk {
	const struct run_sound *sound;
	enum exh_audio_device device;
	size_t next;
};

static uint64_t position_of(const struct run_sound *sound, uint64_t service)
{
	return service * sound->clocks / EXH_PIT_CLOCKS_PER_SAMPLE;
}

/* Returns the next write to the device; NULL at the end. */
static const struct exh_audio_write *next_write(struct walk *walk)
{
	while (walk->next < walk->sound->track.count) {
		const struct exh_audio_write *write =
			&walk->sound->track.writes[walk->next++];

		if (write->device == walk->device)
			return write;
	}
	return NULL;
}

static bool next_adlib(void *context, struct exh_opl2_write *out)
{
	struct walk *walk = context;
	const struct exh_audio_write *write = next_write(walk);

	if (write)
		*out = (struct exh_opl2_write){ position_of(walk->sound, write->time),
						write->reg, (uint8_t)write->value };
	return write;
}

static bool next_tandy(void *context, struct exh_psg_write *out)
{
	struct walk *walk = context;
	const struct exh_audio_write *write = next_write(walk);

	if (write)
		*out = (struct exh_psg_write){ position_of(walk->sound, write->time),
					       (uint8_t)write->value };
	return write;
}

static enum exh_status write_tandy(const struct run_sound *sound, uint64_t length,
				   struct exh_writer *out, struct exh_error *err)
{
	struct walk walk = { sound, EXH_AUDIO_TANDY, 0 };
	const struct exh_psg_recording recording = { .source = { next_tandy, &walk },
						     .length = length };

	return exh_psg_log_write(&recording, out, err);
}

static enum exh_status write_adlib(const struct run_sound *sound, uint64_t length,
				   enum exh_opl2_log_kind kind, struct exh_writer *out,
				   struct exh_error *err)
{
	struct walk walk = { sound, EXH_AUDIO_ADLIB, 0 };
	struct exh_opl2_spacing spacing = { .source = { next_adlib, &walk } };
	const struct exh_opl2_recording recording = { .source = exh_opl2_space(&spacing),
						      .length = length };

	return exh_opl2_log_write(&recording, kind, out, NULL, err);
}

static bool is_heard(const struct run_sound *sound, enum exh_audio_device device)
{
	struct walk walk = { sound, device, 0 };
	const struct exh_audio_write *write;

	while ((write = next_write(&walk)))
		if (device == EXH_AUDIO_TANDY
			    ? psg_is_turned_up((uint8_t)write->value)
			    : opl2_presses_key(write->reg, (uint8_t)write->value))
			return true;
	return false;
}

static bool is_tandy(const struct run_sound *sound)
{
	struct walk walk = { sound, EXH_AUDIO_TANDY, 0 };

	return next_write(&walk);
}

static bool write_out(const char *path, struct exh_writer *out, enum exh_status status,
		      struct exh_error *err, struct report *report)
{
	const bool good = output_write_encoded(report, path, status, out, err);

	if (good)
		report_remark(report, path, err);
	return good;
}

bool run_log_write(const struct run_sound *sound, uint64_t services, const char *path,
		   struct report *report)
{
	const uint64_t length = position_of(sound, services);
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err = { 0 };
	enum exh_status status;

	if (is_tandy(sound))
		status = write_tandy(sound, length, &out, &err);
	else
		status = write_adlib(sound, length, kind_of(path), &out, &err);
	if (!status &&
	    !is_heard(sound, is_tandy(sound) ? EXH_AUDIO_TANDY : EXH_AUDIO_ADLIB))
		sound_remark_silence(&err);
	return write_out(path, &out, status, &err, report);
}

bool run_midi_write(const struct run_sound *sound, const struct engine_type *type,
		    uint64_t services, const char *path, struct report *report)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_error err = { 0 };
	const enum exh_status status =
		type->midi(sound->track.writes, sound->track.count, services, &out, &err);

	return write_out(path, &out, status, &err, report);
}
