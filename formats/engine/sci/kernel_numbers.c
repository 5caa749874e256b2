/* Kernel functions for numbers. */
#include "kernel.h"
#include "trace.h"

/* Sines of 0 to 90 degrees, times 65536, rounded. */
static const uint32_t sines[91] = {
	0,     1144,  2287,  3430,  4572,  5712,  6850,	 7987,	9121,  10252, 11380,
	12505, 13626, 14742, 15855, 16962, 18064, 19161, 20252, 21336, 22415, 23486,
	24550, 25607, 26656, 27697, 28729, 29753, 30767, 31772, 32768, 33754, 34729,
	35693, 36647, 37590, 38521, 39441, 40348, 41243, 42126, 42995, 43852, 44695,
	45525, 46341, 47143, 47930, 48703, 49461, 50203, 50931, 51643, 52339, 53020,
	53684, 54332, 54963, 55578, 56175, 56756, 57319, 57865, 58393, 58903, 59396,
	59870, 60326, 60764, 61183, 61584, 61966, 62328, 62672, 62997, 63303, 63589,
	63856, 64104, 64332, 64540, 64729, 64898, 65048, 65177, 65287, 65376, 65446,
	65496, 65526, 65536,
};

static int32_t sine(int angle)
{
	int turn = angle % 360;

	if (turn < 0)
		turn += 360;
	if (turn >= 180)
		return -sine(turn - 180);
	return (int32_t)sines[turn <= 90 ? turn : 180 - turn];
}

static int signed_of(const struct vm_call *call, uint32_t i)
{
	return i < call->count ? (int16_t)call->args[i].offset : 0;
}

/* The product is truncated, as is division. */
static bool multiply(struct vm_call *call, int32_t factor)
{
	call->result = vm_int((unsigned)((int64_t)signed_of(call, 1) * factor / 65536));
	return true;
}

static bool divide(struct vm_call *call, int32_t divisor)
{
	call->result =
		vm_int(divisor ? (unsigned)((int64_t)signed_of(call, 1) * 65536 / divisor)
			       : UINT16_MAX);
	return true;
}

static bool sin_mult(struct vm_call *call)
{
	return multiply(call, sine(signed_of(call, 0)));
}

static bool cos_mult(struct vm_call *call)
{
	return multiply(call, sine(signed_of(call, 0) + 90));
}

static bool sin_div(struct vm_call *call)
{
	return divide(call, sine(signed_of(call, 0)));
}

static bool cos_div(struct vm_call *call)
{
	return divide(call, sine(signed_of(call, 0) + 90));
}

/* The result is a part of the factor; UINT16_MAX where it is undefined. */
static bool multiply_by(struct vm_call *call, int32_t sine_of, int32_t cosine_of)
{
	call->result = vm_int(
		cosine_of ? (unsigned)((int64_t)signed_of(call, 1) * sine_of / cosine_of)
			  : UINT16_MAX);
	return true;
}

/* -factor * tan(angle - 90). */
static bool tan_mult(struct vm_call *call)
{
	const int angle = signed_of(call, 0);

	return multiply_by(call, -sine(angle - 90), sine(angle));
}

/* factor * tan(angle), as older games call it. */
static bool cot_mult(struct vm_call *call)
{
	const int angle = signed_of(call, 0);

	return multiply_by(call, sine(angle), sine(angle + 90));
}

/* xorshift32. */
static uint32_t roll(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

unsigned exh_sci_vm_random(struct exh_sci_vm *vm, unsigned least, unsigned most)
{
	uint32_t number =
		least >= most ? most : least + roll(&vm->random) % (most - least + 1);

	exh_sci_vm_outside(vm, "random", &number);
	return number;
}

static bool random_number(struct vm_call *call)
{
	if (call->count < 2)
		call->vm->random = 1;
	else
		call->result = vm_int(exh_sci_vm_random(call->vm, call->args[0].offset,
							call->args[1].offset));
	return true;
}

static bool absolute(struct vm_call *call)
{
	const int value = signed_of(call, 0);

	call->result = vm_int((unsigned)(value < 0 ? -value : value));
	return true;
}

/* Returns the integer square root, rounded down. */
static uint32_t root(uint32_t value)
{
	uint32_t result = 0;

	for (uint32_t bit = 1u << 15; bit; bit >>= 1)
		if ((uint64_t)(result | bit) * (result | bit) <= value)
			result |= bit;
	return result;
}

static bool square_root(struct vm_call *call)
{
	const int value = signed_of(call, 0);

	call->result = vm_int(root((uint32_t)(value < 0 ? -value : value)));
	return true;
}

unsigned exh_sci_angle(int dx, int dy)
{
	const int a = dx < 0 ? -dx : dx, b = dy < 0 ? -dy : dy;
	int g;

	if (!a && !b)
		return 0;
	g = 100 * a / (a + b);
	if (dy > 0)
		g = 200 - g;
	if (dx < 0)
		g = 400 - g;
	return (unsigned)(g - (g + 9) / 10);
}

static bool angle(struct vm_call *call)
{
	call->result = vm_int(exh_sci_angle(signed_of(call, 2) - signed_of(call, 0),
					    signed_of(call, 3) - signed_of(call, 1)));
	return true;
}

static bool distance(struct vm_call *call)
{
	const int dx = signed_of(call, 2) - signed_of(call, 0);
	int dy = signed_of(call, 3) - signed_of(call, 1);
	const int32_t cosine = sine(signed_of(call, 5) + 90);

	if (call->count > 5 && cosine)
		dy = (int)((int64_t)dy * 65536 / cosine);
	call->result = vm_int(root((uint32_t)((int64_t)dx * dx + (int64_t)dy * dy)));
	return true;
}

const struct vm_kernel exh_vm_kernel_numbers[] = {
	{ "Random", "i*", random_number, false, NULL },
	{ "Abs", "i", absolute, false, NULL },
	{ "Sqrt", "i", square_root, false, NULL },
	{ "GetAngle", "iiii", angle, false, NULL },
	{ "GetDistance", "iii*", distance, false, NULL },
	{ "SinMult", "ii", sin_mult, false, NULL },
	{ "CosMult", "ii", cos_mult, false, NULL },
	{ "SinDiv", "ii", sin_div, false, NULL },
	{ "CosDiv", "ii", cos_div, false, NULL },
	{ "TimesSin", "ii", sin_mult, false, NULL },
	{ "TimesCos", "ii", cos_mult, false, NULL },
	{ "TimesTan", "ii", tan_mult, false, NULL },
	{ "TimesCot", "ii", cot_mult, false, NULL },
	{ 0 },
};
