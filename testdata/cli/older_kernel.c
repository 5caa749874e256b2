/*
 * Runs a program as on a kernel that lacks a part of the sandbox: landlock or seccomp.
 *
 * usage: older_kernel PART PROGRAM [ARGUMENT]...
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(part) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, part))
#define UNLESS(value, steps) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, steps)
#define END(result) BPF_STMT(BPF_RET | BPF_K, result)

int main(int argc, char **argv)
{
	struct sock_filter without_landlock[] = {
		LOAD(nr),
		UNLESS(SYS_landlock_create_ruleset, 1),
		END(SECCOMP_RET_ERRNO | ENOSYS),
		END(SECCOMP_RET_ALLOW),
	};
	struct sock_filter without_seccomp[] = {
		LOAD(nr),
		UNLESS(SYS_prctl, 3),
		LOAD(args[0]),
		UNLESS(PR_SET_SECCOMP, 1),
		END(SECCOMP_RET_ERRNO | EINVAL),
		END(SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { 4, without_landlock };

	if (argc < 3)
		return 2;
	if (strcmp(argv[1], "seccomp") == 0)
		program = (struct sock_fprog){ 6, without_seccomp };
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
		perror("older_kernel: no filter");
	else
		execv(argv[2], argv + 2);
	return 99;
}
