/*
 * For any saved state of the machine: it is refused, or it can be run, saved and loaded
 * again, and the machine stays whole.
 *
 * Input: how many instructions a small game has run when it is saved (2 bytes), then
 *        changes of that state: three bytes for a place in it (modulo its size), one for
 *        what is put there
 */
#undef NDEBUG /* the asserts are what this program is for */

#include "exhume/sci.h"
#include "exhume/advanced/sci_disasm.h"
#include "exhume/advanced/sci_vm.h"

#include "../../base/fuzzing.h"
#include "machine.h"

enum { MEMORY = 1 << 24, CHANGE_SIZE = 4, LATEST = 600, STEPS = 1000, LIMIT = 1 << 22 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const selectors[] = {
	"species", "superClass", "-info-", "name", "x", "play", "init", "doit",
};

enum { SELECTORS = sizeof selectors / sizeof *selectors };

static const char system_text[] =
	".exports\nsum\n"
	".code\n"
	".self Obj\n"
	"Obj::init:\n pTos x\n ldi 1\n add\n aTop x\n ret\n"
	"Obj::doit:\n pToa x\n ret\n"
	".self Sub\n"
	"Sub::init:\n pushi #init\n push0\n super 0, 4\n pushi #init\n push0\n super "
	"0, 4\n ret\n"
	"sum:\n link 2\n"
	"more:\n +at 0\n push\n lap 0\n gt?\n bt done\n lat 0\n lapi 0\n push\n lat 1\n "
	"add\n sat 1\n jmp more\n"
	"done:\n lat 1\n ret\n"
	".class Obj\n species = 0\n superClass = -1\n -info- = $8000\n name = @obj\n x = "
	"5\n .method init = Obj::init\n .method doit = Obj::doit\n"
	".class Sub\n species = 1\n superClass = 0\n -info- = $8000\n name = @sub\n x = "
	"10\n .method init = Sub::init\n"
	".strings\nobj: .string \"Obj\"\nsub: .string \"Sub\"\n.relocations\n";

/* Lists, clones, memory, messages within messages, &rest, calls that wait. */
static const char game_text[] =
	".exports\ngame\n.code\n.self game\n"
	"Game::play:\n link 2\n push0\n callk NewList, 0\n sag 0\n"
	" push1\n class Sub\n push\n callk Clone, 2\n sal 1\n"
	"again: push2\n lsg 0\n push2\n lsl 1\n lst 0\n callk NewNode, 4\n push\n"
	" callk AddToEnd, 4\n pushi #init\n push0\n pushi #doit\n push0\n lal 1\n send "
	"8\n"
	" push2\n pushi $85\n pushi 9\n callk Load, 4\n sal 2\n"
	" push2\n push1\n pushi 100\n callk Random, 4\n sat 1\n"
	" push2\n pushi 7\n pushi 8\n call helper, 4\n"
	" push1\n lofss game\n callk DrawControl, 2\n"
	" push1\n push1\n callk Wait, 2\n"
	" +at 0\n push\n ldi 5\n lt?\n bt again\n"
	" push2\n lsg 0\n pushi 3\n callk DeleteKey, 4\n"
	" push1\n lsl 1\n callk DisposeClone, 2\n"
	" push1\n pushi 999\n callk DisposeScript, 2\n jmp again\n"
	"helper: link 1\n lsp 1\n lap 2\n add\n sat 0\n push1\n pushi 3\n &rest 2\n "
	"calle "
	"999, 0, 2\n ret\n"
	".object game\n species = 1\n superClass = 1\n -info- = 0\n name = @name\n x = "
	"7\n"
	" .method play = Game::play\n"
	".strings\nname: .string \"game\"\n.locals\n .word 1, 2, 3\n .fill 20, 0\n"
	".relocations\n";

struct game {
	struct exh_arena arena;
	struct exh_sci_part parts[3];
	size_t count;
	struct exh_sci_program program;
	struct exh_sci_naming naming;
};

static void open_parts(struct game *g)
{
	struct exh_notes notes = { .arena = &g->arena };

	assert(!exh_sci_program_open(g->parts, g->count, &g->arena, &g->program, &notes,
				     NULL));
	assert(!exh_sci_naming_open(&g->program, &g->arena, &g->naming, NULL));
}

static void add(struct game *g, unsigned type, unsigned number, struct exh_writer *out)
{
	g->parts[g->count++] =
		(struct exh_sci_part){ type, number,
				       exh_memdup(&g->arena, exh_writer_bytes(out)) };
	exh_writer_free(out);
	open_parts(g);
}

static struct exh_bytes bytes_of(const char *text)
{
	return (struct exh_bytes){ (const uint8_t *)text, strlen(text), 0 };
}

static void add_script(struct game *g, unsigned number, const char *text)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_sci_asm_place place;

	assert(!exh_sci_assemble(bytes_of(text), &g->naming, &out, &place, NULL));
	add(g, EXH_SCI_SCRIPT, number, &out);
}

static void make_game(struct game *g)
{
	struct exh_sci_name items[SELECTORS] = { 0 };
	const struct exh_sci_names names = { .layout = EXH_SCI_NAMES_MAX_INDEX,
					     .items = items,
					     .count = SELECTORS };
	struct exh_writer out = { .limit = LIMIT };

	*g = (struct game){ .arena.limit = MEMORY };
	for (size_t i = 0; i < SELECTORS; i++)
		items[i].text = bytes_of(selectors[i]);
	assert(!exh_sci_names_write(&names, &out, NULL));
	add(g, EXH_SCI_VOCAB, 997, &out);
	add_script(g, 999, system_text);
	add_script(g, 0, game_text);
}

/* Wait waits once; DrawControl sends init to its argument, once. */
static bool kernel(void *context, struct exh_sci_vm *vm, struct exh_sci_kernel_call *call)
{
	const bool is_wait = call->name.size == 4;

	(void)context;
	(void)vm;
	if ((!is_wait && call->name.size != 11) || call->is_again || call->is_nested)
		return false;
	call->end = is_wait ? EXH_SCI_KERNEL_WAITS : EXH_SCI_KERNEL_SENDS;
	call->receiver = call->arguments[0];
	call->selector = 6;
	return true;
}

static const struct exh_sci_host host = { .kernel = kernel };
static const struct exh_sci_vm_options options = { .is_lenient = true,
						   .most_upcall_steps = STEPS,
						   .most_calls = 64,
						   .stack_size = 512 };

static struct exh_writer save(const struct exh_sci_vm *vm)
{
	struct exh_writer out = { .limit = LIMIT };

	assert(exh_sci_vm_save(vm, &out));
	assert(!out.failed);
	return out;
}

/* Returns NULL if the state is refused. */
static struct exh_sci_vm *load(const struct game *g, const struct exh_writer *saved)
{
	struct exh_sci_vm *vm;
	size_t used;

	if (exh_sci_vm_load(&g->program, &options, &host, exh_writer_bytes(saved), &used,
			    &vm, NULL))
		return NULL;
	assert(used <= saved->size && !exh_vm_check(vm));
	return vm;
}

/* Checks that a loaded machine saves and loads the same, before and after it runs on. */
static void check(const struct game *g, struct exh_sci_vm *vm)
{
	for (int i = 0; i < 2 && !exh_sci_vm_fault(vm, NULL); i++) {
		struct exh_writer first = save(vm), second;
		struct exh_sci_vm *again = load(g, &first);

		assert(again);
		second = save(again);
		assert(first.size == second.size);
		assert(memcmp(first.data, second.data, first.size) == 0);
		exh_sci_vm_run(vm, STEPS);
		exh_sci_vm_run(again, STEPS);
		assert(!exh_vm_check(vm));
		assert(exh_sci_vm_steps(vm) == exh_sci_vm_steps(again));
		assert(exh_sci_vm_fault(vm, NULL) == exh_sci_vm_fault(again, NULL));
		exh_sci_vm_free(again);
		exh_writer_free(&first);
		exh_writer_free(&second);
	}
}

static void play(struct exh_sci_vm *vm, unsigned steps)
{
	assert(exh_sci_vm_start(vm));
	while (exh_sci_vm_steps(vm) < steps &&
	       exh_sci_vm_run(vm, steps - exh_sci_vm_steps(vm)) < EXH_SCI_VM_ENDED)
		;
	assert(!exh_vm_check(vm));
}

/* Kept: each is always the same, and takes longer to make than a run. */
static _Thread_local struct game game;
static _Thread_local struct exh_writer bases[LATEST + 1];

static void make_base(unsigned steps)
{
	struct exh_sci_vm *vm;

	if (!game.count)
		make_game(&game);
	assert(!exh_sci_vm_new(&game.program, &options, &host, &vm, NULL));
	play(vm, steps);
	bases[steps] = save(vm);
	exh_sci_vm_free(vm);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct exh_writer out = { .limit = LIMIT };
	struct exh_sci_vm *vm;
	unsigned steps;

	if (size < 2)
		return 0;
	steps = (unsigned)(data[0] | data[1] << 8) % (LATEST + 1);
	if (!bases[steps].size)
		make_base(steps);
	exh_write_bytes(&out, bases[steps].data, bases[steps].size);
	for (size_t i = 2; i + CHANGE_SIZE <= size; i += CHANGE_SIZE)
		out.data[(data[i] | (size_t)data[i + 1] << 8 |
			  (size_t)data[i + 2] << 16) %
			 out.size] = data[i + 3];
	vm = load(&game, &out);
	assert(vm || size >= 2 + CHANGE_SIZE);
	if (vm)
		check(&game, vm);
	exh_sci_vm_free(vm);
	exh_writer_free(&out);
	return 0;
}
