/* Coverage as a tracefile of lcov. */
#ifndef CMD_ASSETS_SCI0_COVERAGE_COVERAGE_LCOV_H
#define CMD_ASSETS_SCI0_COVERAGE_COVERAGE_LCOV_H

#include "coverage.h"

/* Its lines are those of the scripts as sci-unpack --convert writes them. */
enum exh_status coverage_put_lcov(const struct coverage *coverage, struct exh_writer *out,
				  struct exh_error *err);

#endif
