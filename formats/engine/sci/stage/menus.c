#include "save_parts.h"
#include "screen.h"

#include <stdlib.h>
#include <string.h>

enum {
	ATTRIBUTE_SAID = 109,
	ATTRIBUTE_TEXT = 110,
	ATTRIBUTE_KEY = 111,
	ATTRIBUTE_ENABLED = 112,
	ATTRIBUTE_TAG = 113,
};

enum {
	BAR_ROWS = 10, /* the last one is black */
	FIRST_TITLE = 8,
	BLACK = 0,
	WHITE = 15,
	SIGN_CTRL = 3, /* characters of font 0 */
	SIGN_ALT = 2,
	KEY_F1 = 0x3b00,
	KEY_F10 = 0x4400,
	KEY_ESCAPE = 0x1b,
	KEY_ENTER = '\r',
	KEY_BACKSPACE = 8,
	KEY_UP = 0x4800,
	KEY_LEFT = 0x4b00,
	KEY_RIGHT = 0x4d00,
	KEY_DOWN = 0x5000,
};

void exh_stage_menus_free(stage *s)
{
	for (size_t i = 0; s->menus && i < s->menu_count; i++) {
		for (size_t k = 0; k < s->menus[i].count; k++) {
			free(s->menus[i].items[k].text);
			free(s->menus[i].items[k].key_text);
		}
		free(s->menus[i].title);
	}
	s->menu_count = 0;
}

/*
 * AddMenu: "text`^key=tag:text:--!"
 */

static uint16_t scan_of(char letter)
{
	static const char keys[] = "qwertyuiop\0\0\0\0asdfghjkl\0\0\0\0\0zxcvbnm";

	for (size_t i = 0; i < sizeof keys - 1; i++)
		if (keys[i] && keys[i] == letter)
			return (uint16_t)((0x10 + i) << 8);
	return 0;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static char upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

/* Reads the shortcut from the text on the right. */
static void read_key(struct menu_item *item, const char *text)
{
	const char c = lower(text[0] ? text[1] : '\0');

	switch (text[0]) {
	case '^':
		item->key = (uint16_t)(c & 0x1f);
		item->modifiers = EXH_SCI_CTRL;
		break;
	case '@':
		item->key = scan_of(c);
		item->modifiers = EXH_SCI_ALT;
		break;
	case '#':
		item->key = (uint16_t)(c == '0' ? KEY_F10 : KEY_F1 + (c - '1') * 0x100);
		break;
	case '-':
	case '+':
	case '=':
		item->key = text[1] ? 0 : (uint16_t)text[0];
		break;
	default:
		break;
	}
}

/* Rewrites the shortcut for display: signs for the prefixes, capital letters after them.
 */
static void show_key(char *text)
{
	const char prefix = text[0];
	size_t size = strlen(text);

	if (size && text[size - 1] == ' ')
		text[size - 1] = '\0';
	if (prefix == '^')
		text[0] = SIGN_CTRL;
	else if (prefix == '@')
		text[0] = SIGN_ALT;
	else if (prefix == '#')
		text[0] = 'F';
	if ((prefix == '^' || prefix == '@') && text[1])
		text[1] = upper(text[1]);
}

static bool is_separator(const char *text)
{
	return text[strspn(text, "-! ")] == '\0';
}

static int32_t number_of(const char *digits)
{
	int32_t number = 0;

	while (*digits >= '0' && *digits <= '9' && number <= UINT16_MAX)
		number = 10 * number + *digits++ - '0';
	return number;
}

/* Adds an item; changes text. False when memory is short. */
static bool add_item(struct menu *menu, char *text)
{
	struct menu_item *item = &menu->items[menu->count];
	char *key = strchr(text, '`');
	char *tag;

	if (menu->count == STAGE_ITEMS)
		return true;
	*item = (struct menu_item){ .is_enabled = true };
	if (key)
		*key++ = '\0';
	/* Right after the backquote it is a key. */
	tag = key && *key ? strchr(key + 1, '=') : key ? NULL : strchr(text, '=');
	if (tag) {
		*tag++ = '\0';
		item->tag = stage_int(number_of(tag));
	}
	item->is_separator = is_separator(text);
	if (key)
		read_key(item, key);
	item->text = exh_stage_copy(text);
	item->key_text = exh_stage_copy(key ? key : "");
	if (!item->text || !item->key_text) {
		free(item->text);
		free(item->key_text);
		return false;
	}
	show_key(item->key_text);
	menu->count++;
	return true;
}

static void add_menu(stage *s, kernel_call *call)
{
	char *items = exh_stage_text_arg(s, call, 1);
	struct menu *menu = &s->menus[s->menu_count];
	char *title = exh_stage_text_arg(s, call, 0);

	if (!items || !title || s->menu_count == STAGE_MENUS) {
		free(items);
		free(title);
		return;
	}
	*menu = (struct menu){ .title = title };
	s->menu_count++;
	for (char *at = items, *next; at; at = next) {
		next = strchr(at, ':');
		if (next)
			*next++ = '\0';
		if (!add_item(menu, at))
			break;
	}
	free(items);
}

/* Returns an item; NULL if there is none. index: the menu in the upper byte, the item in
 * the lower, from 1. */
static struct menu_item *item_at(stage *s, uint32_t index)
{
	const uint32_t menu = (index >> 8) - 1, item = (index & 0xff) - 1;

	return menu < s->menu_count && item < s->menus[menu].count
		       ? &s->menus[menu].items[item]
		       : NULL;
}

static void set_text(stage *s, struct menu_item *item, reg at)
{
	char *text = exh_stage_text_at(s, at);

	if (!text)
		return;
	free(item->text);
	item->text = text;
	item->text_at = at;
	item->is_separator = is_separator(text);
}

static void set_key(struct menu_item *item, uint32_t key)
{
	item->key = (uint16_t)(key < 0x80 ? (uint32_t)lower((char)key) : key);
	item->modifiers = 0;
}

static void set_menu(stage *s, kernel_call *call)
{
	struct menu_item *item = item_at(s, (uint16_t)exh_stage_arg(call, 0, 0));

	for (size_t i = 1; item && i + 1 < call->count; i += 2) {
		const reg value = call->arguments[i + 1];

		switch (exh_stage_arg(call, i, 0)) {
		case ATTRIBUTE_SAID:
			item->said = value;
			break;
		case ATTRIBUTE_TEXT:
			set_text(s, item, value);
			break;
		case ATTRIBUTE_KEY:
			set_key(item, value.offset);
			break;
		case ATTRIBUTE_ENABLED:
			item->is_enabled = !stage_is_null(value);
			break;
		case ATTRIBUTE_TAG:
			item->tag = value;
			break;
		default:
			break;
		}
	}
}

static void get_menu(stage *s, kernel_call *call)
{
	const struct menu_item *item = item_at(s, (uint16_t)exh_stage_arg(call, 0, 0));

	if (!item)
		return;
	switch (exh_stage_arg(call, 1, 0)) {
	case ATTRIBUTE_SAID:
		call->result = item->said;
		break;
	case ATTRIBUTE_TEXT:
		call->result = item->text_at;
		break;
	case ATTRIBUTE_KEY:
		call->result = stage_int(item->key);
		break;
	case ATTRIBUTE_ENABLED:
		call->result = stage_int(item->is_enabled);
		break;
	case ATTRIBUTE_TAG:
		call->result = item->tag;
		break;
	default:
		break;
	}
}

/*
 * Drawing.
 */

static const struct rect bar = { 0, 0, STAGE_WIDTH, BAR_ROWS };

static int32_t width_of(stage *s, const char *text)
{
	return exh_stage_text_width(s, text, strlen(text), 0);
}

/* Returns the first column of a menu's title. */
static int32_t title_left(stage *s, size_t menu)
{
	int32_t left = FIRST_TITLE;

	for (size_t i = 0; i < menu; i++)
		left += width_of(s, s->menus[i].title);
	return left;
}

static struct rect title_rect(stage *s, size_t menu)
{
	const int32_t left = title_left(s, menu);

	return (struct rect){ left, 0, left + width_of(s, s->menus[menu].title),
			      BAR_ROWS - 1 };
}

static void draw_bar(stage *s)
{
	exh_stage_fill(s, bar, MAP_VISUAL, WHITE, -1, -1);
	exh_stage_fill(s, (struct rect){ 0, BAR_ROWS - 1, STAGE_WIDTH, BAR_ROWS },
		       MAP_VISUAL, BLACK, -1, -1);
	for (size_t i = 0; i < s->menu_count; i++)
		exh_stage_characters(s, s->menus[i].title, strlen(s->menus[i].title), 0,
				     title_left(s, i), 1, BLACK, false);
}

static void draw_menu_bar(stage *s, kernel_call *call)
{
	if (exh_stage_arg(call, 0, 1))
		draw_bar(s);
	else
		exh_stage_fill(s, (struct rect){ 0, 0, STAGE_WIDTH, BAR_ROWS - 1 },
			       MAP_VISUAL, BLACK, -1, -1);
	exh_stage_show(s, bar);
}

/* Returns the rectangle of an open menu. */
static struct rect menu_rect(stage *s, size_t number)
{
	const struct menu *menu = &s->menus[number];
	const int32_t height = exh_stage_line_height(s, 0);
	int32_t widest = 0, widest_key = 0, width;
	struct rect r = { .left = title_left(s, number) - 1, .top = BAR_ROWS - 1 };

	for (size_t i = 0; i < menu->count; i++) {
		const int32_t text = width_of(s, menu->items[i].text);
		const int32_t key = width_of(s, menu->items[i].key_text);

		if (!menu->items[i].is_separator && text > widest)
			widest = text;
		if (key > widest_key)
			widest_key = key;
	}
	width = 22 + widest + widest_key - (widest_key ? 0 : 5);
	if (r.left + width > STAGE_WIDTH)
		r.left = STAGE_WIDTH - width;
	r.right = r.left + width;
	r.bottom = r.top + 2 + (int32_t)menu->count * height;
	return r;
}

static struct rect item_rect(stage *s, struct rect menu, size_t item)
{
	const int32_t height = exh_stage_line_height(s, 0);
	const int32_t top = menu.top + 1 + (int32_t)item * height;

	return (struct rect){ menu.left + 1, top, menu.right - 1, top + height };
}

static void draw_separator(stage *s, struct rect r)
{
	const int32_t y = r.top + (r.bottom - r.top) / 2 - 1;

	for (int32_t x = r.left + 1; x < r.right - 1; x += 2)
		exh_stage_pixel(s, x, y, MAP_VISUAL, BLACK, -1, -1);
}

static void draw_item(stage *s, const struct menu_item *item, struct rect r)
{
	const size_t size = strlen(item->text), key = strlen(item->key_text);

	if (item->is_separator) {
		draw_separator(s, r);
		return;
	}
	exh_stage_characters(s, item->text, size, 0, r.left + 8, r.top, BLACK,
			     !item->is_enabled);
	exh_stage_characters(s, item->key_text, key, 0,
			     r.right - 5 - width_of(s, item->key_text), r.top, BLACK,
			     !item->is_enabled);
}

static void invert(stage *s, struct rect r)
{
	exh_stage_swap(s, r, BLACK, WHITE);
	exh_stage_show(s, r);
}

/* Opens a menu; returns the pixels under it. */
static reg open_menu(stage *s, size_t number)
{
	const struct menu *menu = &s->menus[number];
	const struct rect r = menu_rect(s, number);
	const reg under = exh_stage_save(s, r, MAP_VISUAL);
	const struct rect inside = { r.left + 1, r.top + 1, r.right - 1, r.bottom - 1 };

	exh_stage_fill(s, r, MAP_VISUAL, BLACK, -1, -1);
	exh_stage_fill(s, inside, MAP_VISUAL, WHITE, -1, -1);
	for (size_t i = 0; i < menu->count; i++)
		draw_item(s, &menu->items[i], item_rect(s, r, i));
	exh_stage_show(s, r);
	invert(s, title_rect(s, number));
	return under;
}

static void close_menu(stage *s, size_t number, reg under)
{
	struct rect r;

	if (exh_stage_restore(s, under, &r))
		exh_stage_show(s, r);
	invert(s, title_rect(s, number));
}

/*
 * MenuSelect by a key or a sentence.
 */

enum { KEY_MODIFIERS = EXH_SCI_CTRL | EXH_SCI_ALT };

static bool is_key_of(const struct menu_item *item, uint32_t message, uint32_t modifiers)
{
	if (!item->key || !item->is_enabled || item->is_separator)
		return false;
	/* Ctrl letters arrive as 1 to 26. Backspace and Enter have such codes, too, and
	 * need Ctrl to count; Tab is always Ctrl-i. */
	if (item->modifiers == EXH_SCI_CTRL && item->key == message && message < ' ')
		return modifiers & EXH_SCI_CTRL ||
		       (message != KEY_BACKSPACE && message != KEY_ENTER);
	if (item->modifiers == EXH_SCI_CTRL && modifiers & EXH_SCI_CTRL &&
	    message >= 'a' && message <= 'z')
		return item->key == (message & 0x1f);
	return item->key == message && item->modifiers == (modifiers & KEY_MODIFIERS);
}

/* Returns the index of the item that the event chooses; 0: none. */
static int32_t chosen_by(stage *s, reg event)
{
	const int32_t type = exh_stage_get(s, event, SEL_TYPE);
	const uint32_t message = exh_stage_get_bits(s, event, SEL_MESSAGE);
	const uint32_t modifiers = exh_stage_get_bits(s, event, SEL_MODIFIERS);

	for (size_t i = 0; i < s->menu_count; i++)
		for (size_t k = 0; k < s->menus[i].count; k++) {
			const struct menu_item *item = &s->menus[i].items[k];
			const bool is_it =
				type == EXH_SCI_EVENT_KEY
					? is_key_of(item, message, modifiers)
				: type == EXH_SCI_EVENT_SAID && item->is_enabled
					? exh_stage_said(s, item->said)
					: false;

			if (is_it)
				return (int32_t)((i + 1) << 8 | (k + 1));
		}
	return 0;
}

/*
 * MenuSelect by hand: pending values are the menu, the item (-1: none yet), and whether
 * the mouse's button is held; `at` is the pixels under the menu.
 */

enum { AT_MENU, AT_ITEM, AT_BUTTON };

static void point_at(stage *s, struct pending *p, int32_t item)
{
	const struct rect r = menu_rect(s, (size_t)p->values[AT_MENU]);

	if (item == p->values[AT_ITEM])
		return;
	if (p->values[AT_ITEM] >= 0)
		invert(s, item_rect(s, r, (size_t)p->values[AT_ITEM]));
	if (item >= 0)
		invert(s, item_rect(s, r, (size_t)item));
	p->values[AT_ITEM] = item;
}

static void turn_to(stage *s, struct pending *p, int32_t menu)
{
	if (p->values[AT_MENU] >= 0) {
		p->values[AT_ITEM] = -1;
		close_menu(s, (size_t)p->values[AT_MENU], p->at);
		p->at = stage_int(0);
	}
	p->values[AT_MENU] = menu;
	if (menu >= 0)
		p->at = open_menu(s, (size_t)menu);
}

/* Returns the next selectable item in a direction; the same one if there is none. */
static int32_t beside(const struct menu *menu, int32_t item, int32_t step)
{
	for (int32_t i = item + step; i >= 0 && (size_t)i < menu->count; i += step)
		if (!menu->items[i].is_separator)
			return i;
	return item;
}

static void begin_by_hand(stage *s, struct pending *p, bool is_mouse)
{
	s->under_menu = exh_stage_save(s, bar, MAP_VISUAL);
	draw_bar(s);
	exh_stage_show(s, bar);
	p->phase = 1;
	p->values[AT_MENU] = p->values[AT_ITEM] = -1;
	p->values[AT_BUTTON] = is_mouse;
	if (!is_mouse) {
		turn_to(s, p, 0);
		point_at(s, p, beside(&s->menus[0], -1, 1));
	}
}

static void end_by_hand(stage *s, struct pending *p)
{
	turn_to(s, p, -1);
	exh_stage_restore(s, s->under_menu, NULL);
	s->under_menu = stage_int(0);
	exh_stage_show(s, bar);
	exh_stage_done(s);
}

static int32_t index_of(const stage *s, const struct pending *p)
{
	const int32_t menu = p->values[AT_MENU], item = p->values[AT_ITEM];

	if (menu < 0 || item < 0 || !s->menus[menu].items[item].is_enabled ||
	    s->menus[menu].items[item].is_separator)
		return 0;
	return (menu + 1) << 8 | (item + 1);
}

/* False: the menu is closed, and *index is the chosen item. */
static bool take_key(stage *s, struct pending *p, uint32_t key, int32_t *index)
{
	const int32_t count = (int32_t)s->menu_count;
	const int32_t menu = p->values[AT_MENU] < 0 ? 0 : p->values[AT_MENU];

	switch (key) {
	case KEY_ESCAPE:
		return false;
	case KEY_ENTER:
		*index = index_of(s, p);
		return !*index;
	case KEY_LEFT:
	case KEY_RIGHT:
		turn_to(s, p, (menu + (key == KEY_LEFT ? count - 1 : 1)) % count);
		point_at(s, p, beside(&s->menus[p->values[AT_MENU]], -1, 1));
		return true;
	case KEY_UP:
	case KEY_DOWN:
		if (p->values[AT_MENU] >= 0)
			point_at(s, p,
				 beside(&s->menus[menu], p->values[AT_ITEM],
					key == KEY_UP ? -1 : 1));
		return true;
	default:
		return true;
	}
}

/* Selects the menu and the item under the mouse. */
static void follow_mouse(stage *s, struct pending *p)
{
	const int32_t x = s->mouse_x, y = s->mouse_y;
	const int32_t height = exh_stage_line_height(s, 0);
	int32_t item;
	struct rect r;

	for (size_t i = 0; y < BAR_ROWS && i < s->menu_count; i++) {
		r = title_rect(s, i);
		if (x >= r.left && x < r.right && p->values[AT_MENU] != (int32_t)i)
			turn_to(s, p, (int32_t)i);
	}
	if (p->values[AT_MENU] < 0)
		return;
	r = menu_rect(s, (size_t)p->values[AT_MENU]);
	item = height && y >= BAR_ROWS ? (y - BAR_ROWS) / height : -1;
	if (x < r.left || x >= r.right || item < 0 ||
	    (size_t)item >= s->menus[p->values[AT_MENU]].count ||
	    s->menus[p->values[AT_MENU]].items[item].is_separator)
		item = -1;
	point_at(s, p, item);
}

/* False: the menu is closed. */
static bool take_event(stage *s, struct pending *p, int32_t *index)
{
	struct exh_sci_event event;

	if (p->values[AT_BUTTON])
		follow_mouse(s, p);
	while (exh_stage_take_event(s, 0x7fff, false, &event)) {
		if (event.type == EXH_SCI_EVENT_KEY &&
		    !take_key(s, p, event.message, index))
			return false;
		if (event.type == EXH_SCI_EVENT_PRESS)
			p->values[AT_BUTTON] = 1;
		if (event.type & (EXH_SCI_EVENT_PRESS | EXH_SCI_EVENT_RELEASE))
			follow_mouse(s, p);
		if (event.type == EXH_SCI_EVENT_RELEASE) {
			*index = index_of(s, p);
			return false;
		}
	}
	return true;
}

/* Checks the values, since a saved state may have any. */
static void check_place(stage *s, struct pending *p)
{
	if (p->values[AT_MENU] < 0 || (size_t)p->values[AT_MENU] >= s->menu_count)
		p->values[AT_MENU] = p->values[AT_ITEM] = -1;
	else if (p->values[AT_ITEM] < 0 ||
		 (size_t)p->values[AT_ITEM] >= s->menus[p->values[AT_MENU]].count)
		p->values[AT_ITEM] = -1;
}

static void by_hand(stage *s, kernel_call *call, bool is_mouse)
{
	struct pending *p = exh_stage_pending(s, call);
	int32_t index = 0;

	if (!p->phase)
		begin_by_hand(s, p, is_mouse);
	check_place(s, p);
	if (take_event(s, p, &index) && !call->is_nested) {
		s->tick++;
		exh_stage_wait(call);
		return;
	}
	end_by_hand(s, p);
	exh_stage_set(s, exh_stage_arg_reg(call, 0), SEL_CLAIMED, 1);
	call->result = stage_int(index);
}

static void menu_select(stage *s, kernel_call *call)
{
	const reg event = exh_stage_arg_reg(call, 0);
	const int32_t type = exh_stage_get(s, event, SEL_TYPE);
	const bool is_mouse =
		type == EXH_SCI_EVENT_PRESS && exh_stage_get(s, event, SEL_Y) < BAR_ROWS;
	const bool is_escape = type == EXH_SCI_EVENT_KEY &&
			       exh_stage_get_bits(s, event, SEL_MESSAGE) == KEY_ESCAPE;
	int32_t index;

	if (call->is_again) {
		by_hand(s, call, false);
		return;
	}
	if (exh_stage_get(s, event, SEL_CLAIMED))
		return;
	if ((is_escape || is_mouse) && s->menu_count) {
		by_hand(s, call, is_mouse);
		return;
	}
	index = chosen_by(s, event);
	if (index)
		exh_stage_set(s, event, SEL_CLAIMED, 1);
	call->result = stage_int(index);
}

/*
 * Saving.
 */

static void walk_item(struct save_walk *w, struct menu_item *item)
{
	exh_stage_walk_text(w, &item->text);
	exh_stage_walk_text(w, &item->key_text);
	if (walk_loads(w) && (!item->text || !item->key_text))
		walk_fail(w, "an item of a menu has no text");
	walk_bool(w, &item->is_separator);
	walk_bool(w, &item->is_enabled);
	walk_u16(w, &item->key);
	walk_u16(w, &item->modifiers);
	walk_reg(w, &item->tag);
	walk_reg(w, &item->said);
	walk_reg(w, &item->text_at);
}

/* Loaded menus are counted at once, so that they are freed after a fault. */
void exh_stage_walk_menus(struct save_walk *w, stage *s)
{
	const size_t count = walk_count(w, s->menu_count, STAGE_MENUS);

	for (size_t i = 0; i < count && !w->fault; i++) {
		struct menu *menu = &s->menus[i];
		size_t items;

		exh_stage_walk_text(w, &menu->title);
		if (walk_loads(w) && !menu->title)
			walk_fail(w, "a menu has no title");
		if (walk_loads(w))
			s->menu_count = i + 1;
		items = walk_count(w, menu->count, STAGE_ITEMS);
		for (size_t k = 0; k < items && !w->fault; k++) {
			if (walk_loads(w))
				menu->count = k + 1;
			walk_item(w, &menu->items[k]);
		}
	}
}

const struct stage_function exh_stage_menus[] = {
	{ "AddMenu", add_menu },       { "SetMenu", set_menu },
	{ "GetMenu", get_menu },       { "DrawMenuBar", draw_menu_bar },
	{ "MenuSelect", menu_select }, { 0 },
};
