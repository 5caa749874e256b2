/* Actions that are heard: to the game they are lengths and volumes. */
#include "zv_parts.h"

enum { MIDI_NOTE = 4, PERCENT = ZV_FULL_VOLUME / 100 };

/* Converts a percentage to a volume. */
static int32_t volume_of(int32_t volume)
{
	return zv_clamp(volume, 0, 100) * PERCENT;
}

/* The newer engine ends a sound with the same key; the older one lets it sound. */
static bool is_free(struct exh_zv_engine *engine, int32_t key)
{
	if (!exh_zv_effect_find(engine, key))
		return true;
	if (engine->rules == EXH_ZV_RULES_ZENGINE)
		return false;
	exh_zv_effect_kill_key(engine, key);
	return true;
}

static void start(struct exh_zv_engine *engine, const struct zv_where *where,
		  const struct zv_music *music)
{
	struct zv_effect effect = { .kind = EFFECT_MUSIC,
				    .key = where->result->slot,
				    .scope = where->scope,
				    .music = *music };

	effect.music.start_tick = engine->tick;
	if (is_free(engine, where->result->slot))
		exh_zv_effect_start(engine, &effect);
}

/* Plays a note until it is killed. */
static void play_note(struct exh_zv_engine *engine, const struct zv_where *where,
		      bool is_universal)
{
	start(engine, where,
	      &(struct zv_music){ .is_universal = is_universal,
				  .volume = volume_of(exh_zv_arg(engine, where, 3)),
				  .with = ZV_NO_KEY });
}

static void play(struct exh_zv_engine *engine, const struct zv_where *where,
		 bool is_universal)
{
	struct zv_music music = { .is_universal = is_universal,
				  .volume = ZV_FULL_VOLUME,
				  .with = ZV_NO_KEY };
	char name[ZV_NAME_SIZE];

	if (exh_zv_arg(engine, where, 0) == MIDI_NOTE) {
		play_note(engine, where, is_universal);
		return;
	}
	if (!exh_zv_arg_name(where, 1, name))
		return;
	music.sound = exh_zv_world_sound(engine->world, name);
	music.loops = exh_zv_arg(engine, where, 2) == 1;
	if (where->result->args.count > 3)
		music.volume = volume_of(exh_zv_arg(engine, where, 3));
	if (music.sound)
		start(engine, where, &music);
	else if (is_free(engine, where->result->slot))
		exh_zv_effect_start_missing(engine, where, false);
}

void exh_zv_music(struct exh_zv_engine *engine, const struct zv_where *where)
{
	play(engine, where, false);
}

void exh_zv_universe_music(struct exh_zv_engine *engine, const struct zv_where *where)
{
	play(engine, where, true);
}

void exh_zv_syncsound(struct exh_zv_engine *engine, const struct zv_where *where)
{
	struct zv_music music = { .volume = ZV_FULL_VOLUME,
				  .with = exh_zv_arg_key(engine, where, 0) };
	const struct zv_effect *with = exh_zv_effect_find(engine, music.with);
	char name[ZV_NAME_SIZE];

	if (!with || !zv_has_film(with) || !exh_zv_arg_name(where, 2, name))
		return;
	music.sound = exh_zv_world_sound(engine->world, name);
	if (music.sound)
		start(engine, where, &music);
}

static struct zv_music *find_music(struct exh_zv_engine *engine, int32_t key)
{
	struct zv_effect *effect = exh_zv_effect_find(engine, key);

	return effect && effect->kind == EFFECT_MUSIC ? &effect->music : NULL;
}

void exh_zv_crossfade(struct exh_zv_engine *engine, const struct zv_where *where)
{
	struct zv_fade fade = { .length_ms = exh_zv_arg(engine, where, 6) };

	for (int i = 0; i < 2; i++) {
		const int32_t from = exh_zv_arg(engine, where, (size_t)i + 2);
		const int32_t key = exh_zv_arg_key(engine, where, (size_t)i);
		struct zv_music *music = key > 0 ? find_music(engine, key) : NULL;

		fade.keys[i] = music ? key : ZV_NO_KEY;
		fade.to[i] = volume_of(exh_zv_arg(engine, where, (size_t)i + 4));
		if (music && from >= 0)
			music->volume = volume_of(from);
		fade.from[i] = music ? music->volume : 0;
	}
	if (fade.length_ms < 0)
		fade.length_ms = 0;
	exh_zv_effect_start(engine, &(struct zv_effect){ .kind = EFFECT_FADE,
							 .key = ZV_NO_KEY,
							 .scope = where->scope,
							 .fade = fade });
}

void exh_zv_attenuate(struct exh_zv_engine *engine, const struct zv_where *where)
{
	struct zv_music *music = find_music(engine, exh_zv_arg_key(engine, where, 0));
	const int64_t by = exh_zv_arg(engine, where, 1);

	if (music)
		music->volume =
			ZV_FULL_VOLUME - zv_clamp(by < 0 ? -by : by, 0, ZV_FULL_VOLUME);
}

/* The direction of a sound affects only the sound output. */
void exh_zv_pan_track(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const struct zv_pan pan = { exh_zv_arg_key(engine, where, 0),
				    exh_zv_arg(engine, where, 1) };

	if (!find_music(engine, pan.sound))
		return;
	exh_zv_effect_kill_key(engine, where->result->slot);
	exh_zv_effect_start(engine, &(struct zv_effect){ .kind = EFFECT_PAN_TRACK,
							 .key = where->result->slot,
							 .scope = where->scope,
							 .pan = pan });
}
