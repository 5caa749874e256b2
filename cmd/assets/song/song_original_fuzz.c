/*
 * Any MIDI file: the IMF embedded in it is complete, or missing. An IMF that is embedded
 * again with the same notes is found again, unedited.
 *
 * Input: a MIDI file
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "song.h"

#include <assert.h>
#include <string.h>

enum { LIMIT = 1 << 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Writes one track with the embedded event, and the notes. */
static void write_file(const struct exh_smf *smf, struct exh_bytes kept,
		       struct exh_writer *out)
{
	struct exh_smf_track track;

	exh_smf_write_header(out, 0, 1, smf->division);
	exh_smf_track_start(&track, out);
	exh_smf_put_meta(&track, 0, EXH_SMF_SEQUENCER, kept.data, kept.size);
	for (size_t i = 0; i < smf->count; i++) {
		const struct exh_smf_event *event = &smf->events[i];

		if (event->status < EXH_SMF_SYSEX)
			exh_smf_put(&track, event->tick, event->status, event->data[0],
				    event->data[1]);
		else if (event->status == EXH_SMF_META && event->meta == EXH_SMF_TEMPO)
			exh_smf_put_meta(&track, event->tick, event->meta,
					 event->bytes.data, event->bytes.size);
	}
	assert(exh_smf_track_end(&track, smf->end, NULL) == EXH_OK);
}

static void check_again(const struct exh_smf *smf, const struct song_original *original,
			struct exh_bytes file, struct exh_arena *arena)
{
	struct exh_writer kept = { .limit = LIMIT }, out = { .limit = LIMIT };
	struct song_original found;
	struct exh_smf again;

	if (song_original_put(original, file, &kept, NULL) == EXH_OK) {
		write_file(smf, exh_writer_bytes(&kept), &out);
		assert(exh_smf_read(exh_writer_bytes(&out), arena, &again, NULL, NULL) ==
		       EXH_OK);
		song_original_find(&again, arena, &found, NULL);
		assert(found.file.size == original->file.size && !found.is_edited);
		assert(!memcmp(found.file.data, original->file.data, found.file.size));
	}
	exh_writer_free(&kept);
	exh_writer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes file = { data, size, 0 };
	struct exh_arena arena = { .limit = 1 << 26 };
	struct exh_notes notes = { .arena = &arena };
	struct song_original original;
	struct exh_smf smf;

	if (exh_smf_read(file, &arena, &smf, NULL, NULL) == EXH_OK) {
		song_original_find(&smf, &arena, &original, &notes);
		assert(!original.file.data || original.file.size);
		assert(!original.file.data || !notes.first);
		/* A track can't hold longer pauses; other clocks are not written. */
		if (original.file.data && smf.end < 1 << 28 && !smf.has_smpte &&
		    smf.division < 1 << 15)
			check_again(&smf, &original, file, &arena);
	}
	exh_arena_free(&arena);
	return 0;
}
