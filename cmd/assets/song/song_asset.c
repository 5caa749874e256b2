#include "song.h"

#include "assets/assets.h"
#include "task/jobs.h"
#include "task/json.h"
#include "task/memory.h"

enum { LOOKED_THROUGH = 3 /* passes */ };

const char *const song_format_names[] = { "auto",    "wav", "flac", "raw",  "dro", "vgm",
					  "opl2log", "png", "imf",  "midi", NULL };

const char *song_format_ending(unsigned format)
{
	static const char *const endings[] = { "",     ".wav", ".flac",	   ".raw",
					       ".dro", ".vgm", ".opl2log", ".png",
					       ".imf", ".mid" };

	return endings[format];
}

bool song_asset_is_spaced(const struct song_options *options, const struct song *song)
{
	if (options->writes != SONG_WRITES_AUTO)
		return options->writes == SONG_WRITES_SPACED;
	return song->is_imf || song->is_midi;
}

/*
 * Looking through it, for its notes and its length.
 */

static bool next_tapped(void *context, struct exh_opl2_write *write)
{
	struct song_tap *tap = context;

	if (interrupt_pending() || !tap->source.next(tap->source.context, write))
		return false;
	if (tap->score)
		score_write(tap->score, write);
	return true;
}

struct exh_opl2_source song_tap(struct song_tap *tap)
{
	return (struct exh_opl2_source){ next_tapped, tap };
}

/* A text log says how long it is, and a log of a log is as long as that one. */
static bool sounds_on(const struct song_options *options, const struct song *song)
{
	if (options->format == SONG_IMF || options->format == SONG_MIDI)
		return false;
	if (song->is_imf || song->is_midi)
		return true;
	return song->log.kind != EXH_OPL2_LOG_TEXT &&
	       !song_format_is_log(options->format);
}

/* Its first passes: their notes, and what sounds on after them. */
static uint64_t look_through(const struct song_options *options, struct song_asset *thing,
			     uint64_t pass_count, struct score *score)
{
	const struct song *song = &thing->song;
	const struct sound_settings *settings = &options->sound.settings;
	struct song_cursor cursor;
	struct song_tap tap = { song_play(song, pass_count,
					  song_asset_is_spaced(options, song), &cursor),
				score };
	const uint64_t length = song_length(song, pass_count);
	struct exh_opl2_player player;
	uint64_t tail = settings->tail;

	exh_opl2_player_start(&player, song_tap(&tap));
	if (!settings->has_tail && sounds_on(options, song)) {
		exh_opl2_player_skip(&player, length);
		tail = song_tail(&player, &thing->is_held);
	}
	while (player.waiting) /* what comes too late to be heard counts, too */
		player.waiting = player.source.next(player.source.context, &player.next);
	score_end(score, length + tail);
	return tail;
}

/*
 * The first passes are enough: from the second on they are alike, and so many notes more
 * each.
 */
static enum exh_status survey(const struct song_options *options,
			      struct song_asset *thing, struct exh_error *err)
{
	const uint64_t all = options->pass_count;
	const uint64_t some = all < LOOKED_THROUGH ? all : LOOKED_THROUGH;
	struct score before = { .take = NULL };

	score_start(&thing->score);
	if (all > some) {
		score_start(&before);
		look_through(options, thing, some - 1, &before);
		thing->length = look_through(options, thing, some, &thing->score);
		score_repeat(&thing->score, &before, all - some);
		score_free(&before);
	} else {
		thing->length = look_through(options, thing, some, &thing->score);
	}
	thing->song_length = song_length(&thing->song, all);
	thing->length += thing->song_length;
	return interrupt_pending() ? exh_fail(err, EXH_IO, EXH_NO_OFFSET, "interrupted")
				   : EXH_OK;
}

enum exh_status song_asset_read(const void *context, struct asset *asset,
				struct exh_notes *notes, struct exh_error *err)
{
	const struct song_options *options = context;
	const struct song_hints hints = { .name = asset->file,
					  .tick_rate = options->sound.tick_rate,
					  .tick_reason = "set by --tick",
					  .max_length =
						  options->sound.settings.max_length,
					  .bank = options->bank };
	struct song_asset *thing = mem_arena(asset->arena, 1, sizeof *thing);
	enum exh_status status;

	asset->thing = thing;
	status = song_open(&thing->song, asset->bytes, &hints, notes, err);
	return status ? status : survey(options, thing, err);
}

void song_asset_close(struct asset *asset)
{
	struct song_asset *thing = asset->thing;

	song_free(&thing->song);
	score_free(&thing->score);
}

/*
 * JSON.
 */

static void add_text(struct json *out, const char *key, const char *text)
{
	if (text)
		json_set_text(out, key, text);
}

static void describe_rate(const struct song *song, struct json *object)
{
	const struct exh_keen_imf_rate rate = song->tick_rate;
	struct json *json = json_new_object();

	json_set(json, "hz", json_new_real((double)rate.numerator / rate.denominator));
	json_set_number(json, "numerator", rate.numerator);
	json_set_number(json, "denominator", rate.denominator);
	json_set_string(json, "why", song->tick_reason);
	json_set(object, "tick_rate", json);
}

static struct json *tags_to_json(const struct song *song)
{
	struct json *tags = json_new_object();

	add_text(tags, "title", song->tags.title);
	add_text(tags, "composer", song->tags.author);
	add_text(tags, "game", song->tags.game);
	add_text(tags, "system", song->tags.system);
	add_text(tags, "date", song->tags.date);
	add_text(tags, "remarks", song->tags.remarks);
	add_text(tags, "program", song->program);
	return tags;
}

void song_asset_describe(const void *context, const struct asset *asset,
			 struct json *object)
{
	const struct song_options *options = context;
	const struct song_asset *thing = asset->thing;
	const struct song *song = &thing->song;

	json_set_string(object, "kind", song_kind(song));
	if (song->is_imf) {
		json_set_number(object, "type", song->imf.type);
		describe_rate(song, object);
		json_set_number(object, "ticks",
				exh_keen_imf_ticks(&song->imf, options->pass_count));
	} else if (song->is_midi) {
		json_set_number(object, "midi_notes", song->midi.note_count);
		json_set_number(object, "most_notes", song->midi.most_notes);
		json_set_number(object, "cut_notes", song->midi.cut_count);
	} else {
		json_set_number(object, "clock", song->log.clock_hz);
		json_set_flag(object, "loops", song->log.loops);
	}
	json_set_number(object, "samples", thing->length);
	json_set_number(object, "tail_samples", thing->length - thing->song_length);
	json_set_flag(object, "held_at_end", thing->is_held);
	json_set(object, "seconds", json_new_real((double)thing->length / EXH_OPL2_RATE));
	json_set(object, "song_seconds",
		 json_new_real((double)thing->song_length / EXH_OPL2_RATE));
	json_set(object, "tags", tags_to_json(song));
	score_to_json(&thing->score, object);
}
