/* Where a debugger's commands come from: a terminal, with a line to edit and names to
 * complete, or any other standard input. */
#ifndef CMD_PLAY_DEBUG_LINE_INPUT_H
#define CMD_PLAY_DEBUG_LINE_INPUT_H

#include <exhume/base.h>

/*
 * Completes the last word of a line of size bytes. Appends to added what all names that
 * begin so have in common beyond the word, and to list the names, with blanks between.
 * Returns their number.
 */
typedef size_t line_complete(void *context, const char *line, size_t size,
			     struct exh_writer *added, struct exh_writer *list);

/* Was it built with libedit? */
bool line_input_edits(void);

struct line_input;

/* complete may be NULL; close takes NULL. */
struct line_input *line_input_open(line_complete *complete, void *context);
void line_input_close(struct line_input *input);

/* Does a person type, and read the answers? */
bool line_input_is_terminal(const struct line_input *input);

/* The next line, without its end; NULL: no more. It stays until the next one. */
const char *line_input_line(struct line_input *input);

/* The words of a line, which are cut off in it; more than room are left out. */
size_t line_words(char *line, char **words, size_t room);

#endif
