/* Runs of the virtual machine alone. */
#ifndef CMD_PLAY_SCI_VM_VM_H
#define CMD_PLAY_SCI_VM_VM_H

#include "assets/sci/script/script.h"
#include "task/fields.h"
#include "task/file.h"
#include "task/report.h"

#include <exhume/base.h>
#include <exhume/sci_look.h>
#include <exhume/sci_profile.h>
#include <exhume/sci_vm.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <zlib.h>

/*
 * What sci-vm's command line asks of traces.
 */

struct trace_request {
	bool writes, packs;
	unsigned level;			/* 0: 1 */
	const char *replay;		/* a trace; NULL: none */
	bool compares, ignores_changes; /* compares: operands are two traces */
};

/*
 * The work of exhume sci-vm, without its command line.
 */

/* Where --until stops. */
struct vm_until {
	enum { UNTIL_NOTHING, UNTIL_PLACE, UNTIL_METHOD, UNTIL_KERNEL } kind;
	unsigned script, offset;
	const char *object; /* not terminated: of object_size */
	size_t object_size;
	const char *name; /* of a selector or a kernel function */
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
	struct vm_until stop; /* until and run, as they were read */
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

extern const struct fields sci_vm_fields; /* of results */

void sci_vm_run_input(void *context, const char *input, const char *output,
		      struct report *report, struct json *result);

/* Read the texts of --until and --run. False: they can't be read. */
bool vm_until_read(const char *text, struct vm_until *out);
bool vm_call_read(const char *text, struct vm_call *out);

/*
 * What is shown of a trace around a difference: lines before it, calls under way.
 */

enum { TRACE_CONTEXT = 20 /* lines */, TRACE_PLACE = 160, TRACE_DEPTH = 1024 };

/* The last lines that were the same. */
struct trace_lines {
	char *lines[TRACE_CONTEXT]; /* to be freed */
	size_t rooms[TRACE_CONTEXT];
	uint64_t count; /* of all so far */
};

void trace_lines_add(struct trace_lines *lines, const char *line, size_t size);
void trace_lines_put(const struct trace_lines *lines, struct exh_writer *out);
void trace_lines_free(struct trace_lines *lines);

/* The last instruction at each depth of calls. */
struct trace_calls {
	char (*places)[TRACE_PLACE]; /* to be freed */
	size_t depth;		     /* the highest that counts */
};

void trace_calls_add(struct trace_calls *calls, const char *line, size_t size);
/* The last one first. */
void trace_calls_put(const struct trace_calls *calls, const char *name,
		     struct exh_writer *out);
void trace_calls_free(struct trace_calls *calls);

/*
 * sci-vm --trace-diff: where two traces part.
 */

/*
 * Compares line by line and stops at the first difference, so that traces may come
 * through pipes. Prints it, with the lines before and the calls that were under way on
 * either side. The exit status: 0 the same, 1 different, 2 trouble.
 */
extern const struct fields trace_diff_fields; /* of results */
int trace_diff_run(const struct trace_request *request, const struct common *common,
		   const char *command, const char *a, const char *b);

/*
 * Traces as files: written and read line by line, packed if the name ends in .gz.
 */

/*
 * Writing, by a thread of its own. What can't be written ends the trace; close has why.
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
	size_t block;	 /* that is filled */
	uint8_t *packed; /* what zlib makes of one */
	z_stream zlib;
	atomic_bool has_failed;
	/* The thread's, until it has ended. */
	enum exh_status status;
	struct exh_error err;
};

/* "-": standard output. path is borrowed. packs: also without .gz. */
enum exh_status trace_writer_open(struct trace_writer *writer, const char *path,
				  bool packs, bool force, struct exh_error *err);
/* A line without its end. */
void trace_writer_line(struct trace_writer *writer, const char *line, size_t size);
/* Does nothing if it is not open. */
enum exh_status trace_writer_close(struct trace_writer *writer, struct exh_error *err);

/*
 * Reading: packed or not, by its first bytes. Lines of more than TRACE_LINE bytes are
 * cut.
 */
enum { TRACE_LINE = 1 << 15 };

struct trace_reader {
	const char *path; /* borrowed */
	gzFile file;
	uint64_t line_number; /* of the last line, from 1 */
	size_t size;
	char line[TRACE_LINE + 2]; /* without its end, terminated */
};

/* "-": standard input. */
enum exh_status trace_reader_open(struct trace_reader *reader, const char *path,
				  struct exh_error *err);
/* False at the end, or where it can't be read: then err->status is set. */
bool trace_reader_next(struct trace_reader *reader, struct exh_error *err);
void trace_reader_close(struct trace_reader *reader);

/* Do two lines say the same? Heads may name different games. */
bool trace_line_is_same(const char *a, size_t a_size, const char *b, size_t b_size);

/*
 * sci-vm --replay: what comes from outside is taken from a trace: the results of the
 * host's kernel functions, what they write, the messages they send, chance. All lines
 * that the machine's own trace gets are compared with those of the other one.
 */

struct trace_replay {
	struct trace_reader reader;
	const struct exh_sci_program *program; /* for names of selectors */
	bool has_line;			       /* the reader's, which is not taken yet */
	bool has_ended;			       /* the trace */
	bool has_parted; /* the machine does something else: the lines below */
	/* The trace has lines of these kinds: the machine's are compared. */
	bool has_changes, has_sums;
	char *ours; /* to be freed */
	struct trace_lines context;
	struct trace_calls calls, our_calls;
	struct exh_error err;
};

/* Compares a line of the machine's trace, which is of level 2. */
void trace_replay_line(struct trace_replay *replay, const char *line, size_t size);
/* A kernel function of the host. */
void trace_replay_kernel(struct trace_replay *replay, struct exh_sci_vm *vm,
			 struct exh_sci_kernel_call *call);
/* A value of chance. */
bool trace_replay_outside(struct trace_replay *replay, const struct exh_sci_vm *vm,
			  const char *kind, uint32_t *value);
/* Appends how the machine and the trace parted. */
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

/* What runs. */
struct trace_source {
	const struct exh_sci_program *program;
	const char *path;
	unsigned seed;
	unsigned instructions_a_tick; /* 0: they take no time */
};

/* False: the report has why. Close it either way. */
bool trace_run_open(struct trace_run *run, const struct trace_request *request,
		    const struct trace_source *source, const char *output,
		    struct report *report);
/* The host's trace and its level, if there is one. add is called with host->context. */
void trace_run_host(const struct trace_run *run,
		    void (*add)(void *context, const char *line, size_t size),
		    struct exh_sci_host *host);
void trace_run_line(struct trace_run *run, const char *line, size_t size);
/* There is nothing to go on with: the trace that is replayed has ended, the run has left
 * it, or its own can't be written. */
bool trace_run_is_over(struct trace_run *run);
/* Appends how it parted from the trace that is replayed, if it did, which is an error. */
void trace_run_report(struct trace_run *run, const char *input, struct exh_writer *out,
		      struct report *report);
void trace_run_close(struct trace_run *run, const char *output, struct report *report);

/*
 * A host without screen, sound and input: kernel functions of these are recorded, and get
 * plain answers. Its clock is that of Wait.
 */

struct vm_host {
	uint64_t ticks; /* 60 a second */
	uint64_t calls; /* of functions that are recorded alone */
	uint16_t pic_not_valid;
};

/* For struct exh_sci_host; context is the struct vm_host. */
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
	uint64_t steps; /* that run at most */
};

/* Runs a machine that was started until somebody quits. *vm is another one if somebody
 * has gone back. */
enum exh_sci_vm_state vm_debug_run(const struct vm_debug *debug, struct exh_sci_vm **vm,
				   struct report *report);

/*
 * A profile as text, JSON, or folded stacks.
 */

/* Of the program's clock. */
struct exh_sci_profile *vm_profile_new(const struct exh_sci_program *program);

extern const struct document sci_vm_profile_document;

/* Writes it: .json and .folded as their names say, else a table. */
void vm_profile_write(const struct exh_sci_profile *profile,
		      const struct exh_sci_program *program, const char *path,
		      struct report *report);

/*
 * All that a machine holds, as JSON: exhume-sci-vm(1) describes it.
 */

extern const struct document sci_vm_state_document;

/* A value as traces have it. */
struct json *vm_value_json(const struct exh_sci_vm *vm, struct exh_sci_reg value);

/* Writes it to a file; the report has why it could not. */
void vm_state_write(const struct exh_sci_vm *vm, const struct exh_sci_program *program,
		    const char *path, struct report *report);

#endif
