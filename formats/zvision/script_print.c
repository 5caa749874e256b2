#include "script_words.h"

#include "../base/common.h"

#include <inttypes.h>
#include <string.h>

enum { INDENT = 4, MAX_DEPTH = 8 };

void exh_zv_latin1_to_utf8(struct exh_bytes text, bool lower, struct exh_writer *out)
{
	for (size_t i = 0; i < text.size;) {
		size_t plain = i;

		while (!lower && plain < text.size && text.data[plain] < 0x80)
			plain++;
		exh_write_bytes(out, text.data + i, plain - i);
		i = plain;
		if (i < text.size) {
			const uint8_t c =
				lower ? script_lower(text.data[i]) : text.data[i];

			if (c >= 0x80)
				exh_write_u8(out, (uint8_t)(0xc0 | c >> 6));
			exh_write_u8(out, c < 0x80 ? c : (uint8_t)(0x80 | (c & 0x3f)));
			i++;
		}
	}
}

struct printer {
	const struct exh_zv_script *script;
	struct exh_writer *out;
	unsigned depth;
	exh_zv_line_fn *line; /* NULL: not called */
	void *context;
};

/* Ends a line that comes from this line of the file; 0: from none. */
static void end_line(struct printer *p, uint32_t from)
{
	write_text(p->out, "\n");
	if (p->line)
		p->line(p->context, from);
}

static void put_span(struct printer *p, struct exh_zv_span span)
{
	const struct exh_bytes text = exh_zv_script_text(p->script, span);

	exh_write_bytes(p->out, text.data, text.size);
}

static void put_lower(struct printer *p, struct exh_zv_span span)
{
	const struct exh_bytes text = exh_zv_script_text(p->script, span);

	for (size_t i = 0; i < text.size; i++)
		exh_write_u8(p->out, script_lower(text.data[i]));
}

static void put_number(struct printer *p, const char *before, int64_t number,
		       const char *after)
{
	exh_write_format(p->out, "%s%" PRId64 "%s", before, number, after);
}

static void put_indent(struct printer *p, unsigned depth)
{
	static const char blanks[INDENT * MAX_DEPTH + 1] =
		"                                ";

	exh_write_bytes(p->out, blanks, INDENT * (depth < MAX_DEPTH ? depth : MAX_DEPTH));
}

static void put_call(struct printer *p, const struct exh_zv_node *node)
{
	struct exh_bytes args = exh_zv_script_text(p->script, node->args), arg;

	put_lower(p, node->name);
	if (node->slot.size) {
		write_text(p->out, ":");
		put_span(p, node->slot);
	}
	write_text(p->out, "(");
	for (bool first = true; exh_zv_script_argument(&args, &arg); first = false) {
		if (!first)
			write_text(p->out, ", ");
		exh_write_bytes(p->out, arg.data, arg.size);
	}
	write_text(p->out, ")");
	if (node->rest.size)
		write_text(p->out, " ");
	put_span(p, node->rest);
}

static void put_criterion(struct printer *p, const struct exh_zv_node *node)
{
	char op[] = { ' ', node->op, ' ', '\0' };

	put_number(p, "[", node->key, "]");
	write_text(p->out, op);
	put_number(p, node->arg_is_key ? "[" : "", node->arg,
		   node->arg_is_key ? "]" : "");
}

static void put_flag(struct printer *p, int64_t bit)
{
	unsigned i = 0;

	while (bit >> i != 1)
		i++;
	write_text(p->out, exh_zv_script_flag_name(i));
}

static void put_header(struct printer *p, const struct exh_zv_node *node)
{
	put_number(p, node->kind == EXH_ZV_PUZZLE ? "puzzle:" : "control:", node->key,
		   "");
	if (node->name.size)
		write_text(p->out, " ");
	put_lower(p, node->name);
	if (node->rest.size)
		write_text(p->out, " ");
	put_span(p, node->rest);
}

/* A line without its indent and its end. */
static void put_line(struct printer *p, const struct exh_zv_node *node)
{
	switch (node->kind) {
	case EXH_ZV_PUZZLE:
	case EXH_ZV_CONTROL:
		put_header(p, node);
		break;
	case EXH_ZV_CRITERIA:
	case EXH_ZV_RESULTS:
	case EXH_ZV_FLAGS:
		write_text(p->out, exh_zv_script_section(node->kind));
		break;
	case EXH_ZV_CRITERION:
		put_criterion(p, node);
		break;
	case EXH_ZV_RESULT:
		put_span(p, node->prefix);
		write_text(p->out, ":");
		put_call(p, node);
		break;
	case EXH_ZV_PARAMETER:
		put_call(p, node);
		break;
	case EXH_ZV_FLAG:
		put_flag(p, node->key);
		break;
	default:
		put_span(p, node->text);
	}
}

static bool is_block(const struct exh_zv_node *node)
{
	return node->kind <= EXH_ZV_UNKNOWN;
}

static void put_node(struct printer *p, const struct exh_zv_node *node)
{
	put_indent(p, p->depth);
	put_line(p, node);
	if (is_block(node))
		write_text(p->out,
			   node->kind == EXH_ZV_UNKNOWN && !node->text.size ? "{" : " {");
	if (node->comment.size && node->kind != EXH_ZV_COMMENT)
		write_text(p->out, " ");
	put_span(p, node->comment);
	end_line(p, node->line);
	p->depth += is_block(node);
}

static void put_end(struct printer *p, const struct exh_zv_node *node)
{
	p->depth--;
	put_indent(p, p->depth);
	if (node->close.size)
		put_span(p, node->close);
	else
		write_text(p->out, "}");
	end_line(p, node->close_line);
}

/* Blocks stand apart; a comment belongs to what follows it. */
static void put_gap(struct printer *p, const struct exh_zv_node *node,
		    const struct exh_zv_node *next)
{
	if (is_block(node) || (is_block(next) && node->kind != EXH_ZV_COMMENT))
		end_line(p, 0);
}

void exh_zv_script_print(const struct exh_zv_script *script, struct exh_writer *out)
{
	exh_zv_script_print_lines(script, out, NULL, NULL);
}

void exh_zv_script_print_lines(const struct exh_zv_script *script, struct exh_writer *out,
			       exh_zv_line_fn *line, void *context)
{
	struct printer p = { script, out, 0, line, context };
	const struct exh_zv_node *root = &script->root, *node = root->first;

	while (node) {
		put_node(&p, node);
		if (node->first) {
			node = node->first;
			continue;
		}
		if (is_block(node))
			put_end(&p, node);
		while (!node->next && node->parent != root) {
			node = node->parent;
			put_end(&p, node);
		}
		if (node->next && node->parent == root)
			put_gap(&p, node, node->next);
		node = node->next;
	}
}
