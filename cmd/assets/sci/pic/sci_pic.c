#include "pic.h"

const char *const sci_pic_screen_names[] = { "visual",	       "priority",
					     "control",	       "visual-priority",
					     "visual-control", NULL };

void sci_pic_start(const struct sci_pic_options *options, const struct sci_pic *pic,
		   struct exh_sci_pic_canvas *canvas)
{
	if (!pic->under) {
		exh_sci_pic_clear(canvas, options->palette);
		return;
	}
	*canvas = *pic->under;
	exh_sci_pic_pen(canvas, options->palette);
}

bool sci_pic_next(struct exh_sci_pic_reader *reader, struct exh_sci_pic_step *step)
{
	return !exh_sci_pic_next(reader, step, NULL) && step->kind != EXH_SCI_PIC_END;
}

bool sci_pic_is_still(const struct sci_pic_options *options)
{
	return options->format <= SCI_PIC_PNG && !options->steps;
}

unsigned sci_pic_screens(const struct sci_pic_options *options)
{
	const unsigned maps =
		1u << SCI_PIC_VISUAL | 1u << SCI_PIC_PRIORITY | 1u << SCI_PIC_CONTROL;

	if (options->screens)
		return options->screens;
	return sci_pic_is_still(options) ? maps : 1u << SCI_PIC_VISUAL;
}

bool sci_pic_narrow(void *options)
{
	struct sci_pic_options *pics = options;

	if (pics->screens)
		return false;
	pics->screens = 1u << SCI_PIC_VISUAL;
	return true;
}

bool sci_pic_shows(enum sci_pic_screen screen, const struct exh_sci_pic_canvas *canvas,
		   const struct exh_sci_pic_step *step)
{
	const bool is_cel = step->kind == EXH_SCI_PIC_CEL;

	if (step->kind > EXH_SCI_PIC_CEL)
		return false;
	switch (screen) {
	case SCI_PIC_PRIORITY:
		return canvas->priority_on;
	case SCI_PIC_CONTROL:
		return canvas->control_on;
	case SCI_PIC_VISUAL_PRIORITY:
		return canvas->visual_on || canvas->priority_on || is_cel;
	case SCI_PIC_VISUAL_CONTROL:
		return canvas->visual_on || canvas->control_on || is_cel;
	default:
		return canvas->visual_on || is_cel;
	}
}
