#include "exhume/zvision.h"
#include "exhume/advanced/zvision.h"

#include "../base/name.h"
#include "../base/reader.h"

#include <string.h>

enum {
	LEAST_LOOKED_AT = 64, /* bytes; fewer are too little evidence */
};

/* Letters of a rate: 8 bits mono, 8 bits stereo, 16 bits mono, 16 bits stereo. Source:
 * zvision 4. */
struct letters {
	uint32_t rate_hz;
	const char *pcm, *adpcm;
};

static const struct letters nemesis[] = {
	{ 8000, "0123", "ghjk" },
	{ 11025, "4567", "lmnp" },
	{ 22050, "89ab", "qrst" },
	{ 44100, "cdef", "uvwx" },
};

static const struct letters zgi[] = {
	{ 11025, "4567", "ghjk" },
	{ 22050, "89ab", "mnpq" },
	{ 44100, "cdef", "rstu" },
};

/* Naming schemes of the games' sounds: the place of the letter that gives the rate.
 * Nemesis first. */
static const struct scheme {
	size_t place;
	const struct letters *rates;
	size_t count;
} schemes[] = {
	{ 6, nemesis, sizeof nemesis / sizeof *nemesis },
	{ 7, zgi, sizeof zgi / sizeof *zgi },
};

static bool find(const char *group, char letter, size_t *place)
{
	const char *found = letter ? strchr(group, letter) : NULL;

	if (found)
		*place = (size_t)(found - group);
	return found != NULL;
}

bool exh_zv_sound_by_name(const char *name, enum exh_zv_game game,
			  struct exh_zv_sound *sound)
{
	const struct scheme *scheme = &schemes[game != EXH_ZV_NEMESIS];
	const struct letters *rates = scheme->rates;
	const size_t stem_size = strcspn(name, ".");
	char letter;
	size_t kind;

	if (stem_size <= scheme->place)
		return false;
	letter = (char)lower_case(name[scheme->place]);
	for (size_t i = 0; i < scheme->count; i++) {
		const bool pcm = find(rates[i].pcm, letter, &kind);

		if (!pcm && !find(rates[i].adpcm, letter, &kind))
			continue;
		*sound = (struct exh_zv_sound){
			.rate_hz = rates[i].rate_hz,
			.channel_count = kind % 2 ? 2 : 1,
			.packing = !pcm	      ? EXH_ZV_ADPCM
				   : kind < 2 ? EXH_ZV_PCM_8
					      : EXH_ZV_PCM_16,
		};
		return true;
	}
	return false;
}

char exh_zv_sound_letter(enum exh_zv_game game, const struct exh_zv_sound *sound)
{
	const struct scheme *scheme = &schemes[game != EXH_ZV_NEMESIS];
	const struct letters *rates = scheme->rates;
	const size_t kind =
		(sound->packing == EXH_ZV_PCM_8 ? 0 : 2) + sound->channel_count - 1;

	for (size_t i = 0; i < scheme->count; i++)
		if (rates[i].rate_hz == sound->rate_hz)
			return sound->packing == EXH_ZV_ADPCM ? rates[i].adpcm[kind]
							      : rates[i].pcm[kind];
	return 0;
}

/* Mean difference between neighbouring samples, divided by their mean size: about 2 for
 * noise, less for sound. */
static double roughness(const int16_t *samples, size_t count, unsigned channel_count)
{
	double difference = 0, size = 1;

	for (size_t i = channel_count; i < count; i++) {
		const int step = samples[i] - samples[i - channel_count];

		difference += step < 0 ? -step : step;
		size += samples[i] < 0 ? -samples[i] : samples[i];
	}
	return difference / size;
}

bool exh_zv_sound_is_adpcm(const struct exh_zork_adpcm *adpcm, struct exh_bytes data,
			   unsigned channel_count)
{
	static const size_t most = 4096;
	struct exh_zork_adpcm_state states[2] = { { 0, 0 } };
	int16_t decoded[4096], stored[4096];
	const size_t count = data.size < most ? data.size : most;

	if (count < LEAST_LOOKED_AT)
		return true;
	exh_zork_adpcm_decode(adpcm, states, channel_count, data.data, count & ~(size_t)1,
			      decoded);
	for (size_t i = 0; i < count / 2; i++)
		stored[i] = (int16_t)load_u16le(data.data + 2 * i);
	return roughness(decoded, count & ~(size_t)1, channel_count) <
	       roughness(stored, count / 2, channel_count);
}

/* Neither game has known sounds of 8 bits. */
static bool is_likely(const struct exh_zork_adpcm *adpcm,
		      const struct exh_zv_sound *sound, struct exh_bytes data)
{
	return sound->packing == (exh_zv_sound_is_adpcm(adpcm, data, sound->channel_count)
					  ? EXH_ZV_ADPCM
					  : EXH_ZV_PCM_16);
}

/* Both readings of a name, Nemesis first. */
struct readings {
	struct exh_zv_sound own[2];
	bool is_one[2];
	bool has_digit; /* in the 7th place, as in names of ZGI but not of Nemesis */
};

static struct readings read_name(const char *name)
{
	struct readings r = { .has_digit = false };

	r.is_one[0] = exh_zv_sound_by_name(name, EXH_ZV_NEMESIS, &r.own[0]);
	r.is_one[1] = exh_zv_sound_by_name(name, EXH_ZV_ZGI, &r.own[1]);
	if (r.is_one[0] || r.is_one[1])
		r.has_digit =
			name[schemes[0].place] >= '0' && name[schemes[0].place] <= '9';
	return r;
}

/* The likelier game of a name with two readings: above 0 ZGI, below 0 Nemesis. A reading
 * of 8 bits is the least likely. */
static int leaning(const struct readings *r)
{
	const bool is_8_bit = r->own[0].packing == EXH_ZV_PCM_8;

	if (is_8_bit != (r->own[1].packing == EXH_ZV_PCM_8))
		return is_8_bit ? 1 : -1;
	return r->has_digit;
}

void exh_zv_sound_vote(const char *name, struct exh_zv_sound_votes *votes)
{
	const struct readings r = read_name(name);
	int side = r.is_one[1] - r.is_one[0];

	if (r.is_one[0] && r.is_one[1]) {
		side = leaning(&r);
		/* ZGI has patches with such names too, but only four. */
		if (!side && name_ends(name, ".ifp"))
			side = -1;
	}
	votes->nemesis += side < 0;
	votes->zgi += side > 0;
}

/* True if a name with two readings probably belongs to ZGI. */
static bool is_rather_zgi(const struct readings *r, const struct exh_zork_adpcm *adpcm,
			  const char *name, struct exh_bytes data,
			  const struct exh_zv_sound_votes *votes)
{
	const int side = leaning(r);

	if (votes && votes->zgi != votes->nemesis)
		return votes->zgi > votes->nemesis;
	if (side || name_ends(name, ".ifp"))
		return side > 0;
	return !is_likely(adpcm, &r->own[0], data) && is_likely(adpcm, &r->own[1], data);
}

bool exh_zv_sound_guess(const struct exh_zork_adpcm *adpcm, const char *name,
			struct exh_bytes data, const struct exh_zv_sound_votes *votes,
			struct exh_zv_sound_guess *guess)
{
	const struct readings r = read_name(name);
	const bool is_open = r.is_one[0] && r.is_one[1];
	const bool takes_zgi =
		is_open ? is_rather_zgi(&r, adpcm, name, data, votes) : r.is_one[1];
	const bool is_alone = !votes || votes->nemesis + votes->zgi <= 1;

	if (!r.is_one[0] && !r.is_one[1])
		return false;
	*guess = (struct exh_zv_sound_guess){
		.sound = r.own[takes_zgi],
		.game = takes_zgi ? EXH_ZV_ZGI : EXH_ZV_NEMESIS,
		.was_open = is_open,
		.is_doubtful = is_alone && !is_open && takes_zgi != r.has_digit,
	};
	return true;
}
