/* Kernel functions for files: those that scripts open, and what they ask of the disk.
 * Source: sci0-vm 4.4, sci0-vm-notes 1. */
#include "exhume/advanced/sci_files.h"

#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Modes of FOpen. */
enum { OPEN_TO_APPEND, OPEN_TO_READ, OPEN_TO_TRUNCATE };

void exh_stage_save_name(const char *id, int32_t slot, char name[EXH_SCI_FILE_NAME + 1])
{
	snprintf(name, EXH_SCI_FILE_NAME + 1, "%.40ssg.%03d", id,
		 (int)(uint16_t)slot % 1000);
}

bool exh_stage_write_file(stage *s, const char *name, struct exh_bytes bytes)
{
	char last[EXH_SCI_FILE_NAME + 1];

	return exh_sci_file_name(name, last) && bytes.size <= EXH_SCI_FILE_SIZE &&
	       (!s->resources.keep ||
		s->resources.keep(s->resources.context, last, bytes)) &&
	       exh_sci_files_write(s->files, last, bytes);
}

static bool append_to_file(stage *s, const char *name, struct exh_bytes bytes)
{
	struct exh_writer all = { .limit = EXH_SCI_FILE_SIZE };
	struct exh_bytes before = { .size = 0 };
	bool good;

	if (!s->resources.keep)
		return exh_sci_files_append(s->files, name, bytes);
	exh_sci_files_read(s->files, name, &before);
	exh_write_bytes(&all, before.data, before.size);
	exh_write_bytes(&all, bytes.data, bytes.size);
	good = !all.failed && exh_stage_write_file(s, name, exh_writer_bytes(&all));
	exh_writer_free(&all);
	return good;
}

/* Returns the file with a number from 1 on; NULL: not open. */
static struct stage_handle *handle_of(stage *s, int32_t number)
{
	return number > 0 && number <= STAGE_HANDLES && s->handles[number - 1].is_open
		       ? &s->handles[number - 1]
		       : NULL;
}

/* False: it can't be opened in this mode. */
static bool open_file(stage *s, const char *name, int32_t mode, struct stage_handle *out)
{
	struct exh_bytes found = { .size = 0 };
	const bool is_there = exh_sci_files_read(s->files, name, &found);

	if (strlen(name) > EXH_SCI_FILE_NAME)
		return false;
	if (mode == OPEN_TO_READ && !is_there)
		return false;
	if ((mode == OPEN_TO_TRUNCATE || !is_there) &&
	    !exh_stage_write_file(s, name, (struct exh_bytes){ .size = 0 }))
		return false;
	*out = (struct stage_handle){ .is_open = true,
				      .at = mode == OPEN_TO_READ ? 0 : found.size };
	snprintf(out->name, sizeof out->name, "%s", name);
	return true;
}

/* Returns a number from 1 on, or the value for no file. */
static void f_open(stage *s, kernel_call *call)
{
	char *name = exh_stage_text_arg(s, call, 0);
	const int32_t mode = exh_stage_arg(call, 1, OPEN_TO_APPEND);

	call->result = exh_stage_no_file(s);
	for (int32_t i = 0; i < STAGE_HANDLES && name; i++) {
		if (s->handles[i].is_open)
			continue;
		if (open_file(s, name, mode, &s->handles[i]))
			call->result = stage_int(i + 1);
		break;
	}
	free(name);
}

static void f_close(stage *s, kernel_call *call)
{
	struct stage_handle *handle = handle_of(s, exh_stage_arg(call, 0, 0));

	if (handle)
		handle->is_open = false;
}

static void f_puts(stage *s, kernel_call *call)
{
	const struct stage_handle *handle = handle_of(s, exh_stage_arg(call, 0, 0));
	char *text = exh_stage_text_arg(s, call, 1);

	if (handle && text)
		append_to_file(
			s, handle->name,
			(struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 });
	free(text);
}

/* Returns the number of bytes of a line without its end, at most most. */
static size_t line_size(struct exh_bytes rest, size_t most, size_t *taken)
{
	size_t size = 0;

	while (size < rest.size && size < most && rest.data[size] != '\n')
		size++;
	*taken = size + (size < rest.size && size < most);
	return size;
}

/* Returns the buffer; 0 at the end of the file, or without a handle. */
static void f_gets(stage *s, kernel_call *call)
{
	const reg to = exh_stage_arg_reg(call, 0);
	const uint32_t room = (uint16_t)exh_stage_arg(call, 1, 0);
	struct stage_handle *handle = handle_of(s, exh_stage_arg(call, 2, 0));
	struct exh_bytes rest;
	size_t taken, size;
	reg end = to;

	if (!handle || !room || !exh_sci_files_read(s->files, handle->name, &rest) ||
	    handle->at >= rest.size)
		return;
	rest.data += handle->at;
	rest.size -= handle->at;
	size = line_size(rest, room - 1, &taken);
	exh_sci_vm_write(s->vm, to, (struct exh_bytes){ rest.data, size, 0 });
	end.offset = (uint16_t)(to.offset + size);
	exh_sci_vm_write(s->vm, end, (struct exh_bytes){ (const uint8_t *)"", 1, 0 });
	handle->at += taken;
	call->result = to;
}

/*
 * Devices: there is one.
 */

enum {
	DEVICE_OF_PATH,
	DEVICE_NOW,
	DEVICE_IS_SAME,
	DEVICE_IS_REMOVABLE,
	DEVICE_CATALOGUE = 7, /* the name of a catalogue of saved games */
	DEVICE_SAVED_GAME,    /* the name of a saved game */
};

static void write_text(stage *s, reg to, const char *text)
{
	exh_sci_vm_write(
		s->vm, to,
		(struct exh_bytes){ (const uint8_t *)text, strlen(text) + 1, 0 });
}

static void write_save_name(stage *s, kernel_call *call, bool is_catalogue)
{
	char *id = exh_stage_text_arg(s, call, 2);
	char name[EXH_SCI_FILE_NAME + 1];

	if (id && is_catalogue) {
		snprintf(name, sizeof name, "%.40ssg.dir", id);
		write_text(s, exh_stage_arg_reg(call, 1), name);
	} else if (id) {
		exh_stage_save_name(id, exh_stage_arg(call, 3, 0), name);
		write_text(s, exh_stage_arg_reg(call, 1), name);
	}
	free(id);
}

static void is_same_device(stage *s, kernel_call *call)
{
	char *first = exh_stage_text_arg(s, call, 1);
	char *second = exh_stage_text_arg(s, call, 2);

	call->result = stage_int(first && second && !strcmp(first, second));
	free(first);
	free(second);
}

/* Some games leave out the first argument, and mean the current device. */
static void device_info(stage *s, kernel_call *call)
{
	const reg first = exh_stage_arg_reg(call, 0);
	const int32_t asked = first.segment ? DEVICE_NOW : exh_stage_arg(call, 0, 0);

	switch (asked) {
	case DEVICE_OF_PATH:
		write_text(s, exh_stage_arg_reg(call, 2), "/");
		call->keeps_result = true;
		break;
	case DEVICE_NOW:
		write_text(s, first.segment ? first : exh_stage_arg_reg(call, 1), "/");
		call->keeps_result = true;
		break;
	case DEVICE_IS_SAME:
		is_same_device(s, call);
		break;
	case DEVICE_CATALOGUE:
	case DEVICE_SAVED_GAME:
		write_save_name(s, call, asked == DEVICE_CATALOGUE);
		break;
	default:
		break;
	}
}

static void yes(stage *s, kernel_call *call)
{
	(void)s;
	call->result = stage_int(1);
}

const struct stage_function exh_stage_files[] = {
	{ "FOpen", f_open },	       { "FClose", f_close },
	{ "FPuts", f_puts },	       { "FGets", f_gets },
	{ "DeviceInfo", device_info }, { "ValidPath", yes },
	{ "CheckFreeSpace", yes },     { 0 },
};
