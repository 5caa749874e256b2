#include "disk_process.h"

#ifdef EXH_HAVE_LANDLOCK
#include "disk.h"
#include "disk_places.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* What it made, by path. */
struct made {
	char *path;
	bool is_temporary;
};

struct process {
	const struct disk_plans *plans;
	bool has_ended; /* as it should */
	struct made *items;
	size_t count, capacity;
};

/* exhume-MARK-..., exhume-new-MARK-... and NAME.exhume-MARK-...: see leftovers.h. */
static bool is_temporary(const struct process *process, const char *name)
{
	const size_t size = strlen(process->plans->mark);

	for (const char *at = strstr(name, "exhume-"); at;
	     at = strstr(at + 1, "exhume-")) {
		const char *mark = at + strlen("exhume-");

		if (strncmp(mark, "new-", strlen("new-")) == 0)
			mark += strlen("new-");
		if (strncmp(mark, process->plans->mark, size) == 0 && mark[size] == '-')
			return true;
	}
	return false;
}

static struct made *find_made(const struct process *process, const char *path,
			      size_t size)
{
	for (size_t i = process->count; i-- > 0;)
		if (strncmp(process->items[i].path, path, size) == 0 &&
		    !process->items[i].path[size])
			return &process->items[i];
	return NULL;
}

/* Without it, what was made could not be renamed later: then it is not made. */
static struct made *add_made(struct process *process)
{
	if (process->count == process->capacity) {
		const size_t capacity = process->capacity * 2 + 64;
		struct made *items =
			realloc(process->items, capacity * sizeof *process->items);

		if (!items)
			return NULL;
		process->items = items;
		process->capacity = capacity;
	}
	process->items[process->count] = (struct made){ NULL, false };
	return &process->items[process->count];
}

/* Of a path in a folder of plans, what follows the folder's. */
static size_t folder_size(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The path is in the plan's folder. Upper and lower case are the same: games have both.
 */
static bool fits(const struct disk_plan *plan, const char *path)
{
	const size_t folder = folder_size(plan->beginning);
	const char *name = plan->beginning + folder, *rest = path + folder;
	const size_t size = strlen(name);

	if (strncasecmp(rest, name, size) != 0)
		return false;
	rest += size;
	return !*rest || (plan->kind == DISK_WITH_ANY && (size || *rest != '.')) ||
	       (plan->kind == DISK_WITH_STEM && !isalnum((unsigned char)*rest));
}

/* Another run may have made the planned folder in the meantime, a link is none. */
static bool is_planned_folder(const struct disk_plan *plan, const char *path, size_t size)
{
	if (plan->kind != DISK_EXACTLY || strlen(plan->beginning) != size ||
	    strncmp(path, plan->beginning, size) != 0)
		return false;
	disk_add_folder(plan->beginning, true);
	return true;
}

/* A name in a plan's folder; or below a folder that was made here, or is planned. */
static bool is_planned(const struct process *process, const char *path)
{
	const struct disk_plans *plans = process->plans;

	for (size_t i = 0; i < plans->count; i++) {
		const struct disk_plan *plan = &plans->items[i];
		const size_t size = folder_size(plan->beginning);
		const char *rest = path + size;
		size_t first;

		if (strncmp(path, plan->beginning, size) != 0 || !*rest || *rest == '/' ||
		    disk_leads_up(rest))
			continue;
		first = strcspn(rest, "/");
		if (rest[first] ? find_made(process, path, size + first) ||
					  is_planned_folder(plan, path, size + first)
				: fits(plan, path) || is_temporary(process, rest))
			return true;
	}
	return false;
}

static const char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* May what is at the path, if anything, go? */
static bool may_replace(const struct process *process, const char *path)
{
	struct stat file;

	if (lstat(path, &file) != 0 || find_made(process, path, strlen(path)))
		return true;
	return process->plans->force && !S_ISDIR(file.st_mode) &&
	       !process->plans->is_kept(&file);
}

/* The path is copied before anything is made. */
static int make(struct process *process, const char *path, const char *replaced,
		bool is_folder)
{
	struct made *made = add_made(process);
	char *copy = made ? strdup(path) : NULL;
	int result = -1;

	if (!copy) {
		errno = ENOMEM;
		return -1;
	}
	result = is_folder ? disk_make_folder(path) : disk_create(path, replaced);
	if (result < 0) {
		free(copy);
		return -1;
	}
	*made = (struct made){ copy, is_temporary(process, name_of(path)) };
	process->count++;
	if (is_folder)
		disk_add_folder(path, true);
	return result;
}

static void forget(struct process *process, struct made *made)
{
	free(made->path);
	*made = process->items[--process->count];
}

/* What was made gets its name. */
static int rename_made(struct process *process, enum disk_act act, struct made *made,
		       const char *to)
{
	char *copy = strdup(to);
	int result = -1;

	if (!copy)
		return -1;
	if (act == DISK_SWAP)
		result = disk_swap(made->path, to);
	else if (act == DISK_RENAME_NEW)
		result = disk_rename_new(made->path, to);
	else
		result = disk_rename(made->path, to);
	if (result == 0 && act != DISK_SWAP) {
		struct made *old = find_made(process, to, strlen(to));

		free(made->path);
		*made = (struct made){ copy, false };
		if (old && old != made)
			forget(process, old);
		return 0;
	}
	free(copy);
	return result;
}

static int refuse(void)
{
	errno = EACCES;
	return -1;
}

/* A descriptor for DISK_CREATE and DISK_READ. */
static int act_on(struct process *process, enum disk_act act, const char *a,
		  const char *b)
{
	struct made *made = find_made(process, a, strlen(a));

	if (!is_planned(process, a))
		return refuse();
	switch (act) {
	case DISK_CREATE:
		return is_temporary(process, name_of(a)) && (!b || is_planned(process, b))
			       ? make(process, a, b, false)
			       : refuse();
	case DISK_FOLDER:
		return make(process, a, NULL, true);
	case DISK_RENAME:
	case DISK_RENAME_NEW:
	case DISK_SWAP:
		return made && b && is_planned(process, b) &&
				       (act == DISK_RENAME_NEW || may_replace(process, b))
			       ? rename_made(process, act, made, b)
			       : refuse();
	case DISK_REMOVE:
		if (!made || disk_remove(a) != 0)
			return made ? -1 : refuse();
		forget(process, made);
		return 0;
	case DISK_END:
		break;
	case DISK_READ:
		return made ? open(a, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : refuse();
	}
	return refuse();
}

/* False: no request that was made here. */
static bool is_whole(const struct disk_request *request, size_t size)
{
	const size_t start = offsetof(struct disk_request, paths);

	if (size <= start || ((const char *)request)[size - 1])
		return false;
	return !request->has_other || (request->other && request->other < size - start &&
				       !request->paths[request->other - 1]);
}

static bool answer(int socket, int result, int fd)
{
	struct disk_answer answer = { result, errno };
	union {
		char bytes[CMSG_SPACE(sizeof(int))];
		struct cmsghdr header;
	} control = { .header = { .cmsg_len = CMSG_LEN(sizeof fd),
				  .cmsg_level = SOL_SOCKET,
				  .cmsg_type = SCM_RIGHTS } };
	struct iovec part = { &answer, sizeof answer };
	struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };

	if (fd >= 0) {
		memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
		message.msg_control = control.bytes;
		message.msg_controllen = sizeof control.bytes;
	}
	return sendmsg(socket, &message, MSG_NOSIGNAL) >= 0;
}

/* False: the other side is gone. */
static bool serve(struct process *process, int socket)
{
	struct disk_request request;
	const ssize_t size = recv(socket, &request, sizeof request, 0);
	int result = -1, fd = -1;
	bool good;

	if (size <= 0)
		return size < 0 && errno == EINTR;
	process->has_ended = request.act == DISK_END;
	if (process->has_ended)
		return false;
	if (is_whole(&request, (size_t)size))
		result = act_on(process, request.act, request.paths,
				request.has_other ? request.paths + request.other : NULL);
	else
		errno = EINVAL;
	if (request.act == DISK_CREATE || request.act == DISK_READ)
		fd = result;
	good = answer(socket, result < 0 ? -1 : 0, fd);
	if (fd >= 0)
		close(fd);
	return good;
}

/* Another run may be about to write into it: see folder_lock.h. */
static void remove_made(const char *path)
{
	const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
		disk_remove(path);
	close(fd);
}

/* What has a temporary name, and folders in which nothing is; but after an accident the
 * next run may be at work in these. */
static void clear(const struct process *process)
{
	const struct disk_plans *plans = process->plans;
	const size_t made_count = process->has_ended ? plans->made_count : 0;

	for (size_t i = process->count; i-- > 0;)
		if (process->items[i].is_temporary)
			disk_remove_all(process->items[i].path);
	for (size_t i = made_count; i-- > 0;)
		remove_made(plans->made[i]);
}

/* Signals are for the side that asks: this one ends with it. */
static _Noreturn void run(const struct disk_plans *plans, int socket)
{
	static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
	struct process process = { .plans = plans };

	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
		signal(ignored[i], SIG_IGN);
	while (serve(&process, socket))
		;
	clear(&process);
	_exit(EXIT_SUCCESS);
}

bool disk_process_start(const struct disk_plans *plans)
{
	int sockets[2];
	pid_t process;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0)
		return false;
	process = fork();
	if (process == 0) {
		close(sockets[0]);
		run(plans, sockets[1]);
	}
	close(sockets[1]);
	if (process < 0) {
		close(sockets[0]);
		return false;
	}
	disk_process_begin(plans, sockets[0], process);
	return true;
}
#else
bool disk_process_start(const struct disk_plans *plans)
{
	(void)plans;
	return true;
}
#endif
