#include "lever.h"

#include "task/memory.h"

bool lever_file_check(struct lever_file *file, const struct exh_zv_lever_known *known,
		      struct report *report)
{
	struct exh_error err;

	if (exh_zv_lever_check(&file->lever, known, file->arena, &file->findings, &err)) {
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

char *lever_text(struct exh_bytes latin1)
{
	char *text = mem_alloc(2 * latin1.size + 1, 1), *out = text;

	for (size_t i = 0; i < latin1.size; i++) {
		const uint8_t byte = latin1.data[i];

		if (byte < 0x80) {
			*out++ = (char)(byte ? byte : ' ');
			continue;
		}
		*out++ = (char)(0xc0 | byte >> 6);
		*out++ = (char)(0x80 | (byte & 0x3f));
	}
	return text;
}

char *lever_file_animation(const struct lever_file *file, bool lower)
{
	char *text = lever_text(file->lever.filename);

	for (char *c = text; lower && *c; c++)
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
