/* Inputs whose names are in a file. */
#include "opt.h"

#include "task/file.h"
#include "task/memory.h"
#include "task/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_LIMIT = 1 << 30 };

static bool is_standard(const char *path)
{
	return strcmp(path, "-") == 0 || file_descriptor(path) == 0;
}

/* Where the name that begins here ends; what follows it is the next one's. */
static uint8_t *end_of(uint8_t *name, uint8_t *end, uint8_t separator)
{
	uint8_t *found = memchr(name, separator, (size_t)(end - name));

	return found ? found : end;
}

/* Adds the names in a text of this size, which stays in use, and has a NUL after it.
 * False: a name has a NUL in it. */
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

static int fail(const struct command *self, const struct common *common, const char *why)
{
	char *text = mem_format("--files-from %s: %s", common->files_from, why);
	char shown[2048];

	terminal_escape(text, shown, sizeof shown);
	fprintf(stderr, "exhume %s: %s\n", self->name, shown);
	free(text);
	return EXIT_BAD;
}

int operands_read(const struct command *self, struct common *common)
{
	const size_t count = common->operand_count;
	struct file file;
	struct exh_error err;
	char *text;

	if (!common->files_from)
		return common->null_names
			       ? opt_usage_error(self, "-0 without --files-from")
			       : EXIT_DONE;
	for (size_t i = 0; i < count && is_standard(common->files_from); i++)
		if (is_standard(common->operands[i]))
			return opt_usage_error(
				self, "standard input can't be an input and the list of "
				      "--files-from, too");
	if (file_read(common->files_from, NAMES_LIMIT, &file, &err))
		return fail(self, common, err.text);
	text = mem_alloc(file.size + 1, 1);
	if (file.size)
		memcpy(text, file.data, file.size);
	free(file.data);
	common_keep(common, text, free);
	if (!add_names(common, text, file.size))
		return fail(self, common, "a name has a NUL in it: -0 is for such lists");
	return common->operand_count > count
		       ? EXIT_DONE
		       : fail(self, common, "there is no name in it");
}
