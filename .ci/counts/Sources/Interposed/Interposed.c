// SPDX-License-Identifier: MIT

// These functions replace functions of the C library with the same name, because the dynamic linker searches the
// program first. They must not allocate or lock: they would call themselves.

#define _GNU_SOURCE
#include "Interposed.h"
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_long allocations, locks, hops, liveBytes;

struct Counters countersNow(void) { return (struct Counters){allocations, locks, hops, liveBytes}; }

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *pointer, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *pointer);

static void *counted(void *pointer) {
  allocations++;
  liveBytes += malloc_usable_size(pointer);
  return pointer;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *realloc(void *pointer, size_t size) {
  liveBytes -= malloc_usable_size(pointer);
  return counted(__libc_realloc(pointer, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = counted(__libc_memalign(alignment, size));
  return *result ? 0 : ENOMEM;
}

void free(void *pointer) {
  liveBytes -= malloc_usable_size(pointer);
  __libc_free(pointer);
}

// Counts, and calls the original function of a name.
#define COUNTED(counter, name, ...) \
  static typeof(name) *next; \
  if (!next) next = (typeof(name) *)dlsym(RTLD_NEXT, #name); \
  counter++; \
  return next(__VA_ARGS__)

// Not visible to the shared libraries: only locks of the library itself are counted.
#define PRIVATE __attribute__((visibility("hidden")))

PRIVATE int pthread_mutex_lock(pthread_mutex_t *mutex) { COUNTED(locks, pthread_mutex_lock, mutex); }
PRIVATE int pthread_mutex_trylock(pthread_mutex_t *mutex) { COUNTED(locks, pthread_mutex_trylock, mutex); }
void dispatch_async(void *queue, void *block) { COUNTED(hops, dispatch_async, queue, block); }
