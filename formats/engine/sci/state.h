/* The machine's state, and what its parts share. */
#ifndef EXH_ENGINE_SCI0_STATE_H
#define EXH_ENGINE_SCI0_STATE_H

#include "exhume/sci_vm.h"

#include "exhume/sci.h"

typedef struct exh_sci_reg reg;

enum {
	VM_NULL_INDEX = UINT16_MAX,
	VM_MAX_SEGMENTS = UINT16_MAX,
	VM_MAX_ENTRIES = 65535, /* of an indexed segment; no offset is VM_NULL_INDEX */
	VM_STRING_SIZE = 64,	/* of a system string */
	VM_STRINGS = 2,
	VM_HUNK_BYTES = 1 << 25, /* of all hunks and blocks of memory */
	VM_ERA_SHIFT = 49,
	VM_CACHE = 1024,   /* selectors that were looked up; a power of 2 */
	VM_RESTARTING = 1, /* bits of exh_sci_vm.restarting */
	VM_RESTORING = 2,
	VM_NO_OP = UINT8_MAX, /* the opcode of an op that is no instruction */
};

/* What objects of one layout have in common: the index in vm->shapes is its identity. */
struct vm_shape {
	const uint16_t *selectors; /* of the properties; borrowed */
	size_t selector_count;
	const struct exh_sci_method *methods; /* of the object itself; borrowed */
	size_t method_count;
	uint16_t segment; /* of the methods */
};

struct vm_object {
	reg *values;
	uint32_t count; /* of values */
	uint32_t shape;
	uint16_t address; /* in the script; of a clone its entry */
	bool is_live;
	const struct exh_sci_object *origin; /* in the script's resource */
};

/* An instruction that is ready to be run. */
struct vm_op {
	uint8_t opcode;
	uint8_t frame;	 /* cells of arguments */
	uint8_t quick;	 /* what the fast loop does: enum vm_quick */
	uint16_t offset; /* in the script */
	uint16_t target; /* of a branch, lofsa, lofss */
	int32_t a;
	union {
		int32_t b;    /* of calle and lea; of properties, a / 2 */
		int32_t link; /* of branches: the target's place; below 0: not yet known
			       */
	};
};

struct vm_code {
	struct vm_op *ops;
	int32_t *places; /* by offset: of the op that begins there; below 0: none yet */
	size_t count, room;
};

struct vm_list {
	reg first, last;
	bool is_live;
};

struct vm_node {
	reg key, value, before, after;
	bool is_live;
};

struct vm_hunk {
	size_t size;
	uint8_t *bytes; /* NULL: the host does not use them yet */
	bool is_live;
};

struct vm_segment {
	uint8_t type;
	bool is_doomed;
	uint16_t script; /* number, of scripts and locals */
	/* Scripts. */
	uint16_t locals;	   /* segment; 0: none */
	uint32_t size;		   /* of the code, data and all */
	uint16_t *object_at;	   /* by offset: 1 + the place of the object there */
	struct vm_object *objects; /* scripts: by place in the source; clones: entries */
	size_t object_count, object_room;
	struct vm_code code;
	const struct exh_sci_program_script *source;
	/* Locals and the stack. */
	reg *cells;
	size_t cell_count;
	/* Entries. */
	struct vm_list *lists;
	struct vm_node *nodes;
	struct vm_hunk *hunks;
	size_t count, room;
	uint32_t earlier; /* entries in full segments of the same type */
	/* Blocks of memory: NULL when they were freed. earlier: such blocks before it. */
	uint8_t *bytes;
	size_t byte_count;
};

struct vm_frame {
	reg self;
	uint16_t segment; /* of the code; 0: nothing runs here but messages */
	uint16_t locals;  /* segment, 0: none */
	int32_t place;	  /* of the op to go on with */
	uint32_t argp, argc, fp;
	uint32_t base;	  /* what sp becomes when a function returns */
	int32_t selector; /* of a method; -1: a function */
	bool is_function;
	bool is_entered; /* nothing ran here yet */
	bool is_floor;	 /* a run ends when its messages are done */
	/* The instruction at place is a kernel call that goes on, after a message or not,
	   and what it finds again. */
	bool is_again, is_sent;
	reg acc, prev, answer;
	uint32_t rest;
	/* Messages that this frame sends. */
	reg receiver;
	const struct vm_object *lookup; /* where they are looked up, NULL: receiver */
	uint32_t message, messages_end, after; /* cells; after: sp when all are done */
};

/* An empty frame. By field, since compilers clear a struct of this size with an
 * instruction that takes longer than all the rest of a call. */
static inline void vm_clear_frame(struct vm_frame *frame)
{
	frame->self = frame->acc = frame->prev = frame->answer = (reg){ 0, 0 };
	frame->receiver = (reg){ 0, 0 };
	frame->segment = frame->locals = 0;
	frame->place = frame->selector = 0;
	frame->argp = frame->argc = frame->fp = frame->base = frame->rest = 0;
	frame->is_function = frame->is_entered = frame->is_floor = false;
	frame->is_again = frame->is_sent = false;
	frame->lookup = NULL;
	frame->message = frame->messages_end = frame->after = 0;
}

struct vm_found {
	bool is_there, is_variable;
	uint16_t index; /* of the variable */
	uint16_t segment, code;
};

struct vm_cache {
	uint64_t key; /* of era, shape and selector; 0: nothing */
	struct vm_found found;
};

/* Selectors that the kernel uses; below 0: the game lacks it. */
enum vm_selector {
	VM_SEL_PLAY,
	VM_SEL_REPLAY,
	VM_SEL_CANBEHERE,
	VM_SEL_CANTBEHERE,
	VM_SEL_X,
	VM_SEL_Y,
	VM_SEL_XSTEP,
	VM_SEL_YSTEP,
	VM_SEL_CLIENT,
	VM_SEL_DX,
	VM_SEL_DY,
	VM_SEL_BMOVECNT,
	VM_SEL_BI1,
	VM_SEL_BI2,
	VM_SEL_BDI,
	VM_SEL_BXAXIS,
	VM_SEL_BINCR,
	VM_SEL_MOVESPEED,
	VM_SEL_SIGNAL,
	VM_SELECTORS,
};

struct exh_sci_vm {
	const struct exh_sci_program *program;
	struct exh_sci_vm_options options;
	struct exh_sci_host host;
	/* exh_sci_vm_send, for kernel functions that call scripts. */
	bool (*send)(struct exh_sci_vm *vm, reg object, unsigned selector,
		     const reg *arguments, size_t count, reg *result);
	struct exh_arena arena;	     /* what stays to the end: scripts, shapes, tables */
	struct vm_segment *segments; /* from 1 */
	size_t segment_count, segment_room;
	uint16_t *segment_of; /* by the place of the program's script; 0: not loaded */
	reg *classes;	      /* by number; null: not loaded */
	struct vm_shape *shapes;
	size_t shape_count, shape_room;
	struct vm_cache *cache;
	uint64_t lookup_era; /* in the bits of a key from VM_ERA_SHIFT on: it alone counts
			      */
	/* A superclass was written: objects of one shape may find different things. */
	bool is_rewired;
	uint16_t globals;  /* segment of the locals of script 0; 0: none */
	size_t hunk_bytes; /* of all hunks' and blocks' bytes */
	uint32_t blocks;   /* of memory that were ever there */
	uint16_t stack_segment, string_segment, clone_segment, list_segment, node_segment,
		hunk_segment;
	char strings[VM_STRINGS][VM_STRING_SIZE];
	reg *stack; /* the cells of stack_segment */
	uint32_t stack_size;
	/* Registers. */
	reg acc, prev;
	uint32_t sp, rest;
	struct vm_frame *frames;
	size_t frame_count;
	uint64_t steps;
	uint32_t sum; /* of the game's scripts, if has_sum */
	bool has_sum;
	bool is_waiting;    /* a kernel function waits */
	bool is_paused;	    /* as exh_sci_vm_pause asked */
	void *step_context; /* of host.step */
	uint32_t upcalls;   /* exh_sci_vm_send that are under way */
	/* Faults. */
	uint8_t fault; /* that stopped it */
	char fault_text[160];
	size_t passed_faults;
	/* The kernel. */
	struct vm_bound *kernel; /* by number */
	size_t kernel_count;
	/* By number, NULL: in their own form; both NULL without emulation. */
	const struct vm_old **old;
	struct vm_emulation *emulation;
	int32_t selectors[VM_SELECTORS];
	uint32_t random;
	uint16_t restarting;
	struct vm_tracer *tracer; /* NULL: the host has no trace */
};

/* A call of a kernel function that is under way. */
struct vm_call {
	struct exh_sci_vm *vm;
	const reg *args; /* from 0 on */
	uint32_t count;
	reg result;
	bool keeps; /* the accumulator stays as it is */
	bool is_again, is_sent;
	reg answer;
	bool goes_on;
};

static inline reg vm_int(unsigned value)
{
	return (reg){ 0, (uint16_t)value };
}

static inline bool vm_is_null(reg r)
{
	return !r.segment && !r.offset;
}

/* The frame on top. */
static inline struct vm_frame *vm_top(const struct exh_sci_vm *vm)
{
	return &vm->frames[vm->frame_count - 1];
}

static inline bool vm_equal(reg a, reg b)
{
	return a.segment == b.segment && a.offset == b.offset;
}

#endif
