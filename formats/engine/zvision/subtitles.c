/* Subtitles of sounds and of the video that plays. */
#include "zv_parts.h"

enum { CUE_MS = 100 };

/* The line that is shown at a time; NULL: none. */
static const struct exh_zv_text_line *line_at(const struct zv_subtitles *subtitles,
					      int64_t at)
{
	const struct exh_zv_sub *sub = &subtitles->sub;

	for (size_t i = 0; i < sub->cue_count && subtitles->lines; i++) {
		const struct exh_zv_cue *cue = &sub->cues[i];

		if (at < cue->start || at > cue->end)
			continue;
		return cue->line >= 0 && (uint64_t)cue->line <
						 subtitles->lines->text.line_count
			       ? &subtitles->lines->text.lines[cue->line]
			       : NULL;
	}
	return NULL;
}

static void draw(const struct exh_zv_engine *engine, const char *name, int64_t at,
		 const struct exh_zv_picture *screen, struct exh_zv_pano_point first)
{
	const struct zv_subtitles *subtitles =
		exh_zv_world_subtitles(engine->world, name);
	const struct exh_zv_text_line *line = subtitles ? line_at(subtitles, at) : NULL;
	struct zv_lettering text = { .lines = line,
				     .line_count = 1,
				     .shown = SIZE_MAX,
				     .value = exh_zv_text_value,
				     .context = engine };
	const int32_t *rectangle;

	if (!line)
		return;
	/* A subtitle without a rectangle is in the strip below the window. */
	text.y = first.y + (int64_t)engine->pano.height;
	text.width = EXH_ZV_SCREEN_WIDTH;
	text.height = EXH_ZV_SCREEN_HEIGHT - text.y;
	rectangle = subtitles->sub.rectangle;
	if (subtitles->sub.has_rectangle) {
		text.x = first.x + rectangle[0];
		text.y = first.y + rectangle[1];
		text.width = (int64_t)rectangle[2] - rectangle[0] + 1;
		text.height = (int64_t)rectangle[3] - rectangle[1] + 1;
	}
	exh_zv_set_letters(screen, &text);
}

/* A loop has its subtitles each time. */
static int64_t tenths_of(const struct exh_zv_engine *engine, const struct zv_music *music)
{
	const struct zv_sound *sound = music->sound;
	const uint64_t length = sound->frame_count * 1000 / sound->format.rate_hz;
	uint64_t ms = (engine->tick - music->start_tick) * EXH_ZV_TICK_MS;

	if (music->loops && length)
		ms %= length;
	return (int64_t)(ms / CUE_MS);
}

void exh_zv_draw_subtitles(const struct exh_zv_engine *engine,
			   const struct exh_zv_picture *screen,
			   struct exh_zv_pano_point first)
{
	if (!zv_get(engine, KEY_SUBTITLES))
		return;
	for (size_t i = 0; i < engine->effects.count; i++) {
		const struct zv_effect *effect = &engine->effects.items[i];

		if (effect->kind == EFFECT_MUSIC && effect->music.sound)
			draw(engine, effect->music.sound->name,
			     tenths_of(engine, &effect->music), screen, first);
	}
	if (engine->wait == WAIT_VIDEO)
		draw(engine, engine->video.film->name, engine->video.shown, screen,
		     first);
}
