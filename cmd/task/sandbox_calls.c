#include "sandbox.h"

#if defined(__linux__) && defined(EXH_HAVE_LANDLOCK)
#include <linux/audit.h>
#endif

/* Arguments are compared by their lower halves, which come first on these. */
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
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * The filter is written by hand: libseccomp takes a millisecond to make the same one,
 * which is as long as small commands run.
 */

enum {
	/* Of the number space that a second ABI of the same processor has. */
	X32_BIT = 0x40000000,
	MAX_CALLS = 120,
	MAX_STEPS = 600,
	/* Bits of the kernel's interface, which headers leave out. */
	TIOCLINUX_CODE = 0x541C,
};

/*
 * Calls that are refused. Which of them a processor has differs, and so do headers: a
 * name that is not defined stays a name.
 */
#define TEXT_OF(name) #name
#define NUMBER(name) TEXT_OF(name)

static const char *const refused[] = {
	/* The network, and sockets of this machine. */
	NUMBER(__NR_accept),
	NUMBER(__NR_accept4),
	NUMBER(__NR_bind),
	NUMBER(__NR_connect),
	NUMBER(__NR_listen),
	NUMBER(__NR_sendmmsg),
	NUMBER(__NR_sendmsg),
	NUMBER(__NR_sendto),
	NUMBER(__NR_socket),
	NUMBER(__NR_socketcall),
	NUMBER(__NR_socketpair),
	/* Programs and other processes. */
	NUMBER(__NR_execve),
	NUMBER(__NR_execveat),
	NUMBER(__NR_fork),
	NUMBER(__NR_kcmp),
	NUMBER(__NR_pidfd_getfd),
	NUMBER(__NR_pidfd_open),
	NUMBER(__NR_pidfd_send_signal),
	NUMBER(__NR_process_madvise),
	NUMBER(__NR_process_mrelease),
	NUMBER(__NR_process_vm_readv),
	NUMBER(__NR_process_vm_writev),
#ifndef EXH_SANITIZED /* the search for leaks */
	NUMBER(__NR_ptrace),
#endif
	NUMBER(__NR_rt_sigqueueinfo),
	NUMBER(__NR_rt_tgsigqueueinfo),
	NUMBER(__NR_setns),
	NUMBER(__NR_unshare),
	NUMBER(__NR_vfork),
	/* What the rules for files do not cover. */
	NUMBER(__NR_chmod),
	NUMBER(__NR_chown),
	NUMBER(__NR_fanotify_init),
	NUMBER(__NR_fanotify_mark),
	NUMBER(__NR_fchmod),
	NUMBER(__NR_fchmodat),
	NUMBER(__NR_fchmodat2),
	NUMBER(__NR_fchown),
	NUMBER(__NR_fchownat),
	NUMBER(__NR_fremovexattr),
	NUMBER(__NR_fsetxattr),
	NUMBER(__NR_futimesat),
	NUMBER(__NR_lchown),
	NUMBER(__NR_lremovexattr),
	NUMBER(__NR_lsetxattr),
	NUMBER(__NR_mknod),
	NUMBER(__NR_mknodat),
	NUMBER(__NR_mq_open),
	NUMBER(__NR_mq_unlink),
	NUMBER(__NR_name_to_handle_at),
	NUMBER(__NR_open_by_handle_at),
	NUMBER(__NR_removexattr),
	NUMBER(__NR_setxattr),
	NUMBER(__NR_setxattrat),
	NUMBER(__NR_truncate),
	NUMBER(__NR_truncate64),
	NUMBER(__NR_utime),
	NUMBER(__NR_utimes),
	/* What runs around this filter. */
	NUMBER(__NR_io_uring_enter),
	NUMBER(__NR_io_uring_register),
	NUMBER(__NR_io_uring_setup),
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
	NUMBER(__NR_swapoff),
	NUMBER(__NR_swapon),
	NUMBER(__NR_umount),
	NUMBER(__NR_umount2),
	/* The kernel, and the machine's administration. */
	NUMBER(__NR_acct),
	NUMBER(__NR_add_key),
	NUMBER(__NR_adjtimex),
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
	NUMBER(__NR_quotactl),
	NUMBER(__NR_quotactl_fd),
	NUMBER(__NR_reboot),
	NUMBER(__NR_request_key),
	NUMBER(__NR_setdomainname),
	NUMBER(__NR_sethostname),
	NUMBER(__NR_settimeofday),
	NUMBER(__NR_syslog),
	NUMBER(__NR_userfaultfd),
	NUMBER(__NR_vhangup),
};

static int by_number(const void *a, const void *b)
{
	const uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;

	return (one > other) - (one < other);
}

/*
 * Where what is refused begins and ends, in turns: numbers from the first edge on are
 * refused, from the second one on they are not.
 */
static size_t find_edges(uint32_t edges[2 * MAX_CALLS])
{
	uint32_t numbers[MAX_CALLS];
	size_t count = 0, edge_count = 0;

	_Static_assert(sizeof refused / sizeof *refused <= MAX_CALLS, "room for all");
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		char *end;
		const unsigned long number = strtoul(refused[i], &end, 10);

		if (end > refused[i] && !*end)
			numbers[count++] = (uint32_t)number;
	}
	qsort(numbers, count, sizeof *numbers, by_number);
	for (size_t i = 0; i < count; i++) {
		if (edge_count && edges[edge_count - 1] == numbers[i]) {
			edges[edge_count - 1]++;
			continue;
		}
		edges[edge_count++] = numbers[i];
		edges[edge_count++] = numbers[i] + 1;
	}
	return edge_count;
}

struct filter {
	struct sock_filter steps[MAX_STEPS];
	unsigned short count;
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

static void put_load_argument(struct filter *filter, size_t argument)
{
	put_load(filter, offsetof(struct seccomp_data, args) + 8 * argument);
}

static void put_end(struct filter *filter, int error)
{
	put(filter, BPF_RET | BPF_K,
	    error ? SECCOMP_RET_ERRNO | (uint32_t)error : SECCOMP_RET_ALLOW, 0, 0);
}

/* The next step, if what was loaded is equal; else the one after it. */
static void put_if(struct filter *filter, uint32_t value)
{
	put(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
}

static void put_refusal_of(struct filter *filter, uint32_t value, int error)
{
	put_if(filter, value);
	put_end(filter, error);
}

/* A search in halves: the kernel tries each call once, to remember those that pass. */
static void put_search(struct filter *filter, const uint32_t *edges, size_t first,
		       size_t end)
{
	const size_t middle = first + (end - first) / 2;

	if (first == end) {
		put_end(filter, first % 2 ? EPERM : 0);
		return;
	}
	/* The lower half has a step for each edge, and one more. */
	put(filter, BPF_JMP | BPF_JGE | BPF_K, edges[middle], 2 * (middle - first) + 1,
	    0);
	put_search(filter, edges, first, middle);
	put_search(filter, edges, middle + 1, end);
}

/* A signal for another process than this one. */
static void put_kill(struct filter *filter, uint32_t call)
{
	put(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
	put_load_argument(filter, 0);
	put_if(filter, (uint32_t)getpid());
	put_end(filter, 0);
	put_end(filter, EPERM);
}

/* Threads are made by clone, as processes are; clone3 has its flags out of a filter's
 * reach, and C libraries do without it. */
static void put_clone(struct filter *filter)
{
#ifdef __NR_clone3
	put_refusal_of(filter, __NR_clone3, ENOSYS);
#endif
#ifndef EXH_SANITIZED
	put(filter, BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4);
	put_load_argument(filter, 0);
	put(filter, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
	put_end(filter, 0);
	put_end(filter, EPERM);
#endif
}

/* Characters that a terminal takes for typed ones would be the shell's next command. */
static void put_ioctl(struct filter *filter)
{
	put(filter, BPF_JMP | BPF_JEQ | BPF_K, __NR_ioctl, 0, 6);
	put_load_argument(filter, 1);
	put_refusal_of(filter, TIOCSTI, EPERM);
	put_refusal_of(filter, TIOCLINUX_CODE, EPERM);
	put_end(filter, 0);
}

/* Times of a file that is open, not of one that has a name. */
static void put_times(struct filter *filter, uint32_t call)
{
	put(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 6);
	put_load_argument(filter, 1);
	put(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3);
	put_load(filter, offsetof(struct seccomp_data, args) + 8 + 4);
	put_if(filter, 0);
	put_end(filter, 0);
	put_end(filter, EPERM);
}

static void make(struct filter *filter)
{
	uint32_t edges[2 * MAX_CALLS];
	const size_t edge_count = find_edges(edges);

	put_load(filter, offsetof(struct seccomp_data, arch));
	put(filter, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0);
	put_end(filter, EPERM);
	put_load(filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
	put(filter, BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1);
	put_end(filter, EPERM);
#endif
	put_clone(filter);
	put_ioctl(filter);
	put_kill(filter, __NR_kill);
	put_kill(filter, __NR_tgkill);
#ifdef __NR_utimensat
	put_times(filter, __NR_utimensat);
#endif
#ifdef __NR_utimensat_time64
	put_times(filter, __NR_utimensat_time64);
#endif
	put_search(filter, edges, 0, edge_count);
}

bool sandbox_calls_are_known(void)
{
	/* Without a program, a kernel that has filters complains of the address. */
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) != 0 &&
	       errno == EFAULT;
}

bool sandbox_restrict_calls(void)
{
	struct filter filter = { .count = 0 };
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

bool sandbox_restrict_calls(void)
{
	return false;
}
#endif
