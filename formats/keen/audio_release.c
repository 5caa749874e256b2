/* Games by the number of their sounds, and the names of these. */
#include "keen_parts.h"

static const char *const dreams_sounds[] = {
	"KEENWALK1",	 "KEENWALK2",  "JUMP",	     "LAND",	  "THROW",
	"DIVE",		 "GETPOWER",   "GETPOINTS",  "GETBOMB",	  "FLOWERPOWER",
	"UNFLOWERPOWER", "ENTERLEVEL", "WAKEUP",     "LEVELDONE", "NOWAY",
	"HITHEAD",	 "TATERSWING", "BOUNCE",     "EXTRAKEEN", "OPENDOOR",
	"THROWBOMB",	 "BOMBBOOM",   "BOOBUSGONE", "GETKEY",	  "GRAPESCREAM",
	"PLUMMET",	 "CLICK",      "TICK",
};

/* Source: keen-formats 5.1 and 9, which has no names of Keen 4 to 6. */
static const struct exh_keen_audio_release releases[] = {
	{ .title = "Keen Dreams",
	  .chunk_count = 84,
	  .sound_count = 28,
	  .sound_names = dreams_sounds },
	{ .title = "Keen 4", .chunk_count = 162, .sound_count = 52 },
	{ .title = "Keen 5", .chunk_count = 206, .sound_count = 64 },
	{ .title = "Keen 6", .chunk_count = 189, .sound_count = 60 },
};

const struct exh_keen_audio_release *exh_keen_audio_release_of(size_t chunk_count)
{
	for (size_t i = 0; i < sizeof releases / sizeof *releases; i++)
		if (releases[i].chunk_count == chunk_count)
			return &releases[i];
	return NULL;
}

const struct exh_keen_audio_release *
exh_keen_audio_release(const struct exh_keen_audio *audio)
{
	const struct exh_keen_audio_release *release =
		exh_keen_audio_release_of(audio->chunk_count);

	return release && release->sound_count == audio->sound_count ? release : NULL;
}

const char *exh_keen_audio_name(const struct exh_keen_audio *audio, size_t sound)
{
	const struct exh_keen_audio_release *release = exh_keen_audio_release(audio);

	if (!release || !release->sound_names || sound >= release->sound_count)
		return NULL;
	return release->sound_names[sound];
}

const char *exh_keen_audio_song_name(const struct exh_keen_audio *audio, size_t song)
{
	const struct exh_keen_audio_release *release = exh_keen_audio_release(audio);

	if (!release || !release->song_names ||
	    song >= release->chunk_count - 3 * release->sound_count)
		return NULL;
	return release->song_names[song];
}
