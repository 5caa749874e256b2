#include "sound.h"

#include "assets/assets.h"
#include "media/sound/sound.h"
#include "task/outputs.h"

enum { FILE_LIMIT = 256 << 20 }; /* the games' are below 4 MiB */

static void report_taken(const struct asset *asset, struct report *report)
{
	const struct zv_sound *taken = asset->thing;
	const unsigned channel_count = taken->sound.channel_count;

	report_info(report, "%s: %u Hz, %u channel%s, %s: %s", asset->file,
		    (unsigned)taken->sound.rate_hz, channel_count,
		    channel_count > 1 ? "s" : "", zv_packing_name(taken->sound.packing),
		    taken->reason);
}

void raw2wav_run_input(void *context, const char *input, const char *output,
		       struct report *report, json_t *result)
{
	const struct raw2wav_request *request = context;
	struct single sound;

	if (single_load(&sound, &zv_sound_kind, &request->options, input, FILE_LIMIT,
			report)) {
		report_taken(single_asset(&sound), report);
		single_describe(&sound, result);
		single_write(&sound, output, report, result);
	}
	single_free(&sound);
}

/* Of c000h01q.raw c000h01q.wav, and of a patch of the same name c000h01q.src.wav. */
char *raw2wav_output_for(void *context, const char *input, bool several)
{
	static const char *const endings[] = {
		[SOUND_WAV] = ".wav", [SOUND_FLAC] = ".flac", [SOUND_RAW] = ".raw"
	};
	const struct raw2wav_request *request = context;
	const unsigned format = request->options.format;

	return output_file_for(&request->common, input, several,
			       format == SOUND_RAW ? "" : ".raw", endings[format]);
}
