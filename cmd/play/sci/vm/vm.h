/* Runs of the virtual machine alone. */
#ifndef CMD_PLAY_SCI_VM_VM_H
#define CMD_PLAY_SCI_VM_VM_H

#include "assets/sci/script/script.h"
#include "task/fields.h"
#include "task/file.h"
#include "task/report.h"

#include <exhume/base.h>
#include <exhume/advanced/sci_look.h>
#include <exhume/advanced/sci_profile.h>
#include <exhume/advanced/sci_vm.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <zlib.h>

/*
 * Trace options of sci-vm's command line.
 */

struct trace_request {
	bool writes, packs;
	unsigned level;			/* 0 means 1 */
	const char *replay;		/* path of a trace; NULL: none */
	bool compares, ignores_changes; /* compares: the operands are two traces */
};

/*
 * The work of exhume sci-vm, without its command line.
 */

/* Stop condition of --until. */
struct vm_until {
	enum { UNTIL_NOTHING, UNTIL_PLACE, UNTIL_METHOD, UNTIL_KERNEL } kind;
	unsigned script, offset;
	const char *object; /* not terminated; object_size bytes */
	size_t object_size;
	const char *name; /* selector or kernel function */
};

/* The function that --run calls. */
struct vm_call {
	unsigned script, export;
	uint16_t arguments[16];
	size_t count;
};

struct sci_vm_request {
	struct common common;
	unsigned steps, seed;
	const char *until;    /* NULL: none */
	const char *run;      /* SCRIPT:EXPORT[,ARGUMENT...]; NULL: the game */
	struct vm_until stop; /* parsed forms of until and run */
	struct vm_call call;
	bool lenient, assert_clean;
	bool debugs;
	const char *sources;	/* folder of .sc files, for names; NULL: none */
	const char *state_json; /* file; NULL: none */
	const char *profile;	/* file; NULL: none */
	const char *coverage, *coverage_merge; /* files; NULL: none */
	const char *eval; /* instructions to run instead of the game; NULL: none */
	struct trace_request traces;
};

extern const struct fields sci_vm_fields; /* fields of results */

void sci_vm_run_input(void *context, const char *input, const char *output,
		      struct report *report, struct json *result);

/* Read the texts of --until and --run. False: they are not valid. */
bool vm_until_read(const char *text, struct vm_until *out);
bool vm_call_read(const char *text, struct vm_call *out);

/*
 * Context of a difference in a trace: the lines before it, and the calls under way.
 */

enum { TRACE_CONTEXT = 20 /* lines */, TRACE_PLACE = 160, TRACE_DEPTH = 1024 };

/* The last equal lines. */
struct trace_lines {
	char *lines[TRACE_CONTEXT]; /* to be freed */
	size_t rooms[TRACE_CONTEXT];
	uint64_t count; /* number of lines so far */
};

void trace_lines_add(struct trace_lines *lines, const char *line, size_t size);
void trace_lines_put(const struct trace_lines *lines, struct exh_writer *out);
void trace_lines_free(struct trace_lines *lines);

/* The last line at each depth of calls. */
struct trace_calls {
	char (*places)[TRACE_PLACE]; /* to be freed */
	size_t depth;		     /* greatest depth in use */
};

void trace_calls_add(struct trace_calls *calls, const char *line, size_t size);
/* Appends the calls, the last one first. */
void trace_calls_put(const struct trace_calls *calls, const char *name,
		     struct exh_writer *out);
void trace_calls_free(struct trace_calls *calls);

/*
 * sci-vm --trace-diff: the first difference of two traces.
 */

/*
 * Compares line by line and stops at the first difference, so that traces may come
 * through pipes. Prints it with the lines before, and the calls under way on either side.
 * Returns the exit status: 0 the same, 1 different, 2 trouble.
 */
extern const struct fields trace_diff_fields; /* fields of results */
int trace_diff_run(const struct trace_request *request, const struct common *common,
		   const char *command, const char *a, const char *b);

/*
 * Traces as files: written and read line by line, packed if the name ends in .gz.
 */

/*
 * Writing, in a thread of its own. An error ends the trace; trace_writer_close reports
 * it.
 */
enum { TRACE_BLOCKS = 4 };

struct trace_writer {
	struct file_stream stream;
	bool is_open, is_standard, is_packed;
	struct pipeline *pipeline;
	struct trace_block {
		uint8_t *bytes;
		size_t size;
	} blocks[TRACE_BLOCKS];
	size_t block;	 /* index of the block that is being filled */
	uint8_t *packed; /* buffer for zlib's output */
	z_stream zlib;
	atomic_bool has_failed;
	/* For the thread alone until it has ended. */
	enum exh_status status;
	struct exh_error err;
};

/* Opens a trace. path is borrowed; "-" is standard output. packs: compresses even without
 * .gz. */
enum exh_status trace_writer_open(struct trace_writer *writer, const char *path,
				  bool packs, bool force, struct exh_error *err);
/* Writes a line without its end. */
void trace_writer_line(struct trace_writer *writer, const char *line, size_t size);
/* Ends the trace; does nothing if it is not open. */
enum exh_status trace_writer_close(struct trace_writer *writer, struct exh_error *err);

/*
 * Reading: compressed or not, by the first bytes. Lines of more than TRACE_LINE
 * bytes are cut off.
 */
enum { TRACE_LINE = 1 << 15 };

struct trace_reader {
	const char *path; /* borrowed */
	gzFile file;
	uint64_t line_number; /* number of the last line, from 1 */
	size_t size;
	char line[TRACE_LINE + 2]; /* content, no line end; terminated */
};

/* Opens a trace; "-" is standard input. */
enum exh_status trace_reader_open(struct trace_reader *reader, const char *path,
				  struct exh_error *err);
/* Reads a line. False: the end, or an error, which sets err->status. */
bool trace_reader_next(struct trace_reader *reader, struct exh_error *err);
void trace_reader_close(struct trace_reader *reader);

/* True if two lines are equal. The names of games in head lines are ignored. */
bool trace_line_is_same(const char *a, size_t a_size, const char *b, size_t b_size);

/*
 * sci-vm --replay: takes all input of the machine from a trace: results of the host's
 * kernel functions, memory that they write, messages that they send, random numbers. All
 * lines of the machine's own trace are compared with those of the trace.
 */

struct trace_replay {
	struct trace_reader reader;
	const struct exh_sci_program *program; /* for names of selectors */
	/* the reader has a line that is not used yet */
	bool has_line;
	bool has_ended;	 /* the trace has ended */
	bool has_parted; /* the machine differs from the trace: see the lines below */
	/* The trace has lines of these kinds, so the machine's lines are compared. */
	bool has_changes, has_sums;
	char *ours; /* the machine's differing line; to be freed */
	struct trace_lines context;
	struct trace_calls calls, our_calls;
	struct exh_error err;
};

/* Compares a line of the machine's trace, which has level 2. */
void trace_replay_line(struct trace_replay *replay, const char *line, size_t size);
/* Carries out a kernel function of the host from the trace. */
void trace_replay_kernel(struct trace_replay *replay, struct exh_sci_vm *vm,
			 struct exh_sci_kernel_call *call);
/* Takes a random number from the trace. */
bool trace_replay_outside(struct trace_replay *replay, const struct exh_sci_vm *vm,
			  const char *kind, uint32_t *value);
/* Appends a description of the difference between the machine and the trace. */
void trace_replay_put(const struct trace_replay *replay, struct exh_writer *out);
void trace_replay_close(struct trace_replay *replay);

/*
 * The trace of a run of sci-vm: written, compared with another one, or both.
 */

struct trace_run {
	bool writes, replays;
	unsigned level;
	struct trace_writer writer;
	struct trace_replay replay;
};

/* Description of a run. */
struct trace_source {
	const struct exh_sci_program *program;
	const char *path;
	unsigned seed;
	unsigned instructions_a_tick; /* 0: instructions take no time */
};

/* Opens the trace. False: the report has the reason. Close it either way. */
bool trace_run_open(struct trace_run *run, const struct trace_request *request,
		    const struct trace_source *source, const char *output,
		    struct report *report);
/* Sets the host's trace and level, if there is a trace. add is called with
 * host->context. */
void trace_run_host(const struct trace_run *run,
		    void (*add)(void *context, const char *line, size_t size),
		    struct exh_sci_host *host);
void trace_run_line(struct trace_run *run, const char *line, size_t size);
/* True if the run has to stop: the replayed trace has ended or differs, or the written
 * trace has failed. */
bool trace_run_is_over(struct trace_run *run);
/* Appends the difference from the replayed trace, if there is one, and reports it as an
 * error. */
void trace_run_report(struct trace_run *run, const char *input, struct exh_writer *out,
		      struct report *report);
void trace_run_close(struct trace_run *run, const char *output, struct report *report);

/*
 * A host without screen, sound and input: kernel functions for these are recorded, and
 * return plain values. Its clock advances by Wait alone.
 */

struct vm_host {
	uint64_t ticks; /* 60 per second */
	uint64_t calls; /* calls of functions that are only recorded */
	uint16_t pic_not_valid;
};

/* Kernel functions for struct exh_sci_host; context is the struct vm_host. */
bool vm_host_kernel(void *context, struct exh_sci_vm *vm,
		    struct exh_sci_kernel_call *call);

/*
 * sci-vm --debug: a machine without a screen in the debugger.
 */

struct vm_debug {
	const struct script_program *program;
	const char *game, *sources; /* sources: a folder of .sc files, or NULL */
	const struct exh_sci_vm_options *options;
	const struct exh_sci_host *machine_host;
	struct vm_host *host;
	uint64_t steps; /* most steps to run */
};

/* Runs a started machine in the debugger until the user quits. *vm is replaced if the
 * user has gone back. */
enum exh_sci_vm_state vm_debug_run(const struct vm_debug *debug, struct exh_sci_vm **vm,
				   struct report *report);

/*
 * A profile as text, JSON, or folded stacks.
 */

/* Creates a profile that uses the program's clock. */
struct exh_sci_profile *vm_profile_new(const struct exh_sci_program *program);

extern const struct document sci_vm_profile_document;

/* Writes a profile in the format of the path's ending: .json, .folded, else a table. */
void vm_profile_write(const struct exh_sci_profile *profile,
		      const struct exh_sci_program *program, const char *path,
		      struct report *report);

/*
 * Complete state of a machine as JSON: exhume-sci-vm(1) describes it.
 */

extern const struct document sci_vm_state_document;

/* Returns a value as in traces. */
struct json *vm_value_json(const struct exh_sci_vm *vm, struct exh_sci_reg value);

/* Writes the state to a file. Errors go to the report. */
void vm_state_write(const struct exh_sci_vm *vm, const struct exh_sci_program *program,
		    const char *path, struct report *report);

#endif
