/* Functions used by all parts: arguments, properties, texts, resources, functions that go
 * on. */
#include "exhume/advanced/sci_cache.h"

#include "stage.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 1 << 16, NOTE_SIZE = 160 };

int32_t exh_stage_arg(const kernel_call *call, size_t i, int32_t fallback)
{
	return i < call->count ? (int16_t)call->arguments[i].offset : fallback;
}

reg exh_stage_arg_reg(const kernel_call *call, size_t i)
{
	return i < call->count ? call->arguments[i] : stage_int(0);
}

struct rect exh_stage_arg_rect(const kernel_call *call, size_t i)
{
	return (struct rect){ .top = exh_stage_arg(call, i, 0),
			      .left = exh_stage_arg(call, i + 1, 0),
			      .bottom = exh_stage_arg(call, i + 2, 0),
			      .right = exh_stage_arg(call, i + 3, 0) };
}

reg exh_stage_get_reg(stage *s, reg object, enum stage_selector selector)
{
	reg value = stage_int(0);

	if (s->selectors[selector] >= 0)
		exh_sci_vm_property(s->vm, object, (unsigned)s->selectors[selector],
				    &value);
	return value;
}

int32_t exh_stage_get(stage *s, reg object, enum stage_selector selector)
{
	return (int16_t)exh_stage_get_reg(s, object, selector).offset;
}

uint32_t exh_stage_get_bits(stage *s, reg object, enum stage_selector selector)
{
	return exh_stage_get_reg(s, object, selector).offset;
}

void exh_stage_set_reg(stage *s, reg object, enum stage_selector selector, reg value)
{
	if (s->selectors[selector] >= 0)
		exh_sci_vm_set_property(s->vm, object, (unsigned)s->selectors[selector],
					value);
}

void exh_stage_set(stage *s, reg object, enum stage_selector selector, int32_t value)
{
	exh_stage_set_reg(s, object, selector, stage_int(value));
}

bool exh_stage_has(stage *s, reg object, enum stage_selector selector)
{
	reg unused;

	return s->selectors[selector] >= 0 &&
	       exh_sci_vm_property(s->vm, object, (unsigned)s->selectors[selector],
				   &unused);
}

/*
 * Texts.
 */

static char *copy_of(struct exh_bytes bytes)
{
	char *text = malloc(bytes.size + 1);

	if (!text)
		return NULL;
	if (bytes.size)
		memcpy(text, bytes.data, bytes.size);
	text[bytes.size] = '\0';
	return text;
}

char *exh_stage_copy(const char *text)
{
	return copy_of((struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 });
}

char *exh_stage_text_at(stage *s, reg at)
{
	struct exh_writer out = { .limit = TEXT_LIMIT };
	char *text;

	if (at.segment)
		exh_sci_vm_text(s->vm, at, &out);
	text = copy_of(exh_writer_bytes(&out));
	exh_writer_free(&out);
	return text;
}

char *exh_stage_text_arg(stage *s, const kernel_call *call, size_t i)
{
	return exh_stage_text_at(s, exh_stage_arg_reg(call, i));
}

char *exh_stage_text(stage *s, const kernel_call *call, size_t i, size_t *taken)
{
	const reg at = exh_stage_arg_reg(call, i);
	struct exh_bytes text = { .size = 0 };

	*taken = 1;
	if (at.segment || stage_is_null(at) || i + 1 >= call->count)
		return exh_stage_text_at(s, at);
	*taken = 2;
	exh_sci_program_text(s->program, at.offset, call->arguments[i + 1].offset, &text);
	exh_stage_note_source(s, at.offset, call->arguments[i + 1].offset, text);
	return copy_of(text);
}

bool exh_stage_resource(stage *s, unsigned type, unsigned number, struct exh_bytes *out)
{
	if (exh_sci_cache_get(s->cache, type, number, out))
		return true;
	exh_stage_lacks(s, type, number, NULL);
	return false;
}

void exh_stage_note(stage *s, const char *format, ...)
{
	char text[NOTE_SIZE];
	va_list args;

	if (!s->trace.add)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	exh_sci_vm_note(s->vm, text);
}

/*
 * Functions that go on.
 */

struct pending *exh_stage_pending(stage *s, kernel_call *call)
{
	struct pending *top;

	if (call->is_again && s->pending_count)
		return &s->pending[s->pending_count - 1];
	/* Too many nested functions: the outermost is forgotten. */
	if (s->pending_count == STAGE_PENDING)
		memmove(s->pending, s->pending + 1,
			--s->pending_count * sizeof *s->pending);
	top = &s->pending[s->pending_count++];
	*top = (struct pending){ .number = (uint16_t)call->number };
	return top;
}

void exh_stage_done(stage *s)
{
	if (s->pending_count)
		s->pending_count--;
}

void exh_stage_send(stage *s, kernel_call *call, reg receiver,
		    enum stage_selector selector, const reg *values, size_t count)
{
	call->end = EXH_SCI_KERNEL_SENDS;
	call->receiver = receiver;
	/* No object has a selector of this number. */
	call->selector = s->selectors[selector] < 0 ? UINT16_MAX
						    : (unsigned)s->selectors[selector];
	for (size_t i = 0; i < count && i < EXH_SCI_MESSAGE_VALUES; i++)
		call->values[i] = values[i];
	call->value_count = count;
}

void exh_stage_wait(kernel_call *call)
{
	if (!call->is_nested)
		call->end = EXH_SCI_KERNEL_WAITS;
}
