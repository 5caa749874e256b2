#include "exhume/base.h"
#include "exhume/advanced/base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *exh_status_name(enum exh_status status)
{
	static const char *const names[] = {
		[EXH_OK] = "ok",
		[EXH_TRUNCATED] = "truncated",
		[EXH_INVALID] = "invalid",
		[EXH_UNSUPPORTED] = "unsupported",
		[EXH_LIMIT] = "limit",
		[EXH_NO_MEMORY] = "no memory",
		[EXH_IO] = "input or output",
	};

	return (unsigned)status < sizeof names / sizeof names[0] ? names[status]
								 : "unknown";
}

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

/* Appends a note to the list, if memory is left. */
static void keep_note(struct exh_notes *notes, enum exh_severity severity, size_t offset,
		      const char *format, va_list args)
{
	struct exh_note *note = exh_alloc(notes->arena, 1, sizeof *note);

	if (!note)
		return;
	note->severity = severity;
	note->offset = offset;
	vsnprintf(note->text, sizeof note->text, format, args);
	if (notes->last)
		notes->last->next = note;
	else
		notes->first = note;
	notes->last = note;
}

void exh_note(struct exh_notes *notes, enum exh_severity severity, size_t offset,
	      const char *format, ...)
{
	size_t count, last;
	va_list args;

	if (!notes)
		return;
	count = severity == EXH_WARNING ? ++notes->warning_count : ++notes->damage_count;
	last = severity == EXH_WARNING ? notes->last_warning : notes->last_damage;
	if (last && count > last)
		return;
	va_start(args, format);
	keep_note(notes, severity, offset, format, args);
	va_end(args);
}

void exh_notes_limit(struct exh_notes *notes, size_t most)
{
	if (!notes)
		return;
	notes->last_warning = notes->warning_count + most;
	notes->last_damage = notes->damage_count + most;
}

/* Appends a note that stands for notes that were left out; it is not counted. */
EXH_PRINTF(3, 4)
static void keep_uncounted(struct exh_notes *notes, enum exh_severity severity,
			   const char *format, ...)
{
	va_list args;

	va_start(args, format);
	keep_note(notes, severity, EXH_NO_OFFSET, format, args);
	va_end(args);
}

void exh_notes_all(struct exh_notes *notes)
{
	if (!notes)
		return;
	if (notes->last_warning && notes->warning_count > notes->last_warning)
		keep_uncounted(notes, EXH_WARNING, "%zu more warnings",
			       notes->warning_count - notes->last_warning);
	if (notes->last_damage && notes->damage_count > notes->last_damage)
		keep_uncounted(notes, EXH_DAMAGE, "damage in %zu more places",
			       notes->damage_count - notes->last_damage);
	notes->last_warning = notes->last_damage = 0;
}
