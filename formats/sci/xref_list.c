#include "xref.h"

void exh_sci_xref_add(struct xref *x, unsigned kind, unsigned manner, unsigned number,
		      unsigned index, unsigned offset, int selector)
{
	if (x->list)
		x->list[x->count] = (struct exh_sci_use){
			.kind = (uint8_t)kind,
			.manner = (uint8_t)manner,
			.number = (uint16_t)number,
			.index = (uint16_t)index,
			.script = x->script->number,
			.offset = (uint16_t)offset,
			.selector = selector < 0 ? EXH_SCI_NO_INDEX : (uint16_t)selector,
		};
	x->count++;
}

void exh_sci_xref_use(struct xref *x, unsigned kind, unsigned manner, unsigned number,
		      unsigned offset)
{
	exh_sci_xref_add(x, kind, manner, number, EXH_SCI_NO_INDEX, offset, -1);
}
