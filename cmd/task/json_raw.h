/* The text of JSON values, for json_visit.c and json_raw.c. */
#ifndef CMD_TASK_JSON_RAW_H
#define CMD_TASK_JSON_RAW_H

#include <exhume/base.h>

/* How far a token was looked at. All zeros: not yet. */
struct json_scan {
	size_t depth;
	bool has_begun, in_string, is_escaped;
};

/* Whether the token ends before the byte, with it, or after it. */
enum json_scan_end { SCAN_GOES_ON, SCAN_ENDS_BEFORE, SCAN_ENDS_WITH };

/* What is nested wrongly is left to the parser. */
enum json_scan_end json_scan_byte(struct json_scan *scan, uint8_t c);

/* True if the parser takes this value for sure: few levels, plain ASCII, short numbers,
 * no key twice. False: it has to be asked. */
bool json_is_plain(struct exh_bytes value);

#endif
