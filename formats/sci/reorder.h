/*
 * SCI1 packs views and pics sorted: similar data lie together. These functions restore
 * the order that the games read. Source: sci0-formats 1.6; formats/sci/README.md.
 */
#ifndef EXH_SCI_REORDER_H
#define EXH_SCI_REORDER_H

#include "exhume/base.h"

/*
 * Fill size bytes of dst: the available part of the resource, then zeros. EXH_TRUNCATED
 * when in ends first, EXH_INVALID for contradictory counts and for data that do not fit
 * in dst; everything before the fault is kept. EXH_LIMIT for a size over 65535.
 */
enum exh_status exh_sci_view_reorder(struct exh_bytes in, uint8_t *dst, size_t size,
				     struct exh_error *err);

enum exh_status exh_sci_pic_reorder(struct exh_bytes in, uint8_t *dst, size_t size,
				    struct exh_error *err);

#endif
