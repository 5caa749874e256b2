/*
 * Kernel functions for saved games: files of the store with a head that says what they
 * are, and a state of the engine without its files. Source: sci0-vm-notes 9.
 */
#include "save_parts.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	VERSION = 1,
	SIGNATURE_SIZE = 8,
	MOST_SAVES = 20, /* scripts have room for this many */
	NAME_SIZE = 36,	 /* bytes of each name in GetSaveFiles, with NUL */
	NO_SLOT = -1,
};

static const uint8_t signature[SIGNATURE_SIZE] = {
	'E', 'X', 'H', 'S', 'C', 'I', 'G', 0x1a
};

/* Header of a saved game. */
struct head {
	uint32_t serial; /* increases with each saved game */
	char *description, *version;
};

static void walk_head(struct save_walk *w, struct head *head)
{
	uint8_t found[SIGNATURE_SIZE];
	uint32_t version = VERSION;

	memcpy(found, signature, sizeof found);
	walk_bytes(w, found, sizeof found);
	if (!w->fault && memcmp(found, signature, sizeof found) != 0)
		walk_fail(w, "it is no saved game");
	WALK_WITHIN(w, version, uint32_t, VERSION, VERSION);
	walk_u32(w, &head->serial);
	exh_stage_walk_text(w, &head->description);
	exh_stage_walk_text(w, &head->version);
	if (!w->fault && (!head->description || !head->version))
		walk_fail(w, "it has no description");
}

static void free_head(struct head *head)
{
	free(head->description);
	free(head->version);
}

void exh_stage_note_damaged(stage *s, const char *name, const char *why)
{
	const size_t size = strlen(name);

	for (const struct exh_note *note = s->notes.first; note; note = note->next)
		if (strncmp(note->text, name, size) == 0 && note->text[size] == ':')
			return;
	s->notes.arena = &s->notes_arena;
	exh_note(&s->notes, EXH_WARNING, EXH_NO_OFFSET,
		 "%s: this saved game can't be restored: %s", name, why);
}

/* Opens the saved game of a slot; w is left at its state. False: none, or a damaged one,
 * which is noted. The caller always frees head. */
static bool open_slot(stage *s, const char *id, int32_t slot, struct head *head,
		      struct save_walk *w)
{
	char name[EXH_SCI_FILE_NAME + 1];

	*head = (struct head){ .serial = 0 };
	*w = (struct save_walk){ .fault = NULL };
	if (slot < 0 || slot >= MOST_SAVES)
		return false;
	exh_stage_save_name(id, slot, name);
	if (!exh_sci_files_read(s->files, name, &w->in.in))
		return false;
	walk_head(w, head);
	if (w->fault)
		exh_stage_note_damaged(s, name, w->fault);
	return !w->fault;
}

/* Lists slots in use, the newest first; returns their number. */
static size_t list_slots(stage *s, const char *id, int32_t slots[MOST_SAVES],
			 uint32_t *last_serial)
{
	uint32_t serials[MOST_SAVES];
	size_t count = 0;

	*last_serial = 0;
	for (int32_t slot = 0; slot < MOST_SAVES; slot++) {
		struct head head;
		struct save_walk w;
		size_t at;

		if (open_slot(s, id, slot, &head, &w)) {
			for (at = count++; at && serials[at - 1] < head.serial; at--) {
				serials[at] = serials[at - 1];
				slots[at] = slots[at - 1];
			}
			serials[at] = head.serial;
			slots[at] = slot;
			*last_serial = serials[0];
		}
		free_head(&head);
	}
	return count;
}

/*
 * Looking.
 */

static void write_names(stage *s, const char *id, const int32_t *slots, size_t count,
			reg to)
{
	for (size_t i = 0; i < count; i++, to.offset += NAME_SIZE) {
		uint8_t name[NAME_SIZE] = { 0 };
		struct head head;
		struct save_walk w;

		if (open_slot(s, id, slots[i], &head, &w))
			snprintf((char *)name, sizeof name, "%s", head.description);
		exh_sci_vm_write(s->vm, to, (struct exh_bytes){ name, NAME_SIZE, 0 });
		free_head(&head);
	}
	exh_sci_vm_write(s->vm, to, (struct exh_bytes){ (const uint8_t *)"", 1, 0 });
}

static void get_save_files(stage *s, kernel_call *call)
{
	char *id = exh_stage_text_arg(s, call, 0);
	int32_t slots[MOST_SAVES];
	uint16_t numbers[MOST_SAVES];
	uint32_t serial;
	const size_t count = id ? list_slots(s, id, slots, &serial) : 0;

	for (size_t i = 0; i < count; i++)
		numbers[i] = (uint16_t)slots[i];
	if (id)
		write_names(s, id, slots, count, exh_stage_arg_reg(call, 1));
	exh_sci_vm_write_words(s->vm, exh_stage_arg_reg(call, 2), numbers, count);
	call->result = stage_int((int32_t)count);
	free(id);
}

/* True if the game's version matches. */
static bool is_same_version(stage *s, const kernel_call *call, size_t argument,
			    const struct head *head)
{
	char *version = exh_stage_text_arg(s, call, argument);
	const bool is_same = version && (call->count <= argument ||
					 strcmp(version, head->version) == 0);

	free(version);
	return is_same;
}

static void check_save_game(stage *s, kernel_call *call)
{
	char *id = exh_stage_text_arg(s, call, 0);
	struct head head = { .serial = 0 };
	struct save_walk w;

	if (id && open_slot(s, id, exh_stage_arg(call, 1, 0), &head, &w))
		call->result = stage_int(is_same_version(s, call, 2, &head));
	free_head(&head);
	free(id);
}

/*
 * Saving and restoring.
 */

/* Returns the given slot if it is in use, else the first free slot. */
static int32_t slot_for(stage *s, const char *id, int32_t asked, uint32_t *serial)
{
	int32_t slots[MOST_SAVES];
	const size_t count = list_slots(s, id, slots, serial);
	uint32_t used = 0;

	for (size_t i = 0; i < count; i++) {
		if (slots[i] == asked)
			return asked;
		used |= UINT32_C(1) << slots[i];
	}
	for (int32_t slot = 0; slot < MOST_SAVES; slot++)
		if (!(used >> slot & 1))
			return slot;
	return NO_SLOT;
}

static bool save(stage *s, const kernel_call *call, const char *id)
{
	struct exh_writer out = { .limit = EXH_SCI_FILE_SIZE };
	struct save_walk w = { .out = &out };
	struct head head = { .description = exh_stage_text_arg(s, call, 2),
			     .version = exh_stage_text_arg(s, call, 3) };
	const int32_t slot =
		slot_for(s, id, exh_stage_arg(call, 1, NO_SLOT), &head.serial);
	char name[EXH_SCI_FILE_NAME + 1];
	bool is_good = false;

	if (slot != NO_SLOT && head.description && head.version) {
		head.serial++;
		walk_head(&w, &head);
		exh_stage_save_name(id, slot, name);
		is_good = exh_stage_save_state(s, false, &out) && !out.failed &&
			  exh_stage_write_file(s, name, exh_writer_bytes(&out));
	}
	exh_writer_free(&out);
	free_head(&head);
	return is_good;
}

static void save_game(stage *s, kernel_call *call)
{
	char *id = exh_stage_text_arg(s, call, 0);

	if (id && !call->is_nested)
		call->result = stage_int(save(s, call, id));
	free(id);
}

/* Loads the state, which becomes the game's when the machine has stopped. False: none. */
static bool restore(stage *s, const kernel_call *call, const char *id)
{
	const int32_t slot = exh_stage_arg(call, 1, NO_SLOT);
	struct head head;
	struct save_walk w;

	if (open_slot(s, id, slot, &head, &w) && is_same_version(s, call, 2, &head)) {
		exh_stage_save_name(id, slot, s->restored_name);
		exh_write_bytes(&s->restored, w.in.in.data + w.in.pos, rd_left(&w.in));
	}
	free_head(&head);
	return s->restored.size && !s->restored.failed;
}

/* Result 1: not restored; otherwise the call does not return. */
static void restore_game(stage *s, kernel_call *call)
{
	char *id = exh_stage_text_arg(s, call, 0);

	exh_writer_free(&s->restored);
	s->restored.limit = EXH_SCI_FILE_SIZE;
	if (id && !call->is_nested && !call->is_again && restore(s, call, id)) {
		exh_stage_note(s, "file RestoreGame 0");
		exh_stage_wait(call);
	} else {
		call->result = stage_int(1);
	}
	free(id);
}

static void restart_game(stage *s, kernel_call *call)
{
	s->is_restarted = !call->is_again && !call->is_nested;
	if (s->is_restarted)
		exh_stage_wait(call);
}

const struct stage_function exh_stage_saves[] = {
	{ "GetSaveFiles", get_save_files }, { "CheckSaveGame", check_save_game },
	{ "SaveGame", save_game },	    { "RestoreGame", restore_game },
	{ "RestartGame", restart_game },    { 0 },
};
