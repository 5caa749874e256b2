#include "jobs.h"

#include "memory.h"

#include <pthread.h>
#include <stdlib.h>

struct pipeline {
	pthread_mutex_t lock;
	pthread_cond_t submitted, finished;
	bool *busy; /* submitted and unfinished slots */
	size_t slot_count;
	size_t begun, waiting; /* next slot for a thread; number of submitted slots */
	bool ending;
	void (*work)(void *context, size_t slot);
	void *context;
	pthread_t *threads;
	size_t thread_count;
};

/* False: no more slots will be submitted. */
static bool take(struct pipeline *pipeline, size_t *slot)
{
	pthread_mutex_lock(&pipeline->lock);
	while (!pipeline->waiting && !pipeline->ending)
		pthread_cond_wait(&pipeline->submitted, &pipeline->lock);
	if (!pipeline->waiting) {
		pthread_mutex_unlock(&pipeline->lock);
		return false;
	}
	*slot = pipeline->begun;
	pipeline->begun = (pipeline->begun + 1) % pipeline->slot_count;
	pipeline->waiting--;
	pthread_mutex_unlock(&pipeline->lock);
	return true;
}

static void *toil(void *argument)
{
	struct pipeline *pipeline = argument;
	size_t slot;

	while (take(pipeline, &slot)) {
		pipeline->work(pipeline->context, slot);
		pthread_mutex_lock(&pipeline->lock);
		pipeline->busy[slot] = false;
		pthread_cond_broadcast(&pipeline->finished);
		pthread_mutex_unlock(&pipeline->lock);
	}
	return NULL;
}

static void release(struct pipeline *pipeline)
{
	pthread_mutex_destroy(&pipeline->lock);
	pthread_cond_destroy(&pipeline->submitted);
	pthread_cond_destroy(&pipeline->finished);
	free(pipeline->threads);
	free(pipeline->busy);
	free(pipeline);
}

struct pipeline *pipeline_start(unsigned thread_count, size_t slot_count,
				void (*work)(void *context, size_t slot), void *context)
{
	struct pipeline *pipeline = mem_alloc(1, sizeof *pipeline);

	pthread_mutex_init(&pipeline->lock, NULL);
	pthread_cond_init(&pipeline->submitted, NULL);
	pthread_cond_init(&pipeline->finished, NULL);
	pipeline->busy = mem_alloc(slot_count, sizeof *pipeline->busy);
	pipeline->threads = mem_alloc(thread_count, sizeof *pipeline->threads);
	pipeline->slot_count = slot_count;
	pipeline->work = work;
	pipeline->context = context;
	pipeline->thread_count =
		jobs_start_threads(pipeline->threads, thread_count, toil, pipeline);
	if (pipeline->thread_count)
		return pipeline;
	release(pipeline);
	return NULL;
}

void pipeline_submit(struct pipeline *pipeline, size_t slot)
{
	pthread_mutex_lock(&pipeline->lock);
	pipeline->busy[slot] = true;
	pipeline->waiting++;
	pthread_cond_signal(&pipeline->submitted);
	pthread_mutex_unlock(&pipeline->lock);
}

void pipeline_wait(struct pipeline *pipeline, size_t slot)
{
	pthread_mutex_lock(&pipeline->lock);
	while (pipeline->busy[slot])
		pthread_cond_wait(&pipeline->finished, &pipeline->lock);
	pthread_mutex_unlock(&pipeline->lock);
}

void pipeline_end(struct pipeline *pipeline)
{
	if (!pipeline)
		return;
	pthread_mutex_lock(&pipeline->lock);
	pipeline->ending = true;
	pthread_cond_broadcast(&pipeline->submitted);
	pthread_mutex_unlock(&pipeline->lock);
	for (size_t i = 0; i < pipeline->thread_count; i++)
		pthread_join(pipeline->threads[i], NULL);
	release(pipeline);
}
