#include "play_keen.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 16 << 20, MAX_LINE = 256 /* bytes */ };

/* Reads a number of 16 bits, or a name; moves *text after it. */
static bool read_number(const char **text, uint16_t *number)
{
	char *end;
	const unsigned long value = strtoul(*text, &end, 10);

	if (**text < '0' || **text > '9' || value > UINT16_MAX)
		return false;
	*number = (uint16_t)value;
	*text = end;
	return true;
}

static bool read_plane(const char **text, enum exh_keen_plane *plane)
{
	uint16_t number;

	for (size_t i = 0; i < EXH_KEEN_PLANE_COUNT; i++) {
		const char *name = exh_keen_plane_name((enum exh_keen_plane)i);

		if (strncmp(*text, name, strlen(name)) != 0)
			continue;
		*plane = (enum exh_keen_plane)i;
		*text += strlen(name);
		return true;
	}
	if (**text < '0' || **text >= '0' + EXH_KEEN_PLANE_COUNT ||
	    !read_number(text, &number) || number >= EXH_KEEN_PLANE_COUNT)
		return false;
	*plane = (enum exh_keen_plane)number;
	return true;
}

static bool take(const char **text, char wanted)
{
	if (**text != wanted)
		return false;
	++*text;
	return true;
}

bool keen_edit_parse(const char *text, struct exh_keen_edit *edit, const char **wrong,
		     const char **expected)
{
	static const char number[] = "a number from 0 to 65535";
	static const char *const wanted[] = {
		"a plane: 0, 1, 2, background, foreground, info",
		"a colon",
		number,
		"a comma",
		number,
		"an equals sign",
		number,
		"the end",
	};
	unsigned step = 0;

	*wrong = text;
	if (read_plane(wrong, &edit->plane) && ++step && take(wrong, ':') && ++step &&
	    read_number(wrong, &edit->x) && ++step && take(wrong, ',') && ++step &&
	    read_number(wrong, &edit->y) && ++step && take(wrong, '=') && ++step &&
	    read_number(wrong, &edit->value) && ++step && !**wrong)
		return true;
	*expected = wanted[step];
	return false;
}

void keen_edits_add(struct keen_edits *edits, const struct exh_keen_edit *edit)
{
	*MEM_ADD(edits) = *edit;
}

/* Removes a comment and the blanks around the text. */
static struct exh_bytes trim(struct exh_bytes line, size_t *first)
{
	const uint8_t *mark = line.size ? memchr(line.data, '#', line.size) : NULL;

	if (mark)
		line.size = (size_t)(mark - line.data);
	for (*first = 0; line.size && (*line.data == ' ' || *line.data == '\t');
	     ++*first) {
		line.data++;
		line.size--;
	}
	while (line.size &&
	       (line.data[line.size - 1] == ' ' || line.data[line.size - 1] == '\t'))
		line.size--;
	return line;
}

static bool read_line(struct keen_edits *edits, struct exh_bytes line, size_t number,
		      const char *path, struct report *report)
{
	const char *wrong, *expected;
	struct exh_keen_edit edit;
	char text[MAX_LINE];
	size_t first;

	line = trim(line, &first);
	if (!line.size)
		return true;
	if (line.size >= sizeof text)
		line.size = sizeof text - 1;
	memcpy(text, line.data, line.size);
	text[line.size] = '\0';
	if (!keen_edit_parse(text, &edit, &wrong, &expected)) {
		report_error(report, path, EXH_NO_OFFSET,
			     "line %zu, column %zu: expected %s", number,
			     first + (size_t)(wrong - text) + 1, expected);
		return false;
	}
	keen_edits_add(edits, &edit);
	return true;
}

bool keen_edits_read(struct keen_edits *edits, const char *path, struct report *report)
{
	struct lines lines;
	struct file file;
	bool good = true;

	if (!report_read(report, path, MAX_FILE, &file))
		return false;
	lines_split(text_without_mark(file_bytes(&file)), &lines);
	for (size_t i = 0; i < lines.count; i++)
		good &= read_line(edits, lines.items[i], i + 1, path, report);
	lines_free(&lines);
	free(file.data);
	return good;
}
