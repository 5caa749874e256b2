/* Lines of a script that a puzzle or control, printed from JSON, stands for. */
#include "zv_script.h"

#include "task/memory.h"

static void add(struct scr_lines *lines, uint32_t first, uint32_t last)
{
	*MEM_ADD(lines) = (struct scr_line){ .first = first, .last = last };
}

static size_t count(const struct exh_zv_node *block, enum exh_zv_node_kind kind)
{
	size_t count = 0;

	for (const struct exh_zv_node *node = block->first; node; node = node->next)
		count += node->kind == kind;
	return count;
}

static void add_leaves(const struct exh_zv_node *block, enum exh_zv_node_kind kind,
		       struct scr_lines *lines)
{
	for (const struct exh_zv_node *node = block->first; node; node = node->next)
		if (node->kind == kind)
			add(lines, node->line, node->line);
}

/* Blocks of criteria, each by itself; empty ones are not printed. */
static void add_criteria(const struct exh_zv_node *puzzle, struct scr_lines *lines)
{
	for (const struct exh_zv_node *block = puzzle->first; block;
	     block = block->next) {
		if (block->kind != EXH_ZV_CRITERIA || !count(block, EXH_ZV_CRITERION))
			continue;
		add(lines, block->line, block->line);
		add_leaves(block, EXH_ZV_CRITERION, lines);
		add(lines, block->close_line, block->close_line);
	}
}

/* Blocks of results or flags, printed as one. */
static void add_blocks(const struct exh_zv_node *puzzle, enum exh_zv_node_kind kind,
		       enum exh_zv_node_kind leaf, struct scr_lines *lines)
{
	const struct exh_zv_node *last = NULL;

	for (const struct exh_zv_node *block = puzzle->first; block;
	     block = block->next) {
		if (block->kind != kind || !count(block, leaf))
			continue;
		if (!last)
			add(lines, block->line, block->line);
		add_leaves(block, leaf, lines);
		last = block;
	}
	if (last)
		add(lines, last->close_line, last->close_line);
}

/* Sets the texts; false if their number is another, or the lines are not in order. */
static bool set_texts(struct scr_lines *lines, struct exh_bytes printed)
{
	uint32_t line = 0;

	for (size_t i = 0; i < lines->count; i++) {
		const struct exh_bytes text = { printed.data, scr_line_size(printed), 0 };

		if (!text.size ||
		    (lines->items[i].first && lines->items[i].first <= line))
			return false;
		if (lines->items[i].first)
			line = lines->items[i].last;
		lines->items[i].text = text;
		printed.data += text.size;
		printed.size -= text.size;
	}
	return !printed.size;
}

bool scr_node_lines(const struct exh_zv_node *node, struct exh_bytes printed,
		    struct scr_lines *lines)
{
	add(lines, node->line, node->line);
	if (node->kind == EXH_ZV_PUZZLE) {
		add_criteria(node, lines);
		add_blocks(node, EXH_ZV_RESULTS, EXH_ZV_RESULT, lines);
		add_blocks(node, EXH_ZV_FLAGS, EXH_ZV_FLAG, lines);
	} else {
		add_leaves(node, EXH_ZV_PARAMETER, lines);
	}
	add(lines, node->close_line, node->close_line);
	return set_texts(lines, printed);
}
