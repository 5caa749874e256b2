#include "debugger.h"

#include "task/jobs.h"
#include "task/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef EXH_HAVE_LIBEDIT
#include <histedit.h>
#endif

static const char prompt_text[] = "(debug) ";

struct line_input {
	line_complete *complete;
	void *context;
	bool is_terminal;
	char *line;
	size_t room;
#ifdef EXH_HAVE_LIBEDIT
	EditLine *edit; /* NULL: no terminal */
	History *history;
#endif
};

#ifdef EXH_HAVE_LIBEDIT

enum { HISTORY_LINES = 1000 };

static char *prompt(EditLine *edit)
{
	static char text[sizeof prompt_text];

	(void)edit;
	memcpy(text, prompt_text, sizeof text);
	return text;
}

/* Handles the tab key: adds the common rest of all names that fit, and lists them if
 * there are several. */
static unsigned char complete(EditLine *edit, int key)
{
	const LineInfo *line = el_line(edit);
	struct line_input *input;
	struct exh_writer added = { .limit = 1 << 12 }, list = { .limit = 1 << 16 };
	size_t count;

	(void)key;
	el_get(edit, EL_CLIENTDATA, &input);
	count = input->complete(input->context, line->buffer,
				(size_t)(line->cursor - line->buffer), &added, &list);
	exh_write_u8(&added, 0);
	exh_write_u8(&list, 0);
	if (!added.failed && added.size > 1)
		el_insertstr(edit, (const char *)added.data);
	else if (count > 1 && !list.failed)
		printf("\n%s\n", (const char *)list.data);
	exh_writer_free(&added);
	count = list.size > 1 && count > 1 ? CC_REDISPLAY : CC_REFRESH;
	exh_writer_free(&list);
	return (unsigned char)count;
}

static void open_edit(struct line_input *input)
{
	HistEvent event;

	input->edit = el_init("exhume", stdin, stdout, stderr);
	if (!input->edit)
		return;
	input->history = history_init();
	if (input->history)
		history(input->history, &event, H_SETSIZE, HISTORY_LINES);
	el_set(input->edit, EL_CLIENTDATA, input);
	el_set(input->edit, EL_PROMPT, prompt);
	el_set(input->edit, EL_EDITOR, "emacs");
	if (input->history)
		el_set(input->edit, EL_HIST, history, input->history);
	if (!input->complete)
		return;
	el_set(input->edit, EL_ADDFN, "complete", "complete a name", complete);
	el_set(input->edit, EL_BIND, "^I", "complete", NULL);
}

static const char *edited_line(struct line_input *input)
{
	HistEvent event;
	int size = 0;
	const char *line = el_gets(input->edit, &size);
	char *copy;

	if ((!line || size <= 0) && interrupt_take())
		return edited_line(input);
	if (!line || size <= 0)
		return NULL;
	if (size > 1 && input->history)
		history(input->history, &event, H_ENTER, line);
	copy = mem_text_part(line, (size_t)size - (line[size - 1] == '\n'));
	free(input->line);
	input->line = copy;
	return copy;
}

static void close_edit(struct line_input *input)
{
	if (input->edit)
		el_end(input->edit);
	if (input->history)
		history_end(input->history);
}

#endif

#define TEXT_OF(value) #value
#define VERSION_OF(major, minor) TEXT_OF(major) "." TEXT_OF(minor)

const char *line_input_version(void)
{
#ifdef EXH_HAVE_LIBEDIT
	return VERSION_OF(LIBEDIT_MAJOR, LIBEDIT_MINOR);
#else
	return NULL;
#endif
}

struct line_input *line_input_open(line_complete *complete_word, void *context)
{
	struct line_input *input = mem_alloc(1, sizeof *input);

	input->complete = complete_word;
	input->context = context;
	input->is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
#ifdef EXH_HAVE_LIBEDIT
	if (input->is_terminal)
		open_edit(input);
#endif
	return input;
}

void line_input_close(struct line_input *input)
{
	if (!input)
		return;
#ifdef EXH_HAVE_LIBEDIT
	close_edit(input);
#endif
	free(input->line);
	free(input);
}

bool line_input_is_terminal(const struct line_input *input)
{
	return input->is_terminal;
}

const char *line_input_line(struct line_input *input)
{
	ssize_t size;

#ifdef EXH_HAVE_LIBEDIT
	if (input->edit)
		return edited_line(input);
#endif
	if (input->is_terminal) {
		fputs(prompt_text, stdout);
		fflush(stdout);
	}
	size = getline(&input->line, &input->room, stdin);
	if (size <= 0)
		return NULL;
	if (input->line[size - 1] == '\n')
		input->line[size - 1] = 0;
	return input->line;
}

size_t line_words(char *line, char **words, size_t room)
{
	static const char blanks[] = " \t\r";
	size_t count = 0;

	for (char *at = line + strspn(line, blanks); *at && count < room;) {
		words[count++] = at;
		at += strcspn(at, blanks);
		if (!*at)
			break;
		*at++ = 0;
		at += strspn(at, blanks);
	}
	return count;
}
