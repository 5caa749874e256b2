/* The machine's state, and what its parts share. */
#ifndef EXH_ENGINE_SCI_MACHINE_H
#define EXH_ENGINE_SCI_MACHINE_H

#include "exhume/advanced/sci_vm.h"
#include "exhume/sci.h"

typedef struct exh_sci_reg reg;

enum {
	VM_NULL_INDEX = UINT16_MAX,
	VM_MAX_SEGMENTS = UINT16_MAX,
	/* Entries of an indexed segment; no offset is VM_NULL_INDEX. */
	VM_MAX_ENTRIES = 65535,
	VM_STRING_SIZE = 64, /* bytes of a system string */
	VM_STRINGS = 2,
	VM_HUNK_BYTES = 1 << 25, /* limit for all hunks and blocks of memory */
	VM_ERA_SHIFT = 49,
	VM_CACHE = 1024,   /* cached lookups of selectors; a power of 2 */
	VM_RESTARTING = 1, /* bits of exh_sci_vm.restarting */
	VM_RESTORING = 2,
	VM_NO_OP = UINT8_MAX, /* opcode of an op that is no instruction */
};

/* Layout shared by objects; its identity is the index in vm->shapes. */
struct vm_shape {
	const uint16_t *selectors; /* selectors of the properties; borrowed */
	size_t selector_count;
	const struct exh_sci_method *methods; /* methods of the object itself; borrowed */
	size_t method_count;
	uint16_t segment; /* segment of the methods */
};

struct vm_object {
	reg *values;
	uint32_t count; /* number of values */
	uint32_t shape;
	uint16_t address; /* in the script; clones: entry */
	bool is_live;
	const struct exh_sci_object *origin; /* in the script's resource */
};

/* A decoded instruction. */
struct vm_op {
	uint8_t opcode;
	uint8_t frame;	 /* cells of arguments */
	uint8_t quick;	 /* operation of the fast loop: enum vm_quick */
	uint16_t offset; /* in the script */
	uint16_t target; /* branches, lofsa and lofss */
	int32_t a;
	union {
		/* calle, lea: operand. Properties: a / 2. Messages: 1 if their selectors
		 * are doubled. */
		int32_t b;
		int32_t link; /* branches: the target's index; below 0: not known yet */
	};
};

struct vm_code {
	struct vm_op *ops;
	/* Index: offset; value: index of the op there, below 0: none yet. */
	int32_t *places;
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
	uint8_t *bytes; /* NULL: not used by the host yet */
	bool is_live;
};

struct vm_segment {
	uint8_t type;
	bool is_doomed;
	uint16_t script; /* scripts and locals: number */
	/* Scripts. */
	uint16_t locals; /* segment; 0: none */
	uint32_t size;	 /* bytes of the script: code, data and the rest */
	/* Index: offset; value: 1 + index of the object there. */
	uint16_t *object_at;
	struct vm_object *objects; /* scripts: by index in the source; clones: entries */
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
	/* Blocks of memory: NULL once freed. earlier: number of blocks before it. */
	uint8_t *bytes;
	size_t byte_count;
};

struct vm_frame {
	reg self;
	uint16_t segment; /* segment of the code; 0: only messages */
	uint16_t locals;  /* segment; 0: none */
	int32_t place;	  /* index of the next op */
	uint32_t argp, argc, fp;
	uint32_t base;	  /* new sp when a function returns */
	int32_t selector; /* selector of a method; -1: a function */
	bool is_function;
	bool is_entered; /* no instruction has run here yet */
	bool is_floor;	 /* a run ends when its messages are done */
	/* True while the kernel call at place goes on, after a message or not; then the
	 * values that it finds again. */
	bool is_again, is_sent;
	reg acc, prev, answer;
	uint32_t rest;
	/* Messages that this frame sends. */
	reg receiver;
	/* Class where messages are looked up; NULL: receiver. */
	const struct vm_object *lookup;
	/* Cells; after: sp when all messages are done. */
	uint32_t message, messages_end, after;
};

/* Clears a frame field by field, since compilers clear a struct of this size with an
 * instruction that takes longer than the rest of a call. */
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
	uint16_t index; /* index of the variable */
	uint16_t segment, code;
};

struct vm_cache {
	uint64_t key; /* era, shape and selector; 0: empty */
	struct vm_found found;
};

/* clang-format off */
/* Selectors that the kernel uses; below 0: missing in the game. */
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
	struct exh_arena arena;	     /* memory kept to the end: scripts, shapes, tables */
	struct vm_segment *segments; /* index 0 is unused */
	size_t segment_count, segment_room;
	uint16_t *segment_of; /* index: script of the program; 0: not loaded */
	reg *classes;	      /* index: class number; null: not loaded */
	struct vm_shape *shapes;
	size_t shape_count, shape_room;
	struct vm_cache *cache;
	/* Current era, in the bits of a key from VM_ERA_SHIFT on; other eras are
	 * outdated. */
	uint64_t lookup_era;
	/* A superclass was changed: lookups may differ between objects of one shape. */
	bool is_rewired;
	uint16_t globals;  /* segment of the locals of script 0; 0: none */
	size_t hunk_bytes; /* bytes of all hunks and blocks */
	uint32_t blocks;   /* number of blocks of memory ever allocated */
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
	uint32_t sum; /* checksum of the game's scripts, if has_sum */
	bool has_sum;
	bool is_waiting;    /* a kernel function waits */
	bool is_paused;	    /* stopped by exh_sci_vm_pause */
	void *step_context; /* context of host.step */
	uint32_t upcalls;   /* number of exh_sci_vm_send calls in progress */
	/* Faults. */
	uint8_t fault; /* fault that stopped the machine */
	char fault_text[160];
	size_t passed_faults;
	/* The kernel. */
	struct vm_bound *kernel; /* index: kernel number */
	size_t kernel_count;
	/* Index: kernel number; NULL: not emulated. Both are NULL without emulation. */
	const struct vm_old **old;
	struct vm_emulation *emulation;
	int32_t selectors[VM_SELECTORS];
	uint32_t random;
	uint16_t restarting;
	struct vm_tracer *tracer; /* NULL: the host has no trace */
};

/* A kernel function of one argument that changes nothing. False: the argument does not
 * fit, or not as usual, and the function itself must be called. */
typedef bool vm_look(const struct exh_sci_vm *vm, reg argument, reg *out);

/* A call of a kernel function in progress. */
struct vm_call {
	struct exh_sci_vm *vm;
	const reg *args; /* index 0: first argument */
	uint32_t count;
	vm_look *look; /* look of the function; NULL: none */
	reg result;
	bool keeps; /* keep the accumulator */
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

/* Returns the frame on top. */
static inline struct vm_frame *vm_top(const struct exh_sci_vm *vm)
{
	return &vm->frames[vm->frame_count - 1];
}

static inline bool vm_equal(reg a, reg b)
{
	return a.segment == b.segment && a.offset == b.offset;
}

/*
 * New machines.
 */

/* Makes a machine without segments; NULL if memory is short. */
struct exh_sci_vm *exh_vm_make(const struct exh_sci_program *program,
			       const struct exh_sci_vm_options *options,
			       const struct exh_sci_host *host);

/* Makes a segment the stack. False if memory is short. */
bool exh_vm_add_stack(struct exh_sci_vm *vm, uint16_t segment);

/*
 * Faults of running code. Source: sci0-vm 3.6.
 */

/* Notes a fault. True if the machine goes on: it is lenient, and the fault is not fatal.
 */
bool exh_vm_fault(struct exh_sci_vm *vm, enum exh_sci_fault fault, const char *format,
		  ...) EXH_PRINTF(3, 4);

/*
 * Segments: typed memory, and the values at its offsets. Source: sci0-vm 1.
 */

/* Makes room for one more of count items, and clears the new room. False when memory is
 * short. */
bool exh_vm_grow(void **items, size_t *room, size_t count, size_t size);

/* Adds a segment; 0 when memory is short. Invalidates pointers to segments. */
uint16_t exh_vm_add_segment(struct exh_sci_vm *vm, unsigned type);

/* Adds an entry to a segment of entries; if it is full, to a new one of the same type,
 * whose number *segment becomes. Null when memory is short. */
reg exh_vm_add_entry(struct exh_sci_vm *vm, uint16_t *segment);

/* Returns the number of all entries so far of a segment's type; the segment is the last
 * of its type. */
static inline size_t exh_vm_entries(const struct exh_sci_vm *vm, uint16_t segment)
{
	return vm->segments[segment].earlier + vm->segments[segment].count;
}

/* Returns NULL if there is no such segment. */
static inline struct vm_segment *exh_vm_segment(const struct exh_sci_vm *vm,
						unsigned segment)
{
	return segment && segment < vm->segment_count ? &vm->segments[segment] : NULL;
}

/* Returns a live object: of a script that is not doomed, or a clone. */
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

/* Returns the byte at a reference; -1 outside, or where no byte can be read. */
int exh_vm_read8(const struct exh_sci_vm *vm, reg r);
/* Returns the bytes up to the segment's end, if they are contiguous; else none. */
struct exh_bytes exh_vm_bytes_at(const struct exh_sci_vm *vm, reg r);
/* False if the byte can't be written. */
bool exh_vm_write8(struct exh_sci_vm *vm, reg r, uint8_t value);
/* Returns a whole cell of locals or the stack; NULL if there is none. */
reg *exh_vm_cell(const struct exh_sci_vm *vm, reg r);

/*
 * Lookup of selectors in objects. Source: sci0-vm 2.6.
 */

/* Clears the cache of lookups, which is valid until scripts are loaded or disposed of. */
void exh_vm_forget_lookups(struct exh_sci_vm *vm);
/* An object gets another superclass: disables the cache of lookups from now on. */
void exh_vm_rewire(struct exh_sci_vm *vm);
/* Finds out if a superclass was changed in a loaded machine. */
void exh_vm_find_rewired(struct exh_sci_vm *vm);
void exh_vm_keep_lookup(struct exh_sci_vm *vm, const struct vm_object *object,
			unsigned selector, struct vm_cache *out);

static inline uint64_t exh_vm_lookup_key(const struct exh_sci_vm *vm,
					 const struct vm_object *object,
					 unsigned selector)
{
	return vm->lookup_era | (object->shape + (uint64_t)1) << 16 | selector;
}

/* Returns NULL if neither the object nor the classes above it have the selector. The
 * result is valid until the next lookup. */
static inline const struct vm_found *
exh_vm_lookup(struct exh_sci_vm *vm, const struct vm_object *object, unsigned selector)
{
	struct vm_cache *cache =
		&vm->cache[(object->shape * 31u + selector) & (VM_CACHE - 1)];

	if (cache->key != exh_vm_lookup_key(vm, object, selector))
		exh_vm_keep_lookup(vm, object, selector, cache);
	return cache->found.is_there ? &cache->found : NULL;
}

/* Returns the index of a property in an object; below 0: missing. */
int exh_vm_property_place(const struct exh_sci_vm *vm, const struct vm_object *object,
			  int selector);

/* A property by its kernel name; 0 if the object lacks it. Writing is ignored then. */
int16_t exh_vm_get(const struct exh_sci_vm *vm, reg object, enum vm_selector selector);
reg exh_vm_get_reg(const struct exh_sci_vm *vm, reg object, enum vm_selector selector);
void exh_vm_set(struct exh_sci_vm *vm, reg object, enum vm_selector selector, int value);

/*
 * Scripts in memory: their objects, variables and code. Source: sci0-vm 2.
 */

/* Returns the segment of a script, and loads the script if it is not loaded or was
 * disposed of; 0: missing in the game, or memory is short. */
uint16_t exh_vm_load(struct exh_sci_vm *vm, unsigned number);
/* The same if the script is loaded and was not disposed of; else 0. */
uint16_t exh_vm_loaded(const struct exh_sci_vm *vm, unsigned number);

/* Returns the class with this number, and loads its script; null if there is none. */
reg exh_vm_class(struct exh_sci_vm *vm, unsigned number);

/* Removes the script's objects, so that it will be loaded anew; its code may still run.
 */
void exh_vm_dispose(struct exh_sci_vm *vm, unsigned number);

/* Gets an export of a script: an object's address, or code. False if there is none. */
bool exh_vm_export(const struct exh_sci_vm *vm, uint16_t segment, unsigned number,
		   reg *out);

/* Adds the shape of an object with these properties and methods; below 0 when memory is
 * short. */
long exh_vm_add_shape(struct exh_sci_vm *vm, const struct vm_shape *shape);

/* For saved states: turns a segment into that of a script, whose objects are as in the
 * resource, or of its locals. False if the game lacks it, or memory is short. */
bool exh_vm_add_script(struct exh_sci_vm *vm, uint16_t segment, unsigned number);
bool exh_vm_add_locals(struct exh_sci_vm *vm, uint16_t segment, unsigned number);

/*
 * Decoded code: a vm_op for each instruction.
 */

/* clang-format off */
/* Operations of the fast loop. LEAVE: left to the general loop. */
#define VM_QUICK_KINDS(X, what) X(what##_GLOBAL) X(what##_LOCAL) X(what##_TEMPORARY) X(what##_PARAMETER)
/* Operations with the names of opcodes. */
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

/* Returns the index of the op at an offset of a script's code, and decodes it if
 * necessary; below 0: there is no instruction. */
int32_t exh_vm_op_at(struct vm_segment *s, unsigned offset);
/* The same, fast if the op is already decoded. */
static inline int32_t exh_vm_ready_op_at(struct vm_segment *s, unsigned offset)
{
	return offset < s->size && s->code.places[offset] >= 0 ? s->code.places[offset]
							       : exh_vm_op_at(s, offset);
}
/* The same for the place of a saved call, which may be after the last byte: reaching it
 * is a fault. */
int32_t exh_vm_place_at(struct vm_segment *s, unsigned offset);

/*
 * Numbers and comparisons. Source: sci0-vm 1.4, 3.3, 3.4.
 */

/* All of these: false after a fault that stops the machine. */

/* Adds an integer to a value. */
bool exh_vm_add(struct exh_sci_vm *vm, reg value, int number, reg *out);
/* bnot, neg, not: apply to acc. */
bool exh_vm_calculate_one(struct exh_sci_vm *vm, unsigned opcode);
/* Calculates with left and acc; the result goes to acc. */
bool exh_vm_calculate(struct exh_sci_vm *vm, unsigned opcode, reg left);
/* The same for comparisons; prev becomes the old acc. */
bool exh_vm_compare(struct exh_sci_vm *vm, unsigned opcode, reg left);

/*
 * The interpreter's loop. Source: sci0-vm 3.
 */

/* Runs until the floor at this depth is done, and pops it: true. False after a fault, or
 * without steps left. */
bool exh_vm_run_to(struct exh_sci_vm *vm, size_t depth, uint64_t steps);

/*
 * The most frequent instructions, run without leaving a loop.
 */

/* Runs the frame on top and its calls. False: the next instruction is left to the general
 * loop. True: there is no more code to run, or no steps are left. Subtracts the
 * instructions from *steps. Changes nothing if an instruction would fault. */
bool exh_vm_run_fast(struct exh_sci_vm *vm, uint64_t *steps);

/*
 * Invariants of every machine between two instructions.
 */

/* Returns the first invariant violated; NULL: none. After a fault calls are not checked.
 */
const char *exh_vm_check(const struct exh_sci_vm *vm);

#endif
