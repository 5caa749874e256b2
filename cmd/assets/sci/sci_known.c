/* --known: accepted findings, one in each line. */
#include "sci.h"

#include "task/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_LIMIT = 1 << 24, SHOWN = 80 };

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Returns the line without a comment and without blanks around it. A # within quotes
 * is text. */
static struct exh_bytes content_of(struct exh_bytes line)
{
	bool is_quoted = false;

	for (size_t i = 0; i < line.size; i++) {
		is_quoted ^= line.data[i] == '"';
		if (line.data[i] == '#' && !is_quoted &&
		    (!i || is_blank(line.data[i - 1])))
			line.size = i;
	}
	while (line.size && is_blank(line.data[line.size - 1]))
		line.size--;
	while (line.size && is_blank(*line.data)) {
		line.data++;
		line.size--;
	}
	return line;
}

static void add(struct sci_known *known, struct exh_bytes line, size_t number)
{
	char *text = mem_alloc(line.size + 1, 1);

	memcpy(text, line.data, line.size);
	*MEM_ADD(known) = (struct sci_known_line){ .text = text, .line = number };
}

bool sci_known_open(struct sci_known *known, const char *path, struct report *report)
{
	struct file file;
	struct lines lines;

	*known = (struct sci_known){ .path = path };
	if (!path)
		return true;
	if (!report_read(report, path, FILE_LIMIT, &file))
		return false;
	lines_split(text_without_mark(file_bytes(&file)), &lines);
	for (size_t i = 0; i < lines.count; i++) {
		const struct exh_bytes line = content_of(lines.items[i]);

		if (line.size)
			add(known, line, i + 1);
	}
	lines_free(&lines);
	free(file.data);
	return true;
}

void sci_known_close(struct sci_known *known)
{
	for (size_t i = 0; i < known->count; i++)
		free(known->items[i].text);
	free(known->items);
	*known = (struct sci_known){ .path = NULL };
}

bool sci_known_take(struct sci_known *known, const char *finding)
{
	bool is_known = false;

	for (size_t i = 0; i < known->count; i++)
		if (!strcmp(known->items[i].text, finding))
			is_known = known->items[i].is_found = true;
	return is_known;
}

void sci_known_tell(const struct sci_known *known, sci_known_kind *kind_of, void *context,
		    struct report *report)
{
	for (size_t i = 0; i < known->count; i++) {
		const struct sci_known_line *line = &known->items[i];
		const enum sci_known_line_kind kind = kind_of(context, line->text);

		if (kind == SCI_KNOWN_WRONG)
			report_warning(report, known->path, EXH_NO_OFFSET,
				       "line %zu: '%.*s': no finding is written so",
				       line->line, SHOWN, line->text);
		else if (kind == SCI_KNOWN_OWN && !line->is_found)
			report_say(report, "%s: line %zu: no longer found: %s",
				   known->path, line->line, line->text);
	}
}
