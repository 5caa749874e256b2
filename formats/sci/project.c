#include "exhume/advanced/sci_project.h"

#include "../base/name.h"
#include "exhume/sci.h"
#include "basics.h"

#include <stdlib.h>

enum { NO_TYPE = 255, MAX_NUMBER = UINT16_MAX };

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static struct exh_bytes trimmed(struct exh_bytes text)
{
	while (text.size && is_blank(text.data[text.size - 1]))
		text.size--;
	while (text.size && is_blank(*text.data)) {
		text.data++;
		text.size--;
		text.base++;
	}
	return text;
}

/* True if text is the word or its plural, in upper or lower case. */
static bool is_word(struct exh_bytes text, const char *word)
{
	size_t i = 0;

	while (i < text.size && word[i] &&
	       lower_case((char)text.data[i]) == (uint8_t)word[i])
		i++;
	return !word[i] && (i == text.size || (i + 1 == text.size &&
					       lower_case((char)text.data[i]) == 's'));
}

/* Returns the type for a line such as "[View]"; NO_TYPE for other sections. */
static uint8_t section_type(struct exh_bytes line)
{
	static const struct {
		const char *name;
		uint8_t type;
	} sections[] = {
		{ "view", EXH_SCI_VIEW },     { "pic", EXH_SCI_PIC },
		{ "script", EXH_SCI_SCRIPT }, { "text", EXH_SCI_TEXT },
		{ "sound", EXH_SCI_SOUND },   { "vocab", EXH_SCI_VOCAB },
		{ "font", EXH_SCI_FONT },     { "cursor", EXH_SCI_CURSOR },
	};
	struct exh_bytes name = { line.data + 1, line.size - 1, line.base + 1 };

	if (name.size && name.data[name.size - 1] == ']')
		name.size--;
	name = trimmed(name);
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		if (is_word(name, sections[i].name))
			return sections[i].type;
	return NO_TYPE;
}

/* Reads a line such as "n044 = Kitchen". */
static bool read_name(struct exh_bytes line, struct exh_sci_project_name *out)
{
	size_t i = 1;
	unsigned number = 0;

	if (!line.size || lower_case((char)*line.data) != 'n')
		return false;
	for (; i < line.size && line.data[i] >= '0' && line.data[i] <= '9' &&
	       number <= MAX_NUMBER;
	     i++)
		number = 10 * number + (line.data[i] - (unsigned)'0');
	out->number = (uint16_t)number;
	if (i == 1 || number > MAX_NUMBER)
		return false;
	while (i < line.size && is_blank(line.data[i]))
		i++;
	if (i == line.size || line.data[i] != '=')
		return false;
	out->name = trimmed((struct exh_bytes){ line.data + i + 1, line.size - i - 1,
						line.base + i + 1 });
	return out->name.size;
}

/* Returns the line at *pos without its end; *pos moves to the next. */
static struct exh_bytes next_line(struct exh_bytes in, size_t *pos)
{
	struct exh_bytes line = { in.data + *pos, 0, in.base + *pos };

	while (*pos + line.size < in.size && line.data[line.size] != '\n')
		line.size++;
	*pos += line.size + 1;
	return trimmed(line);
}

/* Counts names; stores them if out is not NULL. */
static size_t read_names(struct exh_bytes in, struct exh_sci_project_name *out)
{
	uint8_t type = NO_TYPE;
	size_t count = 0;

	for (size_t pos = 0; pos < in.size;) {
		const struct exh_bytes line = next_line(in, &pos);
		struct exh_sci_project_name name;

		if (line.size && *line.data == '[') {
			type = section_type(line);
		} else if (type != NO_TYPE && read_name(line, &name)) {
			name.type = type;
			if (out)
				out[count] = name;
			count++;
		}
	}
	return count;
}

static int compare_entries(const void *one, const void *other)
{
	const struct exh_sci_project_name *a = one, *b = other;

	if (a->type != b->type)
		return a->type < b->type ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

/* Sorts by number; names with the same number keep the file's order. */
static int compare(const void *a, const void *b)
{
	const struct exh_sci_project_name *x = a, *y = b;
	const int order = compare_entries(x, y);

	return order ? order
		     : (x->name.base > y->name.base) - (x->name.base < y->name.base);
}

enum exh_status exh_sci_project_read(struct exh_bytes in, struct exh_arena *arena,
				     struct exh_sci_project *out, struct exh_error *err)
{
	const size_t count = read_names(in, NULL);

	*out = (struct exh_sci_project){
		.names = exh_alloc(arena, count + 1, sizeof *out->names),
	};
	if (!out->names)
		return too_many(arena, count, "names", EXH_NO_OFFSET, err);
	read_names(in, out->names);
	qsort(out->names, count, sizeof *out->names, compare);
	for (size_t i = 0; i < count; i++)
		if (!out->count ||
		    compare_entries(&out->names[out->count - 1], &out->names[i]) != 0)
			out->names[out->count++] = out->names[i];
	return EXH_OK;
}

struct exh_bytes exh_sci_project_name(const struct exh_sci_project *project,
				      unsigned type, unsigned number)
{
	const struct exh_sci_project_name key = { .type = (uint8_t)type,
						  .number = (uint16_t)number };
	const struct exh_sci_project_name *found =
		project->count && type < NO_TYPE && number <= MAX_NUMBER
			? bsearch(&key, project->names, project->count, sizeof key,
				  compare_entries)
			: NULL;

	return found ? found->name : (struct exh_bytes){ .size = 0 };
}
