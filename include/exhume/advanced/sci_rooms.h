/*
 * The rooms of an SCI0 game, and the ways from one to another.
 *
 * A room is an object that a script exports first, with a property picture and a method
 * newRoom; in games where no such object has this method, but the game's object has, the
 * property is enough. Its number is that of the script. Ways are known as far as cross
 * references are: see sci_xref.h.
 *
 * Memory: lists lie in the caller's arena.
 * Source: sci0-vm 9; formats/sci/README.md, "Cross references, lint and strings".
 */
#ifndef EXHUME_ADVANCED_SCI_ROOMS_H
#define EXHUME_ADVANCED_SCI_ROOMS_H

#include "sci_xref.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A room. */
struct exh_sci_room {
	uint16_t number;
	const struct exh_sci_program_script *script;
	const struct exh_sci_object *object;
	int pic;	/* -1: none, or it is not constant */
	bool is_led_to; /* a way in another script leads to it */
};

/* A way from a room. */
struct exh_sci_exit {
	uint16_t from;	   /* a room; or for code of all rooms, its script */
	uint16_t to;	   /* the game may lack it */
	uint16_t script;   /* script with the way: of the room, or of a region of it */
	uint16_t offset;   /* offset of the way in that script */
	uint16_t selector; /* north and so on, newRoom, entranceTo */
};

/* All rooms and ways. */
struct exh_sci_rooms {
	struct exh_sci_room *rooms; /* sorted by number */
	size_t room_count;
	struct exh_sci_exit *exits; /* sorted by from, to, script, offset */
	size_t exit_count;
};

/* Finds all rooms and ways. uses: all uses of the program, from exh_sci_uses.
 * EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_rooms(const struct exh_sci_program *program,
					  const struct exh_sci_use *uses,
					  size_t use_count, struct exh_arena *arena,
					  struct exh_sci_rooms *out,
					  struct exh_error *err);

/* Returns a room by its number, or NULL if there is none. */
EXH_API const struct exh_sci_room *exh_sci_room(const struct exh_sci_rooms *rooms,
						unsigned number);

/* Size of the interpreter's heap in bytes: it contains whole scripts, clones, lists
 * and the interpreter's own tables. */
enum { EXH_SCI_HEAP_SIZE = 65536 };

/* Bytes on the heap that a room needs. */
struct exh_sci_heap {
	/* Script 0, the room, its regions, and the classes of their objects. */
	size_t least;
	size_t most; /* the same, and all scripts that their code refers to, and so on */
};

/* Computes the sizes of the scripts that a room needs on the heap. EXH_NO_MEMORY. */
EXH_CHECKED enum exh_status exh_sci_room_heap(const struct exh_sci_program *program,
					      const struct exh_sci_use *uses,
					      size_t use_count, unsigned room,
					      struct exh_sci_heap *out,
					      struct exh_error *err);

#ifdef __cplusplus
}
#endif

#endif
