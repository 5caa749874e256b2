/* The files that a view becomes. Out is appended to; the asset's thing is the view. */
#ifndef CMD_ASSETS_SCI0_VIEW_VIEW_PARTS_H
#define CMD_ASSETS_SCI0_VIEW_VIEW_PARTS_H

#include "view_draw.h"

/* One cel as PNG. */
enum exh_status view_make_cel(const struct sci_view_options *options,
			      const struct exh_sci0_loop *loop, size_t cel,
			      struct exh_writer *out, struct exh_error *err);

/* The wanted cels of a loop as frames, their places aligned, played in a loop: APNG or
 * GIF. */
enum exh_status view_make_animation(const struct sci_view_options *options,
				    const struct exh_sci0_loop *loop, bool is_gif,
				    struct exh_writer *out, struct exh_error *err);

/* All wanted cels, a row for each loop, in cells of one size in which the object's place
 * is the same: as PNG, or what says where they are. */
enum exh_status view_make_sheet(const struct sci_view_options *options,
				const struct exh_sci0_view *view, struct exh_writer *out,
				struct exh_error *err);
enum exh_status view_make_sheet_json(const struct sci_view_options *options,
				     const struct exh_sci0_view *view, const char *image,
				     struct exh_writer *out, struct exh_error *err);

#endif
