/* Kernel functions that move actors. Source: sci0-vm 4.10. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

enum { IS_BLOCKED = 1 << 10 /* bit of signal */ };

/* Line of a mover: its axis, its steps, and the terms of the error. */
struct path {
	int dx, dy, increment, i1, i2, di;
	bool is_x;
};

/* Follows the longer axis, with steps that the other axis can keep. For y, far and step
 * are those of y. */
static void find_path(int far, int near, int step, int other_step, int *along,
		      int *across, struct path *p)
{
	for (;;) {
		*along = far < 0 ? -step : step;
		*across = far ? *along * near / far : 0;
		p->increment = 1;
		p->i1 = 2 * (*along * near - *across * far);
		if (near < 0) {
			p->increment = -1;
			p->i1 = -p->i1;
		}
		p->i2 = p->i1 - 2 * far;
		p->di = p->i1 - far;
		if (far < 0) {
			p->i1 = -p->i1;
			p->i2 = -p->i2;
			p->di = -p->di;
		}
		if (step <= other_step || !step ||
		    other_step >= abs(*across + p->increment))
			return;
		step--;
	}
}

static bool init_bresen(struct vm_call *call)
{
	struct exh_sci_vm *vm = call->vm;
	const reg mover = call->args[0],
		  client = exh_vm_get_reg(vm, mover, VM_SEL_CLIENT);
	const int factor = call->count > 1 ? (int16_t)call->args[1].offset : 1;
	const int sx = exh_vm_get(vm, client, VM_SEL_XSTEP) * factor;
	const int sy = exh_vm_get(vm, client, VM_SEL_YSTEP) * factor;
	const int dx = exh_vm_get(vm, mover, VM_SEL_X) - exh_vm_get(vm, client, VM_SEL_X);
	const int dy = exh_vm_get(vm, mover, VM_SEL_Y) - exh_vm_get(vm, client, VM_SEL_Y);
	struct path p = { .is_x = abs(dx) >= abs(dy) };

	if (p.is_x)
		find_path(dx, dy, sx, sy, &p.dx, &p.dy, &p);
	else
		find_path(dy, dx, sy, sx, &p.dy, &p.dx, &p);
	exh_vm_set(vm, mover, VM_SEL_DX, p.dx);
	exh_vm_set(vm, mover, VM_SEL_DY, p.dy);
	exh_vm_set(vm, mover, VM_SEL_BI1, p.i1);
	exh_vm_set(vm, mover, VM_SEL_BI2, p.i2);
	exh_vm_set(vm, mover, VM_SEL_BDI, p.di);
	exh_vm_set(vm, mover, VM_SEL_BINCR, p.increment);
	exh_vm_set(vm, mover, VM_SEL_BXAXIS, p.is_x);
	return true;
}

/* Sets *out to true if the client may be at its position, or has no such method. */
static bool can_be_here(struct exh_sci_vm *vm, reg client, bool *out)
{
	reg result = vm_int(1);

	*out = true;
	if (vm->selectors[VM_SEL_CANBEHERE] >= 0) {
		if (vm->send(vm, client, (unsigned)vm->selectors[VM_SEL_CANBEHERE], NULL,
			     0, &result))
			*out = !vm_is_null(result);
	} else if (vm->selectors[VM_SEL_CANTBEHERE] >= 0 &&
		   vm->send(vm, client, (unsigned)vm->selectors[VM_SEL_CANTBEHERE], NULL,
			    0, &result)) {
		*out = vm_is_null(result);
	}
	return !vm->fault;
}

static void step_on(struct exh_sci_vm *vm, reg mover, reg client)
{
	const int i1 = exh_vm_get(vm, mover, VM_SEL_BI1),
		  i2 = exh_vm_get(vm, mover, VM_SEL_BI2);
	const int increment = exh_vm_get(vm, mover, VM_SEL_BINCR);
	const bool is_x = exh_vm_get(vm, mover, VM_SEL_BXAXIS);
	int di = exh_vm_get(vm, mover, VM_SEL_BDI);
	int x = exh_vm_get(vm, client, VM_SEL_X) + exh_vm_get(vm, mover, VM_SEL_DX);
	int y = exh_vm_get(vm, client, VM_SEL_Y) + exh_vm_get(vm, mover, VM_SEL_DY);

	if (di < 0) {
		di += i1;
	} else {
		di += i2;
		if (is_x)
			y += increment;
		else
			x += increment;
	}
	exh_vm_set(vm, mover, VM_SEL_BDI, di);
	exh_vm_set(vm, client, VM_SEL_X, x);
	exh_vm_set(vm, client, VM_SEL_Y, y);
}

static bool is_near(const struct exh_sci_vm *vm, reg mover, reg client)
{
	const bool is_x = exh_vm_get(vm, mover, VM_SEL_BXAXIS);
	const enum vm_selector axis = is_x ? VM_SEL_X : VM_SEL_Y;

	return abs(exh_vm_get(vm, mover, axis) - exh_vm_get(vm, client, axis)) <
	       abs(exh_vm_get(vm, mover, is_x ? VM_SEL_DX : VM_SEL_DY));
}

/* Moves the client. If it can't be at the new position, everything stays as before. */
static bool move_client(struct exh_sci_vm *vm, reg mover, reg client)
{
	const int old[] = { exh_vm_get(vm, mover, VM_SEL_BI1),
			    exh_vm_get(vm, mover, VM_SEL_BI2),
			    exh_vm_get(vm, mover, VM_SEL_BDI) };
	struct vm_object *object = exh_vm_object(vm, client);
	const uint32_t count = object ? object->count : 0;
	reg *values = malloc((count + 1) * sizeof *values);
	bool is_free = true, is_good;

	if (!values)
		return exh_vm_fault(vm, EXH_SCI_LIMIT, "not enough memory");
	if (object)
		memcpy(values, object->values, count * sizeof *values);
	if (is_near(vm, mover, client)) {
		exh_vm_set(vm, client, VM_SEL_X, exh_vm_get(vm, mover, VM_SEL_X));
		exh_vm_set(vm, client, VM_SEL_Y, exh_vm_get(vm, mover, VM_SEL_Y));
	} else {
		step_on(vm, mover, client);
	}
	is_good = can_be_here(vm, client, &is_free);
	object = exh_vm_object(vm, client);
	if (is_good && !is_free && object && object->count == count) {
		memcpy(object->values, values, count * sizeof *values);
		exh_vm_set(vm, mover, VM_SEL_BI1, old[0]);
		exh_vm_set(vm, mover, VM_SEL_BI2, old[1]);
		exh_vm_set(vm, mover, VM_SEL_BDI, old[2]);
		exh_vm_set(vm, client, VM_SEL_SIGNAL,
			   exh_vm_get(vm, client, VM_SEL_SIGNAL) | IS_BLOCKED);
	}
	free(values);
	return is_good;
}

static bool do_bresen(struct vm_call *call)
{
	struct exh_sci_vm *vm = call->vm;
	const reg mover = call->args[0],
		  client = exh_vm_get_reg(vm, mover, VM_SEL_CLIENT);
	int count = exh_vm_get(vm, mover, VM_SEL_BMOVECNT) + 1;

	if (exh_vm_get(vm, client, VM_SEL_MOVESPEED) < count) {
		count = 0;
		if (!move_client(vm, mover, client))
			return false;
	}
	exh_vm_set(vm, mover, VM_SEL_BMOVECNT, count);
	return true;
}

/* Returns the integer part of factor times the root of a fraction. */
static int scaled_root(int factor, int64_t above, int64_t below)
{
	const int64_t square = below ? (int64_t)factor * factor * above / below : 0;
	int64_t result = 0;

	for (int64_t bit = 1 << 20; bit; bit >>= 1)
		if ((result | bit) * (result | bit) <= square)
			result |= bit;
	return (int)result;
}

void exh_vm_find_jump(int dx, int dy, int g, int *x_step, int *y_step)
{
	const int a = abs(dx);
	int c = 1, t, vx = 0, vy;

	if (a && a + dy < 0)
		c = 2 * abs(dy) / a;
	else if (a)
		c = (3 * a / 2 - dy) / a > 1 ? (3 * a / 2 - dy) / a : 1;
	t = c * a + dy;
	if (t > 0 && a && g > 0)
		vx = scaled_root(a, g, 2 * (int64_t)t);
	if (dx < 0)
		vx = -vx;
	vy = dy < 0 && !vx ? scaled_root(1, 2 * (int64_t)g * abs(dy), 1) + 1 : c * vx;
	*x_step = vx;
	*y_step = -abs(vy);
}

static bool set_jump(struct vm_call *call)
{
	int x_step, y_step;

	exh_vm_find_jump((int16_t)call->args[1].offset, (int16_t)call->args[2].offset,
			 (int16_t)call->args[3].offset, &x_step, &y_step);
	exh_vm_set(call->vm, call->args[0], VM_SEL_XSTEP, x_step);
	exh_vm_set(call->vm, call->args[0], VM_SEL_YSTEP, y_step);
	return true;
}

const struct vm_kernel exh_vm_kernel_motion[] = {
	{ "InitBresen", "oi*", init_bresen, true, NULL },
	{ "DoBresen", "o", do_bresen, true, NULL },
	{ "SetJump", "oiii", set_jump, true, NULL },
	{ 0 },
};
