/*
 * What the address sanitizer does in a search. It keeps freed memory for a while, to see
 * who still uses it: 256 MB, so that each run writes to pages that the kernel must clear
 * first. A run frees less than these few; what it frees is kept to its end.
 */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "quarantine_size_mb=4";
}
