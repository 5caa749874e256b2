/* Coverage into a file. */
#ifndef CMD_ASSETS_SCI0_COVERAGE_COVERAGE_WRITE_H
#define CMD_ASSETS_SCI0_COVERAGE_COVERAGE_WRITE_H

#include "coverage.h"

/* As the file's name ends: JSON (.json), lcov's tracefile over the lines of the
 * disassembled scripts (.info), else a table. */
void coverage_write(const struct coverage *coverage, const char *path,
		    struct report *report);

#endif
