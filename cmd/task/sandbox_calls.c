#include "sandbox.h"

#if defined(__linux__) && defined(EXH_HAVE_LANDLOCK)
#include <linux/audit.h>
#endif

/* Arguments are compared by their lower halves, which come first on these processors. */
#if !defined(EXH_HAVE_LANDLOCK)
#elif defined(__x86_64__) && !defined(__ILP32__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define OWN_ARCH AUDIT_ARCH_I386
#elif defined(__aarch64__) && defined(__LP64__) && defined(__LITTLE_ENDIAN__) || \
	defined(__aarch64__) && defined(__AARCH64EL__) && defined(__LP64__)
#define OWN_ARCH AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define OWN_ARCH AUDIT_ARCH_RISCV64
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
#define OWN_ARCH AUDIT_ARCH_PPC64LE
#endif

#ifdef OWN_ARCH
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * The filter is made here: libseccomp needs a millisecond for the same one, which is as
 * long as small commands run.
 */

enum {
	/* The range of numbers of a processor's second ABI. */
	X32_BIT = 0x40000000,
	MAX_NUMBERS = 512,
	MAX_STEPS = 2048,
};

/*
 * System calls by name. Processors and headers have different ones: an undefined name
 * stays a text.
 */
#define TEXT_OF(name) #name
#define NUMBER(name) TEXT_OF(name)

/*
 * System calls of the program and its libraries, found by tracing the tests, and of the C
 * libraries on other processors. Some are allowed only with certain arguments: see make.
 * SECURITY.md has the same list. Newer calls of the kernel are missing: the kernel then
 * seems to be older, and libraries use their fallbacks.
 */
static const char *const allowed[] = {
	/* Memory. */
	NUMBER(__NR_brk),
	NUMBER(__NR_madvise),
	NUMBER(__NR_mprotect),
	NUMBER(__NR_mremap),
	NUMBER(__NR_munmap),
	/* Threads. */
	NUMBER(__NR_clone),
	NUMBER(__NR_exit),
	NUMBER(__NR_exit_group),
	NUMBER(__NR_futex),
	NUMBER(__NR_futex_time64),
	NUMBER(__NR_getcpu),
	NUMBER(__NR_gettid),
	NUMBER(__NR_membarrier),
	NUMBER(__NR_restart_syscall),
	NUMBER(__NR_rseq),
	NUMBER(__NR_sched_getaffinity),
	NUMBER(__NR_sched_yield),
	NUMBER(__NR_set_robust_list),
	NUMBER(__NR_set_tid_address),
	/* Signals. */
	NUMBER(__NR_kill),
	NUMBER(__NR_rt_sigaction),
	NUMBER(__NR_rt_sigpending),
	NUMBER(__NR_rt_sigprocmask),
	NUMBER(__NR_rt_sigreturn),
	NUMBER(__NR_rt_sigsuspend),
	NUMBER(__NR_rt_sigtimedwait),
	NUMBER(__NR_rt_sigtimedwait_time64),
	NUMBER(__NR_sigaltstack),
	NUMBER(__NR_sigreturn),
	NUMBER(__NR_tgkill),
	NUMBER(__NR_tkill),
	/* Properties of the process and the machine. */
	NUMBER(__NR_getegid),
	NUMBER(__NR_getegid32),
	NUMBER(__NR_geteuid),
	NUMBER(__NR_geteuid32),
	NUMBER(__NR_getgid),
	NUMBER(__NR_getgid32),
	NUMBER(__NR_getpid),
	NUMBER(__NR_getppid),
	NUMBER(__NR_getrandom),
	NUMBER(__NR_getrlimit),
	NUMBER(__NR_getrusage),
	NUMBER(__NR_getuid),
	NUMBER(__NR_getuid32),
	NUMBER(__NR_prctl),
	NUMBER(__NR_prlimit64),
	NUMBER(__NR_sysinfo),
	NUMBER(__NR_times),
	NUMBER(__NR_ugetrlimit),
	NUMBER(__NR_umask),
	NUMBER(__NR_uname),
	NUMBER(__NR_wait4),
	NUMBER(__NR_waitid),
	/* Time. */
	NUMBER(__NR_clock_getres),
	NUMBER(__NR_clock_getres_time64),
	NUMBER(__NR_clock_gettime),
	NUMBER(__NR_clock_gettime64),
	NUMBER(__NR_clock_nanosleep),
	NUMBER(__NR_clock_nanosleep_time64),
	NUMBER(__NR_gettimeofday),
	NUMBER(__NR_nanosleep),
	NUMBER(__NR_time),
	/* Open files. */
	NUMBER(__NR__llseek),
	NUMBER(__NR_close),
	NUMBER(__NR_close_range),
	NUMBER(__NR_dup),
	NUMBER(__NR_dup2),
	NUMBER(__NR_dup3),
	NUMBER(__NR_fadvise64),
	NUMBER(__NR_fadvise64_64),
	NUMBER(__NR_fallocate),
	NUMBER(__NR_fcntl),
	NUMBER(__NR_fcntl64),
	NUMBER(__NR_fdatasync),
	NUMBER(__NR_flock),
	NUMBER(__NR_fsync),
	NUMBER(__NR_ftruncate),
	NUMBER(__NR_ftruncate64),
	NUMBER(__NR_ioctl),
	NUMBER(__NR_lseek),
	NUMBER(__NR_pipe),
	NUMBER(__NR_pipe2),
	NUMBER(__NR_pread64),
	NUMBER(__NR_preadv),
	NUMBER(__NR_pwrite64),
	NUMBER(__NR_pwritev),
	NUMBER(__NR_read),
	NUMBER(__NR_readv),
	NUMBER(__NR_recvmsg),
	NUMBER(__NR_socketcall),
	NUMBER(__NR_sendfile),
	NUMBER(__NR_sendfile64),
	NUMBER(__NR_write),
	NUMBER(__NR_writev),
	/* Waiting for open files. */
	NUMBER(__NR__newselect),
	NUMBER(__NR_poll),
	NUMBER(__NR_ppoll),
	NUMBER(__NR_ppoll_time64),
	NUMBER(__NR_pselect6),
	NUMBER(__NR_pselect6_time64),
	NUMBER(__NR_select),
	/* Files by name, which Landlock restricts. */
	NUMBER(__NR_access),
	NUMBER(__NR_faccessat),
	NUMBER(__NR_faccessat2),
	NUMBER(__NR_fstat),
	NUMBER(__NR_fstat64),
	NUMBER(__NR_fstatat64),
	NUMBER(__NR_fstatfs),
	NUMBER(__NR_fstatfs64),
	NUMBER(__NR_getcwd),
	NUMBER(__NR_getdents64),
#ifndef EXH_HAVE_RENAMEAT2 /* see disk.c */
	NUMBER(__NR_linkat),
#endif
	NUMBER(__NR_lstat),
	NUMBER(__NR_lstat64),
	NUMBER(__NR_mkdir),
	NUMBER(__NR_mkdirat),
	NUMBER(__NR_newfstatat),
	NUMBER(__NR_open),
	NUMBER(__NR_openat),
	NUMBER(__NR_readlink),
	NUMBER(__NR_readlinkat),
	NUMBER(__NR_rename),
	NUMBER(__NR_renameat),
	NUMBER(__NR_renameat2),
	NUMBER(__NR_rmdir),
	NUMBER(__NR_stat),
	NUMBER(__NR_stat64),
	NUMBER(__NR_statfs),
	NUMBER(__NR_statfs64),
	NUMBER(__NR_statx),
	NUMBER(__NR_unlink),
	NUMBER(__NR_unlinkat),
	NUMBER(__NR_utimensat),
	NUMBER(__NR_utimensat_time64),
#ifdef EXH_SANITIZED /* needed by the search for leaks */
	NUMBER(__NR_arch_prctl),
	NUMBER(__NR_getdents),
	NUMBER(__NR_mincore),
	NUMBER(__NR_ptrace),
#endif
};

/*
 * Calls that no library uses here, but an attacker who controls the program: the program
 * is killed. Newer variants of them fail as unknown calls, as all other calls do.
 */
static const char *const attacks[] = {
	/* The network, and sockets of this machine. */
	NUMBER(__NR_accept),
	NUMBER(__NR_accept4),
	NUMBER(__NR_bind),
	NUMBER(__NR_connect),
	NUMBER(__NR_listen),
	NUMBER(__NR_sendmmsg),
	NUMBER(__NR_sendmsg),
	NUMBER(__NR_sendto),
	/* Programs and other processes. */
	NUMBER(__NR_execve),
	NUMBER(__NR_execveat),
	NUMBER(__NR_kcmp),
	NUMBER(__NR_pidfd_getfd),
	NUMBER(__NR_pidfd_open),
	NUMBER(__NR_pidfd_send_signal),
	NUMBER(__NR_process_madvise),
	NUMBER(__NR_process_vm_readv),
	NUMBER(__NR_process_vm_writev),
#ifndef EXH_SANITIZED
	NUMBER(__NR_ptrace),
#endif
	NUMBER(__NR_rt_sigqueueinfo),
	NUMBER(__NR_rt_tgsigqueueinfo),
	NUMBER(__NR_setns),
	NUMBER(__NR_unshare),
	/* Calls that bypass this filter. */
	NUMBER(__NR_io_uring_enter),
	NUMBER(__NR_io_uring_register),
	NUMBER(__NR_io_uring_setup),
	NUMBER(__NR_open_by_handle_at),
	/* Mounts. */
	NUMBER(__NR_chroot),
	NUMBER(__NR_fsconfig),
	NUMBER(__NR_fsmount),
	NUMBER(__NR_fsopen),
	NUMBER(__NR_fspick),
	NUMBER(__NR_mount),
	NUMBER(__NR_mount_setattr),
	NUMBER(__NR_move_mount),
	NUMBER(__NR_open_tree),
	NUMBER(__NR_pivot_root),
	NUMBER(__NR_umount),
	NUMBER(__NR_umount2),
	/* The kernel, and the machine's administration. */
	NUMBER(__NR_add_key),
	NUMBER(__NR_bpf),
	NUMBER(__NR_clock_adjtime),
	NUMBER(__NR_clock_settime),
	NUMBER(__NR_delete_module),
	NUMBER(__NR_finit_module),
	NUMBER(__NR_init_module),
	NUMBER(__NR_ioperm),
	NUMBER(__NR_iopl),
	NUMBER(__NR_kexec_file_load),
	NUMBER(__NR_kexec_load),
	NUMBER(__NR_keyctl),
	NUMBER(__NR_modify_ldt),
	NUMBER(__NR_perf_event_open),
	NUMBER(__NR_reboot),
	NUMBER(__NR_request_key),
	NUMBER(__NR_settimeofday),
	NUMBER(__NR_swapoff),
	NUMBER(__NR_swapon),
	NUMBER(__NR_userfaultfd),
};

/* More calls of the process of outputs: it receives requests, and sends descriptors. */
static const char *const serving[] = {
	NUMBER(__NR_recvfrom),
	NUMBER(__NR_sendmsg),
	NUMBER(__NR_socketcall),
};

/* See put_map and put_socket. */
static const char *const checked[] = {
	NUMBER(__NR_mmap),
	NUMBER(__NR_mmap2),
	NUMBER(__NR_socket),
};

/*
 * Spans of numbers with the same action, in ascending order.
 */

enum treatment {
	UNKNOWN,
	ALLOWED,
	CHECKED, /* depends on its arguments */
	KILLED,
};

struct span {
	uint32_t from;
	uint8_t treatment;
};

/* Returns the number of a name here; MAX_NUMBERS if it is unknown. */
static size_t number_of(const char *text)
{
	char *end;
	const unsigned long number = strtoul(text, &end, 10);

	return end > text && !*end && number < MAX_NUMBERS ? number : MAX_NUMBERS;
}

static void mark(uint8_t treatments[MAX_NUMBERS + 1], const char *const *names,
		 size_t count, enum treatment treatment)
{
	for (size_t i = 0; i < count; i++)
		treatments[number_of(names[i])] = (uint8_t)treatment;
}

static size_t find_spans(const uint8_t treatments[MAX_NUMBERS + 1],
			 struct span spans[MAX_NUMBERS + 1])
{
	size_t count = 0;

	for (size_t i = 0; i <= MAX_NUMBERS; i++)
		if (!i || treatments[i] != treatments[i - 1])
			spans[count++] = (struct span){ (uint32_t)i, treatments[i] };
	return count;
}

/*
 * The filter.
 */

struct filter {
	struct sock_filter steps[MAX_STEPS];
	unsigned short count;
	bool serves; /* the filter of the process of outputs */
};

static void put(struct filter *filter, unsigned code, uint32_t value, size_t if_true,
		size_t if_false)
{
	filter->steps[filter->count++] =
		(struct sock_filter){ (uint16_t)code, (uint8_t)if_true, (uint8_t)if_false,
				      value };
}

static void put_load(struct filter *filter, size_t offset)
{
	put(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void put_load_number(struct filter *filter)
{
	put_load(filter, offsetof(struct seccomp_data, nr));
}

/* Words of the arguments' halves: LOW is the half with an int. */
#define LOW(argument) (2 * (argument))
#define HIGH(argument) (2 * (argument) + 1)

static void put_load_word(struct filter *filter, size_t word)
{
	put_load(filter, offsetof(struct seccomp_data, args) + 4 * word);
}

static void put_end(struct filter *filter, enum treatment treatment)
{
	static const uint32_t ends[] = {
		[UNKNOWN] = SECCOMP_RET_ERRNO | ENOSYS,
		[ALLOWED] = SECCOMP_RET_ALLOW,
		[KILLED] = SECCOMP_RET_KILL_PROCESS,
	};

	put(filter, BPF_RET | BPF_K, ends[treatment], 0, 0);
}

static void put_error(struct filter *filter, int error)
{
	put(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)error, 0, 0);
}

/* Appends a binary search: the kernel tries each call once, to remember those that
 * always pass. Calls with checked arguments jump to the end of the search. */
static void put_search(struct filter *filter, const struct span *spans, size_t count)
{
	const size_t half = count / 2, at = filter->count;

	if (count == 1) {
		if (spans->treatment == CHECKED)
			put(filter, BPF_JMP | BPF_JA, 0, 0, 0);
		else
			put_end(filter, spans->treatment);
		return;
	}
	/* The lower half has a step for each span, and one for each edge between two.
	 * Only an unconditional jump can skip more than 255 steps. */
	if (2 * half - 1 > UINT8_MAX) {
		put(filter, BPF_JMP | BPF_JGE | BPF_K, spans[half].from, 0, 1);
		put(filter, BPF_JMP | BPF_JA, 0, 0, 0);
		put_search(filter, spans, half);
		filter->steps[at + 1].k = (uint32_t)(filter->count - at - 2);
	} else {
		put(filter, BPF_JMP | BPF_JGE | BPF_K, spans[half].from, 2 * half - 1, 0);
		put_search(filter, spans, half);
	}
	put_search(filter, spans + half, count - half);
}

/*
 * Checks of arguments. A rule allows the call if the word, masked, is one of the values;
 * else the call is refused.
 */

struct rule {
	const char *call;
	size_t word;
	uint32_t mask;
	uint32_t values[16];
	size_t count;
};

static void put_rule(struct filter *filter, const struct rule *rule)
{
	const size_t number = number_of(rule->call);

	if (number == MAX_NUMBERS)
		return;
	put(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, rule->count + 4);
	put_load_word(filter, rule->word);
	put(filter, BPF_ALU | BPF_AND | BPF_K, rule->mask, 0, 0);
	for (size_t i = 0; i < rule->count; i++)
		put(filter, BPF_JMP | BPF_JEQ | BPF_K, rule->values[i], rule->count - i,
		    0);
	put_error(filter, EPERM);
	put_load_number(filter);
}

#define ALL_BITS UINT32_MAX
#define VALUES(...)                \
	.values = { __VA_ARGS__ }, \
	.count = sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t)

/* Flags of C libraries for a thread; one more is musl's. */
#define THREAD_FLAGS                                                        \
	(CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | \
	 CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID)

/* Codes of the kernel's interface: headers lack some of them, and C libraries define
 * others by the size of their own structures. */
#ifdef __powerpc64__
#define TERMINAL_CODES                                                            \
	0x402C7413, 0x802C7414, 0x802C7415, 0x802C7416, /* get, set attributes */ \
		0x40087468, 0x40047477, 0x4004667F
#else
#define TERMINAL_CODES                                                               \
	0x5401, 0x5402, 0x5403, 0x5404, /* get, set attributes */                    \
		0x802C542A, 0x402C542B, 0x402C542C, 0x402C542D, /* for all speeds */ \
		0x5413, 0x540F, 0x541B /* size, group in front, bytes to read */
#endif
/* F_DUPFD to F_SETLKW; locks with 64 bits, and those of an open file; F_DUPFD_CLOEXEC,
 * F_GETPIPE_SZ. */
#define FILE_CODES 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 36, 37, 38, 1030, 1032

enum {
	RENAME_FLAGS = 3,	      /* not to replace, or to swap */
	SET_NAME_OF_MAP = 0x53564d41, /* PR_SET_VMA */
	CALL_RECVMSG = 17,	      /* call number of socketcall */
};

/* Files can't be made set-user-ID, set-group-ID or sticky. The sanitizers' own calls
 * do not set the mode. */
#ifdef EXH_SANITIZED
#define MODE_BITS 0
#else
#define MODE_BITS (S_ISUID | S_ISGID | S_ISVTX)
#endif

/* Code is mapped from files, as libraries are, and is not writable. */
static void put_map(struct filter *filter, const char *call)
{
	const size_t number = number_of(call);

	if (number == MAX_NUMBERS)
		return;
	put(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 7);
	put_load_word(filter, LOW(2));
	put(filter, BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 4);
	put(filter, BPF_JMP | BPF_JSET | BPF_K, PROT_WRITE, 2, 0);
	put_load_word(filter, LOW(3));
	put(filter, BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1);
	put_error(filter, EPERM);
	put_load_number(filter);
}

/* The C library may ask the machine's name service through a socket: this fails. Other
 * sockets are an attack. */
static void put_socket(struct filter *filter)
{
#ifdef __NR_socket
	put(filter, BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 0, 4);
	put_load_word(filter, LOW(0));
	put(filter, BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 1);
	put_error(filter, EACCES);
	put_end(filter, KILLED);
#else
	(void)filter;
#endif
}

static void put_checks(struct filter *filter, const struct rule *rules, size_t count)
{
	for (size_t i = 0; i < filter->count; i++)
		if (filter->steps[i].code == (BPF_JMP | BPF_JA) && !filter->steps[i].k)
			filter->steps[i].k = (uint32_t)(filter->count - i - 1);
	for (size_t i = 0; i < count; i++)
		put_rule(filter, &rules[i]);
	put_map(filter, NUMBER(__NR_mmap));
	put_map(filter, NUMBER(__NR_mmap2));
	put_socket(filter);
	put_end(filter, ALLOWED);
}

static void put_calls(struct filter *filter, const struct rule *rules, size_t count)
{
	uint8_t treatments[MAX_NUMBERS + 1] = { 0 };
	struct span spans[MAX_NUMBERS + 1];

	/* A name has at most two spans, and a span three steps; rules have some 500. */
	_Static_assert((sizeof allowed + sizeof attacks) / sizeof *allowed < 250,
		       "room for all");
	mark(treatments, allowed, sizeof allowed / sizeof *allowed, ALLOWED);
	mark(treatments, attacks, sizeof attacks / sizeof *attacks, KILLED);
	mark(treatments, checked, sizeof checked / sizeof *checked, CHECKED);
	for (size_t i = 0; i < count; i++)
		mark(treatments, &rules[i].call, 1, CHECKED);
	if (filter->serves)
		mark(treatments, serving, sizeof serving / sizeof *serving, ALLOWED);
	treatments[MAX_NUMBERS] = UNKNOWN;
	put_search(filter, spans, find_spans(treatments, spans));
	put_checks(filter, rules, count);
}

static void make(struct filter *filter)
{
	const uint32_t self = (uint32_t)getpid();
	const struct rule rules[] = {
#ifndef EXH_SANITIZED
		/* A filter can't read clone3's flags: it is unknown here. */
		{ NUMBER(__NR_clone), LOW(0), ~(uint32_t)CLONE_DETACHED,
		  VALUES(THREAD_FLAGS) },
		{ NUMBER(__NR_prctl), LOW(0), ALL_BITS,
		  VALUES(PR_SET_NAME, PR_GET_NAME, SET_NAME_OF_MAP) },
#endif
		{ NUMBER(__NR_kill), LOW(0), ALL_BITS, VALUES(self) },
		{ NUMBER(__NR_tgkill), LOW(0), ALL_BITS, VALUES(self) },
		{ NUMBER(__NR_tkill), LOW(0), ALL_BITS, VALUES(self) },
		/* Limits may be read, not set. */
		{ NUMBER(__NR_prlimit64), LOW(0), ALL_BITS, VALUES(0, self) },
		{ NUMBER(__NR_prlimit64), LOW(2), ALL_BITS, VALUES(0) },
		{ NUMBER(__NR_prlimit64), HIGH(2), ALL_BITS, VALUES(0) },
		/* Only mapped files may be code, as libraries need: see put_map. */
		{ NUMBER(__NR_mprotect), LOW(2), PROT_EXEC, VALUES(0) },
		/* A terminal could be made to take characters as typed: the shell's
		 * next command. File systems have their own calls to change a file. */
		{ NUMBER(__NR_ioctl), LOW(1), ALL_BITS, VALUES(TERMINAL_CODES) },
		/* No signals to the owner of a file. */
		{ NUMBER(__NR_fcntl), LOW(1), ALL_BITS, VALUES(FILE_CODES) },
		{ NUMBER(__NR_fcntl64), LOW(1), ALL_BITS, VALUES(FILE_CODES) },
		{ NUMBER(__NR_open), LOW(2), MODE_BITS, VALUES(0) },
		{ NUMBER(__NR_openat), LOW(3), MODE_BITS, VALUES(0) },
		{ NUMBER(__NR_renameat2), LOW(4), ~(uint32_t)RENAME_FLAGS, VALUES(0) },
		/* Times of open files only, not of named ones. */
		{ NUMBER(__NR_utimensat), LOW(1), ALL_BITS, VALUES(0) },
		{ NUMBER(__NR_utimensat), HIGH(1), ALL_BITS, VALUES(0) },
		{ NUMBER(__NR_utimensat_time64), LOW(1), ALL_BITS, VALUES(0) },
		{ NUMBER(__NR_socketcall), LOW(0), ALL_BITS, VALUES(CALL_RECVMSG) },
	};

	put_load(filter, offsetof(struct seccomp_data, arch));
	put(filter, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0);
	put_end(filter, KILLED);
	put_load_number(filter);
#ifdef __x86_64__
	put(filter, BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1);
	put_end(filter, KILLED);
#endif
	put_calls(filter, rules, sizeof rules / sizeof *rules);
}

bool sandbox_calls_are_known(void)
{
	/* There is no program, so a kernel that supports filters fails with EFAULT. */
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) != 0 &&
	       errno == EFAULT;
}

bool sandbox_restrict_calls(bool serves)
{
	struct filter filter = { .serves = serves };
	struct sock_fprog program = { .filter = filter.steps };

	make(&filter);
	program.len = filter.count;
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
#else
bool sandbox_calls_are_known(void)
{
	return false;
}

bool sandbox_restrict_calls(bool serves)
{
	(void)serves;
	return false;
}
#endif
