#include "song.h"

#include "task/memory.h"

#include <exhume/advanced/cp437.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
	MEMORY_LIMIT = 1 << 30,
	EXPANDED_STEP = 1 << 16, /* bytes, at least, by which the buffer grows */
	USUAL_RATE = 560,
	USUAL_LONGEST = 10 * 60,	    /* seconds */
	STEP = 64,			    /* samples between checks for silence */
	LONGEST_TAIL = 120 * EXH_OPL2_RATE, /* samples; longer than the slowest release */
};

/*
 * Rates.
 */

/* Source: opl2-audio 16. */
static const struct {
	const char *word; /* lower case; a blank may be other separators, or none */
	uint32_t hz;
} games[] = {
	{ "wolfenstein", 700 }, { "wolf 3d", 700 },    { "spear of destiny", 700 },
	{ "blake stone", 700 }, { "cosmo", 700 },      { "duke", 280 },
	{ "nukem", 280 },	{ "bio menace", 560 }, { "monster bash", 560 },
	{ "keen", 560 },
};

static bool begins_with(const char *text, const char *word)
{
	for (; *word; word++) {
		if (*word == ' ')
			text += strspn(text, " _-.");
		else if (tolower((unsigned char)*text++) != *word)
			return false;
	}
	return true;
}

static bool has_word(const char *text, const char *word)
{
	for (; text && *text; text++)
		if (begins_with(text, word))
			return true;
	return false;
}

static bool find_game(const char *text, uint32_t *hz)
{
	for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
		if (!has_word(text, games[i].word))
			continue;
		*hz = games[i].hz;
		return true;
	}
	return false;
}

/* Chooses the rate by tags, names and options, since the records do not contain it. */
static void choose_rate(struct song *song, const struct song_hints *hints)
{
	const char *name = hints->name ? file_name(hints->name) : "";
	uint32_t hz = USUAL_RATE;

	if (hints->tick_rate.numerator) {
		song->tick_rate = hints->tick_rate;
		song->tick_reason = hints->tick_reason;
		return;
	}
	if (find_game(song->tags.game, &hz) || find_game(song->tags.title, &hz) ||
	    find_game(song->tags.remarks, &hz))
		song->tick_reason = "its tags name the game";
	else if (find_game(name, &hz))
		song->tick_reason = "its file name contains the game's";
	else if (file_has_ending(name, ".wlf") && (hz = 700))
		song->tick_reason = "files named .wlf come from games with 700 Hz";
	else if (file_has_ending(name, ".imf"))
		song->tick_reason = "most .imf files come from games with 560 Hz";
	else
		song->tick_reason =
			"nothing in the song names its rate; most songs have this one";
	song->tick_rate = (struct exh_keen_imf_rate){ hz, 1 };
}

/*
 * Opening.
 */

static enum exh_status expand(struct song *song, struct exh_bytes *file,
			      struct exh_error *err)
{
	z_stream stream = { .next_in = (Bytef *)file->data,
			    .avail_in = (uInt)file->size };
	size_t capacity = 0, size = 0;
	int result = inflateInit2(&stream, 16 + MAX_WBITS);

	while (result == Z_OK && size <= SONG_FILE_LIMIT) {
		song->expanded =
			mem_grow(song->expanded, &capacity, size + EXPANDED_STEP, 1);
		stream.next_out = song->expanded + size;
		stream.avail_out = (uInt)(capacity - size);
		result = inflate(&stream, Z_NO_FLUSH);
		size = capacity - stream.avail_out;
	}
	inflateEnd(&stream);
	if (result == Z_MEM_ERROR)
		mem_end();
	*file = (struct exh_bytes){ song->expanded, size, 0 };
	if (size > SONG_FILE_LIMIT)
		return exh_fail(err, EXH_LIMIT, EXH_NO_OFFSET,
				"expands to more than %d MiB", SONG_FILE_LIMIT >> 20);
	if (result == Z_STREAM_END)
		return EXH_OK;
	return exh_fail(err, EXH_INVALID, (size_t)stream.total_in, "gzip: %s",
			stream.msg ? stream.msg : "the data ends too early");
}

/* Returns the text in the arena; NULL if it is empty or too long for a tag. */
static const char *to_utf8(struct exh_arena *arena, struct exh_bytes text)
{
	struct exh_writer out = { .limit = 1 << 20 };
	const char *copy = NULL;

	if (text.size)
		exh_cp437_to_utf8(text, EXH_CP437_TEXT, &out);
	if (out.size && !out.failed)
		copy = (const char *)exh_memdup(arena, exh_writer_bytes(&out)).data;
	exh_writer_free(&out);
	return copy;
}

static void take_tags(struct song *song)
{
	const struct exh_keen_imf_tags *tags = &song->imf.tags;

	song->tags = (struct exh_opl2_tags){
		.title = to_utf8(&song->arena, tags->title),
		.game = to_utf8(&song->arena, tags->game),
		.author = to_utf8(&song->arena, tags->composer),
		.remarks = to_utf8(&song->arena, tags->remarks),
	};
	song->program = to_utf8(&song->arena, tags->program);
}

uint64_t song_longest(uint64_t max_length)
{
	return max_length ? max_length : (uint64_t)USUAL_LONGEST * EXH_OPL2_RATE;
}

void song_note_length(uint64_t length, uint64_t longest, struct exh_notes *notes)
{
	exh_note(notes, EXH_DAMAGE, EXH_NO_OFFSET,
		 "it lasts %llu seconds: it is cut off after %llu "
		 "(--max-length)",
		 (unsigned long long)(length / EXH_OPL2_RATE),
		 (unsigned long long)(longest / EXH_OPL2_RATE));
}

/* Damaged delays may add up to days, and so a small file could make gigabytes. */
static void limit_length(struct song *song, const struct song_hints *hints,
			 struct exh_notes *notes)
{
	const uint64_t longest = song_longest(hints->max_length);
	const uint64_t length = song_length(song, 1);

	if (length <= longest)
		return;
	song->limit = longest;
	song_note_length(length, longest, notes);
}

/*
 * MIDI.
 */

static void note_losses(const struct exh_opl2_midi_report *report,
			struct exh_notes *notes)
{
	if (report->cut_count)
		exh_note(
			notes, EXH_WARNING, EXH_NO_OFFSET,
			"up to %zu notes at once, and the chip has %d voices: %zu of %zu "
			"notes end early",
			report->most_notes, EXH_OPL2_CHANNEL_COUNT, report->cut_count,
			report->note_count);
	if (report->unknown_count)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "%zu notes of drums are left out: banks have those of notes %d "
			 "to "
			 "%d",
			 report->unknown_count, EXH_OPL2_FIRST_DRUM,
			 EXH_OPL2_FIRST_DRUM + EXH_OPL2_DRUMS - 1);
	if (report->high_count)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "%zu notes are higher than the chip plays with their "
			 "instruments: they sound lower",
			 report->high_count);
	if (report->half_count)
		exh_note(notes, EXH_WARNING, EXH_NO_OFFSET,
			 "%zu notes have instruments of two voices: the second is left "
			 "out",
			 report->half_count);
}

/* Returns the name of the first track that has one in printable ASCII. */
static const char *find_title(struct song *song, const struct exh_smf *smf)
{
	for (size_t i = 0; i < smf->count; i++) {
		const struct exh_smf_event *event = &smf->events[i];
		struct exh_bytes copy;

		if (event->status != EXH_SMF_META || event->meta != EXH_SMF_NAME ||
		    !event->bytes.size)
			continue;
		copy = exh_memdup(&song->arena, event->bytes);
		for (size_t k = 0; copy.data && k < copy.size; k++)
			if (copy.data[k] < ' ' || copy.data[k] > '~')
				return NULL;
		return (const char *)copy.data;
	}
	return NULL;
}

static enum exh_status open_midi(struct song *song, struct exh_bytes file,
				 const struct song_hints *hints, struct exh_notes *notes,
				 struct exh_error *err)
{
	struct exh_opl2_bank *own = mem_arena(&song->arena, 1, sizeof *own);
	struct exh_opl2_midi played;
	struct exh_smf smf;
	enum exh_status status = exh_smf_read(file, &song->arena, &smf, notes, err);

	if (status)
		return status;
	exh_opl2_bank_default(own);
	status = exh_opl2_midi_play(&smf, hints->bank ? hints->bank : own, &song->arena,
				    &played, err);
	if (status)
		return status;
	song->is_midi = true;
	song->midi = played.report;
	/* A text log would leave out the releases at its very end. */
	song->log = (struct exh_opl2_log){ .kind = EXH_OPL2_LOG_VGM,
					   .clock_hz = EXH_OPL2_RATE,
					   .writes = played.writes,
					   .write_count = played.write_count,
					   .length = played.length };
	song->tags.title = find_title(song, &smf);
	song_original_find(&smf, &song->arena, &song->original, notes);
	note_losses(&song->midi, notes);
	return EXH_OK;
}

static enum exh_status open_file(struct song *song, struct exh_bytes file,
				 const struct song_hints *hints, struct exh_notes *notes,
				 struct exh_error *err)
{
	enum exh_opl2_log_kind kind;
	enum exh_status status = EXH_OK;

	*song = (struct song){ .arena = { .limit = MEMORY_LIMIT },
			       .chip_rate_hz = EXH_OPL2_RATE };
	if (file.size > 2 && file.data[0] == 0x1f && file.data[1] == 0x8b)
		status = expand(song, &file, err);
	if (status)
		return status;
	if (exh_smf_is(file))
		return open_midi(song, file, hints, notes, err);
	if (exh_opl2_log_is(file, &kind)) {
		status = exh_opl2_log_read(file, &song->arena, &song->log, notes, err);
		song->tags = song->log.tags;
		if (!status)
			song->chip_rate_hz = song->log.chip_rate_hz;
		return status;
	}
	song->is_imf = true;
	song->file = file;
	status = exh_keen_imf_open(file, &song->imf, notes, err);
	if (status)
		return status;
	take_tags(song);
	choose_rate(song, hints);
	return EXH_OK;
}

enum exh_status song_open(struct song *song, struct exh_bytes file,
			  const struct song_hints *hints, struct exh_notes *notes,
			  struct exh_error *err)
{
	const enum exh_status status = open_file(song, file, hints, notes, err);

	if (!status)
		limit_length(song, hints, notes);
	return status;
}

void song_free(struct song *song)
{
	exh_arena_free(&song->arena);
	free(song->expanded);
}

const char *song_kind(const struct song *song)
{
	if (song->is_imf || song->is_midi)
		return song->is_imf ? "imf" : "midi";
	switch (song->log.kind) {
	case EXH_OPL2_LOG_TEXT:
		return "opl2log";
	case EXH_OPL2_LOG_VGM:
		return "vgm";
	default:
		return "dro";
	}
}

/*
 * Playing.
 */

static bool next_limited(void *context, struct exh_opl2_write *write)
{
	const struct song_cursor *cursor = context;

	return cursor->unlimited.next(cursor->unlimited.context, write) &&
	       write->position < cursor->limit;
}

/* Returns count * to / from, rounded to the nearest; counts must be below 2^63 / from. */
static uint64_t convert(uint64_t count, uint32_t from_hz, uint32_t to_hz)
{
	const uint64_t whole = count / from_hz, rest = count % from_hz;

	return whole * to_hz + (rest * to_hz + from_hz / 2) / from_hz;
}

uint64_t song_chip_samples(const struct song *song, uint64_t samples)
{
	return convert(samples, EXH_OPL2_RATE, song->chip_rate_hz);
}

uint64_t song_samples(const struct song *song, uint64_t chip_samples)
{
	return convert(chip_samples, song->chip_rate_hz, EXH_OPL2_RATE);
}

static bool next_on_chip(void *context, struct exh_opl2_write *write)
{
	const struct song_cursor *cursor = context;

	if (!cursor->timed.next(cursor->timed.context, write))
		return false;
	write->position = convert(write->position, EXH_OPL2_RATE, cursor->chip_rate_hz);
	return true;
}

static struct exh_opl2_source start(const struct song *song, uint64_t pass_count,
				    struct song_cursor *cursor)
{
	struct exh_opl2_source source;

	if (song->limit)
		pass_count = 1;
	*cursor = (struct song_cursor){
		.imf = { .imf = &song->imf,
			 .rate = song->tick_rate,
			 .pass_count = pass_count },
		.log = { .log = &song->log, .pass_count = pass_count },
		.limit = song->limit,
	};
	source = song->is_imf ? exh_keen_imf_play(&cursor->imf)
			      : exh_opl2_log_play(&cursor->log);
	if (song->limit) {
		cursor->unlimited = source;
		source = (struct exh_opl2_source){ next_limited, cursor };
	}
	return source;
}

static struct exh_opl2_source space(struct exh_opl2_source source, bool spaced,
				    struct song_cursor *cursor)
{
	if (!spaced)
		return source;
	cursor->spacing.source = source;
	return exh_opl2_space(&cursor->spacing);
}

struct exh_opl2_source song_play(const struct song *song, uint64_t pass_count,
				 bool spaced, struct song_cursor *cursor)
{
	return space(start(song, pass_count, cursor), spaced, cursor);
}

struct exh_opl2_source song_play_on_chip(const struct song *song, uint64_t pass_count,
					 bool spaced, struct song_cursor *cursor)
{
	const struct exh_opl2_source source = start(song, pass_count, cursor);

	if (song->chip_rate_hz == EXH_OPL2_RATE)
		return space(source, spaced, cursor);
	cursor->timed = source;
	cursor->chip_rate_hz = song->chip_rate_hz;
	return space((struct exh_opl2_source){ next_on_chip, cursor }, spaced, cursor);
}

uint64_t song_length(const struct song *song, uint64_t pass_count)
{
	if (song->limit)
		return song->limit;
	if (!song->is_imf)
		return exh_opl2_log_length(&song->log, pass_count);
	return exh_keen_imf_position(song->tick_rate,
				     exh_keen_imf_ticks(&song->imf, pass_count));
}

uint64_t song_tail(struct exh_opl2_player *player, uint32_t chip_rate_hz, bool *held)
{
	uint64_t tail = 0;

	*held = false;
	/* The port delays the last writes a little. */
	while (player->waiting || !exh_opl2_is_silent(&player->chip)) {
		*held = tail > LONGEST_TAIL ||
			(!player->waiting && exh_opl2_is_held(&player->chip));
		if (*held)
			return chip_rate_hz;
		exh_opl2_player_skip(player, STEP);
		tail += STEP;
	}
	return tail;
}

static void start_performance(void *context)
{
	struct song_performance *performance = context;

	exh_opl2_player_start(
		&performance->player,
		song_play_on_chip(performance->song, performance->pass_count,
				  performance->spaced, &performance->cursor));
}

static void make_samples(void *context, int32_t *samples, size_t count)
{
	struct song_performance *performance = context;

	exh_opl2_player_mix(&performance->player, performance->channels, samples, count);
}

struct sound_source song_sound(struct song_performance *performance, uint64_t length)
{
	const struct song *song = performance->song;

	return (struct sound_source){ .start = start_performance,
				      .make = make_samples,
				      .context = performance,
				      .rate_hz = song->chip_rate_hz,
				      .length = song_chip_samples(song, length) };
}
