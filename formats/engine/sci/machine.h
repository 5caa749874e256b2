/* The machine's state, and what its parts share. */
#ifndef EXH_ENGINE_SCI_MACHINE_H
#define EXH_ENGINE_SCI_MACHINE_H

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
		/* Of calle and lea; of properties, a / 2; of messages 1 if their
		   selectors are doubled. */
		int32_t b;
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

/* clang-format off */
/* Selectors that the kernel uses; below 0: the game lacks it. */
#define VM_SELECTOR_NAMES(ROW) \
	ROW(PLAY, "play") ROW(REPLAY, "replay") ROW(CANBEHERE, "canBeHere") \
	ROW(CANTBEHERE, "cantBeHere") ROW(X, "x") ROW(Y, "y") ROW(XSTEP, "xStep") \
	ROW(YSTEP, "yStep") ROW(CLIENT, "client") ROW(DX, "dx") ROW(DY, "dy") \
	ROW(BMOVECNT, "b-moveCnt") ROW(BI1, "b-i1") ROW(BI2, "b-i2") ROW(BDI, "b-di") \
	ROW(BXAXIS, "b-xAxis") ROW(BINCR, "b-incr") ROW(MOVESPEED, "moveSpeed") \
	ROW(SIGNAL, "signal")
/* clang-format on */

#define VM_SELECTOR(selector, name) VM_SEL_##selector,
enum vm_selector { VM_SELECTOR_NAMES(VM_SELECTOR) VM_SELECTORS };
#undef VM_SELECTOR

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

/* A kernel function of one argument that changes nothing. False: the argument does not
 * fit, or not as usual, and the function itself is called. */
typedef bool vm_look(const struct exh_sci_vm *vm, reg argument, reg *out);

/* A call of a kernel function that is under way. */
struct vm_call {
	struct exh_sci_vm *vm;
	const reg *args; /* from 0 on */
	uint32_t count;
	vm_look *look; /* of the function; NULL: there is none */
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

static inline reg vm_moved(reg r, unsigned by)
{
	return (reg){ r.segment, (uint16_t)(r.offset + by) };
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

/*
 * Machines that are empty yet.
 */

/* Without segments; NULL if memory is short. */
struct exh_sci_vm *exh_vm_make(const struct exh_sci_program *program,
			       const struct exh_sci_vm_options *options,
			       const struct exh_sci_host *host);

/* Makes a segment the stack. False if memory is short. */
bool exh_vm_add_stack(struct exh_sci_vm *vm, uint16_t segment);

/*
 * What goes wrong while code runs. Source: sci0-vm 3.6.
 */

/* Notes a fault. True if the machine goes on: it is lenient, and the fault is not fatal.
 */
bool exh_vm_fault(struct exh_sci_vm *vm, enum exh_sci_fault fault, const char *format,
		  ...) EXH_PRINTF(3, 4);

/*
 * Segments: typed memory, and what lies at a place in it. Source: sci0-vm 1.
 */

/* Makes room for one more of count items, whose new room is cleared. False when memory is
 * short. */
bool exh_vm_grow(void **items, size_t *room, size_t count, size_t size);

/* A new segment; 0 when memory is short. Pointers to segments don't stay. */
uint16_t exh_vm_add_segment(struct exh_sci_vm *vm, unsigned type);

/* A new entry in a segment of entries, whose number becomes that of another one of its
 * type when it is full. Null when memory is short. */
reg exh_vm_add_entry(struct exh_sci_vm *vm, uint16_t *segment);

/* All entries so far of the type of a segment, which is the last one of it. */
static inline size_t exh_vm_entries(const struct exh_sci_vm *vm, uint16_t segment)
{
	return vm->segments[segment].earlier + vm->segments[segment].count;
}

/* NULL where there is none. */
static inline struct vm_segment *exh_vm_segment(const struct exh_sci_vm *vm,
						unsigned segment)
{
	return segment && segment < vm->segment_count ? &vm->segments[segment] : NULL;
}

/* One that lives: of a script that is not doomed, or a clone. */
static inline struct vm_object *exh_vm_object(const struct exh_sci_vm *vm, reg r)
{
	struct vm_segment *s = exh_vm_segment(vm, r.segment);
	struct vm_object *object = NULL;

	if (!s)
		return NULL;
	if (s->type == EXH_SCI_SEGMENT_SCRIPT && !s->is_doomed && r.offset < s->size &&
	    s->object_at[r.offset])
		object = &s->objects[s->object_at[r.offset] - 1];
	else if (s->type == EXH_SCI_SEGMENT_CLONES && r.offset < s->count)
		object = &s->objects[r.offset];
	return object && object->is_live ? object : NULL;
}

static inline struct vm_list *exh_vm_list(const struct exh_sci_vm *vm, reg r)
{
	struct vm_segment *s = exh_vm_segment(vm, r.segment);

	return s && s->type == EXH_SCI_SEGMENT_LISTS && r.offset < s->count &&
			       s->lists[r.offset].is_live
		       ? &s->lists[r.offset]
		       : NULL;
}

static inline struct vm_node *exh_vm_node(const struct exh_sci_vm *vm, reg r)
{
	struct vm_segment *s = exh_vm_segment(vm, r.segment);

	return s && s->type == EXH_SCI_SEGMENT_NODES && r.offset < s->count &&
			       s->nodes[r.offset].is_live
		       ? &s->nodes[r.offset]
		       : NULL;
}

static inline struct vm_hunk *exh_vm_hunk(const struct exh_sci_vm *vm, reg r)
{
	struct vm_segment *s = exh_vm_segment(vm, r.segment);

	return s && s->type == EXH_SCI_SEGMENT_HUNKS && r.offset < s->count &&
			       s->hunks[r.offset].is_live
		       ? &s->hunks[r.offset]
		       : NULL;
}

/* The bytes at a reference; -1 outside, or where nothing can be read. */
int exh_vm_read8(const struct exh_sci_vm *vm, reg r);
/* Those up to the segment's end, where they lie one after the other; else none. */
struct exh_bytes exh_vm_bytes_at(const struct exh_sci_vm *vm, reg r);
/* False where nothing can be written. */
bool exh_vm_write8(struct exh_sci_vm *vm, reg r, uint8_t value);
/* A whole cell of locals or the stack; NULL where there is none. */
reg *exh_vm_cell(const struct exh_sci_vm *vm, reg r);

/*
 * What a selector is for an object. Source: sci0-vm 2.6.
 */

/* What was found is kept, until scripts are loaded or disposed of. */
void exh_vm_forget_lookups(struct exh_sci_vm *vm);
/* An object gets another superclass: from now on nothing is kept. */
void exh_vm_rewire(struct exh_sci_vm *vm);
/* Of a machine that was loaded: was a superclass written? */
void exh_vm_find_rewired(struct exh_sci_vm *vm);
void exh_vm_keep_lookup(struct exh_sci_vm *vm, const struct vm_object *object,
			unsigned selector, struct vm_cache *out);

static inline uint64_t exh_vm_lookup_key(const struct exh_sci_vm *vm,
					 const struct vm_object *object,
					 unsigned selector)
{
	return vm->lookup_era | (object->shape + (uint64_t)1) << 16 | selector;
}

/* NULL if neither the object nor the classes above it have it. It stays until the next
 * one is looked up. */
static inline const struct vm_found *
exh_vm_lookup(struct exh_sci_vm *vm, const struct vm_object *object, unsigned selector)
{
	struct vm_cache *cache =
		&vm->cache[(object->shape * 31u + selector) & (VM_CACHE - 1)];

	if (cache->key != exh_vm_lookup_key(vm, object, selector))
		exh_vm_keep_lookup(vm, object, selector, cache);
	return cache->found.is_there ? &cache->found : NULL;
}

/* The place of a property in an object; below 0: it has none. */
int exh_vm_property_place(const struct exh_sci_vm *vm, const struct vm_object *object,
			  int selector);

/* A property by its kernel name; 0 if the object lacks it. Writing is ignored then. */
int16_t exh_vm_get(const struct exh_sci_vm *vm, reg object, enum vm_selector selector);
reg exh_vm_get_reg(const struct exh_sci_vm *vm, reg object, enum vm_selector selector);
void exh_vm_set(struct exh_sci_vm *vm, reg object, enum vm_selector selector, int value);

/*
 * Scripts in memory: their objects, variables and code. Source: sci0-vm 2.
 */

/* The segment of a script, which is loaded if it is not there or was disposed of; 0: the
 * game has none of this number, or memory is short. */
uint16_t exh_vm_load(struct exh_sci_vm *vm, unsigned number);
/* The same if it is there and was not disposed of; else 0. */
uint16_t exh_vm_loaded(const struct exh_sci_vm *vm, unsigned number);

/* The class of a number, its script loaded; null if there is none. */
reg exh_vm_class(struct exh_sci_vm *vm, unsigned number);

/* Its objects are gone and it will be loaded anew; its code may still run. */
void exh_vm_dispose(struct exh_sci_vm *vm, unsigned number);

/* What an export of a script is: an object's address, or code; false if it has none. */
bool exh_vm_export(const struct exh_sci_vm *vm, uint16_t segment, unsigned number,
		   reg *out);

/* The shape of an object with these properties and methods; below 0 when memory is short.
 */
long exh_vm_add_shape(struct exh_sci_vm *vm, const struct vm_shape *shape);

/* For saved states: a segment becomes that of a script, whose objects are as in the
 * resource, or of its locals. False if the game lacks it, or memory is short. */
bool exh_vm_add_script(struct exh_sci_vm *vm, uint16_t segment, unsigned number);
bool exh_vm_add_locals(struct exh_sci_vm *vm, uint16_t segment, unsigned number);

/*
 * Code that is made ready to be run: a vm_op for each instruction.
 */

/* clang-format off */
/* What the fast loop does for an op; LEAVE: nothing, it leaves it to the general one. */
#define VM_QUICK_KINDS(X, what) X(what##_GLOBAL) X(what##_LOCAL) X(what##_TEMPORARY) X(what##_PARAMETER)
/* Those with the names of opcodes. */
#define VM_QUICK_OPCODES(X) \
	X(JMP) X(BT) X(BNT) X(LDI) X(PUSH) X(PUSHI) X(PUSH_SELF) X(SELF_ID) X(TOSS) X(DUP) X(LOFSA) \
	X(LOFSS) X(PPREV) X(NOT) X(ADD) X(SUB) X(AND) X(OR) X(EQ) X(NE) X(GT) X(GE) X(LT) X(LE) \
	X(UGT) X(UGE) X(ULT) X(ULE) X(PTOA) X(PTOS) X(ATOP) X(LINK) X(REST) X(CLASS) X(CALL) X(SEND) \
	X(SELF) X(SUPER) X(CALLK) X(RET)
#define VM_QUICKS(X) X(LEAVE) X(HOP) VM_QUICK_OPCODES(X) \
	X(PUSHI_PUSHI) X(PUSHI_PUSH_TEMPORARY) X(LOAD_TEMPORARY_BNT) X(PTOA_BNT) X(NOT_BNT) \
	X(EQ_BNT) X(DECREMENT_TEMPORARY_BT) \
	VM_QUICK_KINDS(X, LOAD) VM_QUICK_KINDS(X, PUSH) VM_QUICK_KINDS(X, STORE) \
	VM_QUICK_KINDS(X, INCREMENT) VM_QUICK_KINDS(X, PUSH_INCREMENTED) VM_QUICK_KINDS(X, DECREMENT)
/* clang-format on */

#define VM_QUICK_NAME(name) VM_QUICK_##name,
enum vm_quick { VM_QUICKS(VM_QUICK_NAME) };
#undef VM_QUICK_NAME

/* The place of the op at an offset of a script's code, made if need be; below 0: there is
 * no instruction. */
int32_t exh_vm_op_at(struct vm_segment *s, unsigned offset);
/* The same, fast where it was made. */
static inline int32_t exh_vm_ready_op_at(struct vm_segment *s, unsigned offset)
{
	return offset < s->size && s->code.places[offset] >= 0 ? s->code.places[offset]
							       : exh_vm_op_at(s, offset);
}
/* The same for where a saved call goes on, which may be after the last byte: to reach it
 * is a fault. */
int32_t exh_vm_place_at(struct vm_segment *s, unsigned offset);

/*
 * Numbers and comparisons. Source: sci0-vm 1.4, 3.3, 3.4.
 */

/* All of these: false after a fault that stops the machine. */

/* A value and an integer. */
bool exh_vm_add(struct exh_sci_vm *vm, reg value, int number, reg *out);
/* bnot, neg, not: of acc. */
bool exh_vm_calculate_one(struct exh_sci_vm *vm, unsigned opcode);
/* Of left and acc, to acc. */
bool exh_vm_calculate(struct exh_sci_vm *vm, unsigned opcode, reg left);
/* The same of comparisons; prev is what acc was. */
bool exh_vm_compare(struct exh_sci_vm *vm, unsigned opcode, reg left);

/*
 * The interpreter's loop. Source: sci0-vm 3.
 */

/* Runs until the floor of this depth is done, and pops it: true. False after a fault, and
 * when there are no steps left. */
bool exh_vm_run_to(struct exh_sci_vm *vm, size_t depth, uint64_t steps);

/*
 * The most frequent instructions, run without leaving a loop.
 */

/* Runs the frame on top, and what it calls, until an instruction comes that it leaves to
 * the general loop: false; or until there is none to be run, or steps are used up: true.
 * Takes the instructions off *steps. It changes nothing that would be a fault. */
bool exh_vm_run_fast(struct exh_sci_vm *vm, uint64_t *steps);

/*
 * What holds of every machine between two instructions.
 */

/* What is wrong; NULL: nothing. After a fault calls are not looked at. */
const char *exh_vm_check(const struct exh_sci_vm *vm);

#endif
