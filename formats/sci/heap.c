/* The scripts that a room needs on the interpreter's heap. */
#include "exhume/sci_rooms.h"

#include <string.h>

enum { IS_IN = 1, IS_FOLLOWED };

struct heap {
	const struct exh_sci_program *program;
	const struct exh_sci_use *uses; /* of scripts alone */
	size_t use_count;
	uint8_t *states; /* by the place of the script */
	int set_regions;
	bool is_most;
};

static void add(const struct heap *h, unsigned number)
{
	const struct exh_sci_program_script *script =
		exh_sci_program_script(h->program, number);

	if (script && !h->states[script - h->program->scripts])
		h->states[script - h->program->scripts] = IS_IN;
}

/* Does a script need another one that it uses so? */
static bool is_needed(const struct heap *h, const struct exh_sci_use *use)
{
	switch (use->manner) {
	case EXH_SCI_USED_SUPERCLASS:
		return true;
	case EXH_SCI_USED_SEND:
		return use->selector == h->set_regions;
	case EXH_SCI_USED_CALL:
	case EXH_SCI_USED_CLASS:
	case EXH_SCI_USED_LOAD:
		return h->is_most;
	default:
		return false;
	}
}

/* Adds what is needed until nothing is new. */
static void follow(const struct heap *h)
{
	bool is_changed = true;

	while (is_changed) {
		is_changed = false;
		for (size_t i = 0; i < h->program->script_count; i++) {
			if (h->states[i] != IS_IN)
				continue;
			h->states[i] = IS_FOLLOWED;
			is_changed = true;
			for (size_t k = 0; k < h->use_count; k++)
				if (h->uses[k].script == h->program->scripts[i].number &&
				    is_needed(h, &h->uses[k]))
					add(h, h->uses[k].number);
		}
	}
}

static size_t size_of(struct heap *h, unsigned room, bool is_most)
{
	size_t size = 0;

	memset(h->states, 0, h->program->script_count);
	h->is_most = is_most;
	add(h, 0);
	add(h, room);
	follow(h);
	for (size_t i = 0; i < h->program->script_count; i++)
		if (h->states[i])
			size += h->program->scripts[i].code.bytes.size;
	return size;
}

enum exh_status exh_sci_room_heap(const struct exh_sci_program *program,
				  const struct exh_sci_use *uses, size_t use_count,
				  unsigned room, struct exh_sci_heap *out,
				  struct exh_error *err)
{
	struct exh_arena arena = { .limit = SIZE_MAX };
	struct heap h = { .program = program };

	h.uses = exh_sci_uses_of(uses, use_count, EXH_SCI_USE_SCRIPT, -1, &h.use_count);
	h.set_regions = exh_sci_program_selector_named(
		program, (struct exh_bytes){ (const uint8_t *)"setRegions", 10, 0 });
	h.states = exh_alloc(&arena, program->script_count + 1, 1);
	if (!h.states)
		return exh_fail(err, EXH_NO_MEMORY, EXH_NO_OFFSET, "out of memory");
	out->least = size_of(&h, room, false);
	out->most = size_of(&h, room, true);
	exh_arena_free(&arena);
	return EXH_OK;
}
