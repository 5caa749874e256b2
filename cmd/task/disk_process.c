#include "disk_process.h"

#ifdef EXH_HAVE_LANDLOCK
#include "path.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* disk.c knows only the path of a file: so there is one process for all. */
static struct {
	const struct disk_plans *plans; /* NULL: no process is asked */
	pthread_mutex_t lock;
	int socket;
	pid_t process;
} asked = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int by_text(const void *key, const void *item)
{
	return strcmp(key, *(const char *const *)item);
}

static bool is_own(const struct disk_plans *plans, const char *folder)
{
	return plans->own_count &&
	       bsearch(folder, plans->own, plans->own_count, sizeof *plans->own, by_text);
}

/* True if the path is in a folder that this process may write itself. */
static bool is_in_own(const struct disk_plans *plans, const char *path)
{
	char folder[PATH_MAX];
	const size_t size = strlen(path);

	if (size >= sizeof folder ||
	    (*path != '/' && !path_leads_up(path) && is_own(plans, ".")))
		return true;
	memcpy(folder, path, size + 1);
	for (char *end = strrchr(folder, '/'); end; end = strrchr(folder, '/')) {
		/* The root directory is a single slash. */
		end[end == folder] = '\0';
		if (is_own(plans, folder))
			return true;
		*end = '\0';
	}
	return false;
}

bool disk_process_has(const char *path)
{
	return asked.plans && !is_in_own(asked.plans, path);
}

static bool fill(struct disk_request *request, enum disk_act act, const char *a,
		 const char *b)
{
	const size_t size = strlen(a) + 1, other = b ? strlen(b) + 1 : 0;

	if (size > PATH_MAX || other > PATH_MAX) {
		errno = ENAMETOOLONG;
		return false;
	}
	request->act = (uint8_t)act;
	request->has_other = b;
	request->other = (uint16_t)size;
	memcpy(request->paths, a, size);
	if (b)
		memcpy(request->paths + size, b, other);
	return true;
}

static size_t size_of(const struct disk_request *request)
{
	const char *last = request->paths + (request->has_other ? request->other : 0);

	return (size_t)(last - (const char *)request) + strlen(last) + 1;
}

/* Receives an answer, perhaps with a descriptor. False: the process has ended. */
static bool receive(int socket, struct disk_answer *answer, int *fd)
{
	union {
		char bytes[CMSG_SPACE(sizeof(int))];
		struct cmsghdr header;
	} control;
	struct iovec part = { answer, sizeof *answer };
	struct msghdr message = { .msg_iov = &part,
				  .msg_iovlen = 1,
				  .msg_control = control.bytes,
				  .msg_controllen = sizeof control.bytes };
	const struct cmsghdr *header;
	ssize_t size;

	do
		size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
	while (size < 0 && errno == EINTR);
	header = CMSG_FIRSTHDR(&message);
	*fd = -1;
	if (header && header->cmsg_type == SCM_RIGHTS)
		memcpy(fd, CMSG_DATA(header), sizeof *fd);
	return size == sizeof *answer;
}

static bool send_request(int socket, const struct disk_request *request)
{
	ssize_t size;

	do
		size = write(socket, request, size_of(request));
	while (size < 0 && errno == EINTR);
	return size >= 0;
}

int disk_process_ask(enum disk_act act, const char *a, const char *b)
{
	struct disk_request request;
	struct disk_answer answer = { -1, EPIPE };
	int fd = -1;

	if (!fill(&request, act, a, b))
		return -1;
	pthread_mutex_lock(&asked.lock);
	if (send_request(asked.socket, &request) && !receive(asked.socket, &answer, &fd))
		answer = (struct disk_answer){ -1, EPIPE };
	pthread_mutex_unlock(&asked.lock);
	if (answer.result < 0)
		errno = answer.reason;
	return answer.result < 0 ? -1 : fd >= 0 ? fd : 0;
}

void disk_process_begin(const struct disk_plans *plans, int socket, int process)
{
	asked.socket = socket;
	asked.process = process;
	asked.plans = plans;
}

/* Sends an act that has no paths and no answer. */
static void send_act(enum disk_act act)
{
	const uint8_t sent = (uint8_t)act;

	(void)!write(asked.socket, &sent, sizeof sent);
}

void disk_process_keep(void)
{
	if (asked.plans)
		send_act(DISK_KEEP);
}

void disk_process_end(void)
{
	if (!asked.plans)
		return;
	send_act(DISK_END);
	close(asked.socket);
	asked.plans = NULL;
	while (waitpid(asked.process, NULL, 0) < 0 && errno == EINTR)
		;
}
#else
void disk_process_keep(void)
{
}

void disk_process_end(void)
{
}

bool disk_process_has(const char *path)
{
	(void)path;
	return false;
}

int disk_process_ask(enum disk_act act, const char *a, const char *b)
{
	(void)act;
	(void)a;
	(void)b;
	return -1;
}
#endif
