#include "vm.h"

#include "task/memory.h"
#include "task/text.h"

#include <stdlib.h>
#include <string.h>

void trace_lines_add(struct trace_lines *lines, const char *line, size_t size)
{
	const size_t i = lines->count++ % TRACE_CONTEXT;

	lines->lines[i] = mem_grow(lines->lines[i], &lines->rooms[i], size + 1, 1);
	memcpy(lines->lines[i], line, size);
	lines->lines[i][size] = '\0';
}

void trace_lines_put(const struct trace_lines *lines, struct exh_writer *out)
{
	const uint64_t first =
		lines->count > TRACE_CONTEXT ? lines->count - TRACE_CONTEXT : 0;

	for (uint64_t i = first; i < lines->count; i++)
		text_put(out, "  %s\n", lines->lines[i % TRACE_CONTEXT]);
}

void trace_lines_free(struct trace_lines *lines)
{
	for (size_t i = 0; i < TRACE_CONTEXT; i++)
		free(lines->lines[i]);
}

/* Reads " x=3" of an instruction; line is terminated or ends with a line end. */
static bool depth_of(const char *line, size_t size, size_t *depth)
{
	static const char mark[] = " x=";

	*depth = 0;
	if (line[0] != 'I')
		return false;
	/* The text is near the end of the line. */
	for (size_t i = size; i-- > 0;) {
		if (line[i] != ' ' || size - i < sizeof mark ||
		    memcmp(line + i, mark, sizeof mark - 1) != 0)
			continue;
		for (i += sizeof mark - 1;
		     i < size && line[i] >= '0' && line[i] <= '9' && *depth < TRACE_DEPTH;
		     i++)
			*depth = *depth * 10 + (size_t)(line[i] - '0');
		return *depth < TRACE_DEPTH;
	}
	return false;
}

void trace_calls_add(struct trace_calls *calls, const char *line, size_t size)
{
	size_t depth;

	if (!depth_of(line, size, &depth))
		return;
	if (!calls->places)
		calls->places = mem_alloc(TRACE_DEPTH, sizeof *calls->places);
	if (size >= TRACE_PLACE)
		size = TRACE_PLACE - 1;
	memcpy(calls->places[depth], line, size);
	calls->places[depth][size] = '\0';
	calls->depth = depth;
}

void trace_calls_put(const struct trace_calls *calls, const char *name,
		     struct exh_writer *out)
{
	text_put(out, "calls in %s, the last one first:\n", name);
	for (size_t i = calls->depth + 1; i-- > 0 && calls->places;)
		if (calls->places[i][0])
			text_put(out, "  %s\n", calls->places[i]);
}

void trace_calls_free(struct trace_calls *calls)
{
	free(calls->places);
}
