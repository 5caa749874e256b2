/* What keeps fuzz targets fast. */
#ifndef EXH_SEARCHING_H
#define EXH_SEARCHING_H

/*
 * A search wants small work, hundreds of inputs a second; what was found is replayed in
 * full. CMake sets EXH_SEARCH where libFuzzer is linked.
 */
#ifdef EXH_SEARCH
#define SMALLER(searched, replayed) (searched)
#else
#define SMALLER(searched, replayed) (replayed)
#endif

/* Plain decoders and checks of each pixel lie between these: new paths through them are
 * no news, and to trace their comparisons takes most of the time. */
#ifdef __clang__
/* Inlined into a function that is traced, they would be traced. */
/* clang-format off */
#define UNTRACED \
	_Pragma("clang attribute push(__attribute__((no_sanitize(\"coverage\"))), apply_to=function)") \
	_Pragma("clang attribute push(__attribute__((noinline)), apply_to=function)")
/* clang-format on */
#define TRACED _Pragma("clang attribute pop") _Pragma("clang attribute pop")
#else
#define UNTRACED
#define TRACED
#endif

#endif
