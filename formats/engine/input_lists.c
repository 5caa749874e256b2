/* The lists of which the program of an input script is made. */

#include "input_reading.h"

void *exh_input_push(struct program *program, struct list *list, size_t size)
{
	const uint32_t capacity = list->capacity ? 2 * list->capacity : 16;
	void *data;

	if (list->count == list->capacity) {
		data = capacity > list->capacity
			       ? exh_alloc(program->arena, capacity, size)
			       : NULL;
		if (!data)
			return NULL;
		if (list->count)
			memcpy(data, list->data, list->count * size);
		list->data = data;
		list->capacity = capacity;
	}
	return (uint8_t *)list->data + list->count++ * size;
}

enum exh_status exh_input_add_op(struct text *text, struct input_op op)
{
	struct input_op *slot =
		exh_input_push(text->program, &text->program->ops, sizeof *slot);

	if (!slot)
		return exh_input_no_memory(text);
	*slot = op;
	return EXH_OK;
}
