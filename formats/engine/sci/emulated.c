/* Kernel functions in their 16-bit form. Source: sci0-vm 4.4, 8. */
#include "kernel.h"

/*
 * Access to the heap.
 */

uint16_t exh_vm_heap_word(const struct vm_emulation *e, uint16_t at)
{
	return (uint16_t)(e->heap[at] | e->heap[(uint16_t)(at + 1)] << 8);
}

void exh_vm_set_heap_word(struct vm_emulation *e, uint16_t at, uint16_t value)
{
	e->heap[at] = (uint8_t)value;
	e->heap[(uint16_t)(at + 1)] = (uint8_t)(value >> 8);
}

uint16_t exh_vm_heap_property(const struct vm_emulation *e, uint16_t object,
			      enum vm_selector selector)
{
	for (size_t i = 0; i < e->object_count; i++) {
		const struct vm_object *o = exh_vm_object(e->vm, e->objects[i].object);
		const int place = o && e->objects[i].address == object
					  ? exh_vm_property_place(
						    e->vm, o, e->vm->selectors[selector])
					  : -1;

		if (place >= 0)
			return (uint16_t)(object + 2 * place);
	}
	return 0;
}

/*
 * The functions.
 */

static uint16_t absolute(struct vm_emulation *e, const uint16_t *args, uint32_t count)
{
	(void)e;
	(void)count;
	return (uint16_t)((int16_t)args[0] < 0 ? 0u - args[0] : args[0]);
}

static uint16_t length(struct vm_emulation *e, const uint16_t *args, uint32_t count)
{
	uint16_t at = args[0];
	uint16_t size = 0;

	(void)count;
	while (at && size < UINT16_MAX && e->heap[(uint16_t)(at + size)])
		size++;
	return size;
}

static uint16_t compare(struct vm_emulation *e, const uint16_t *args, uint32_t count)
{
	const uint32_t most = count > 2 ? args[2] : UINT16_MAX;
	int a = 0, b = 0;

	for (uint32_t i = 0; i < most && a == b; i++) {
		a = e->heap[(uint16_t)(args[0] + i)];
		b = e->heap[(uint16_t)(args[1] + i)];
		if (!a && !b)
			break;
	}
	return (uint16_t)((a > b) - (a < b));
}

/* Writes a character into the heap; returns the replaced one. */
static uint16_t character(struct vm_emulation *e, const uint16_t *args, uint32_t count)
{
	const uint16_t at = (uint16_t)(args[0] + args[1]);
	const uint8_t before = e->heap[at];

	if (count > 2)
		e->heap[at] = (uint8_t)args[2];
	return before;
}

/* Writes properties. */
static uint16_t set_jump(struct vm_emulation *e, const uint16_t *args, uint32_t count)
{
	const uint16_t x = exh_vm_heap_property(e, args[0], VM_SEL_XSTEP);
	const uint16_t y = exh_vm_heap_property(e, args[0], VM_SEL_YSTEP);
	int x_step, y_step;

	(void)count;
	exh_vm_find_jump((int16_t)args[1], (int16_t)args[2], (int16_t)args[3], &x_step,
			 &y_step);
	if (x)
		exh_vm_set_heap_word(e, x, (uint16_t)x_step);
	if (y)
		exh_vm_set_heap_word(e, y, (uint16_t)y_step);
	return 0;
}

const struct vm_old exh_vm_old_functions[] = {
	{ "Abs", absolute },	{ "StrLen", length },	 { "StrCmp", compare },
	{ "StrAt", character }, { "SetJump", set_jump }, { 0 },
};
