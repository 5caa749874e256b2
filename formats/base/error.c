#include "exhume/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum exh_status exh_fail(struct exh_error *err, enum exh_status status, size_t offset,
			 const char *format, ...)
{
	va_list args;

	if (!err)
		return status;
	err->status = status;
	err->offset = offset;
	va_start(args, format);
	vsnprintf(err->text, sizeof err->text, format, args);
	va_end(args);
	return status;
}

enum exh_status exh_within(struct exh_error *err, enum exh_status status,
			   const char *format, ...)
{
	char before[sizeof err->text];
	va_list args;
	size_t used;

	if (!err)
		return status;
	va_start(args, format);
	vsnprintf(before, sizeof before - 2, format, args);
	va_end(args);
	used = strlen(before);
	before[used++] = ':';
	before[used++] = ' ';
	memmove(err->text + used, err->text, sizeof err->text - used);
	memcpy(err->text, before, used);
	err->text[sizeof err->text - 1] = '\0';
	return status;
}

void exh_note(struct exh_notes *notes, enum exh_severity severity, size_t offset,
	      const char *format, ...)
{
	struct exh_note *note;
	va_list args;

	if (!notes)
		return;
	if (severity == EXH_WARNING)
		notes->warning_count++;
	else
		notes->damage_count++;
	note = exh_alloc(notes->arena, 1, sizeof *note);
	if (!note)
		return;
	note->severity = severity;
	note->offset = offset;
	va_start(args, format);
	vsnprintf(note->text, sizeof note->text, format, args);
	va_end(args);
	if (notes->last)
		notes->last->next = note;
	else
		notes->first = note;
	notes->last = note;
}
