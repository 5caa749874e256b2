/*
 * Any bytes are valid text in each encoding: lines are UTF-8 without line ends, their
 * offsets grow. A line without tags stays as it is, one with them does not grow without
 * styles. Cues of subtitles are shown in order of time without overlaps, and at each
 * moment the first valid one in the file is shown.
 *
 * Input: a text or subtitles
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/zvision.h"
#include "exhume/advanced/zvision_text.h"

#include "../base/fuzzing.h"

enum { MEMORY = 1 << 24, MAX_CUES = 300 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_utf8(const char *text, size_t size)
{
	size_t more = 0;

	for (size_t i = 0; i < size; i++) {
		const uint8_t c = (uint8_t)text[i];

		if (more ? (c & 0xc0) != 0x80 : (c & 0xc0) == 0x80)
			return false;
		if (more)
			more--;
		else if (c >= 0xc0)
			more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
		if (!c || c == '\n' || c == '\r')
			return false;
	}
	return !more;
}

static void check_plain(const char *line)
{
	struct exh_writer plain = { .limit = MEMORY }, styled = { .limit = MEMORY };
	const size_t size = strlen(line);

	exh_zv_text_plain(line, false, &plain);
	exh_zv_text_plain(line, true, &styled);
	assert(!plain.failed && !styled.failed);
	assert(plain.size <= size && styled.size >= plain.size);
	if (!strchr(line, '<'))
		assert(plain.size == size && styled.size == size &&
		       (!size || memcmp(plain.data, line, size) == 0));
	exh_writer_free(&plain);
	exh_writer_free(&styled);
}

static void check_text(struct exh_bytes file, enum exh_zv_encoding encoding)
{
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_zv_text text;
	size_t offset = 0;

	assert(exh_zv_text_read(file, encoding, &arena, &text, &notes, NULL) == EXH_OK);
	assert(text.encoding != EXH_ZV_ENCODING_AUTO);
	for (size_t i = 0; i < text.line_count; i++) {
		const struct exh_zv_text_line *line = &text.lines[i];

		assert(line->offset < file.size && (!i || line->offset > offset));
		offset = line->offset;
		assert(strlen(line->text) == line->size);
		assert(is_utf8(line->text, line->size));
		check_plain(line->text);
	}
	exh_arena_free(&arena);
}

/* The cue that is seen at a moment, by looking through all of them. */
static size_t seen_at(const struct exh_zv_sub *sub, int64_t now)
{
	size_t i = 0;

	while (i < sub->cue_count && (sub->cues[i].start > now || sub->cues[i].end < now))
		i++;
	return i;
}

static void check_schedule(const struct exh_zv_sub *sub, struct exh_arena *arena)
{
	struct exh_zv_shown *shown;
	size_t count;
	int64_t covered = 0;

	assert(exh_zv_sub_schedule(sub, arena, &shown, &count, NULL) == EXH_OK);
	assert(count <= 2 * sub->cue_count);
	for (size_t i = 0; i < count; i++) {
		assert(shown[i].start <= shown[i].end);
		assert(!i || shown[i].start > shown[i - 1].end);
		if (sub->cue_count > MAX_CUES)
			continue;
		assert(seen_at(sub, shown[i].start) == shown[i].cue);
		assert(seen_at(sub, shown[i].end) == shown[i].cue);
		covered += shown[i].end - shown[i].start + 1;
		if (!i || shown[i].start > shown[i - 1].end + 1)
			assert(seen_at(sub, shown[i].start - 1) == sub->cue_count);
		if (i + 1 == count || shown[i + 1].start > shown[i].end + 1)
			assert(seen_at(sub, shown[i].end + 1) == sub->cue_count);
	}
	for (size_t i = 0; i < sub->cue_count; i++)
		assert(sub->cues[i].start > sub->cues[i].end || covered > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct exh_bytes file = take(&data, &size, size > 1 << 16 ? 1 << 16 : size);
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_notes notes = { .arena = &arena };
	struct exh_zv_sub sub;

	for (unsigned i = EXH_ZV_ENCODING_AUTO; i <= EXH_ZV_WIDE_CP1251; i++)
		check_text(file, (enum exh_zv_encoding)i);
	exh_zv_sub_is(file);
	if (exh_zv_sub_read(file, &arena, &sub, &notes, NULL) == EXH_OK)
		check_schedule(&sub, &arena);
	exh_arena_free(&arena);
	discard(file);
	return 0;
}
