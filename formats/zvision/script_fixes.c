/* Known faults of scripts: whether they are there, and the words that put them right. */
#include "script_words.h"

#include "../base/common.h"
#include "exhume/advanced/zvision_fixes.h"

#include <inttypes.h>
#include <string.h>

enum { ROW_TEXT = 200 };

/*
 * Words of a row.
 */

struct fixer {
	struct exh_zv_script *script;
	const struct exh_zv_fixing *fixing;
	const struct exh_zv_fix *fix;
	struct exh_bytes rest; /* words of the change after the first */
	struct exh_arena *arena;
	exh_zv_fix_fn *report;
	void *context;
	bool no_memory;
};

static struct exh_bytes cut(struct exh_bytes *text, const char *end)
{
	const size_t length = strlen(end);
	struct exh_bytes word = *text;

	for (word.size = 0; word.size < text->size; word.size++)
		if (word.size + length <= text->size &&
		    memcmp(text->data + word.size, end, length) == 0)
			break;
	*text = script_skip(*text,
			    word.size < text->size ? word.size + length : word.size);
	return word;
}

static struct exh_bytes cut_word(struct exh_bytes *text)
{
	return cut(text, " ");
}

static int64_t cut_number(struct exh_bytes *text)
{
	int64_t number = 0;

	exh_zv_script_number(cut_word(text), true, &number);
	return number;
}

/* True if the place is in the list; keys is true for a row about one key, which may also
 * be in the script of the place's room or world. */
static bool is_where(struct exh_bytes list, struct exh_bytes place, bool keys)
{
	while (list.size) {
		struct exh_bytes item = cut(&list, ","), own = place;

		if (item.data[item.size - 1] == '*' && own.size >= item.size - 1)
			own.size = --item.size;
		if (keys && own.size && own.size <= 2 && own.size < item.size)
			item.size = own.size;
		if (exh_zv_script_same(item, own))
			return true;
	}
	return false;
}

bool exh_zv_fix_is_for(const struct exh_zv_fix *fix, const char *edition)
{
	return strcmp(fix->edition, "*") == 0 ||
	       (edition && strcmp(fix->edition, edition) == 0);
}

static bool is_row(const struct exh_zv_fix *fix, const struct exh_zv_fixing *fixing)
{
	const bool keys = strcmp(fix->kind, "puzzle") == 0;

	return fix->game == fixing->game && exh_zv_fix_is_for(fix, fixing->edition) &&
	       is_where(bytes_of_text(fix->where), bytes_of_text(fixing->place), keys);
}

/*
 * Lines that are added.
 */

struct line {
	struct exh_zv_script *script; /* script of this line alone */
	struct exh_zv_node *node;
};

static void *allocate(struct fixer *f, size_t count, size_t size)
{
	void *memory = exh_alloc(f->arena, count, size);

	if (!memory)
		f->no_memory = true;
	return memory;
}

/* Parses a line of a section of a puzzle; its node is NULL without memory. */
static struct line parse_line(struct fixer *f, const char *section, struct exh_bytes text)
{
	struct line line = { .script = allocate(f, 1, sizeof *line.script) };
	struct exh_writer out = { .limit = 2 * ROW_TEXT };
	struct exh_bytes own;

	exh_write_format(&out, "puzzle:0 {\n%s {\n", section);
	exh_write_bytes(&out, text.data, text.size);
	write_text(&out, "\n}\n}\n");
	own = exh_memdup(f->arena, exh_writer_bytes(&out));
	if (out.failed || !own.data || !line.script ||
	    exh_zv_script_parse(own, f->arena, line.script, NULL, NULL))
		f->no_memory = true;
	else
		line.node = line.script->root.first->first->first;
	exh_writer_free(&out);
	return line;
}

static void shift(struct exh_zv_span *span, size_t by)
{
	if (span->size)
		span->offset += (uint32_t)by;
}

/* Adds text to the script; returns where its spans begin. */
static size_t add_text(struct fixer *f, struct exh_bytes text)
{
	struct exh_bytes *added = &f->script->added;
	const size_t begin = f->script->file.size + added->size;
	uint8_t *joined = allocate(f, added->size + text.size + 1, 1);

	if (!joined || begin + text.size > UINT32_MAX) {
		f->no_memory = true;
		return 0;
	}
	if (added->size)
		memcpy(joined, added->data, added->size);
	memcpy(joined + added->size, text.data, text.size);
	*added = (struct exh_bytes){ joined, added->size + text.size, 0 };
	return begin;
}

/* Makes a line's node part of the script, before the node at *link in block. */
static void insert(struct fixer *f, struct line line, struct exh_zv_node *block,
		   struct exh_zv_node **link)
{
	struct exh_zv_node *node = line.node;
	const struct exh_zv_node *near = *link ? *link : block->last;
	size_t by;

	if (!node)
		return;
	by = add_text(f, line.script->file);
	shift(&node->text, by);
	shift(&node->name, by);
	shift(&node->prefix, by);
	shift(&node->slot, by);
	shift(&node->args, by);
	node->line = near ? near->line : block->line;
	node->column = near ? near->column : block->column;
	node->fix = f->fix;
	node->parent = block;
	node->next = *link;
	*link = node;
	if (!node->next)
		block->last = node;
}

static struct exh_zv_node **end_of(struct exh_zv_node *block)
{
	return block->last ? &block->last->next : &block->first;
}

/*
 * Parts of puzzles.
 */

static struct exh_zv_node *next_of(struct exh_zv_node *node, enum exh_zv_node_kind kind)
{
	while (node && node->kind != kind)
		node = node->next;
	return node;
}

/* The results of a puzzle, made if there are none. */
static struct exh_zv_node *results_of(struct fixer *f, struct exh_zv_node *puzzle,
				      bool last)
{
	struct exh_zv_node *found = next_of(puzzle->first, EXH_ZV_RESULTS), *next;

	while (last && found && (next = next_of(found->next, EXH_ZV_RESULTS)))
		found = next;
	if (found)
		return found;
	found = allocate(f, 1, sizeof *found);
	if (!found)
		return NULL;
	*found = (struct exh_zv_node){ .kind = EXH_ZV_RESULTS,
				       .line = puzzle->line,
				       .column = puzzle->column,
				       .parent = puzzle };
	*end_of(puzzle) = found;
	puzzle->last = found;
	return found;
}

static bool same_arguments(struct exh_bytes a, struct exh_bytes b)
{
	struct exh_bytes one, other;

	while (exh_zv_script_argument(&a, &one))
		if (!exh_zv_script_argument(&b, &other) ||
		    !exh_zv_script_same(one, other))
			return false;
	return !exh_zv_script_argument(&b, &other);
}

static bool same_result(const struct fixer *f, const struct exh_zv_node *node,
			struct line line)
{
	const struct exh_zv_script *a = f->script, *b = line.script;

	return node && line.node && node->key == line.node->key &&
	       exh_zv_script_same(exh_zv_script_text(a, node->name),
				  exh_zv_script_text(b, line.node->name)) &&
	       same_arguments(exh_zv_script_text(a, node->args),
			      exh_zv_script_text(b, line.node->args));
}

static bool same_criterion(const struct exh_zv_node *a, const struct exh_zv_node *b)
{
	return b && a->key == b->key && a->op == b->op && a->arg == b->arg &&
	       a->arg_is_key == b->arg_is_key;
}

/* The next leaf of a puzzle in its blocks of a kind, after another; NULL: the first. */
static struct exh_zv_node *next_leaf(struct exh_zv_node *puzzle,
				     enum exh_zv_node_kind block_kind,
				     enum exh_zv_node_kind kind, struct exh_zv_node *leaf)
{
	struct exh_zv_node *block = leaf ? leaf->parent->next : puzzle->first;
	struct exh_zv_node *found = leaf ? next_of(leaf->next, kind) : NULL;

	for (; block && !found; block = block->next)
		if (block->kind == block_kind)
			found = next_of(block->first, kind);
	return found;
}

static struct exh_zv_node *next_result(struct exh_zv_node *puzzle,
				       struct exh_zv_node *result)
{
	return next_leaf(puzzle, EXH_ZV_RESULTS, EXH_ZV_RESULT, result);
}

static struct exh_zv_node *next_criterion(struct exh_zv_node *puzzle,
					  struct exh_zv_node *criterion)
{
	return next_leaf(puzzle, EXH_ZV_CRITERIA, EXH_ZV_CRITERION, criterion);
}

/*
 * Results that are added.
 */

static enum exh_zv_fix_state append_result(struct fixer *f, struct exh_zv_node *puzzle)
{
	const struct line line = parse_line(f, "results", f->rest);
	struct exh_zv_node *node = NULL, *block;

	while ((node = next_result(puzzle, node)))
		if (same_result(f, node, line))
			return EXH_ZV_FIX_DONE;
	if (f->fixing->applies && (block = results_of(f, puzzle, true)))
		insert(f, line, block, end_of(block));
	return EXH_ZV_FIX_NEEDED;
}

static enum exh_zv_fix_state prepend_result(struct fixer *f, struct exh_zv_node *puzzle)
{
	const struct line line = parse_line(f, "results", f->rest);
	struct exh_zv_node *block;

	if (same_result(f, next_result(puzzle, NULL), line))
		return EXH_ZV_FIX_DONE;
	if (f->fixing->applies && (block = results_of(f, puzzle, false)))
		insert(f, line, block, &block->first);
	return EXH_ZV_FIX_NEEDED;
}

static enum exh_zv_fix_state silence_others(struct fixer *f, struct exh_zv_node *film)
{
	const struct line line =
		parse_line(f, "results", bytes_of_text("action:kill(\"AUDIO\")"));
	struct exh_zv_node **link = &film->parent->first, *before = NULL;

	for (; *link != film; link = &(*link)->next)
		if ((*link)->kind == EXH_ZV_RESULT)
			before = *link;
	if (same_result(f, before, line))
		return EXH_ZV_FIX_DONE;
	if (f->fixing->applies)
		insert(f, line, film->parent, link);
	return EXH_ZV_FIX_NEEDED;
}

/*
 * Criteria.
 */

static enum exh_zv_fix_state criteria_key(struct fixer *f, struct exh_zv_node *puzzle)
{
	struct exh_bytes rest = f->rest;
	const int64_t old = cut_number(&rest), wanted = cut_number(&rest);
	enum exh_zv_fix_state state = EXH_ZV_FIX_DIFFERS;
	struct exh_zv_node *node = NULL;

	while ((node = next_criterion(puzzle, node))) {
		if (node->key == wanted && state == EXH_ZV_FIX_DIFFERS)
			state = EXH_ZV_FIX_DONE;
		if (node->key != old)
			continue;
		state = EXH_ZV_FIX_NEEDED;
		if (f->fixing->applies) {
			node->key = wanted;
			node->fix = f->fix;
		}
	}
	return state;
}

static bool has_criterion(struct exh_zv_node *block, const struct exh_zv_node *wanted)
{
	for (struct exh_zv_node *node = next_of(block->first, EXH_ZV_CRITERION); node;
	     node = next_of(node->next, EXH_ZV_CRITERION))
		if (same_criterion(node, wanted))
			return true;
	return false;
}

static enum exh_zv_fix_state add_criteria(struct fixer *f, struct exh_zv_node *puzzle)
{
	enum exh_zv_fix_state state = EXH_ZV_FIX_DIFFERS;

	for (struct exh_zv_node *block = puzzle->first; block; block = block->next) {
		struct line line;

		if (block->kind != EXH_ZV_CRITERIA ||
		    !next_of(block->first, EXH_ZV_CRITERION))
			continue;
		line = parse_line(f, "criteria", f->rest);
		if (has_criterion(block, line.node)) {
			state = state == EXH_ZV_FIX_DIFFERS ? EXH_ZV_FIX_DONE : state;
			continue;
		}
		state = EXH_ZV_FIX_NEEDED;
		if (f->fixing->applies)
			insert(f, line, block, end_of(block));
	}
	return state;
}

/* "[K] > X" becomes the line, and after it comes "[K] ! n". */
static void replace_criterion(struct fixer *f, struct exh_zv_node *node, struct line line,
			      int64_t n)
{
	const int64_t key = node->key;
	struct line other;

	node->key = line.node->key;
	node->op = line.node->op;
	node->arg = line.node->arg;
	node->fix = f->fix;
	other = line;
	other.node->key = key;
	other.node->op = '!';
	other.node->arg = n;
	insert(f, other, node->parent, &node->next);
}

static enum exh_zv_fix_state each_criteria_line(struct fixer *f,
						struct exh_zv_node *puzzle)
{
	enum exh_zv_fix_state state = EXH_ZV_FIX_DIFFERS;
	struct exh_bytes rest = f->rest, text;
	struct exh_zv_node *node = NULL;
	int64_t n;

	cut_word(&rest); /* replace-with */
	text = cut(&rest, " ; same-key ! ");
	n = cut_number(&rest);
	while ((node = next_criterion(puzzle, node))) {
		const struct line line = parse_line(f, "criteria", text);

		if (same_criterion(node, line.node))
			state = state == EXH_ZV_FIX_DIFFERS ? EXH_ZV_FIX_DONE : state;
		else if (node->op == '>' && !node->arg_is_key) {
			state = EXH_ZV_FIX_NEEDED;
			if (f->fixing->applies && line.node)
				replace_criterion(f, node, line, n);
		}
	}
	return state;
}

/*
 * Arguments.
 */

enum { ARGS_MOST = 16 };

struct arguments {
	struct exh_bytes items[ARGS_MOST];
	size_t count;
};

static struct arguments arguments_of(const struct fixer *f,
				     const struct exh_zv_node *node)
{
	struct exh_bytes args = exh_zv_script_text(f->script, node->args);
	struct arguments list = { .count = 0 };

	while (list.count < ARGS_MOST &&
	       exh_zv_script_argument(&args, &list.items[list.count]))
		list.count++;
	return list;
}

static void set_arguments(struct fixer *f, struct exh_zv_node *node,
			  const struct arguments *list)
{
	struct exh_writer out = { .limit = UINT16_MAX };

	for (size_t i = 0; i < list->count; i++) {
		if (i)
			write_text(&out, " ");
		exh_write_bytes(&out, list->items[i].data, list->items[i].size);
	}
	if (out.failed)
		f->no_memory = true;
	else
		node->args = (struct exh_zv_span){
			(uint32_t)add_text(f, exh_writer_bytes(&out)), (uint32_t)out.size
		};
	node->fix = f->fix;
	exh_writer_free(&out);
}

/* Arguments of animplay and playpreload after the first. */
static size_t argument_index(struct exh_bytes name)
{
	static const char *const names[] = { "x1",    "y1",   "x2",   "y2",
					     "first", "last", "loops" };
	size_t i = 0;

	while (i < sizeof names / sizeof *names && !exh_zv_script_is_word(name, names[i]))
		i++;
	return i + 1;
}

/* Sets one argument: to a value, or from one value to another. */
static enum exh_zv_fix_state set_argument(struct arguments *list, size_t i,
					  struct exh_bytes old, struct exh_bytes wanted)
{
	if (i >= list->count)
		return EXH_ZV_FIX_DIFFERS;
	if (exh_zv_script_same(list->items[i], wanted))
		return EXH_ZV_FIX_DONE;
	if (old.size && !exh_zv_script_same(list->items[i], old))
		return EXH_ZV_FIX_DIFFERS;
	list->items[i] = wanted;
	return EXH_ZV_FIX_NEEDED;
}

static enum exh_zv_fix_state args(struct fixer *f, struct exh_zv_node *result)
{
	struct arguments list = arguments_of(f, result);
	enum exh_zv_fix_state state = EXH_ZV_FIX_DONE, one;
	struct exh_bytes rest = f->rest;

	while (rest.size && state != EXH_ZV_FIX_DIFFERS) {
		struct exh_bytes wanted = cut_word(&rest), old = { NULL, 0, 0 };
		const struct exh_bytes name = cut(&wanted, "=");

		if (!wanted.size) {
			old = cut_word(&rest);
			wanted = cut_word(&rest);
		}
		one = set_argument(&list, argument_index(name), old, wanted);
		if (one != EXH_ZV_FIX_DONE)
			state = one;
	}
	if (state == EXH_ZV_FIX_NEEDED && f->fixing->applies)
		set_arguments(f, result, &list);
	return state;
}

static enum exh_zv_fix_state max(struct fixer *f, struct exh_zv_node *result)
{
	struct arguments list = arguments_of(f, result);
	struct exh_bytes rest = f->rest;
	const int64_t most = cut_number(&rest);
	int64_t number;

	if (!list.count || !exh_zv_script_number(list.items[0], true, &number))
		return EXH_ZV_FIX_DIFFERS;
	if (number <= most)
		return EXH_ZV_FIX_DONE;
	list.items[0] = f->rest;
	if (f->fixing->applies)
		set_arguments(f, result, &list);
	return EXH_ZV_FIX_NEEDED;
}

/*
 * The others.
 */

static enum exh_zv_fix_state drop(struct fixer *f, struct exh_zv_node *control)
{
	struct exh_zv_node *root = control->parent, **link = &root->first;

	if (!f->fixing->applies)
		return EXH_ZV_FIX_NEEDED;
	root->last = NULL;
	while (*link) {
		if (*link == control) {
			*link = control->next;
			continue;
		}
		root->last = *link;
		link = &(*link)->next;
	}
	f->script->control_count--;
	return EXH_ZV_FIX_NEEDED;
}

/* Leaves it to the engine. */
static enum exh_zv_fix_state mark(struct fixer *f, struct exh_zv_node *node)
{
	if (f->fixing->applies)
		node->fix = f->fix;
	return EXH_ZV_FIX_NEEDED;
}

static enum exh_zv_fix_state mark_script(struct fixer *f, struct exh_zv_node *node)
{
	(void)node;
	return mark(f, &f->script->root);
}

static const struct word {
	const char *word;
	enum exh_zv_fix_state (*act)(struct fixer *f, struct exh_zv_node *node);
	const char *sentence; /* "%s": the words after it */
} words[] = {
	{ "append-result", append_result, "put the result %s at its end" },
	{ "prepend-result", prepend_result, "put the result %s first" },
	{ "criteria-key", criteria_key,
	  "test another key on the left of its criteria (old and new key: %s)" },
	{ "add-criteria", add_criteria, "add %s to each of its blocks of criteria" },
	{ "each-criteria-line", each_criteria_line,
	  "change each criterion [KEY] > NUMBER: %s" },
	{ "args", args, "change its arguments: %s" },
	{ "max", max, "use at most %s" },
	{ "silence-others", silence_others, "end all music before it%s" },
	{ "drop", drop, "leave it out%s" },
	{ "on-read", mark, "do this when the script is read: %s" },
	{ "skip-while-changing-location", mark,
	  "do not check it while a change of place is pending%s" },
	{ "if-all-disabled", mark_script,
	  "do this after a restore if all of them are disabled: %s" },
	{ "unscaled", mark, "draw its film unscaled%s" },
	{ "missing-in-every-edition", mark, "do not expect it%s" },
};

/* Returns the word that a change begins with; *rest is the text after it. */
static const struct word *word_of(const struct exh_zv_fix *fix, struct exh_bytes *rest)
{
	struct exh_bytes first;
	const struct word *word = words;

	*rest = bytes_of_text(fix->change);
	first = cut_word(rest);
	while (!exh_zv_script_is_word(first, word->word))
		word++; /* each row has a known word: script_fixes_test.c */
	return word;
}

void exh_zv_fix_describe(const struct exh_zv_fix *fix, struct exh_writer *out)
{
	struct exh_bytes rest;
	const char *sentence = word_of(fix, &rest)->sentence;
	const char *gap = strstr(sentence, "%s");

	exh_write_bytes(out, sentence, (size_t)(gap - sentence));
	exh_write_bytes(out, rest.data, rest.size);
	write_text(out, gap + 2);
}

/*
 * Parts that rows name.
 */

static bool is_id(const struct fixer *f, const struct exh_zv_node *node)
{
	const struct exh_bytes id = bytes_of_text(f->fix->id);
	struct exh_bytes args = exh_zv_script_text(f->script, node->args), arg;
	int64_t key;

	if (strcmp(f->fix->id, "*") == 0)
		return true;
	if (exh_zv_script_number(id, false, &key))
		return node->key == key;
	while (exh_zv_script_argument(&args, &arg))
		if (exh_zv_script_same(arg, id))
			return true;
	return false;
}

/* True if a row about restored games names the puzzle or control. */
static bool is_listed(const struct exh_zv_fix *fix, const struct exh_zv_node *node)
{
	struct exh_bytes list = bytes_of_text(fix->id);
	int64_t key;

	while (list.size)
		if (exh_zv_script_number(cut(&list, ","), false, &key) &&
		    node->key == key)
			return true;
	return false;
}

static bool is_named(const struct fixer *f, const struct exh_zv_node *node)
{
	const char *kind = f->fix->kind;
	const struct exh_bytes name = exh_zv_script_text(f->script, node->name);

	switch (node->kind) {
	case EXH_ZV_PUZZLE:
		return strcmp(kind, "puzzle") == 0 && is_id(f, node);
	case EXH_ZV_CONTROL:
		return (strcmp(kind, "control") == 0 ||
			exh_zv_script_is_word(name, kind)) &&
		       is_id(f, node);
	case EXH_ZV_RESULT:
		return (exh_zv_script_is_word(name, kind) ||
			(strcmp(kind, "music") == 0 &&
			 exh_zv_script_is_word(name, "universe_music"))) &&
		       is_id(f, node);
	default:
		return false;
	}
}

static void take(struct fixer *f, struct exh_zv_node *node)
{
	struct exh_zv_fix_found found = { .fix = f->fix, .node = node };

	found.state = word_of(f->fix, &f->rest)->act(f, node);
	if (f->report)
		f->report(f->context, &found);
}

/* Applies a row to all that it names. The script of a row's own place is reported even if
 * it has nothing. */
static void take_row(struct fixer *f)
{
	const struct exh_zv_fix_found none = { .fix = f->fix };
	bool any = strcmp(f->fix->where, "*") == 0 || strlen(f->fixing->place) <= 2;
	const bool is_restore = strcmp(f->fix->kind, "restore") == 0;
	struct exh_zv_node *node =
		(struct exh_zv_node *)exh_zv_script_next(&f->script->root);

	while (node && !f->no_memory) {
		struct exh_zv_node *next = (struct exh_zv_node *)exh_zv_script_next(node);

		if (is_restore ? (node->kind == EXH_ZV_PUZZLE ||
				  node->kind == EXH_ZV_CONTROL) &&
					 is_listed(f->fix, node)
			       : is_named(f, node)) {
			take(f, node);
			any = true;
			if (is_restore)
				return;
		}
		node = next;
	}
	if (!any && f->report)
		f->report(f->context, &none);
}

enum exh_status exh_zv_script_fix(struct exh_zv_script *script,
				  const struct exh_zv_fixing *fixing,
				  struct exh_arena *arena, exh_zv_fix_fn *report,
				  void *context, struct exh_error *err)
{
	struct fixer f = { .script = script,
			   .fixing = fixing,
			   .arena = arena,
			   .report = report,
			   .context = context };
	size_t count;
	const struct exh_zv_fix *fixes = exh_zv_fixes(&count);

	for (size_t i = 0; i < count && !f.no_memory && script->root.first; i++) {
		f.fix = &fixes[i];
		if (is_row(f.fix, fixing))
			take_row(&f);
	}
	return f.no_memory ? no_memory(err) : EXH_OK;
}
