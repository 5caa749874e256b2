/*
 * The virtual machine of SCI0: an empty loop of 50,000 turns, loops with a call of the
 * kernel in each turn, how games are opened, their first 25,000 instructions and their
 * first million, traces of these in a file, and how a state is saved. The loops are the
 * code of sci0-vm 8.
 *
 * usage: bench_sci_vm [FOLDER]...     of games
 */
#include "bench.h"
#include "sci_game.h"

#include <exhume/advanced/sci_vm.h>

enum {
	TURNS = 50000,
	MEMORY = 1 << 28,
	BOOT = 25000,
	RUN = 1000000,
	MOST_PARTS = 4096,
	LOOP_ROUNDS = 50, /* of which there is a median and a mean */
	DATA = 1024,	  /* bytes after the text, which a copy of it has, too */
	SCRIPTS = 250,
	MOST_NUMBER = 1000,
	STATE = 200 * 1024, /* bytes of a state */
	TRACE_BLOCK = 1 << 18
};

/* link 1; ldi 50000; sat 0; then what is between; -at 0; bt back; ret */
static const uint8_t head[] = { 0x3f, 0x01, 0x34, 0x50, 0xc3, 0xa5, 0x00 };

/* Calls of functions: without arguments, by value and by reference. The zero is the
 * function's number. */
#define GET_PORT 0x76, 0x43, 0, 0x00		/* push0; callk */
#define ABS 0x78, 0x39, 0xfb, 0x43, 0, 0x02	/* push1; pushi -5; callk */
#define STR_LEN 0x78, 0x75, 0x0c, 0x43, 0, 0x02 /* push1; lofss the text; callk */

static const struct loop {
	const char *name, *kernel; /* kernel: the function it calls, NULL: none */
	uint8_t code[12];
	size_t size, instructions;
	bool emulates; /* the function works on copies, in 16 bits */
	bool unchecked;
	double target; /* ns of a call; 0: none */
} loops_of_code[] = {
	{ "loop", NULL, { 0 }, 0, 2, .target = 0 },
	{ "loop with GetPort", "GetPort", { GET_PORT }, 4, 4, .target = 15 },
	{ "loop with Abs", "Abs", { ABS }, 6, 5, .target = 15 },
	{ "loop with Abs, unchecked", "Abs", { ABS }, 6, 5, .unchecked = true },
	{ "loop with StrLen", "StrLen", { STR_LEN }, 6, 5, .target = 0 },
	{ "loop with StrLen, unchecked", "StrLen", { STR_LEN }, 6, 5, .unchecked = true },
	{ "loop with Abs in 16 bits", "Abs", { ABS }, 6, 5, .emulates = true },
	{ "loop with Abs in 16 bits, unchecked",
	  "Abs",
	  { ABS },
	  6,
	  5,
	  .emulates = true,
	  .unchecked = true },
	{ "loop with StrLen in 16 bits",
	  "StrLen",
	  { STR_LEN },
	  6,
	  5,
	  .emulates = true,
	  .target = 200 },
	{ "loop with StrLen in 16 bits, unchecked",
	  "StrLen",
	  { STR_LEN },
	  6,
	  5,
	  .emulates = true,
	  .unchecked = true },
};

/* Seconds of a run. */
struct times {
	double median, mean;
};

static void put(struct exh_writer *out, const void *bytes, size_t size)
{
	exh_write_bytes(out, bytes, size);
}

/* Script 0 with the loop, a text of 31 letters after it. */
static void make_script(const struct loop *loop, unsigned kernel, struct exh_writer *out)
{
	const uint8_t tail[] = { 0xe5, 0x00, 0x2f, (uint8_t)(-4 - (int)loop->size),
				 0x48, 0 };
	const size_t size = sizeof head + loop->size + 5;
	static const uint8_t data[DATA];
	uint8_t code[12];

	memcpy(code, loop->code, sizeof code);
	if (loop->kernel)
		code[loop->size - 2] = (uint8_t)kernel;
	exh_write_u16le(out, EXH_SCI_SECTION_CODE);
	exh_write_u16le(out, (uint16_t)(4 + size + size % 2));
	put(out, head, sizeof head);
	put(out, code, loop->size);
	put(out, tail, 5 + size % 2);
	exh_write_u16le(out, EXH_SCI_SECTION_STRINGS);
	exh_write_u16le(out, 4 + 32 + DATA);
	put(out, "abcdefghijklmnopqrstuvwxyz01234", 32);
	put(out, data, DATA);
	exh_write_u16le(out, EXH_SCI_SECTION_EXPORTS);
	exh_write_u16le(out, 8);
	exh_write_u16le(out, 1);
	exh_write_u16le(out, 4);
	exh_write_u16le(out, EXH_SCI_SECTION_END);
}

static void open_program(const struct exh_sci_part *parts, size_t count,
			 struct exh_arena *arena, struct exh_sci_program *program)
{
	struct exh_notes notes = { .arena = arena };
	struct exh_error err;

	if (exh_sci_program_open(parts, count, arena, program, &notes, &err))
		fail("%s", err.text);
}

static struct exh_sci_vm *new_vm(const struct exh_sci_program *program, bool emulates,
				 bool unchecked)
{
	const struct exh_sci_vm_options options = { .seed = 1,
						    .emulates_16_bits = emulates,
						    .skips_checks = unchecked };
	const struct exh_sci_host host = { .kernel = NULL };
	struct exh_sci_vm *vm;
	struct exh_error err;

	if (exh_sci_vm_new(program, &options, &host, &vm, &err))
		fail("%s", err.text);
	return vm;
}

/* Seconds of a run of the loop. */
static double time_loop(const struct exh_sci_program *program, const struct loop *loop)
{
	struct exh_sci_vm *vm = new_vm(program, loop->emulates, loop->unchecked);
	double start;

	exh_sci_vm_call(vm, 0, 0, NULL, 0);
	exh_sci_vm_run(vm, UINT32_MAX);
	start = now();
	exh_sci_vm_call(vm, 0, 0, NULL, 0);
	if (exh_sci_vm_run(vm, UINT32_MAX) != EXH_SCI_VM_ENDED)
		fail("%s does not end", loop->name);
	start = now() - start;
	if (exh_sci_vm_steps(vm) != 2 * (loop->instructions * TURNS + 4))
		fail("%s takes %zu instructions", loop->name,
		     (size_t)exh_sci_vm_steps(vm));
	exh_sci_vm_free(vm);
	return start;
}

static struct times measure_loop(const struct loop *loop)
{
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_writer script = { .limit = 1 << 16 };
	struct exh_sci_program program;
	struct exh_sci_part part = { EXH_SCI_SCRIPT, 0, { 0 } };
	const size_t rounds = loops(LOOP_ROUNDS);
	double times[LOOP_ROUNDS];
	struct times out = { .mean = 0 };
	int kernel = 0;

	open_program(NULL, 0, &arena, &program);
	if (loop->kernel)
		kernel = exh_sci_program_kernel_named(
			&program, (struct exh_bytes){ (const uint8_t *)loop->kernel,
						      strlen(loop->kernel), 0 });
	make_script(loop, (unsigned)kernel, &script);
	part.bytes = exh_writer_bytes(&script);
	open_program(&part, 1, &arena, &program);
	for (size_t i = 0; i < rounds; i++)
		times[i] = time_loop(&program, loop);
	for (size_t i = 0; i < rounds; i++)
		out.mean += times[i] / (double)rounds;
	out.median = median(times, rounds);
	exh_writer_free(&script);
	exh_arena_free(&arena);
	return out;
}

/* The host knows no function; seconds of so many instructions of a new machine. with_new:
 * and of making it. */
static double time_boot(const struct exh_sci_program *program, const char *folder,
			uint64_t steps, bool with_new)
{
	const double start = now();
	struct exh_sci_vm *vm = new_vm(program, false, false);
	const double made = now();
	double end;

	if (!exh_sci_vm_start(vm) || exh_sci_vm_run(vm, steps) == EXH_SCI_VM_FAULTED)
		note("%s: a fault at step %zu", folder, (size_t)exh_sci_vm_steps(vm));
	end = now();
	exh_sci_vm_free(vm);
	return end - (with_new ? start : made);
}

static double median_boot(const struct exh_sci_program *program, const char *folder,
			  uint64_t steps, bool with_new)
{
	const size_t rounds = loops(ROUNDS);
	double times[ROUNDS];

	for (size_t i = 0; i < rounds; i++)
		times[i] = time_boot(program, folder, steps, with_new);
	return median(times, rounds);
}

/* The game with its scripts again and again under other numbers, until there are enough:
 * its program is opened, and a machine made. */
static void measure_opening(const char *name, struct exh_sci_part *parts, size_t count)
{
	const size_t rounds = loops(ROUNDS);
	double times[ROUNDS];
	bool is_used[MOST_NUMBER] = { false };
	size_t scripts = 0, all = count;
	char row[128];

	for (size_t i = 0; i < count; i++)
		if (parts[i].type == EXH_SCI_SCRIPT) {
			scripts++;
			is_used[parts[i].number % MOST_NUMBER] = true;
		}
	for (size_t i = 0, number = 1; scripts < SCRIPTS && all < MOST_PARTS; i++) {
		if (parts[i % count].type != EXH_SCI_SCRIPT)
			continue;
		while (is_used[number])
			number++;
		parts[all] = parts[i % count];
		parts[all++].number = (unsigned)number++;
		scripts++;
	}
	for (size_t i = 0; i < rounds; i++) {
		const double start = now();
		struct exh_arena arena = { .limit = MEMORY };
		struct exh_sci_program program;

		open_program(parts, all, &arena, &program);
		exh_sci_vm_free(new_vm(&program, false, false));
		times[i] = now() - start;
		exh_arena_free(&arena);
	}
	snprintf(row, sizeof row, "%s: opened with %zu scripts", name, scripts);
	ROW(row, median(times, rounds) * 1e3, "ms", .target = 5, .better = LOWER);
}

/*
 * Traces.
 */

struct trace {
	FILE *file;
	size_t size, lines;
	char block[TRACE_BLOCK];
};

static void write_block(struct trace *trace)
{
	if (fwrite(trace->block, 1, trace->size, trace->file) != trace->size)
		fail("a temporary file can't be written");
	trace->size = 0;
}

static void add_line(void *context, const char *line, size_t size)
{
	struct trace *trace = context;

	if (trace->size + size + 1 > TRACE_BLOCK)
		write_block(trace);
	memcpy(trace->block + trace->size, line, size);
	trace->size += size;
	trace->block[trace->size++] = '\n';
	trace->lines++;
}

/* Lines in a second of the game's first million instructions. */
static double time_trace(const struct exh_sci_program *program, unsigned level)
{
	static struct trace trace;
	const struct exh_sci_host host = { .context = &trace,
					   .trace = add_line,
					   .trace_level = level };
	const struct exh_sci_vm_options options = { .seed = 1 };
	struct exh_sci_vm *vm;
	struct exh_error err;
	double start;

	trace = (struct trace){ .file = tmpfile() };
	if (!trace.file)
		fail("no temporary file");
	setbuf(trace.file, NULL);
	if (exh_sci_vm_new(program, &options, &host, &vm, &err))
		fail("%s", err.text);
	start = now();
	exh_sci_vm_start(vm);
	exh_sci_vm_run(vm, RUN);
	write_block(&trace);
	start = now() - start;
	exh_sci_vm_free(vm);
	fclose(trace.file);
	return (double)trace.lines / start;
}

static void measure_traces(const struct exh_sci_program *program, const char *name)
{
	const size_t rounds = loops(ROUNDS);
	double speeds[ROUNDS];
	char row[128];

	for (unsigned level = 1; level <= 2; level++) {
		for (size_t i = 0; i < rounds; i++)
			speeds[i] = time_trace(program, level);
		snprintf(row, sizeof row, "%s: trace of level %u to a file", name, level);
		ROW(row, median(speeds, rounds) / 1e6, "M lines/s", .target = 8);
	}
}

/* A machine after its first 25,000 instructions, with a block that makes its state large
 * enough. */
static void measure_state(const struct exh_sci_program *program, const char *name)
{
	const size_t rounds = loops(ROUNDS);
	struct exh_sci_vm *vm = new_vm(program, false, false);
	struct exh_writer saved = { .limit = MEMORY };
	double times[ROUNDS];
	char row[128];
	size_t size;

	exh_sci_vm_start(vm);
	exh_sci_vm_run(vm, BOOT);
	if (!exh_sci_vm_save(vm, &saved)) {
		note("%s: no state after a fault", name);
		exh_sci_vm_free(vm);
		return;
	}
	if (saved.size < STATE)
		exh_sci_vm_hunk(vm, exh_sci_vm_add_hunk(vm, STATE - saved.size), &size);
	for (size_t i = 0; i < rounds; i++) {
		double start;

		exh_writer_free(&saved);
		saved = (struct exh_writer){ .limit = MEMORY };
		start = now();
		if (!exh_sci_vm_save(vm, &saved))
			fail("%s: no state", name);
		times[i] = now() - start;
	}
	snprintf(row, sizeof row, "%s: state of %zu KB saved", name, saved.size >> 10);
	ROW(row, median(times, rounds) * 1e3, "ms", .target = 1, .better = LOWER);
	exh_writer_free(&saved);
	exh_sci_vm_free(vm);
}

/* Seconds of the game's first million instructions, 0: it is none. */
static double measure_game(const char *folder)
{
	static struct exh_sci_part parts[MOST_PARTS];
	struct exh_arena arena = { .limit = MEMORY };
	struct exh_sci_program program;
	struct sci_game game;
	size_t count = 0;
	double time = 0;
	char name[128];

	sci_game_open(&game, folder);
	for (size_t i = 0; i < game.count && count < MOST_PARTS; i++)
		parts[count++] =
			(struct exh_sci_part){ game.items[i].type, game.items[i].number,
					       game.items[i].bytes };
	open_program(parts, count, &arena, &program);
	if (exh_sci_program_script(&program, 0)) {
		snprintf(name, sizeof name, "%s: first 25000 instructions", game.name);
		ROW(name, median_boot(&program, folder, BOOT, true) * 1e3, "ms",
		    .target = 1.2, .better = LOWER);
		time = median_boot(&program, folder, RUN, false);
		measure_traces(&program, game.name);
		measure_state(&program, game.name);
		measure_opening(game.name, parts, count);
	} else {
		note("%s: no scripts: left out", folder);
	}
	exh_arena_free(&arena);
	sci_game_close(&game);
	return time;
}

int main(int argc, char **argv)
{
	const struct times empty = measure_loop(&loops_of_code[0]);
	double time = 0;
	int games = 0;

	ROW("loop", 2 * TURNS / empty.median / 1e6, "M instructions/s", .target = 600);
	ROW("loop, mean", 2 * TURNS / empty.mean / 1e6, "M instructions/s");
	for (size_t i = 1; i < sizeof loops_of_code / sizeof *loops_of_code; i++) {
		const struct loop *loop = &loops_of_code[i];
		const struct times taken = measure_loop(loop);
		char name[128];

		ROW(loop->name, (taken.median - empty.median) / TURNS * 1e9,
		    "ns a call beyond the loop", .target = loop->target, .better = LOWER);
		snprintf(name, sizeof name, "%s, mean", loop->name);
		ROW(name, (taken.mean - empty.mean) / TURNS * 1e9,
		    "ns a call beyond the loop", .better = LOWER);
	}
	for (int i = 1; i < argc; i++) {
		const double one = measure_game(argv[i]);

		time += one;
		games += one > 0;
	}
	if (games)
		ROW("boots: first 1000000 instructions", (double)games * RUN / time / 1e6,
		    "M instructions/s", .target = 400);
	return 0;
}
