/* Inputs whose names are read from a file. */
#include "operands.h"

#include "task/file.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES_LIMIT = 1 << 30 };

static bool is_standard(const char *path)
{
	return strcmp(path, "-") == 0 || file_descriptor(path) == 0;
}

/* Returns the end of the name that begins here; the next name follows. */
static uint8_t *end_of(uint8_t *name, uint8_t *end, uint8_t separator)
{
	uint8_t *found = memchr(name, separator, (size_t)(end - name));

	return found ? found : end;
}

/* Adds the names in a text of this size, which is borrowed and ends with a NUL. False:
 * a name contains a NUL. */
static bool add_names(struct common *common, char *text, size_t size)
{
	const uint8_t separator = common->null_names ? 0 : '\n';
	uint8_t *name = (uint8_t *)text, *end = name + size;
	size_t room = common->operand_count;
	char **operands;

	for (uint8_t *at = name; at < end; at = end_of(at, end, separator) + 1)
		room++;
	operands = mem_alloc(room + 1, sizeof *operands);
	memcpy(operands, common->operands,
	       common->operand_count * sizeof *common->operands);
	common->operands = operands;
	common_keep(common, (void *)operands, free);
	while (name < end) {
		uint8_t *after = end_of(name, end, separator);

		if (memchr(name, 0, (size_t)(after - name)))
			return false;
		*after = 0;
		if (*name)
			common->operands[common->operand_count++] = (char *)name;
		name = after + 1;
	}
	return true;
}

int operands_read(struct common *common, char **why)
{
	const size_t count = common->operand_count;
	struct file file;
	struct exh_error err;
	char *text;

	*why = NULL;
	if (!common->files_from && common->null_names)
		*why = mem_text("-0 without --files-from");
	for (size_t i = 0;
	     common->files_from && is_standard(common->files_from) && i < count; i++)
		if (is_standard(common->operands[i]) && !*why)
			*why = mem_text("standard input can't be an input and the list "
					"of --files-from, too");
	if (*why || !common->files_from)
		return *why ? EXIT_USAGE : EXIT_DONE;
	if (file_read(common->files_from, NAMES_LIMIT, &file, &err)) {
		*why = mem_format("--files-from %s: %s", common->files_from, err.text);
		return EXIT_BAD;
	}
	text = mem_alloc(file.size + 1, 1);
	if (file.size)
		memcpy(text, file.data, file.size);
	free(file.data);
	common_keep(common, text, free);
	if (!add_names(common, text, file.size))
		*why = mem_format("--files-from %s: a name has a NUL in it: -0 is for "
				  "such lists",
				  common->files_from);
	else if (common->operand_count == count)
		*why = mem_format("--files-from %s: there is no name in it",
				  common->files_from);
	return *why ? EXIT_BAD : EXIT_DONE;
}
