/*
 * A stage for tests: a small game of our own, whose objects have all properties that the
 * stage uses, and kernel functions that are called by name without scripts.
 */
#ifndef EXH_ENGINE_SCI0_STAGE_CALLS_TESTING_H
#define EXH_ENGINE_SCI0_STAGE_CALLS_TESTING_H

#include "../kernel.h"

#include "stage.h"

#include "exhume/advanced/sci_disasm.h"
#include "exhume/advanced/sci_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TESTED_OBJECTS = 6, TESTED_LIMIT = 1 << 24, TESTED_ARGUMENTS = 10 };

/* A game: objects 0 to 5, and a global for a list. */
struct tested {
	struct exh_arena arena;
	struct exh_sci_program program;
	stage *s;
	/* Content of resources of each type; without bytes: missing. */
	struct exh_bytes resources[16];
	/* Resources found by number, tried before `resources`. */
	const struct exh_sci_part *parts;
	size_t part_count;
	/* vocab.000, and a section of script 0 with synonyms; without bytes, or NULL: the
	   game has none. */
	struct exh_bytes words;
	const char *synonyms;
	bool is_before_502;
	reg objects[TESTED_OBJECTS];
	reg text; /* "Look around" */
	reg room; /* 64 writable bytes */
};

static const char *const tested_selectors[] = {
	"species",   "superClass", "-info-",  "name",	     "x",	  "y",
	"z",	     "view",	   "loop",    "cel",	     "priority",  "signal",
	"underBits", "nsTop",	   "nsLeft",  "nsBottom",    "nsRight",	  "lsTop",
	"lsLeft",    "lsBottom",   "lsRight", "brTop",	     "brLeft",	  "brBottom",
	"brRight",   "xStep",	   "yStep",   "illegalBits", "heading",	  "mover",
	"client",    "looper",	   "type",    "message",     "modifiers", "claimed",
	"elements",  "number",	   "text",    "font",	     "mode",	  "state",
	"max",	     "cursor",	   "handle",  "dx",	     "dy",	  "b-moveCnt",
	"b-i1",	     "b-i2",	   "b-di",    "b-xAxis",     "b-incr",	  "moveSpeed",
	"doit",	     "delete",	   "play",    "canBeHere",   "wordFail",  "syntaxFail",
	"dispose",
};

/* The texts of text.007. */
static const char tested_texts[] = "One\0Two words\0%d of %s";

enum { TESTED_TEXTS = 7 };
enum { TESTED_SELECTORS = sizeof tested_selectors / sizeof *tested_selectors };
enum { TESTED_PROPERTIES = 54 /* the first ones; the others are methods */ };

static bool tested_read(void *context, unsigned type, unsigned number,
			struct exh_bytes *out)
{
	const struct tested *t = context;

	*out = t->resources[type & 15];
	for (size_t i = 0; i < t->part_count; i++)
		if (t->parts[i].type == type && t->parts[i].number == number)
			*out = t->parts[i].bytes;
	return out->data;
}

static void tested_put(struct exh_writer *out, const char *text)
{
	exh_write_bytes(out, text, strlen(text));
}

/* Writes the script: a class with all properties, objects of it, a text, locals. */
static void tested_script(struct exh_writer *out, const char *synonyms)
{
	char line[160];

	tested_put(out,
		   ".exports\no0\no1\no2\no3\no4\no5\nhello\nroom\n.code\n.self Obj\n"
		   "Obj::doit:\n pToa x\n ret\nObj::delete:\n ldi 7\n aTop state\n ret\n"
		   "Obj::play:\n ret\nObj::canBeHere:\n pToa mode\n ret\n.class Obj\n "
		   "species = 0\n superClass = -1\n "
		   "-info- = $8000\n name = @nobj\n");
	for (int i = 4; i < TESTED_PROPERTIES; i++) {
		snprintf(line, sizeof line, " %s = 0\n", tested_selectors[i]);
		tested_put(out, line);
	}
	tested_put(out,
		   " .method doit = Obj::doit\n .method delete = Obj::delete\n"
		   " .method play = Obj::play\n .method canBeHere = Obj::canBeHere\n");
	for (int k = 0; k < TESTED_OBJECTS; k++) {
		snprintf(line, sizeof line,
			 ".object o%d\n species = 0\n superClass = 0\n -info- = 0\n name "
			 "= @nobj\n",
			 k);
		tested_put(out, line);
		for (int i = 4; i < TESTED_PROPERTIES; i++) {
			snprintf(line, sizeof line, " %s = 0\n", tested_selectors[i]);
			tested_put(out, line);
		}
	}
	tested_put(out, synonyms ? synonyms : "");
	tested_put(out, ".strings\nnobj: .string \"thing\"\nhello: .string \"Look "
			"around\"\nroom: .string "
			"\"1234567890123456789012345678901234567890\"\n"
			".locals\n .fill 40, 0\n.relocations\n");
}

/* Returns false, with the reason in *err, if the game could not be made. */
static bool tested_make_program(struct tested *t, struct exh_error *err)
{
	struct exh_sci_name items[TESTED_SELECTORS] = { 0 };
	const struct exh_sci_names names = { .layout = EXH_SCI_NAMES_MAX_INDEX,
					     .items = items,
					     .count = TESTED_SELECTORS };
	struct exh_writer words = { .limit = TESTED_LIMIT }, text = words, script = words;
	struct exh_sci_part parts[4];
	struct exh_notes notes = { .arena = &t->arena };
	struct exh_sci_naming naming;
	struct exh_sci_asm_place place;
	bool good;

	for (int i = 0; i < TESTED_SELECTORS; i++)
		items[i].text = (struct exh_bytes){ (const uint8_t *)tested_selectors[i],
						    strlen(tested_selectors[i]), 0 };
	tested_script(&text, t->synonyms);
	good = !exh_sci_names_write(&names, &words, err);
	parts[0] =
		(struct exh_sci_part){ EXH_SCI_VOCAB, 997,
				       exh_memdup(&t->arena, exh_writer_bytes(&words)) };
	good = good &&
	       !exh_sci_program_open(parts, 1, &t->arena, &t->program, &notes, err) &&
	       !exh_sci_naming_open(&t->program, &t->arena, &naming, err) &&
	       !exh_sci_assemble(exh_writer_bytes(&text), &naming, &script, &place, err);
	parts[1] =
		(struct exh_sci_part){ EXH_SCI_SCRIPT, 0,
				       exh_memdup(&t->arena, exh_writer_bytes(&script)) };
	parts[2] = (struct exh_sci_part){ EXH_SCI_TEXT,
					  TESTED_TEXTS,
					  { (const uint8_t *)tested_texts,
					    sizeof tested_texts, 0 } };
	parts[3] = (struct exh_sci_part){ EXH_SCI_VOCAB, 0, t->words };
	good = good && !exh_sci_program_open(parts, t->words.size ? 4 : 3, &t->arena,
					     &t->program, &notes, err);
	exh_writer_free(&words);
	exh_writer_free(&text);
	exh_writer_free(&script);
	return good;
}

/* Resources, and a program, may be set before. False: see err. */
static bool tested_start(struct tested *t, enum exh_sci_animate animate,
			 struct exh_error *err)
{
	const struct exh_sci_resources resources = { .read = tested_read, .context = t };
	const struct exh_sci_start start = { .is_lenient = true,
					     .animate = animate,
					     .is_before_502 = t->is_before_502 };
	const struct exh_sci_program_script *script;

	t->arena.limit = TESTED_LIMIT;
	if ((!t->program.script_count && !tested_make_program(t, err)) ||
	    exh_sci_engine_new(&t->program, &resources, &start, &t->s, err))
		return false;
	script = exh_sci_program_script(&t->program, 0);
	/* The first object lies in the segment of script 0. */
	exh_sci_vm_run(t->s->vm, 0);
	for (size_t i = 0; i < TESTED_OBJECTS; i++)
		t->objects[i] =
			(reg){ exh_sci_vm_script(t->s->vm, 0), script->code.exports[i] };
	t->text = (reg){ t->objects[0].segment, script->code.exports[TESTED_OBJECTS] };
	t->room = exh_sci_vm_string(t->s->vm, 1);
	return true;
}

/* Sets a property by its name. */
static inline bool tested_set(struct tested *t, reg object, const char *name, reg value)
{
	const struct exh_bytes text = { (const uint8_t *)name, strlen(name), 0 };

	return exh_sci_vm_set_property(
		t->s->vm, object,
		(unsigned)exh_sci_program_selector_named(&t->program, text), value);
}

static inline reg tested_get(struct tested *t, reg object, const char *name)
{
	const struct exh_bytes text = { (const uint8_t *)name, strlen(name), 0 };
	reg value = { UINT16_MAX, UINT16_MAX };

	exh_sci_vm_property(t->s->vm, object,
			    (unsigned)exh_sci_program_selector_named(&t->program, text),
			    &value);
	return value;
}

static inline void tested_end(struct tested *t)
{
	exh_sci_engine_free(t->s);
	exh_arena_free(&t->arena);
}

/* Calls a function of the stage as scripts do. Its messages are answered with 0, and it
 * does not wait. */
static inline reg tested_run(struct tested *t, stage_run *run, const reg *arguments,
			     size_t count)
{
	kernel_call call = { .arguments = arguments, .count = count };

	for (int i = 0; i < 100; i++) {
		call.end = EXH_SCI_KERNEL_DONE;
		run(t->s, &call);
		if (call.end == EXH_SCI_KERNEL_DONE)
			break;
		call.is_sent = call.end == EXH_SCI_KERNEL_SENDS;
		call.is_again = true;
	}
	return call.result;
}

static const struct stage_function *const tested_tables[] = {
	exh_stage_clock,    exh_stage_events, exh_stage_pictures, exh_stage_views,
	exh_stage_animate,  exh_stage_ports,  exh_stage_windows,  exh_stage_texts,
	exh_stage_controls, exh_stage_menus,  exh_stage_parser,	  exh_stage_sounds,
	exh_stage_files,    exh_stage_saves,  exh_stage_motion,	  exh_stage_avoider,
};

/* Calls a function of the machine by its name, without checks of its arguments. Functions
 * that keep the accumulator give 0. False after a fault, or if there is no such function.
 */
static inline bool tested_machine(struct tested *t, const char *name,
				  const reg *arguments, size_t count, reg *out)
{
	static const struct vm_kernel *const tables[] = {
		exh_vm_kernel_objects, exh_vm_kernel_machine, exh_vm_kernel_lists,
		exh_vm_kernel_strings, exh_vm_kernel_numbers, exh_vm_kernel_motion,
		exh_vm_kernel_memory,
	};
	struct vm_call call = { .vm = t->s->vm,
				.args = arguments,
				.count = (uint32_t)count };
	bool is_good = false;

	for (size_t k = 0; k < sizeof tables / sizeof *tables; k++)
		for (const struct vm_kernel *f = tables[k]; f->name; f++)
			if (!strcmp(f->name, name)) {
				call.look = f->look;
				is_good = f->run(&call);
			}
	*out = call.result;
	return is_good;
}

/* Calls a function of the stage by its name. */
static inline reg tested_named(struct tested *t, const char *name, const reg *arguments,
			       size_t count)
{
	for (size_t k = 0; k < sizeof tested_tables / sizeof *tested_tables; k++)
		for (const struct stage_function *f = tested_tables[k]; f->name; f++)
			if (!strcmp(f->name, name))
				return tested_run(t, f->run, arguments, count);
	return (reg){ UINT16_MAX, UINT16_MAX };
}

/* The same, with numbers. */
static inline int32_t tested_call(struct tested *t, const char *name, size_t count,
				  const int32_t *numbers)
{
	reg arguments[TESTED_ARGUMENTS];

	for (size_t i = 0; i < count; i++)
		arguments[i] = stage_int(numbers[i]);
	return (int16_t)tested_named(t, name, arguments, count).offset;
}

#endif
