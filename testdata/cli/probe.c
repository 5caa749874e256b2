/*
 * Loaded before a program's libraries: is a decoder that an input has taken over, when
 * the program first reads from a file. It tries what PROBE says, from the number
 * PROBE_FROM on: "attacks", or "calls", all system calls by their numbers. A line on
 * standard error has the number, the name and what came of it, which is missing where the
 * process was killed.
 *
 * It expects files in/RESOURCE.MAP, which is an input, and victim, which is not; a folder
 * out for outputs; and PROBE_PID, another process.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/* Newer than some headers. */
enum {
	FCHMODAT2 = 452,
	SETXATTRAT = 463,
	REMOVEXATTRAT = 466,
	OPEN_TREE_ATTR = 467,
	FILE_SETATTR = 469,
	LAST_CALL = 600,
	TIOCLINUX_CODE = 0x541C,
	X32_GETPID = 0x40000000 + 39,
	WRITTEN = O_WRONLY | O_CREAT,
	CODE = PROT_READ | PROT_EXEC,
	RUNNING = PROT_READ | PROT_WRITE | PROT_EXEC,
};

#define SET_FLAGS_OF_FILE 0x40086602ul /* FS_IOC_SETFLAGS */

struct probe {
	const char *name;
	long number;
	uintptr_t arguments[6];
};

#define P(value) (uintptr_t)(value)
#define BAD UINTPTR_MAX

/* Nothing that is done here does harm to who runs the tests. */
static size_t list_attacks(struct probe *out)
{
	static struct rlimit limit = { RLIM_INFINITY, RLIM_INFINITY };
	static struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = 9 };
	static struct sockaddr_un name = { .sun_family = AF_UNIX };
	static struct clone_args fork_arguments = { .exit_signal = SIGCHLD };
	static struct sched_param priority;
	static char value[512] = "x", *empty[] = { NULL };
	static uint64_t mask = 1;
	const char *other = getenv("PROBE_PID");
	const uintptr_t pid = other ? strtoul(other, NULL, 10) : 1;
	const uintptr_t here = P(AT_FDCWD);
	const uintptr_t in = P(open("in/RESOURCE.MAP", O_RDONLY));
	const uintptr_t made = P(open("out/made", O_RDWR | O_CREAT, 0666));
	const uintptr_t system = P(open("/usr/bin/env", O_RDONLY));
	const uintptr_t page = P(mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
	const struct probe list[] = {
		/* What it may do. */
		{ "read_input", SYS_openat, { here, P("in/RESOURCE.MAP"), O_RDONLY } },
		{ "read_system", SYS_openat, { here, P("/usr"), O_RDONLY } },
		{ "write_output", SYS_openat, { here, P("out/new"), WRITTEN, 0666 } },
		{ "make_folder", SYS_mkdirat, { here, P("out/folder"), 0777 } },
		{ "remove_folder",
		  SYS_unlinkat,
		  { here, P("out/folder"), AT_REMOVEDIR } },
		{ "rename_output",
		  SYS_renameat2,
		  { here, P("out/new"), here, P("out/renamed"), 0 } },
		{ "remove_output", SYS_unlinkat, { here, P("out/renamed"), 0 } },
		{ "stat", SYS_newfstatat, { here, P("victim"), P(value), 0 } },
		{ "map_code", SYS_mmap, { 0, 4096, CODE, MAP_PRIVATE, system, 0 } },
		/* Files. */
		{ "read", SYS_openat, { here, P("victim"), O_RDONLY } },
		{ "read_folder", SYS_openat, { here, P("."), O_RDONLY | O_DIRECTORY } },
		{ "read_process", SYS_openat, { here, P("/proc/self/mem"), O_RDONLY } },
		{ "openat2", SYS_openat2, { here, P("victim"), P(value + 8), 24 } },
		{ "write", SYS_openat, { here, P("victim"), O_WRONLY } },
		{ "write_input", SYS_openat, { here, P("in/RESOURCE.MAP"), O_WRONLY } },
		{ "make", SYS_openat, { here, P("new"), WRITTEN, 0666 } },
		{ "make_in_input", SYS_openat, { here, P("in/new"), WRITTEN, 0666 } },
		{ "remove", SYS_unlinkat, { here, P("victim"), 0 } },
		{ "rename",
		  SYS_renameat2,
		  { here, P("victim"), here, P("out/victim"), 0 } },
		{ "truncate", SYS_truncate, { P("victim"), 0 } },
		{ "linkat", SYS_linkat, { here, P("victim"), here, P("out/link"), 0 } },
		{ "symlinkat", SYS_symlinkat, { P("victim"), here, P("out/symlink") } },
		{ "mknodat", SYS_mknodat, { here, P("out/node"), 0010666, 0 } },
		{ "set_owner_id", SYS_openat, { here, P("out/run"), WRITTEN, 04777 } },
		{ "fchmod", SYS_fchmod, { made, 04777 } },
		{ "fchmodat", SYS_fchmodat, { here, P("victim"), 0666 } },
		{ "fchmodat2", FCHMODAT2, { here, P("victim"), 0666, 0 } },
		{ "file_setattr", FILE_SETATTR, { here, P("victim"), P(value), 24, 0 } },
		{ "fchown", SYS_fchown, { made, BAD, BAD } },
		{ "fchownat", SYS_fchownat, { here, P("victim"), BAD, BAD, 0 } },
		{ "ioctl_flags", SYS_ioctl, { made, SET_FLAGS_OF_FILE, P(value + 8) } },
		{ "setxattr",
		  SYS_setxattr,
		  { P("victim"), P("user.x"), P(value), 1, 0 } },
		{ "lsetxattr",
		  SYS_lsetxattr,
		  { P("victim"), P("user.x"), P(value), 1, 0 } },
		{ "fsetxattr", SYS_fsetxattr, { made, P("user.x"), P(value), 1, 0 } },
		{ "setxattrat",
		  SETXATTRAT,
		  { here, P("victim"), 0, P("user.x"), P(value), 16 } },
		{ "removexattr", SYS_removexattr, { P("victim"), P("user.x") } },
		{ "fremovexattr", SYS_fremovexattr, { made, P("user.x") } },
		{ "removexattrat", REMOVEXATTRAT, { here, P("victim"), 0, P("user.x") } },
		{ "utimensat", SYS_utimensat, { here, P("victim"), 0, 0 } },
		{ "name_to_handle_at",
		  SYS_name_to_handle_at,
		  { here, P("victim"), P(value), P(value), 0 } },
		{ "open_by_handle_at", SYS_open_by_handle_at, { here, P(value), 0 } },
		{ "fanotify_init", SYS_fanotify_init, { 0, 0 } },
		{ "inotify_init1", SYS_inotify_init1, { 0 } },
		{ "chroot", SYS_chroot, { P("nowhere") } },
		/* Sockets. */
		{ "socket_unix", SYS_socket, { AF_UNIX, SOCK_STREAM, 0 } },
		{ "socket_inet", SYS_socket, { AF_INET, SOCK_STREAM, 0 } },
		{ "socket_inet6", SYS_socket, { AF_INET6, SOCK_DGRAM, 0 } },
		{ "socket_netlink", SYS_socket, { AF_NETLINK, SOCK_RAW, 0 } },
		{ "socketpair", SYS_socketpair, { AF_UNIX, SOCK_STREAM, 0, P(value) } },
		{ "connect", SYS_connect, { in, P(&address), sizeof address } },
		{ "bind", SYS_bind, { in, P(&name), sizeof name } },
		{ "listen", SYS_listen, { in, 1 } },
		{ "accept", SYS_accept, { in, 0, 0 } },
		{ "sendto", SYS_sendto, { in, P(value), 1, 0, 0, 0 } },
		{ "sendmsg", SYS_sendmsg, { in, P(value), 0 } },
		/* Programs and processes. */
		{ "execve", SYS_execve, { P("nowhere"), P(empty), P(empty) } },
		{ "execveat",
		  SYS_execveat,
		  { here, P("nowhere"), P(empty), P(empty), 0 } },
		{ "clone", SYS_clone, { SIGCHLD, 0, 0, 0, 0 } },
		{ "clone3", SYS_clone3, { P(&fork_arguments), sizeof fork_arguments } },
		{ "ptrace", SYS_ptrace, { PTRACE_SEIZE, pid, 0, 0 } },
		{ "process_vm_readv", SYS_process_vm_readv, { pid, 0, 0, 0, 0, 0 } },
		{ "process_vm_writev", SYS_process_vm_writev, { pid, 0, 0, 0, 0, 0 } },
		{ "kill", SYS_kill, { pid, 0 } },
		{ "kill_group", SYS_kill, { 0, 0 } },
		{ "tkill", SYS_tkill, { pid, SIGCONT } },
		{ "tgkill", SYS_tgkill, { pid, pid, SIGCONT } },
		{ "rt_sigqueueinfo", SYS_rt_sigqueueinfo, { pid, 0, P(value) } },
		{ "fcntl_owner", SYS_fcntl, { in, F_SETOWN, pid } },
		{ "pidfd_open", SYS_pidfd_open, { pid, 0 } },
		{ "pidfd_getfd", SYS_pidfd_getfd, { in, 0, 0 } },
		{ "pidfd_send_signal", SYS_pidfd_send_signal, { in, 0, 0, 0 } },
		{ "prlimit64", SYS_prlimit64, { pid, RLIMIT_CPU, P(&limit), 0 } },
		{ "prlimit64_own", SYS_prlimit64, { 0, RLIMIT_CPU, P(&limit), 0 } },
		{ "setpriority", SYS_setpriority, { PRIO_PROCESS, pid, 1 } },
		{ "ioprio_set", SYS_ioprio_set, { 1, pid, 0 } },
		{ "sched_setscheduler",
		  SYS_sched_setscheduler,
		  { pid, SCHED_BATCH, P(&priority) } },
		{ "sched_setaffinity",
		  SYS_sched_setaffinity,
		  { pid, sizeof mask, P(&mask) } },
		{ "setpgid", SYS_setpgid, { 0, 0 } },
		{ "ioctl_type", SYS_ioctl, { 0, TIOCSTI, P(value) } },
		{ "ioctl_linux", SYS_ioctl, { 0, TIOCLINUX_CODE, P(value) } },
		/* Memory. */
		{ "mmap_run",
		  SYS_mmap,
		  { 0, 4096, RUNNING, MAP_PRIVATE | MAP_ANONYMOUS, BAD, 0 } },
		{ "mmap_run_read",
		  SYS_mmap,
		  { 0, 4096, CODE, MAP_PRIVATE | MAP_ANONYMOUS, BAD, 0 } },
		{ "mprotect_run", SYS_mprotect, { page, 4096, CODE } },
		{ "pkey_mprotect", SYS_pkey_mprotect, { page, 4096, CODE, BAD } },
		{ "memfd_create", SYS_memfd_create, { P("x"), 0 } },
		{ "shmget", SYS_shmget, { IPC_PRIVATE, 0, 0 } },
		{ "semget", SYS_semget, { IPC_PRIVATE, 0, 0 } },
		{ "msgget", SYS_msgget, { 12345, 0 } },
		{ "mq_open", SYS_mq_open, { P("x"), O_RDONLY, 0, 0 } },
		{ "userfaultfd", SYS_userfaultfd, { 1 } },
		/* The kernel. */
		{ "io_uring_setup", SYS_io_uring_setup, { 1, P(value + 8) } },
		{ "bpf", SYS_bpf, { BAD, 0, 0 } },
		{ "perf_event_open", SYS_perf_event_open, { BAD, 0, 0, 0, 0 } },
		{ "keyctl", SYS_keyctl, { 0, BAD, 0, 0, 0 } },
		{ "add_key", SYS_add_key, { BAD, 0, 0, 0, 0 } },
		{ "request_key", SYS_request_key, { BAD, 0, 0, 0 } },
		{ "prctl", SYS_prctl, { PR_SET_DUMPABLE, 1, 0, 0, 0 } },
		{ "seccomp", SYS_seccomp, { BAD, 0, 0 } },
		{ "personality", SYS_personality, { 0xFFFFFFFF } },
		{ "init_module", SYS_init_module, { BAD, 0, BAD } },
		{ "kexec_load", SYS_kexec_load, { BAD, BAD, 0, 0 } },
		{ "settimeofday", SYS_settimeofday, { 0, 0 } },
		{ "sethostname", SYS_sethostname, { BAD, BAD } },
		{ "syslog", SYS_syslog, { BAD, 0, 0 } },
		/* Name spaces and mounts. */
		{ "unshare", SYS_unshare, { CLONE_FS } },
		{ "clone_namespace", SYS_clone, { SIGCHLD | CLONE_NEWUSER, 0, 0, 0, 0 } },
		{ "setns", SYS_setns, { in, 0 } },
		{ "mount", SYS_mount, { BAD, BAD, BAD, 0, 0 } },
		{ "umount2", SYS_umount2, { P("nowhere"), 0 } },
		{ "pivot_root", SYS_pivot_root, { P("nowhere"), P("nowhere") } },
		{ "open_tree", SYS_open_tree, { here, P("nowhere"), 0 } },
		{ "open_tree_attr", OPEN_TREE_ATTR, { here, P("nowhere"), 0, 0, 0 } },
		{ "fsopen", SYS_fsopen, { BAD, 0 } },
		/* Who it is. */
		{ "setuid", SYS_setuid, { BAD } },
		{ "setgroups", SYS_setgroups, { BAD, BAD } },
		{ "capset", SYS_capset, { BAD, BAD } },
#ifdef __x86_64__
		{ "x32", X32_GETPID, { 0 } },
#endif
	};

	memcpy(out, list, sizeof list);
	return sizeof list / sizeof *list;
}

static void try_attacks(size_t from)
{
	static struct probe list[200];
	const size_t count = list_attacks(list);

	for (size_t i = from; i < count; i++) {
		const uintptr_t *with = list[i].arguments;
		long result;

		fprintf(stderr, "%zu %s ", i, list[i].name);
		errno = 0;
		result = syscall(list[i].number, with[0], with[1], with[2], with[3],
				 with[4], with[5]);
		/* A process that should not be. */
		if (result == 0 && list[i].number == SYS_clone)
			_exit(0);
		if (result == 0 && list[i].number == SYS_clone3)
			_exit(0);
		if (result < 0 && (errno == EPERM || errno == EACCES || errno == EXDEV ||
				   errno == ENOSYS))
			fprintf(stderr, "refused %s\n", strerror(errno));
		else
			fprintf(stderr, "allowed\n");
	}
}

/* The names that SECURITY.md lists. */
#define TEXT_OF(name) #name
#define NUMBER(name) TEXT_OF(name)
#define ALLOWED(name) { #name, NUMBER(__NR_##name) },

static const char *name_of(long number)
{
	static const struct {
		const char *name, *number;
	} names[] = {
#include "probe_allowed.h"
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char *end;

		if (strtol(names[i].number, &end, 10) == number && !*end)
			return names[i].name;
	}
	return "unlisted";
}

/* Ends the process, or wrecks it. Kernels let the calls of their own breakpoints past all
 * filters, and send SIGILL to who else makes them. */
static bool ends(long number)
{
#ifdef __x86_64__
	enum { URETPROBE = 335, UPROBE = 336 };

	if (number == URETPROBE || number == UPROBE)
		return true;
#endif
	return number == SYS_exit || number == SYS_exit_group ||
	       number == SYS_rt_sigreturn;
}

/* Without arguments that make sense: what gets another answer than an unknown call is
 * let through, or has its arguments checked. */
static void try_calls(long from)
{
	/* Not without the filter, which refuses this. */
	if (prctl(PR_GET_SECCOMP) >= 0)
		return;
	for (long i = from; i <= LAST_CALL; i++) {
		if (ends(i))
			continue;
		fprintf(stderr, "%ld %s ", i, name_of(i));
		errno = 0;
		if (syscall(i, BAD, BAD, BAD, BAD, BAD, BAD) < 0 && errno == ENOSYS)
			fprintf(stderr, "unknown\n");
		else
			fprintf(stderr, "known\n");
	}
}

__attribute__((visibility("default"))) ssize_t read(int fd, void *out, size_t size)
{
	static bool done;
	ssize_t (*next)(int, void *, size_t);
	void *const found = dlsym(RTLD_NEXT, "read");
	const char *what = getenv("PROBE"), *from = getenv("PROBE_FROM");

	memcpy(&next, &found, sizeof next);
	if (!done && what && from) {
		done = true;
		if (*what == 'a')
			try_attacks(strtoul(from, NULL, 10));
		else
			try_calls(strtol(from, NULL, 10));
		_exit(0);
	}
	return next(fd, out, size);
}
