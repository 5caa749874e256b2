/* Advice for messages: adds the owner of an option that the running command lacks. */
#include "report.h"

#include "memory.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { OPTION_SIZE = 32, OWNERS_SIZE = 96 };

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Returns the size of the option's name at text, which begins with "--"; 0: no option. */
static size_t name_size(const char *start, const char *text)
{
	size_t size = 0;

	if (text > start && (is_letter(text[-1]) || text[-1] == '-'))
		return 0;
	while (is_letter(text[2 + size]) ||
	       (size && text[2 + size] == '-' && is_letter(text[3 + size])))
		size++;
	return size < OPTION_SIZE ? size : 0;
}

/* True if the word before the option is one of its owners. */
static bool is_named(const char *start, const char *text, const char *owners)
{
	const char *end = text, *word;
	char *named;
	bool found;

	while (end > start && end[-1] == ' ')
		end--;
	for (word = end; word > start && (is_letter(word[-1]) || word[-1] == '-');)
		word--;
	named = mem_text_part(word, (size_t)(end - word));
	found = *named && strstr(owners, named);
	free(named);
	return found;
}

char *report_advice(const struct common *common, const char *command, const char *text)
{
	struct exh_writer out = { .limit = SIZE_MAX };

	for (const char *at = text; *at;) {
		const bool begins = at[0] == '-' && at[1] == '-';
		const size_t size = begins ? name_size(text, at) : 0;
		char option[OPTION_SIZE] = "", owners[OWNERS_SIZE];

		memcpy(option, at + (size ? 2 : 0), size);
		if (size && common->option_owners &&
		    common->option_owners(command, option, owners, sizeof owners) &&
		    !is_named(text, at, owners))
			text_put(&out, "exhume %s ", owners);
		exh_write_bytes(&out, at, size ? size + 2 : 1);
		at += size ? size + 2 : 1;
	}
	exh_write_bytes(&out, "", 1);
	mem_check(&out);
	return (char *)out.data;
}
