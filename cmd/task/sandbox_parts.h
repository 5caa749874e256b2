/* The two parts of the sandbox, each of which a kernel may lack. */
#ifndef CMD_TASK_SANDBOX_PARTS_H
#define CMD_TASK_SANDBOX_PARTS_H

#include "sandbox.h"

#if defined(__SANITIZE_ADDRESS__) && !defined(EXH_SANITIZED)
#define EXH_SANITIZED
#endif

/* 0: the kernel has no Landlock that is of use. */
int sandbox_files_version(void);
/* False: they are not restricted. */
bool sandbox_restrict_files(const struct sandbox *sandbox);

bool sandbox_calls_are_known(void);
bool sandbox_restrict_calls(void);

#endif
