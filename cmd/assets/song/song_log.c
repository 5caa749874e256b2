#include "song.h"

#include "task/json.h"
#include "task/memory.h"
#include "task/outputs.h"

#include <inttypes.h>
#include <zlib.h>

void song_log_compress(const struct exh_writer *log, struct exh_writer *out)
{
	z_stream stream = { .next_in = log->data, .avail_in = (uInt)log->size };
	uint8_t piece[1 << 14];
	int result = deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 16 + MAX_WBITS,
				  8, Z_DEFAULT_STRATEGY);

	while (result == Z_OK) {
		stream.next_out = piece;
		stream.avail_out = sizeof piece;
		result = deflate(&stream, Z_FINISH);
		exh_write_bytes(out, piece, sizeof piece - stream.avail_out);
	}
	deflateEnd(&stream);
	if (result != Z_STREAM_END)
		mem_end();
}

void song_log_report_timing(const struct exh_opl2_timing *timing, const char *output,
			    struct report *report, json_t *result)
{
	json_t *json = json_object();

	json_set_number(json, "worst_samples", timing->worst);
	json_set_number(json, "moved_writes", timing->moved_count);
	json_set_number(json, "dropped_writes", timing->dropped_count);
	json_object_set_new(result, "timing", json);
	if (timing->moved_count)
		report_info(report,
			    "%s: the format's clock is too coarse for %zu of %zu writes: "
			    "they move by at most %" PRIu64 " samples at %d Hz",
			    output, timing->moved_count, timing->write_count,
			    timing->worst, EXH_OPL2_RATE);
	if (timing->dropped_count)
		report_info(
			report,
			"%s: %zu writes to registers without effect are left out: the "
			"format has no room for them",
			output, timing->dropped_count);
}
