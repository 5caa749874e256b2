#include "lever_file.h"

#include <stdlib.h>

enum {
	FILE_LIMIT = 256 << 20, /* the games' are below 4 KiB */
	NOTE_LIMIT = 8 << 20,	/* bytes; more are counted alone */
	MEMORY_LIMIT = 2000 << 20,
};

bool lever_file_read(struct lever_file *file, const char *path, struct report *report)
{
	struct exh_arena note_arena = { .limit = NOTE_LIMIT };
	struct exh_notes notes = { .arena = &note_arena };
	struct exh_error err;
	enum exh_status status;

	*file = (struct lever_file){ .path = path, .arena = { .limit = MEMORY_LIMIT } };
	if (!report_read(report, path, FILE_LIMIT, &file->file))
		return false;
	status = exh_zv_lever_read(file_bytes(&file->file), &file->arena, &file->lever,
				   &notes, &err);
	/* What a file that is no lever lacks need not be reported line by line. */
	if (status != EXH_INVALID)
		report_notes(report, path, &notes);
	if (status)
		report_failure(report, path, &err);
	exh_arena_free(&note_arena);
	return !status;
}

bool lever_file_check(struct lever_file *file, const struct exh_zv_lever_known *known,
		      struct report *report)
{
	struct exh_error err;

	if (exh_zv_lever_check(&file->lever, known, &file->arena, &file->findings,
			       &err)) {
		report_failure(report, file->path, &err);
		return false;
	}
	for (const struct exh_zv_lever_finding *f = file->findings; f; f = f->next)
		if (f->breaks && report->common->strict)
			report_error(report, file->path,
				     f->place.line ? f->place.offset : EXH_NO_OFFSET,
				     "line %u column %u: %s", (unsigned)f->place.line,
				     (unsigned)f->place.column, f->text);
	return true;
}

void lever_file_free(struct lever_file *file)
{
	exh_arena_free(&file->arena);
	free(file->file.data);
}

char *lever_text(struct exh_bytes latin1)
{
	char *text = malloc(2 * latin1.size + 1), *out = text;

	for (size_t i = 0; text && i < latin1.size; i++) {
		const uint8_t byte = latin1.data[i];

		if (byte < 0x80) {
			*out++ = (char)(byte ? byte : ' ');
			continue;
		}
		*out++ = (char)(0xc0 | byte >> 6);
		*out++ = (char)(0x80 | (byte & 0x3f));
	}
	if (text)
		*out = '\0';
	return text;
}

char *lever_file_animation(const struct lever_file *file, bool lower)
{
	char *text = lever_text(file->lever.filename);

	for (char *c = text; lower && c && *c; c++)
		if (*c >= 'A' && *c <= 'Z')
			*c = (char)(*c + 32);
	return text;
}

const char *lever_direction_word(int32_t angle)
{
	static const char *const words[] = { "right", "up-right",  "up",   "up-left",
					     "left",  "down-left", "down", "down-right" };
	const int32_t turn = (angle % 360 + 360) % 360;

	return words[(turn + 22) / 45 % 8];
}
