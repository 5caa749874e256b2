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
	effect.music.loudness = ZV_FULL_VOLUME;
	if (is_free(engine, where->result->slot))
		exh_zv_effect_start(engine, &effect);
}

static int32_t volume_at(const struct exh_zv_engine *engine, const struct zv_where *where,
			 size_t i)
{
	return where->result->args.count > i ? volume_of(exh_zv_arg(engine, where, i))
					     : ZV_FULL_VOLUME;
}

/* Plays the game's recording of a note, if it has one: that of a piano once, others again
 * and again. */
static void play_note(struct exh_zv_engine *engine, const struct zv_where *where,
		      bool is_universal)
{
	const struct zv_note note = {
		.program = zv_clamp(exh_zv_arg(engine, where, 1), 0, ZV_NOTES - 1),
		.number = zv_clamp(exh_zv_arg(engine, where, 2), 0, ZV_NOTES - 1),
	};

	start(engine, where,
	      &(struct zv_music){
		      .sound =
			      exh_zv_world_note(engine->world, note.program, note.number),
		      .note = note,
		      .loops = note.program != 0,
		      .is_universal = is_universal,
		      .volume = volume_at(engine, where, 3),
		      .with = ZV_NO_KEY,
	      });
}

static void play(struct exh_zv_engine *engine, const struct zv_where *where,
		 bool is_universal)
{
	struct zv_music music = { .is_universal = is_universal,
				  .volume = volume_at(engine, where, 3),
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

void exh_zv_crossfade(struct exh_zv_engine *engine, const struct zv_where *where)
{
	struct zv_fade fade = { .length_ms = exh_zv_arg(engine, where, 6) };

	for (int i = 0; i < 2; i++) {
		const int32_t from = exh_zv_arg(engine, where, (size_t)i + 2);
		const int32_t key = exh_zv_arg_key(engine, where, (size_t)i);
		struct zv_music *music = key > 0 ? exh_zv_music_find(engine, key) : NULL;

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
	struct zv_music *music =
		exh_zv_music_find(engine, exh_zv_arg_key(engine, where, 0));
	const int64_t by = exh_zv_arg(engine, where, 1);

	if (music)
		music->volume = volume_of((ZV_FULL_VOLUME - zv_clamp(by < 0 ? -by : by, 0,
								     ZV_FULL_VOLUME)) /
					  PERCENT);
}

/* In the older engine only panoramas have directions. */
void exh_zv_pan_track(struct exh_zv_engine *engine, const struct zv_where *where)
{
	const bool is_full = where->result->args.count < 3;
	const struct zv_pan pan = {
		.sound = exh_zv_arg_key(engine, where, 0),
		.place = exh_zv_arg(engine, where, 1),
		.magnitude = is_full ? ZV_FULL_MAGNITUDE
				     : zv_clamp(exh_zv_arg(engine, where, 2), 0,
						ZV_FULL_MAGNITUDE),
		.ends_ahead = exh_zv_arg(engine, where, 4) > 0,
		.is_fixed = exh_zv_arg(engine, where, 5) > 0,
	};

	if (exh_zv_effect_find(engine, where->result->slot) ||
	    (engine->rules == EXH_ZV_RULES_ZENGINE && !zv_is_panorama(engine)))
		return;
	exh_zv_effect_start(engine, &(struct zv_effect){ .kind = EFFECT_PAN_TRACK,
							 .key = where->result->slot,
							 .scope = where->scope,
							 .pan = pan });
	exh_zv_pan(engine, &pan, exh_zv_music_find(engine, pan.sound));
}

/* Keys of sounds with a direction become 2 when the script that directs them is read. */
void exh_zv_pans_read(struct exh_zv_engine *engine, const struct zv_program *program)
{
	for (size_t i = 0; i < program->puzzle_count; i++)
		for (size_t k = 0; k < program->puzzles[i].result_count; k++) {
			const struct zv_result *result = &program->puzzles[i].results[k];
			const struct zv_argument *args = result->args.items;
			int32_t key;

			if (result->action != ZV_ACT_PAN_TRACK || !result->args.count ||
			    (result->args.count > 3 && args[3].number <= 0))
				continue;
			key = zv_known(engine, args[0].number);
			if (key > 0 && zv_get(engine, key) != 2)
				exh_zv_set(engine, key, 2);
		}
}
