#include "tracer.h"

#include <stdlib.h>

/*
 * CRC-32 as zlib has it: of two texts, one after the other, it is that of the first one
 * moved on by the length of the second, plus that of the second. Moving on is to multiply
 * by a power of x, modulo the polynomial; the lowest bit is the highest power.
 */
enum { TOP = 31, POWERS = 32 };

static const uint32_t polynomial = 0xedb88320, one = 1u << TOP;

static uint32_t multiply(uint32_t a, uint32_t b)
{
	uint32_t product = 0;

	for (; a; a <<= 1) {
		product ^= b & (0u - (a >> TOP));
		b = b >> 1 ^ (polynomial & (0u - (b & 1)));
	}
	return product;
}

/* A text that was summed. */
struct part {
	uint32_t crc, moves; /* moves: by its length */
};

static struct part after(struct part first, struct part second)
{
	return (struct part){ multiply(second.moves, first.crc) ^ second.crc,
			      multiply(second.moves, first.moves) };
}

/* Variables, or the properties of an object. */
struct block {
	reg *values; /* values that were summed */
	size_t count;
	struct part part;
};

struct script {
	struct block *blocks; /* the locals, then the objects */
	size_t count;
	struct part part;
};

struct vm_sums {
	uint32_t table[256];
	uint32_t powers[POWERS]; /* x to the power of 8 times 2^i */
	struct script *scripts;
	size_t count;
	struct vm_line line;
};

struct vm_sums *exh_vm_sums_new(size_t script_count)
{
	struct vm_sums *sums = calloc(1, sizeof *sums);

	if (!sums)
		return NULL;
	sums->scripts = calloc(script_count + 1, sizeof *sums->scripts);
	sums->count = script_count;
	if (!sums->scripts) {
		free(sums);
		return NULL;
	}
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t crc = i;

		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (polynomial & (0u - (crc & 1)));
		sums->table[i] = crc;
	}
	sums->powers[0] = one >> 8;
	for (size_t i = 1; i < POWERS; i++)
		sums->powers[i] = multiply(sums->powers[i - 1], sums->powers[i - 1]);
	return sums;
}

void exh_vm_sums_free(struct vm_sums *sums)
{
	for (size_t i = 0; sums && i < sums->count; i++) {
		for (size_t k = 0; k < sums->scripts[i].count; k++)
			free(sums->scripts[i].blocks[k].values);
		free(sums->scripts[i].blocks);
	}
	if (sums)
		free(sums->scripts);
	free(sums);
}

static struct part sum_values(const struct exh_sci_vm *vm, struct vm_sums *sums,
			      const reg *values, size_t count)
{
	struct part part = { 0xffffffff, one };
	struct vm_line *line = &sums->line;
	uint64_t size = 0;

	for (size_t i = 0; i < count; i++) {
		line->size = 0;
		vm_put_reg(vm, values[i], line);
		vm_put_char(line, '\n');
		for (size_t k = 0; k < line->size; k++)
			part.crc =
				part.crc >> 8 ^
				sums->table[(part.crc ^ (uint8_t)line->text[k]) & 0xff];
		size += line->size;
	}
	part.crc = ~part.crc;
	for (size_t i = 0; i < POWERS; i++)
		if (size >> i & 1)
			part.moves = multiply(sums->powers[i], part.moves);
	return part;
}

/* True if it has changed. What is no value yet may become one: it is summed anew. */
static bool update(const struct exh_sci_vm *vm, struct vm_sums *sums, struct block *block,
		   const reg *values, size_t count)
{
	if (block->values && block->count == count &&
	    !memcmp(block->values, values, count * sizeof *values))
		return false;
	if (!block->values || block->count != count) {
		free(block->values);
		block->values = malloc((count + 1) * sizeof *values);
		block->count = count;
	}
	if (block->values && count)
		memcpy(block->values, values, count * sizeof *values);
	block->part = sum_values(vm, sums, values, count);
	return true;
}

static bool make_room(struct script *script, size_t count)
{
	if (script->blocks)
		return true;
	script->blocks = calloc(count, sizeof *script->blocks);
	script->count = script->blocks ? count : 0;
	return script->blocks;
}

static void update_script(const struct exh_sci_vm *vm, struct vm_sums *sums,
			  struct script *script, const struct vm_segment *s)
{
	const struct vm_segment *locals = exh_vm_segment(vm, s->locals);
	bool is_changed = !script->blocks;

	if (!make_room(script, s->object_count + 1))
		return;
	if (locals)
		is_changed |= update(vm, sums, &script->blocks[0], locals->cells,
				     locals->cell_count);
	/* Places of objects rise with their offsets. */
	for (size_t i = 0; i < s->object_count; i++)
		is_changed |= update(vm, sums, &script->blocks[i + 1],
				     s->objects[i].values, s->objects[i].count);
	if (!is_changed)
		return;
	script->part = (struct part){ 0, one };
	for (size_t i = 0; i < script->count; i++)
		if (script->blocks[i].values)
			script->part = after(script->part, script->blocks[i].part);
}

uint32_t exh_vm_sum(const struct exh_sci_vm *vm, struct vm_sums *sums)
{
	struct part all = { 0, one };

	/* The program's scripts are in the order of their numbers. */
	for (size_t i = 0; i < sums->count; i++) {
		const struct vm_segment *s = exh_vm_segment(vm, vm->segment_of[i]);

		if (!s || s->is_doomed)
			continue;
		update_script(vm, sums, &sums->scripts[i], s);
		all = after(all, sums->scripts[i].part);
	}
	return all.crc;
}

uint32_t exh_sci_vm_checksum(const struct exh_sci_vm *vm)
{
	struct exh_writer text = { .limit = SIZE_MAX };
	uint32_t crc;

	for (size_t i = 0; i < vm->program->script_count; i++) {
		const struct vm_segment *s = exh_vm_segment(vm, vm->segment_of[i]);
		const struct vm_segment *locals =
			s && !s->is_doomed ? exh_vm_segment(vm, s->locals) : NULL;

		if (!s || s->is_doomed)
			continue;
		for (size_t k = 0; locals && k < locals->cell_count; k++) {
			exh_sci_vm_print(vm, locals->cells[k], &text);
			exh_write_u8(&text, '\n');
		}
		for (size_t k = 0; k < s->object_count; k++)
			for (size_t v = 0; v < s->objects[k].count; v++) {
				exh_sci_vm_print(vm, s->objects[k].values[v], &text);
				exh_write_u8(&text, '\n');
			}
	}
	crc = exh_crc32(exh_writer_bytes(&text));
	exh_writer_free(&text);
	return crc;
}
