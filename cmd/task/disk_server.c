#include "disk_process.h"

#ifdef EXH_HAVE_LANDLOCK
#include "disk.h"
#include "disk_places.h"
#include "file.h"
#include "leftovers.h"
#include "memory.h"
#include "path.h"
#include "sandbox.h"
#include "text.h"
#include "text_set.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

struct process {
	const struct disk_plans *plans;
	/* Ended by DISK_END */
	bool has_ended;
	/* Keeps empty folders that were made beforehand */
	bool keeps;
	/* Paths that the process made: finished files, and temporary ones. */
	struct text_set made;
	struct {
		char **items;
		size_t count, capacity;
	} temporaries;
};

static bool has(const struct text_set *set, const char *text)
{
	return text_set_find(set, text) != TEXT_NONE;
}

static bool is_temporary(const struct process *process, const char *name)
{
	const size_t size = strlen(process->plans->mark);
	const char *mark = leftovers_find_mark(name, name);

	while (mark &&
	       (strncmp(mark, process->plans->mark, size) != 0 || mark[size] != '-'))
		mark = leftovers_find_mark(name, mark);
	return mark;
}

/* Returns the index in the list; TEXT_NONE: not in it. */
static size_t find_temporary(const struct process *process, const char *path)
{
	for (size_t i = process->temporaries.count; i-- > 0;)
		if (strcmp(process->temporaries.items[i], path) == 0)
			return i;
	return TEXT_NONE;
}

static bool has_made(const struct process *process, const char *path)
{
	return has(&process->made, path) || find_temporary(process, path) != TEXT_NONE;
}

/* Removes a temporary file from the list; it was renamed to this name, which may be
 * NULL or temporary again. */
static void end_temporary(struct process *process, size_t place, const char *name)
{
	char **item = &process->temporaries.items[place];

	free(*item);
	if (name && is_temporary(process, file_name(name))) {
		*item = mem_text(name);
		return;
	}
	*item = process->temporaries.items[--process->temporaries.count];
	if (name)
		text_set_add(&process->made, name);
}

/* True if a part of the path, from the name on, has a stem or a beginning of a plan. */
static bool has_beginning(const struct disk_plans *plans, const char *path, size_t name)
{
	char *part = mem_text(path), *lower = text_lower(path);
	bool found = false;

	memcpy(lower, path, name);
	for (size_t size = strlen(path); size >= name && !found; size--) {
		const unsigned char next = (unsigned char)path[size];

		part[size] = lower[size] = '\0';
		found = (!isalnum(next) && has(plans->stems, lower)) ||
			((size > name || next != '.') && has(plans->beginnings, part));
		if (!size)
			break;
	}
	free(part);
	free(lower);
	return found;
}

/* True for a planned name in a plan's folder. */
static bool is_planned_name(const struct process *process, const char *path)
{
	const char *name = file_name(path);
	char *folder = mem_text_part(path, (size_t)(name - path));
	const bool is_in_folder = has(process->plans->folders, folder);

	free(folder);
	return is_in_folder && *name && !path_leads_up(name) &&
	       (has(process->plans->paths, path) || is_temporary(process, name) ||
		has_beginning(process->plans, path, (size_t)(name - path)));
}

/* True if the path is below a folder that was made here, or that is planned: another
 * run may have made it meanwhile. A link is no folder. */
static bool is_below_planned(const struct process *process, const char *path)
{
	char *folder = mem_text(path);
	bool found = false;

	for (char *slash = strrchr(folder, '/'); slash && slash > folder && !found;
	     slash = strrchr(folder, '/')) {
		*slash = '\0';
		found = !path_leads_up(path + (slash - folder)) &&
			(has_made(process, folder) || has(process->plans->paths, folder));
	}
	if (found)
		disk_add_folder(folder, true);
	free(folder);
	return found;
}

static bool is_planned(const struct process *process, const char *path)
{
	return is_planned_name(process, path) || is_below_planned(process, path);
}

/* True if the file at the path, if any, may be replaced. */
static bool may_replace(const struct process *process, const char *path)
{
	struct stat file;

	if (lstat(path, &file) != 0 || has(&process->made, path))
		return true;
	return process->plans->force && !S_ISDIR(file.st_mode) &&
	       !process->plans->is_kept(&file);
}

static int create(struct process *process, const char *path, const char *replaced)
{
	const int fd = disk_create(path, replaced);

	if (fd >= 0)
		*MEM_ADD(&process->temporaries) = mem_text(path);
	return fd;
}

static int make_folder(struct process *process, const char *path)
{
	const int result = disk_make_folder(path);

	if (result == 0) {
		text_set_add(&process->made, path);
		disk_add_folder(path, true);
	}
	return result;
}

/* Renames a file that was made; with DISK_SWAP the other file becomes temporary. */
static int rename_made(struct process *process, enum disk_act act, const char *from,
		       const char *to)
{
	const size_t place = find_temporary(process, from);
	int result;

	if (act == DISK_SWAP)
		return disk_swap(from, to);
	result = act == DISK_RENAME_NEW ? disk_rename_new(from, to)
					: disk_rename(from, to);
	if (result == 0)
		end_temporary(process, place, to);
	return result;
}

static int remove_made_file(struct process *process, const char *path)
{
	const size_t place = find_temporary(process, path);
	const int result = disk_remove(path);

	if (result == 0 && place != TEXT_NONE)
		end_temporary(process, place, NULL);
	return result;
}

static int refuse(void)
{
	errno = EACCES;
	return -1;
}

/* Returns a descriptor for DISK_CREATE and DISK_READ. */
static int act_on(struct process *process, enum disk_act act, const char *a,
		  const char *b)
{
	if (!is_planned(process, a) || (b && !is_planned(process, b)))
		return refuse();
	switch (act) {
	case DISK_CREATE:
		return is_temporary(process, file_name(a)) ? create(process, a, b)
							   : refuse();
	case DISK_FOLDER:
		return make_folder(process, a);
	case DISK_RENAME:
	case DISK_RENAME_NEW:
	case DISK_SWAP:
		return b && find_temporary(process, a) != TEXT_NONE &&
				       (act == DISK_RENAME_NEW || may_replace(process, b))
			       ? rename_made(process, act, a, b)
			       : refuse();
	case DISK_REMOVE:
		return has_made(process, a) ? remove_made_file(process, a) : refuse();
	case DISK_READ:
		return has_made(process, a) ? open(a, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
					    : refuse();
	case DISK_KEEP:
	case DISK_END:
		break;
	}
	return refuse();
}

/* False for a malformed request. */
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

/* Serves a request. False: the other side has ended. */
static bool serve(struct process *process, int socket)
{
	struct disk_request request;
	const ssize_t size = recv(socket, &request, sizeof request, 0);
	int result = -1, fd = -1;
	bool good;

	if (size <= 0)
		return size < 0 && errno == EINTR;
	process->has_ended = request.act == DISK_END;
	process->keeps |= request.act == DISK_KEEP;
	if (process->has_ended || request.act == DISK_KEEP)
		return !process->has_ended;
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

/* Removes an empty folder, unless another run may be about to write to it: see
 * folder_lock.h. */
static void remove_made(const char *path)
{
	const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
		disk_remove(path);
	close(fd);
}

/* Removes unfinished files, and empty folders that were made; these stay after an
 * accident, as the next run may use them. */
static void clear(const struct process *process)
{
	const struct text_set *made = process->plans->made;

	for (size_t i = process->temporaries.count; i-- > 0;)
		disk_remove(process->temporaries.items[i]);
	for (size_t i = process->has_ended && !process->keeps ? made->count : 0; i-- > 0;)
		remove_made(made->items[i]);
}

/* Restricts the process to the folders of plans, to write in, and to those above folders
 * that were made, to remove them from. */
static void restrict_files(const struct disk_plans *plans)
{
	struct sandbox_places places = { 0 };

	for (size_t i = 0; i < plans->folders->count; i++) {
		const char *folder = plans->folders->items[i];

		text_set_add(&places.of[SANDBOX_WRITE], *folder ? folder : ".");
	}
	for (size_t i = 0; i < plans->made->count; i++) {
		char *above = file_folder(plans->made->items[i]);

		text_set_add(&places.of[SANDBOX_LIST], plans->made->items[i]);
		text_set_add(&places.of[SANDBOX_REMOVE], above);
		free(above);
	}
	sandbox_restrict_files(&places);
	sandbox_free_places(&places);
}

/* Ignores signals, which are for the other side: this process ends with it. */
static _Noreturn void run(const struct disk_plans *plans, int socket)
{
	static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
	struct process process = { .plans = plans };

	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
		signal(ignored[i], SIG_IGN);
	restrict_files(plans);
	sandbox_restrict_calls(true);
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
