/* Reads a frame's held input from an input script: keys, scan codes, mouse and sticks. */

#include "input_program.h"

#include <stdio.h>

enum {
	HEX_CODE_SIZE = 2,
	RELEASE = 0x80,
};

/* Reads a number from -32768 to 32767. */
static enum exh_status read_mickeys(const struct text *text, const struct token *token,
				    int16_t *out)
{
	const bool minus = token->size && token->data[0] == '-';
	const struct token digits = part_of(token, minus, token->size);
	uint32_t value = 0;

	if (exh_input_read_number(text, &digits, "", 0, INT16_MAX + (uint32_t)minus,
				  &value))
		return exh_input_unexpected(text, token, "mickeys from -32768 to 32767");
	*out = (int16_t)(minus ? -(int32_t)value : (int32_t)value);
	return EXH_OK;
}

static bool has_devices(const struct exh_input_frame *frame)
{
	return frame->scan_codes.size || frame->mouse.x || frame->mouse.y ||
	       frame->mouse.buttons || frame->sticks[0].present ||
	       frame->sticks[1].present;
}

/* Finds an equal frame, or adds the frame. */
static enum exh_status add_frame(struct text *text, const struct exh_input_frame *frame,
				 uint32_t *number)
{
	struct program *program = text->program;
	const uint32_t hash = frame->keys * UINT32_C(0x9e3779b1) >> 26;
	const bool plain = !has_devices(frame);
	struct exh_input_frame *slot;

	if (plain && program->known[hash].known &&
	    program->known[hash].keys == frame->keys) {
		*number = program->known[hash].frame;
		return EXH_OK;
	}
	slot = exh_input_push(program, &program->frames, sizeof *slot);
	if (!slot)
		return exh_input_no_memory(text);
	*slot = *frame;
	*number = program->frames.count - 1;
	if (plain) {
		program->known[hash].known = true;
		program->known[hash].keys = frame->keys;
		program->known[hash].frame = *number;
		return EXH_OK;
	}
	program->has_devices = true;
	if (!frame->scan_codes.size)
		return EXH_OK;
	slot->scan_codes = exh_memdup(program->arena, frame->scan_codes);
	return slot->scan_codes.data ? EXH_OK : exh_input_no_memory(text);
}

/*
 * Held keys, by name.
 */

const struct exh_input_key *exh_input_find_key(const struct exh_input_keys *keys,
					       const uint8_t *name, size_t size)
{
	for (size_t i = 0; i < keys->count; i++)
		if (strlen(keys->keys[i].name) == size &&
		    memcmp(keys->keys[i].name, name, size) == 0)
			return &keys->keys[i];
	return NULL;
}

static enum exh_status no_such_key(const struct text *text, const struct token *token)
{
	const struct exh_input_keys *keys = text->program->keys;
	char expected[160];
	size_t used = (size_t)snprintf(expected, sizeof expected, "keys of ");

	for (size_t i = 0; i < keys->count && used < sizeof expected - 2; i++)
		if (!keys->keys[i].name[1])
			expected[used++] = keys->keys[i].name[0];
	expected[used] = 0;
	for (size_t i = 0; i < keys->count && used < sizeof expected; i++)
		if (keys->keys[i].name[1] && !keys->keys[i].refused)
			used += (size_t)snprintf(expected + used, sizeof expected - used,
						 " %s", keys->keys[i].name);
	return exh_input_unexpected(text, token, expected);
}

/* Reads a key by name, with its number; the current token is the last one read. */
static enum exh_status read_key(struct text *text, const struct exh_input_key *key,
				uint32_t *bits)
{
	const struct token name = text->token;
	char what[48];
	uint32_t number = 0;
	enum exh_status status;

	if (key->refused)
		return exh_input_fail(text, &name, EXH_UNSUPPORTED, key->refused);
	if (key->number_bits) {
		if (*bits & (key->bits | key->number_bits))
			return exh_input_fail(text, &name, EXH_INVALID,
					      "this is given twice");
		snprintf(what, sizeof what, "a number for %s", key->name);
		status = exh_input_next_token(text);
		if (!status)
			status = exh_input_read_number(text, &text->token, what,
						       key->least, key->most, &number);
		if (status)
			return status;
	}
	*bits |= key->bits | input_key_number(key, number);
	return EXH_OK;
}

/* Reads a key's name, letters of keys, or - for none. */
static enum exh_status read_keys(struct text *text, uint32_t *bits)
{
	const struct exh_input_keys *keys = text->program->keys;
	const struct token *word = &text->token;
	const struct exh_input_key *key =
		exh_input_find_key(keys, word->data, word->size);
	struct token wrong;

	if (key)
		return read_key(text, key, bits);
	if (is_word(word, "-"))
		return EXH_OK;
	for (size_t i = 0; i < word->size; i++) {
		key = exh_input_find_key(keys, word->data + i, 1);
		if (!key) {
			wrong = i ? part_of(word, i, i + 1) : *word;
			return no_such_key(text, &wrong);
		}
		*bits |= key->bits;
	}
	return EXH_OK;
}

/*
 * Held input: devices.
 */

/* The frame being read, and the place of its scan codes. */
struct held {
	struct exh_input_frame frame;
	uint8_t codes[EXH_INPUT_SCAN_CODES];
	bool has_mouse;
};

static enum exh_status add_code(const struct text *text, const struct token *token,
				struct held *held, uint8_t code)
{
	char what[64];

	if (held->frame.scan_codes.size == EXH_INPUT_SCAN_CODES) {
		snprintf(what, sizeof what, "more than %d scan codes in a frame",
			 EXH_INPUT_SCAN_CODES);
		return exh_input_fail(text, token, EXH_LIMIT, what);
	}
	held->codes[held->frame.scan_codes.size++] = code;
	return EXH_OK;
}

/* Returns -1 if digits are not two hexadecimal digits. */
static int hex_code(const uint8_t *digits, size_t size)
{
	int high, low;

	if (size != HEX_CODE_SIZE)
		return -1;
	high = exh_hex_digit(digits[0]);
	low = exh_hex_digit(digits[1]);
	return high < 0 || low < 0 ? -1 : high << 4 | low;
}

/* Reads scan=: raw bytes, prefixes and releases included. */
static enum exh_status read_scan(const struct text *text, const struct token *value,
				 struct held *held)
{
	enum exh_status status = EXH_OK;

	if (!value->size)
		return exh_input_unexpected(text, value,
					    "bytes of two hexadecimal digits");
	for (size_t i = 0; !status && i < value->size; i += HEX_CODE_SIZE) {
		const size_t left = value->size - i;
		const struct token byte = part_of(
			value, i, i + (left < HEX_CODE_SIZE ? left : HEX_CODE_SIZE));
		const int code = hex_code(byte.data, byte.size);

		if (code < 0)
			return exh_input_unexpected(text, &byte,
						    "bytes of two hexadecimal digits");
		status = add_code(text, &byte, held, (uint8_t)code);
	}
	return status;
}

/* Returns the part up to the next separator, or the rest. */
static struct token next_part(const struct token *value, size_t from, uint8_t separator)
{
	size_t to = from;

	while (to < value->size && value->data[to] != separator)
		to++;
	return part_of(value, from, to);
}

/* Reads press= and release=: keys by scan code or name, separated by +. */
static enum exh_status read_press(const struct text *text, const struct token *value,
				  uint8_t release, struct held *held)
{
	enum exh_status status = EXH_OK;
	struct token key;

	for (size_t from = 0; !status && from <= value->size; from += key.size + 1) {
		int code;

		key = next_part(value, from, '+');
		code = exh_input_code((const char *)key.data, key.size);
		if (code < 0)
			code = hex_code(key.data, key.size);
		if (code < 0 || code >= RELEASE)
			return exh_input_unexpected(
				text, &key, "a scan code from 00 to 7f, or a key's name");
		status = add_code(text, &key, held, (uint8_t)(code | release));
	}
	return status;
}

/* Reads digits of buttons, each at most most. */
static enum exh_status read_buttons(const struct text *text, const struct token *digits,
				    unsigned most, uint8_t *buttons)
{
	char expected[32];

	snprintf(expected, sizeof expected, "buttons of %s", most == 2 ? "12" : "123");
	if (!digits->size)
		return exh_input_unexpected(text, digits, expected);
	for (size_t i = 0; i < digits->size; i++) {
		if (digits->data[i] < '1' || digits->data[i] > '0' + most)
			return exh_input_unexpected(text, digits, expected);
		*buttons |= (uint8_t)(1U << (digits->data[i] - '1'));
	}
	return EXH_OK;
}

/* Splits X:Y or X:Y:BUTTONS; without buttons the last part's data is NULL. */
static enum exh_status split(const struct text *text, const struct token *value,
			     struct token parts[3])
{
	parts[0] = next_part(value, 0, ':');
	if (parts[0].size == value->size)
		return exh_input_unexpected(text, value, "X:Y or X:Y:BUTTONS");
	parts[1] = next_part(value, parts[0].size + 1, ':');
	parts[2] = (struct token){ 0 };
	if (parts[0].size + 1 + parts[1].size < value->size)
		parts[2] = part_of(value, parts[0].size + 1 + parts[1].size + 1,
				   value->size);
	return EXH_OK;
}

static enum exh_status read_mouse(const struct text *text, const struct token *value,
				  struct held *held)
{
	struct exh_input_mouse *mouse = &held->frame.mouse;
	struct token parts[3];
	enum exh_status status = split(text, value, parts);

	if (!status && held->has_mouse)
		return exh_input_fail(text, value, EXH_INVALID,
				      "the mouse is given twice");
	held->has_mouse = true;
	if (!status)
		status = read_mickeys(text, &parts[0], &mouse->x);
	if (!status)
		status = read_mickeys(text, &parts[1], &mouse->y);
	if (!status && parts[2].data)
		status = read_buttons(text, &parts[2], 3, &mouse->buttons);
	return status;
}

static enum exh_status read_stick(const struct text *text, const struct token *value,
				  struct exh_input_stick *stick)
{
	static const char count[] = "a count";
	struct token parts[3];
	uint32_t x = 0, y = 0;
	enum exh_status status = split(text, value, parts);

	if (!status && stick->present)
		return exh_input_fail(text, value, EXH_INVALID,
				      "the stick is given twice");
	if (!status)
		status = exh_input_read_number(text, &parts[0], count, 0, UINT16_MAX, &x);
	if (!status)
		status = exh_input_read_number(text, &parts[1], count, 0, UINT16_MAX, &y);
	stick->present = true;
	stick->x = (uint16_t)x;
	stick->y = (uint16_t)y;
	if (!status && parts[2].data)
		status = read_buttons(text, &parts[2], 2, &stick->buttons);
	return status;
}

static enum exh_status read_device(const struct text *text, const struct token *word,
				   struct held *held)
{
	struct token value;

	if (split_option(word, "scan=", &value))
		return read_scan(text, &value, held);
	if (split_option(word, "press=", &value))
		return read_press(text, &value, 0, held);
	if (split_option(word, "release=", &value))
		return read_press(text, &value, RELEASE, held);
	if (split_option(word, "mouse=", &value))
		return read_mouse(text, &value, held);
	if (split_option(word, "joy1=", &value))
		return read_stick(text, &value, &held->frame.sticks[0]);
	if (split_option(word, "joy2=", &value))
		return read_stick(text, &value, &held->frame.sticks[1]);
	return exh_input_unexpected(text, word,
				    "scan= press= release= mouse= joy1= or joy2=");
}

/* Reads all words up to the end of the statement into *frame. */
enum exh_status exh_input_read_held(struct text *text, uint32_t *frame)
{
	struct held held = { .has_mouse = false };
	enum exh_status status = EXH_OK;

	held.frame.scan_codes.data = held.codes;
	while (!status && text->token.kind == TOKEN_WORD) {
		if (memchr(text->token.data, '=', text->token.size))
			status = read_device(text, &text->token, &held);
		else
			status = read_keys(text, &held.frame.keys);
		if (!status)
			status = exh_input_next_token(text);
	}
	if (!status)
		status = exh_input_expect_next(text);
	if (!held.frame.scan_codes.size)
		held.frame.scan_codes.data = NULL;
	return status ? status : add_frame(text, &held.frame, frame);
}
