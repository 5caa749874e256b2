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

/* A line that is to be shown. */
struct shown {
	const struct exh_zv_text_line *line; /* NULL: none */
	const struct exh_zv_sub *sub;
};

/* Lets a line of a sound or video of this name follow those before. */
static void take(const struct exh_zv_engine *engine, const char *name, int64_t at,
		 struct shown *shown)
{
	const struct zv_subtitles *subtitles =
		exh_zv_world_subtitles(engine->world, name);
	const struct exh_zv_text_line *line = subtitles ? line_at(subtitles, at) : NULL;

	if (line)
		*shown = (struct shown){ line, &subtitles->sub };
}

static void draw(const struct exh_zv_engine *engine, const struct shown *shown,
		 const struct exh_zv_picture *screen, struct exh_zv_pano_point first)
{
	const int32_t *rectangle = shown->sub->rectangle;
	struct zv_lettering text = { .lines = shown->line,
				     .line_count = 1,
				     .shown = SIZE_MAX,
				     .value = exh_zv_text_value,
				     .context = engine };

	/* A subtitle without a rectangle is in the strip below the window. */
	text.y = first.y + (int64_t)engine->pano.height;
	text.width = EXH_ZV_SCREEN_WIDTH;
	text.height = EXH_ZV_SCREEN_HEIGHT - text.y;
	if (shown->sub->has_rectangle) {
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

/* Shows only the newest of several lines: that of what began last. */
void exh_zv_draw_subtitles(const struct exh_zv_engine *engine,
			   const struct exh_zv_picture *screen,
			   struct exh_zv_pano_point first)
{
	struct shown shown = { .line = NULL };

	if (!zv_get(engine, KEY_SUBTITLES))
		return;
	for (size_t i = 0; i < engine->effects.count; i++) {
		const struct zv_effect *effect = &engine->effects.items[i];

		if (effect->kind == EFFECT_MUSIC && effect->music.sound)
			take(engine, effect->music.sound->name,
			     tenths_of(engine, &effect->music), &shown);
	}
	if (engine->wait == WAIT_VIDEO)
		take(engine, engine->video.film->name, engine->video.shown, &shown);
	if (shown.line)
		draw(engine, &shown, screen, first);
}
