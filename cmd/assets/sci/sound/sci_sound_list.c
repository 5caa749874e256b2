#include "sound.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/text.h"

#include <inttypes.h>
#include <string.h>

enum { LIST_LIMIT = 64 << 20 }; /* bytes */

/* Appends channels as "0-5,9". */
static void put_channels(unsigned channels, struct exh_writer *out)
{
	const char *comma = "";

	for (unsigned first = 0; first < EXH_SCI_CHANNELS; first++) {
		unsigned last = first;

		if (!(channels >> first & 1))
			continue;
		while (channels >> (last + 1) & 1)
			last++;
		text_put(out, last > first ? "%s%u-%u" : "%s%u", comma, first, last);
		comma = ",";
		first = last;
	}
}

static void put_devices(const struct exh_sci_sound *sound, struct exh_writer *out)
{
	for (unsigned bit = 0; bit < 8; bit++) {
		const unsigned channels = exh_sci_sound_channels(sound, 1u << bit);

		if (!channels)
			continue;
		text_put(out, "  %s ", exh_sci_device_name(bit));
		put_channels(channels, out);
	}
}

static void put_row(const struct asset *asset, struct exh_writer *out)
{
	const struct sci_sound *own = asset->thing;
	const struct exh_sci_sound *sound = &own->sound;
	size_t cue_count = 0;

	for (size_t i = 0; i < sound->event_count; i++)
		cue_count += sci_sound_is_cue(&sound->events[i]);
	text_put(out, "%-12s %8.2f  %7" PRIu32 "  %6zu", asset->name,
		 (double)sound->ticks / EXH_SCI_TICKS_A_SECOND, sound->ticks,
		 sound->event_count);
	if (sound->has_loop_mark)
		text_put(out, "  %7" PRIu32, sound->loop_tick);
	else
		text_put(out, "  %7s", "-");
	text_put(out, "  %4zu", cue_count);
	if (sound->sample_rate_hz)
		text_put(out, "  %zu at %" PRIu32 " Hz", sound->sample.size,
			 sound->sample_rate_hz);
	else
		text_put(out, "  -");
	put_devices(sound, out);
	text_put(out, "\n");
}

void sci_snd2wav_list(const void *context, const struct assets *assets,
		      const char *output, struct report *report, struct json *result)
{
	struct exh_writer out = { .limit = LIST_LIMIT };
	struct exh_error err;

	(void)context;
	assets_to_json(assets, json_set(result, "resources", json_new_list()));
	text_put(&out, "%-12s %8s  %7s  %6s  %7s  %4s  sample, channels by device\n",
		 "sound", "seconds", "ticks", "events", "loop", "cues");
	for (size_t i = 0; i < assets->count; i++)
		if (assets_has(assets, i))
			put_row(&assets->items[i].asset, &out);
	if (mem_check_limit(&out, &err))
		report_failure(report, assets->path, &err);
	else if (!report->common->json || strcmp(output, "-") != 0)
		report_write(report, output, exh_writer_bytes(&out));
	exh_writer_free(&out);
}
