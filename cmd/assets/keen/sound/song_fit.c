/* A song as the archive that it is packed into has its songs. */
#include "sound.h"

#include "task/memory.h"

#include <exhume/advanced/keen_audio.h>

enum { LIMIT = 1 << 20 };

static bool is_written_so(const struct exh_keen_imf *song, unsigned type,
			  struct exh_bytes content)
{
	struct exh_writer out = { .limit = LIMIT };
	const bool is_same = !exh_keen_imf_write(song, type, &out, NULL) &&
			     bytes_are_same(exh_writer_bytes(&out), content);

	exh_writer_free(&out);
	return is_same;
}

/* Waits alone: for a game without music. */
static bool is_pause(const struct exh_keen_imf *song)
{
	for (size_t i = 0; i < song->record_count; i++)
		if (exh_keen_imf_record(song, i).reg)
			return false;
	return true;
}

static enum exh_status open_song(struct exh_bytes content, struct exh_keen_imf *song,
				 struct exh_notes *notes, struct exh_error *err)
{
	enum exh_opl2_log_kind kind;
	enum exh_status status;

	if (exh_smf_is(content) || exh_opl2_log_is(content, &kind))
		return exh_fail(err, EXH_UNSUPPORTED, 0,
				"a %s, but games play IMF: make one by "
				"exhume imf2wav --format imf",
				exh_smf_is(content) ? "MIDI file" : "register log");
	status = exh_keen_imf_open(content, song, notes, err);
	if (!status && !exh_keen_imf_has_notes(song) && !is_pause(song))
		status = exh_fail(err, EXH_INVALID, song->records.base,
				  "not music: no note is played in its %zu records",
				  song->record_count);
	return status;
}

enum exh_status keen_song_fit(struct exh_bytes content, struct exh_bytes old,
			      unsigned type, struct exh_writer *out,
			      struct exh_notes *notes, struct exh_error *err)
{
	struct exh_keen_imf song = { 0 }, before = { 0 };
	const bool had_one = !exh_keen_imf_open(old, &before, NULL, NULL);
	enum exh_status status;

	if (had_one &&
	    (is_written_so(&before, 0, content) || is_written_so(&before, 1, content))) {
		exh_write_bytes(out, old.data, old.size);
		return EXH_OK;
	}
	status = open_song(content, &song, notes, err);
	if (status)
		return status;
	/* The other forms of the file have no place for the tag. */
	if (had_one && !song.rest.size && (song.type == 0 || song.has_header))
		song.rest = before.rest;
	return exh_keen_imf_write(&song, had_one ? before.type : type, out, err);
}
