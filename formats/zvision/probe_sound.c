#include "exhume/formats.h"
#include "exhume/zvision.h"

#include "../base/name.h"

enum { NAME = 4 }; /* bits of evidence: the name is the only one */

/* Any bytes can be samples, except those of a WAV file. */
static unsigned score(const struct exh_probe *probe)
{
	const char *name = probe->name;
	struct exh_zv_sound sound;
	const bool is_named = name_ends(name, ".raw") || name_ends(name, ".src") ||
			      name_ends(name, ".ifp");

	return is_named && probe->data.size &&
			       (exh_zv_sound_by_name(name, EXH_ZV_NEMESIS, &sound) ||
				exh_zv_sound_by_name(name, EXH_ZV_ZGI, &sound))
		       ? NAME
		       : 0;
}

static void describe(const struct exh_probe *probe, struct exh_facts *facts)
{
	static const char *const packings[] = { [EXH_ZV_ADPCM] = "adpcm",
						[EXH_ZV_PCM_8] = "pcm8",
						[EXH_ZV_PCM_16] = "pcm16" };
	struct exh_zork_adpcm adpcm;
	struct exh_zv_sound_guess guess;

	exh_zork_adpcm_start(&adpcm);
	if (!exh_zv_sound_guess(&adpcm, probe->name, probe->data, NULL, &guess))
		return;
	exh_fact_text(facts, "game", guess.game == EXH_ZV_NEMESIS ? "nemesis" : "zgi");
	exh_fact_number(facts, "rate", guess.sound.rate_hz);
	exh_fact_number(facts, "channels", guess.sound.channel_count);
	exh_fact_text(facts, "packing", packings[guess.sound.packing]);
}

const struct exh_format exh_zv_sound_format = {
	.name = "zvsound",
	.title = "ZVision sound (by its name)",
	.family = "zvision",
	.score = score,
	.describe = describe,
};
