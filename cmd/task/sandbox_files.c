#include "sandbox.h"

void sandbox_free_places(struct sandbox_places *places)
{
	for (size_t i = 0; i < SANDBOX_ACCESSES; i++)
		text_set_free(&places->of[i]);
}

#ifdef EXH_HAVE_LANDLOCK
#include "file.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Rights of newer versions, from the kernel's interface: the headers at build time may be
 * older than the kernel at run time.
 */
#define FS_VERSION_1 ((UINT64_C(1) << 13) - 1)
#define FS_REFER (UINT64_C(1) << 13)	 /* version 2 */
#define FS_TRUNCATE (UINT64_C(1) << 14)	 /* version 3 */
#define FS_IOCTL_DEV (UINT64_C(1) << 15) /* version 5 */
#define NET_TCP UINT64_C(3)		 /* version 4: bind, connect */
#define SCOPES UINT64_C(3)		 /* version 6: abstract sockets, signals */

struct ruleset {
	uint64_t files, net, scopes;
};

#define READ (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE                                                                   \
	(READ | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | \
	 LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR |         \
	 LANDLOCK_ACCESS_FS_MAKE_REG | FS_REFER | FS_TRUNCATE)
/* Rights that rules for files may have. */
#define OF_FILES \
	(LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | FS_TRUNCATE)

/* Missing in some C libraries. */
static int create_ruleset(const struct ruleset *ruleset, size_t size, uint32_t flags)
{
	return (int)syscall(SYS_landlock_create_ruleset, ruleset, size, flags);
}

int sandbox_files_version(void)
{
	const int version = create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

	/* Version 1 refuses all renames from folder to folder. */
	return version > 1 ? version : 0;
}

static struct ruleset all_of(int version)
{
	return (struct ruleset){
		.files = FS_VERSION_1 | FS_REFER | (version >= 3 ? FS_TRUNCATE : 0) |
			 (version >= 5 ? FS_IOCTL_DEV : 0),
		.net = version >= 4 ? NET_TCP : 0,
		.scopes = version >= 6 ? SCOPES : 0,
	};
}

/* Allows access. A missing or inaccessible path needs no rule. */
static bool allow(int fd, const struct ruleset *ruleset, const char *path,
		  uint64_t rights)
{
	struct landlock_path_beneath_attr rule = { .parent_fd = open(
							   path, O_PATH | O_CLOEXEC) };
	struct stat info;
	bool good = true;

	if (rule.parent_fd < 0)
		return true;
	if (fstat(rule.parent_fd, &info) == 0 && !S_ISDIR(info.st_mode))
		rights &= OF_FILES;
	rule.allowed_access = rights & ruleset->files;
	if (rule.allowed_access)
		good = syscall(SYS_landlock_add_rule, fd, LANDLOCK_RULE_PATH_BENEATH,
			       &rule, 0) == 0;
	close(rule.parent_fd);
	return good;
}

/* Allows libraries, which are opened when needed, and their data: tables of encodings,
 * time zones. */
static bool allow_system(int fd, const struct ruleset *ruleset)
{
	static const char *const folders[] = {
		"/usr",	      "/lib",	    "/lib64",
		"/nix/store", "/gnu/store", "/home/linuxbrew/.linuxbrew",
	};
	bool good = allow(fd, ruleset, "/etc/ld.so.cache", READ);

	for (size_t i = 0; i < sizeof folders / sizeof *folders && good; i++) {
		struct stat info;

		/* Links such as /lib lead into /usr. */
		if (lstat(folders[i], &info) == 0 && S_ISDIR(info.st_mode))
			good = allow(fd, ruleset, folders[i], READ);
	}
	return good;
}

/* Allows a list of folders separated by colons. */
static bool allow_libraries(int fd, const struct ruleset *ruleset, const char *list)
{
	char *copy = list ? strdup(list) : NULL, *rest = copy;
	bool good = copy || !list;

	while (rest && good) {
		const char *folder = strsep(&rest, ":;");

		good = allow(fd, ruleset, *folder ? folder : ".", READ);
	}
	free(copy);
	return good;
}

/* Allows the files that sanitizers read to name the place of an error. */
static bool allow_sanitizers(int fd, const struct ruleset *ruleset)
{
#ifdef EXH_SANITIZED
	return allow(fd, ruleset, "/proc", READ) &&
	       allow(fd, ruleset, "/proc/self/exe", READ);
#else
	(void)fd;
	(void)ruleset;
	return true;
#endif
}

static bool allow_places(int fd, const struct ruleset *ruleset,
			 const struct sandbox_places *places)
{
	static const uint64_t rights[] = {
		[SANDBOX_READ] = READ,
		[SANDBOX_WRITE] = WRITE,
		[SANDBOX_REMOVE] = LANDLOCK_ACCESS_FS_REMOVE_DIR,
		[SANDBOX_LIST] = LANDLOCK_ACCESS_FS_READ_DIR,
	};
	bool good = true;

	for (size_t access = 0; access < SANDBOX_ACCESSES; access++)
		for (size_t i = 0; i < places->of[access].count && good; i++)
			good = allow(fd, ruleset, places->of[access].items[i],
				     rights[access]);
	return good;
}

static bool allow_all(int fd, const struct ruleset *ruleset,
		      const struct sandbox_places *places)
{
	return allow_system(fd, ruleset) &&
	       allow_libraries(fd, ruleset, getenv("LD_LIBRARY_PATH")) &&
	       allow_sanitizers(fd, ruleset) && allow_places(fd, ruleset, places);
}

bool sandbox_restrict_files(const struct sandbox_places *places)
{
	const int version = sandbox_files_version();
	struct ruleset ruleset = all_of(version);
	bool good;
	int fd;

	if (!version || !(ruleset.files | ruleset.net | ruleset.scopes))
		return false;
	fd = create_ruleset(&ruleset, sizeof ruleset, 0);
	if (fd < 0)
		return false;
	good = allow_all(fd, &ruleset, places) &&
	       prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       syscall(SYS_landlock_restrict_self, fd, 0) == 0;
	close(fd);
	return good;
}
#else
int sandbox_files_version(void)
{
	return 0;
}

bool sandbox_restrict_files(const struct sandbox_places *places)
{
	(void)places;
	return false;
}
#endif
