#include "lazy.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Opens the library. Two threads may do so at once: they get the same handle, counted
 * twice. */
static void *opened(struct lazy_library *library)
{
	void *handle = atomic_load(&library->handle);

	if (!handle) {
		handle = dlopen(library->name, RTLD_NOW | RTLD_LOCAL);
		atomic_store(&library->handle, handle);
	}
	return handle;
}

bool lazy_is_there(struct lazy_library *library)
{
	return opened(library);
}

void lazy_find(struct lazy_library *library, const char *name, void *function,
	       _Atomic(void *) *found)
{
	void *address = atomic_load_explicit(found, memory_order_acquire);

	if (!address && opened(library)) {
		address = dlsym(opened(library), name);
		atomic_store_explicit(found, address, memory_order_release);
	}
	if (!address) {
		fprintf(stderr,
			"exhume: %s has no %s: install the one that this exhume "
			"was built with\n",
			library->name, name);
		abort();
	}
	memcpy(function, &address, sizeof address);
}
