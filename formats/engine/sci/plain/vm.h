/*
 * A second interpreter, for tests: a switch over bytes, written from the specification
 * alone, as plain as can be. It knows no segments: a value is what traces print. It has
 * no kernel either: it follows a trace, from which it takes what kernel functions answer,
 * write and send, and says what each other line must be. Source: sci0-vm 2, 3, 7.3.
 */
#ifndef EXH_ENGINE_SCI0_PLAIN_VM_H
#define EXH_ENGINE_SCI0_PLAIN_VM_H

#include "exhume/advanced/sci_program.h"
#include "exhume/advanced/sci_opcode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* kind: '#' or the letter that is printed; number: that of a script or an entry. */
struct pv {
	char kind;
	uint32_t number;
	uint16_t offset;
};

struct plain_object {
	uint16_t address; /* in the script */
	size_t count;
	struct pv *values;
	const uint8_t *selectors; /* selectors of properties: words */
	size_t selector_count;
	const uint8_t *methods; /* number of methods, then two arrays */
	uint16_t script;	/* script of the methods */
	bool is_live;
};

struct plain_script {
	uint16_t number;
	const uint8_t *bytes;
	size_t size;
	bool is_loaded; /* loaded, and not disposed of */
	struct pv *locals;
	size_t local_count;
	struct plain_object *objects; /* in their order; made once */
	size_t object_count;
};

struct plain_frame {
	struct pv self;
	uint16_t script, locals;
	unsigned pc;
	uint32_t argp, argc, fp, base;
	bool is_function, is_floor;
	/* Messages that it sends. */
	struct pv receiver;
	const struct plain_object *super;
	uint32_t message, end, after;
};

enum { PLAIN_CLONES = 65536, PLAIN_CLASSES = 4096, PLAIN_TEXT = 1 << 15 };

struct plain {
	const struct exh_sci_program *program;
	struct plain_script *scripts; /* index: script in the program */
	struct pv classes[PLAIN_CLASSES];
	uint16_t class_scripts[PLAIN_CLASSES]; /* 1 + number; 0: none has it */
	const uint8_t *class_at[PLAIN_CLASSES];
	struct plain_object *clones;
	size_t clone_count;
	struct pv *stack, acc, prev;
	uint32_t stack_size, sp, rest;
	struct plain_frame *frames;
	size_t frame_count, most_calls;
	uint64_t steps;
	const char *fault; /* NULL: none */
	bool is_over;	   /* the trace has ended */
	const char *lines; /* remaining lines of the trace, each with its line end */
	char text[PLAIN_TEXT];
	char wrong[2 * PLAIN_TEXT]; /* expected and actual text */
};

static inline struct pv pv_int(unsigned value)
{
	return (struct pv){ '#', 0, (uint16_t)value };
}

static inline bool pv_equal(struct pv a, struct pv b)
{
	return a.kind == b.kind && a.number == b.number && a.offset == b.offset;
}

static inline bool pv_is_null(struct pv v)
{
	return v.kind == '#' && !v.offset;
}

/* Returns the offset as a number: for entries their index. */
static inline uint16_t pv_offset(struct pv v)
{
	if (strchr("CKNH", v.kind))
		return (uint16_t)(v.number - 1);
	return v.kind == 'Y' ? (uint16_t)(64 * v.number) : v.offset;
}

static inline bool pv_same_memory(struct pv a, struct pv b)
{
	return a.kind == b.kind && (!strchr("SLD", a.kind) || a.number == b.number);
}

static inline unsigned plain_word(const uint8_t *at)
{
	return at[0] | (unsigned)at[1] << 8;
}

static inline char *plain_hex(char *at, unsigned value)
{
	for (int shift = 12; shift >= 0; shift -= 4)
		*at++ = "0123456789abcdef"[value >> shift & 15];
	return at;
}

/* Prints a value; returns the end of the text. */
static inline char *plain_print(char *at, struct pv v)
{
	*at++ = v.kind;
	if (v.kind == 'S' || v.kind == 'L')
		at += sprintf(at, "%03u+", v.number);
	else if (strchr("CKNHY", v.kind))
		return at + sprintf(at, "%u", v.number);
	else if (v.kind == 'D')
		at += sprintf(at, "%u+", v.number);
	else if (v.kind == 'T')
		*at++ = '+';
	at = plain_hex(at, v.offset);
	*at = '\0';
	return at;
}

static inline struct pv plain_read(const char **at)
{
	struct pv v = { **at, 0, 0 };
	char *end;

	++*at;
	if (strchr("SLCKNHYD", v.kind)) {
		v.number = (uint32_t)strtoul(*at, &end, 10);
		*at = end + (*end == '+' && strchr("SLD", v.kind));
	} else if (v.kind == 'T') {
		++*at;
	}
	if (strchr("#SLTD", v.kind)) {
		v.offset = (uint16_t)strtoul(*at, &end, 16);
		*at = end;
	}
	return v;
}

static inline bool plain_fails(struct plain *p, const char *fault)
{
	if (!p->fault)
		p->fault = fault;
	return false;
}

/*
 * The trace.
 */

/* The next line must equal this one, or begin with it. */
static inline bool plain_expect(struct plain *p, const char *line, bool is_whole)
{
	const size_t size = strlen(line), length = strcspn(p->lines, "\n");

	if (*p->wrong)
		return false;
	if (strncmp(p->lines, line, size) != 0 || (is_whole && length != size)) {
		snprintf(p->wrong, sizeof p->wrong, "expected: %s\n   trace: %.*s", line,
			 (int)length, p->lines);
		return false;
	}
	p->lines += length + (p->lines[length] == '\n');
	return true;
}

/* Returns the fields after the kind and the step, if the next line is of this kind. */
static inline const char *plain_peek(const struct plain *p, char kind)
{
	const char *at = p->lines;

	if (*at != kind)
		return NULL;
	at = strchr(at + 2, ' ');
	return at ? at + 1 : NULL;
}

static inline void plain_skip(struct plain *p)
{
	const size_t length = strcspn(p->lines, "\n");

	p->lines += length + (p->lines[length] == '\n');
}

static inline void plain_change(struct plain *p, const char *where, struct pv *v,
				struct pv value)
{
	char line[256], *at = line;

	if (!pv_equal(*v, value)) {
		at += sprintf(at, "M %llu %s ", (unsigned long long)p->steps, where);
		at = plain_print(at, *v);
		*at++ = ' ';
		plain_print(at, value);
		plain_expect(p, line, true);
	}
	*v = value;
}

/*
 * Scripts. A section: its type and size, with these four bytes; type 0 is the end.
 */

static inline struct plain_script *plain_script(struct plain *p, unsigned number)
{
	for (size_t i = 0; i < p->program->script_count; i++)
		if (p->scripts[i].number == number && p->scripts[i].bytes)
			return &p->scripts[i];
	return NULL;
}

/* Returns the section after another, or the first; NULL: the end. */
static inline const uint8_t *plain_section(const struct plain_script *s,
					   const uint8_t *after)
{
	const uint8_t *at = after ? after + plain_word(after + 2) : s->bytes;

	return at + 4 <= s->bytes + s->size && plain_word(at) ? at : NULL;
}

static inline bool plain_is_object(const uint8_t *section)
{
	return plain_word(section) == 1 || plain_word(section) == 6;
}

/* Finds addresses and classes of objects. o is the object's address. */
static inline void plain_find_objects(struct plain *p, struct plain_script *s)
{
	s->objects = calloc(s->size / 8 + 1, sizeof *s->objects);
	for (const uint8_t *at = plain_section(s, NULL); at; at = plain_section(s, at)) {
		const uint8_t *o = at + 4 + 8;
		struct plain_object *object = &s->objects[s->object_count];

		if (plain_word(at) == 10) {
			s->local_count = (plain_word(at + 2) - 4) / 2;
			s->locals = calloc(s->local_count + 1, sizeof *s->locals);
		}
		if (!plain_is_object(at))
			continue;
		s->object_count++;
		object->address = (uint16_t)(o - s->bytes);
		object->count = plain_word(o - 2);
		object->script = s->number;
		object->values = calloc(object->count + 1, sizeof *object->values);
		object->methods = o + 2 * object->count;
		if (plain_word(at) == 6) {
			const unsigned class = plain_word(o);

			object->selectors = object->methods;
			object->selector_count = object->count;
			object->methods += 2 * object->count;
			if (class < PLAIN_CLASSES && !p->class_scripts[class]) {
				p->class_scripts[class] = (uint16_t)(s->number + 1);
				p->class_at[class] = o;
			}
		}
	}
}

static inline bool plain_is_relocated(const struct plain_script *s, const uint8_t *place)
{
	for (const uint8_t *at = plain_section(s, NULL); at; at = plain_section(s, at))
		for (unsigned i = 0; plain_word(at) == 8 && i < plain_word(at + 4); i++)
			if (plain_word(at + 6 + 2 * i) == (unsigned)(place - s->bytes))
				return true;
	return false;
}

static inline struct pv plain_initial(const struct plain_script *s, const uint8_t *at)
{
	if (plain_is_relocated(s, at))
		return (struct pv){ 'S', s->number, (uint16_t)plain_word(at) };
	return pv_int(plain_word(at));
}

static inline struct plain_script *plain_load(struct plain *p, unsigned number);

static inline struct pv plain_class(struct plain *p, unsigned class)
{
	if (class >= PLAIN_CLASSES || !p->class_scripts[class])
		return pv_int(0);
	if (pv_is_null(p->classes[class]))
		plain_load(p, p->class_scripts[class] - 1u);
	return p->classes[class];
}

static inline void plain_fill(struct plain *p, struct plain_script *s)
{
	size_t k = 0;

	for (const uint8_t *at = plain_section(s, NULL); at; at = plain_section(s, at)) {
		for (size_t i = 0; plain_word(at) == 10 && i < s->local_count; i++)
			s->locals[i] = plain_initial(s, at + 4 + 2 * i);
		if (!plain_is_object(at))
			continue;
		for (size_t i = 0; i < s->objects[k].count; i++)
			s->objects[k].values[i] = plain_initial(s, at + 12 + 2 * i);
		s->objects[k].is_live = true;
		if (plain_word(at) == 6 && plain_word(at + 12) < PLAIN_CLASSES)
			p->classes[plain_word(at + 12)] =
				(struct pv){ 'S', s->number, s->objects[k].address };
		k++;
	}
}

/* An instance has the properties of its species. */
static inline void plain_link(struct plain *p, struct plain_script *s)
{
	for (size_t i = 0; i < s->object_count; i++) {
		struct plain_object *object = &s->objects[i];
		const uint8_t *o = s->bytes + object->address;
		const unsigned species = object->count ? plain_word(o) : PLAIN_CLASSES;

		if (!object->selectors && species < PLAIN_CLASSES &&
		    p->class_at[species]) {
			const uint8_t *class = p->class_at[species];

			object->selector_count = plain_word(class - 2);
			object->selectors = class + 2 * object->selector_count;
		}
		for (size_t k = 0; k < 2 && object->count > 1; k++)
			object->values[k] = plain_class(p, plain_word(o + 2 * k));
	}
}

static inline struct plain_script *plain_load(struct plain *p, unsigned number)
{
	struct plain_script *s = plain_script(p, number);

	if (!s || s->is_loaded)
		return s;
	s->is_loaded = true;
	plain_fill(p, s);
	plain_link(p, s);
	return s;
}

static inline void plain_dispose(struct plain *p, unsigned number)
{
	struct plain_script *s = plain_script(p, number);

	if (!s || !s->is_loaded)
		return;
	s->is_loaded = false;
	for (size_t i = 0; i < PLAIN_CLASSES; i++)
		if (p->classes[i].kind == 'S' && p->classes[i].number == number)
			p->classes[i] = pv_int(0);
}

static inline struct plain_object *plain_object(struct plain *p, struct pv v)
{
	struct plain_script *s = v.kind == 'S' ? plain_script(p, v.number) : NULL;

	if (v.kind == 'C' && v.number && v.number <= p->clone_count)
		return p->clones[v.number - 1].is_live ? &p->clones[v.number - 1] : NULL;
	for (size_t i = 0; s && s->is_loaded && i < s->object_count; i++)
		if (s->objects[i].address == v.offset)
			return &s->objects[i];
	return NULL;
}

/* Variable: *index; method: *script and *code. */
static inline bool plain_lookup(struct plain *p, const struct plain_object *object,
				unsigned selector, bool *is_variable, size_t *index,
				uint16_t *script, unsigned *code)
{
	*is_variable = true;
	for (*index = 0; *index < object->selector_count && *index < object->count;
	     ++*index)
		if (plain_word(object->selectors + 2 * *index) == selector)
			return true;
	*is_variable = false;
	for (int i = 0; object && i < 256; i++) {
		const unsigned count = plain_word(object->methods);

		for (unsigned k = 0; k < count; k++)
			if (plain_word(object->methods + 2 + 2 * k) == selector) {
				*code = plain_word(object->methods + 4 + 2 * count +
						   2 * k);
				*script = object->script;
				return true;
			}
		object = object->count > 1 ? plain_object(p, object->values[1]) : NULL;
	}
	return false;
}

/* Checksums. */
static inline uint32_t plain_crc(uint32_t crc, const char *text, size_t size)
{
	static uint32_t table[256];

	if (!table[1])
		for (uint32_t i = 0; i < 256; i++) {
			uint32_t c = i;

			for (int bit = 0; bit < 8; bit++)
				c = c & 1 ? c >> 1 ^ 0xedb88320 : c >> 1;
			table[i] = c;
		}
	for (size_t i = 0; i < size; i++)
		crc = crc >> 8 ^ table[(crc ^ (uint8_t)text[i]) & 0xff];
	return crc;
}

static inline uint32_t plain_crc_of(uint32_t crc, const struct pv *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char text[32], *end = plain_print(text, values[i]);

		*end++ = '\n';
		crc = plain_crc(crc, text, (size_t)(end - text));
	}
	return crc;
}

static inline uint32_t plain_sum(struct plain *p)
{
	uint32_t crc = 0xffffffff;

	for (size_t k = 0; k < p->program->script_count; k++) {
		const struct plain_script *s = &p->scripts[k];

		if (!s->is_loaded)
			continue;
		crc = plain_crc_of(crc, s->locals, s->local_count);
		for (size_t i = 0; i < s->object_count; i++)
			crc = plain_crc_of(crc, s->objects[i].values,
					   s->objects[i].count);
	}
	return ~crc;
}

#endif
