#include "paint.h"

#include <exhume/advanced/zv_letters.h>

#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum { SKY = 9 };

/*
 * Sheets of cels side by side, one space between. A hex digit is an EGA colour, a dot
 * leaves what is below as it is.
 */
const char *const art_mole[] = {
	".........00000..........", ".......00eeefe00........",
	"......0eeeeeffee0.......", ".....06eeeeeefee60......",
	".....06eeeeeeeee60......", "....066666666666666600..",
	".....0888888000088880...", ".....0880000fff0088880..",
	".....0888880ff00888888c0", ".....0888888000088888cc0",
	".....08888877777778880c0", ".....088888777777770000.",
	".....00aaaaaaaaaa0......", "....02a2222222220.......",
	"....0888886888880000....", "....08888888688088cc0...",
	"....0888777768808cc0....", "....08887777768800......",
	"....0888777777880.......",
};

static const char *const mole_legs[] = {
	"...08888777788880....... ....0888777778880....... ...08888777788880.......",
	"..088880000088880....... ....0888000888880....... ..088880000088880.......",
	"..04440.....0ccc0....... ....0cccc00044440....... ..0ccc0.....04440.......",
	"..044440.....0cccc0..... ....0ccccc00444440...... ..0cccc0.....04440......",
	"...0000.......0000...... .....00000..00000....... ...0000.......0000......",
	"....0888777778880....... ....0888777778880....... ...08888777788880.......",
	"....0888880008880....... ..00888800008888000..... ..0888880000888880......",
	"....04444000cccc0....... .0ccc000....00044440.... .0ccccc0....0444440.....",
	"....044444000ccccc0..... .0ccc0.........0440..... .0cccccc0...04444440....",
	".....00000..000000...... ..000...........00...... ..000000.....000000.....",
};

/* Lantern, shovel on the back, shovel in the ground, shovel lifted, pebble, key */
static const char *const things[] = {
	"..0000.. ..000... 060......... ............ ..0000.. .....000000.....",
	".077770. .07770.. 0e60........ ............ .077780. ....0eeeeee0....",
	".07..70. 077f770. .0660....... ......00.0.. 07f77880 ...0ef0000e60...",
	"07777770 077ff70. ..0e60...... ....006606.. 07778880 ...0e0....060...",
	"0eeffe60 077f770. ...0660..... ...0e66e660. 08778880 ...0e60..0e60...",
	"0eefff60 0777770. ....0e60.... ..066666e660 08888880 ....0e6006e0....",
	"0eeffe60 .07770.. .....0660... ..0777766660 .088880. .....0eee60.....",
	"07777770 ..060... ......0e600. .0607777777. ..0000.. ......0e60......",
	".000000. ..0e0... .......07770 0660077770.. ........ ......0e60......",
	"........ ..060... ......077770 e60..0000... ........ ......0e6000....",
	"........ ..060... ......077770 60.......... ........ ......0e6ee0....",
	"........ ...060.. .......0770. 0........... ........ ......0e6000....",
	"........ ...0e0.. ........00.. ............ ........ ......0e6ee0....",
	"........ ...060.. ............ ............ ........ ......0e6e60....",
	"........ ...060.. ............ ............ ........ .......00000....",
};

static const char *const snails[] = {
	".............00000...... ........................",
	"...........00ccccc00.... ............00000.......",
	"..........0cc44444cc0... ..........00ccccc00.....",
	".00.00...0c4400000c4c0.. ..00.00..0cc44444cc0....",
	"0ff0ff0..0c40ccccc0440.. .0ff0ff00c4400000c4c0...",
	"0f00f00..0c40c444c0440.. .0f00f000c40ccccc0440...",
	".00a00...0c40c404c0440.. ..00a00.0c40c444c0440...",
	".0aa0a0..0c440c00c0440.. ..0aa0a00c40c404c0440...",
	".0aaaaa00cc440cc04440... ..0aaaaa0c440c00c0440...",
	"0aaaaaaa00cc44004440.... .0aaaaaaa0c440cc04440...",
	"0a0aaaaaaa00c444400..... .0a0aaaaaa0cc4004440....",
	"0aa00aaaaaaa00000aa0.... .0aa00aaaaa00c444400....",
	".0aaaaaaaaaaaaaaaaaaa00. ..0aaaaaaaaaa0000aa0....",
	".02222aaaaaaaaaaaaaaaaa0 ..02222aaaaaaaaaaaaaa0..",
	"..022222222222222222220. ...022222222222222220...",
	"...0000000000000000000.. ....0000000000000000....",
};

/* Left halves; the right ones mirror them. Chest, cart, bat, bat */
static const char *const halves[] = {
	"....000000000000 ................ ..0............. ................",
	"..00666666666666 ................ .050............ ................",
	".066e66666666e66 ................ .0550........0.. .............0..",
	".06eeeeeeeeeeeee ................ 0dd550......050. ............050.",
	".066666666666666 .......0000..... 0ddd550.....0550 ............0550",
	".044444444444444 .....00eeee0..00 0d5ddd50....0555 ............0555",
	".044444000044444 ....0bb0efee00cc 0d55ddd50..05555 ......00000.0555",
	".04400000eee0000 ..00fbbb0ee00fcc 0d555ddd50005555 ....005555500555",
	".00eee00eefee0ee .0ee0bb90e0ccccc .0d55d55ddd0ee55 ..0dddd5dd50ee55",
	".0eefeeeeeeeeeef 0000000000000000 .0d5d0d55dd0e055 .0dd55dd55d0e055",
	"0000000000000000 0777777777777777 ..0d0.0d5d505555 0dd555d0d5505555",
	"066e666666666666 0888888888888888 ...0...0d0d00fd5 0d555d0.0d500fd5",
	"06666666666e6000 .088f888888f8888 ........0.0.0555 0d55d0...0..0555",
	"0eeeeeeeeeeee0ee .088088888808888 .............055 .0dd0........055",
	"0666666666660eee .088888888888888 ..............00 ..00..........00",
	"0666e666666e0e00 .088888888888800 ................ ................",
	"06666666666e0e00 ..08888888888088 ................ ................",
	"066666666666e0ee ..08f88888f80888 ................ ................",
	"06e6666666666000 ..08088888088088 ................ ................",
	"0eeeeeeeeeeeeeee ..04444444444400 ................ ................",
	"0666666e66666666 ...0000000000000 ................ ................",
	"0666666666666e66 ....077770...... ................ ................",
	"0444444444444444 ....070070...... ................ ................",
	"0000000000000000 .....0000....... ................ ................",
};

/* 8 by 8 */
static const char *const icons[] = {
	".eeeee.. ..ee.... .eeeee.. .eeeee.. ee.ee... eeeeee.. .eeeee.. eeeeee..",
	"ee..6ee. .eee.... ee..6ee. ee..6ee. ee.ee... ee66666. ee..666. 66666ee.",
	"ee..6ee. ..ee.... ....6ee. ....6ee. ee.ee... ee...... ee...... ....6ee.",
	"ee..6ee. ..ee.... ..eeee6. ..eeee6. eeeeeee. eeeeee.. eeeeee.. ...6ee..",
	"ee..6ee. ..ee.... .ee6666. ....6ee. 666ee66. 66666ee. ee666ee. ..6ee6..",
	"ee..6ee. ..ee.... ee6..... ee..6ee. ...ee... ee..6ee. ee..6ee. ..ee6...",
	".eeeee6. eeeeee.. eeeeeee. .eeeee6. ...ee... .eeeee6. .eeeee6. ..ee....",
	"..66666. .666666. .666666. ..6666.. ...66... ..6666.. ..6666.. ..66....",
	".eeeee.. .eeeee.. .44.44.. .8888888 ..7777.. ......76 .88.88.. 00......",
	"ee..6ee. ee..6ee. 4cc4cc4. 8bfb9918 .7....7. .....76. 8..8..8. 0f00....",
	"ee..6ee. ee..6ee. 4cfcccc4 8fbb9918 77777777 ....7676 8.....8. 0fff00..",
	".eeeee6. .eeeeee. 4ccccc4. .8bb918. .eeffe6. .7777.66 8.....8. .0fff700",
	"ee666ee. ..6666e. .4ccc4.. .8bb918. .eefff6. 77f77... .8...8.. .0fff70.",
	"ee..6ee. ee..6ee. ..4c4... ..8b18.. .eeffe6. 7f777... ..8.8... ..0f7f70",
	".eeeee6. .eeeee6. ...4.... ..8918.. 77777777 77777... ...8.... ..0707f0",
	"..6666.. ..6666.. ........ ...88... ........ .777.... ........ ...0.000",
	"...e.... .00..00. 0.0.0.0. ........ ........ ........ ........ ........",
	"...e.... 0cc00cc0 .0.0.0.0 ........ ........ ........ ........ ........",
	"..efe... 0cc00cc0 0.0.0.0. ........ ........ ........ ........ ........",
	"eefffee. .000000. .0.0.0.0 ........ ........ ........ ........ ........",
	"..efe... 00cccc00 0.0.0.0. ........ ........ ........ ........ ........",
	"...e.... 0cccccc0 .0.0.0.0 ........ ........ ........ ........ ........",
	"...e.... 0cc00cc0 0.0.0.0. ........ ........ ........ ........ ........",
	"........ .00..00. .0.0.0.0 ........ ........ ........ ........ ........",
};

/* 16 by 16, in the order of enum stamp */
static const char *const stamps[] = {
	"................ ................ ................ a2aa2aaa2aa2aaa2",
	"................ .....000000..... ................ 2a22aa2a22aa2a22",
	"..00............ ...007ffff700... ....000......... 22.222.2.22.2222",
	".0ff0.00........ ..07ff7777ff70.. ...0ccc0........ 2...22...2...22.",
	".0fff0ff0....... ..0f7700007770.. ..0cf4cc0....... .....2.......2..",
	"..0fffff0....... .0f770ffff0770.. ..0c404c0....... ................",
	".0ffff70........ .0f70f7777f0770. ..0cc00cc0.00... ................",
	".0ff7ff700...... .0770f7007f0770. ...00..0cc0cc0.. ................",
	"..00.0ff70...... .0770f70f770770. .......0cccc40.. ................",
	"......0ff700.00. .0770f7777f0770. ........0cc40... ................",
	".......0ff70ff70 .0f770f000f0770. .........000.... ................",
	"........0fffff70 ..0770777700770. ................ ................",
	".........0ff7f70 ..08770000777f0. ................ ................",
	"........0ff7ff0. ...0877777ff700. ................ ................",
	"........0ff700.. ....0088887700.. ................ ................",
	".........00..... ......000000.... ................ ................",
	"................ ................ .0660......0660. 0000000000000000",
	"................ .......00....... .0e600000000e60. eeeeeeeeeeeeeeee",
	"................ ......0fb0...... .0eeeeeeeeeee60. 66666e6666666666",
	"..........ffff.. ......0fb0...... .0e666666666660. 666666660666e666",
	"........ffffffff .....0fbb90..... .0e600000000e60. 6e66666606666666",
	".......fffffffff .....0fbb90.00.. .0e60......0e60. 4444444404444444",
	".....fffffffffff ..00.0fbb900fb0. .0e60......0e60. 0000000000000000",
	"....ffffffffffff .0fb00fbb90fbb90 .0e60......0e60. ................",
	"..ffffffffffffff .0fb90fbb90fbb90 .0660......0660. ................",
	".fffffffffff7fff .0fb90fbb90fb990 .0e600000000e60. ................",
	"ffffffff7ff77fff .0fbb9fbb9fbb910 .0eeeeeeeeeee60. ................",
	".7ffff777777ff77 ..0fbbfbb9fb9910 .0e666666666660. ................",
	"..777777..777777 ..0fbbfbb9fb910. .0e600000000e60. ................",
	"................ ..0fb9fb99b9910. .0e60......0e60. ................",
	"................ ...0b9fb9991910. .0e60......0e60. ................",
	"................ ....0000000000.. .0e60......0e60. ................",
	"..00000000000000 ................ ................ ................",
	".0eeeeeeeeeeeeee ....0000000..... ................ ................",
	"0ee6666666666666 ..004cffc4400... ................ .......a........",
	"0e660666e6666666 .04cfffcc4ff40.. ................ ..aa..a2..aa....",
	"0e66666666666666 .0ccffccc4ff440. ................ .a2a2.a2.a2a2...",
	".044444444444444 0c4ccccff44444c0 .....000........ .a..2aa2a2..2...",
	"..00000000000000 0ff4ccfffc44ff40 ...00bbb00...... .....2aa2...a2..",
	"....0660........ 0fc44ccfc444f440 ..0bbfbbb30..... ..aa..a2..aa.2..",
	".....0660....... .04440000004440. ..0bfbb3330..00. .a2.2.a2.a2.2a..",
	"......0660...... ..00077ff70000.. ...00ff700.00b00 .a...2a2a2...2..",
	".......0660..... .....07ff70..... .....0f70.0bbb30 2......a2....2..",
	"........0660.... .....07ff70..... .....0f70..0f70. .....aaa2aa.....",
	".........0660... .....07fff0..... ...0.0f700.0f70. ...aa2.a2.2aa...",
	"..........0660.. ....0777ff70.... ..0a00f70a00f700 ..a2...a2...2a..",
	"...........0660. ....07777770.... .0a2a0f7a2a0f7a0 ..2...a22a...2..",
	"............0000 .....000000..... 0222222222222222 ......2222......",
	"................ .......a2....... ................ ................",
	"................ .......2a....... ....00000....... .00000000000000.",
	"......00.00..... ......a22a2..... ..00fffff00..... 0eeeeeeeeeeeeee0",
	".....0dd0dd0.... .....a2.a2...... .0fffffffff70... 0e666666606666e0",
	".....0ddedd0.... .......2a.aa.... .0ffffffffff70.. 0e666666600666e0",
	"....0ddeeedd0... ...aa.a22a2..... 0ff000ff000f770. 0e600000000066e0",
	".....0dd5dd0.... ..a22a2a2....... 0f00000f0000f70. 0e600000000006e0",
	"......00200..... .......2a....... 0f00c00f0c00f70. 0e600000000066e0",
	".......02..00... .......a2....... 0ff000f0f00ff70. 0e666666600666e0",
	"..000..02.0aa0.. .....a.2aaa..... .0fffff0fffff70. 0e666666606666e0",
	".0aaa0.020a20... ....a22a2.a2.... ..00fffffff7700. 0666666666666660",
	"..02aa0202a0.... .......2a....... ..0f0f0f0f0770.. .00000000000000.",
	"...022a0220..... ......a22aa..... ..0f0f0f0f070... ......0e60......",
	".....02220...... .....a2.2.a2.... ...0000000000... ......0e60......",
	"......020....... .......a........ ................ .....0066000....",
	".....00200...... ......a2........ ................ ....02a2a2a20...",
	".......00....... .....0770....... 0888888888888880 ................",
	".......00....... .....0..0....... .08888777888880. ................",
	"......0770...... .....0770....... .08887788888880. ......00........",
	".....00..00..... ......00........ .0888778888880.. .....0770.......",
	"....07777770.... .....0770....... ..088788808880.. .....0f80.......",
	"...0777777770... .....0..0....... ..08878880880... .....0f80....00.",
	"....0eeffe60.... .....0..0....... ..0887888080.... 00..0f780...0780",
	"....0eefff60.... .....0770....... ...08788080..... 0700.0f780.00f80",
	"....0efff660.... ......00........ ...0878080...... 0f80.0f780070f80",
	"....0eeffe60.... .....0770....... ....07880....... 0f8007f7800f0f80",
	"....0eeffe60.... .....0..0....... ....08780....... 0f800f778007f780",
	"...0777777770... .....0..0....... .....0880....... 0f780f7788077780",
	"....00000000.... .....0770....... .....080........ 07780f7788077880",
	"................ ......00........ ......00........ 0778077788077880",
	"................ .....0770....... ......0......... 0888088888088880",
	"................ .....0..0....... ................ 0000000000000000",
	"7..7...7.....7.7 ................ ................ .......0........",
	".77.7...7...7.7. ....00000000.... ......0000...... ......0e0.......",
	".7.77777777777.. ...0cccccccc0... ....00eeee00.... .....0ee0.0.....",
	"7.7.7...7...7... ....04444440.... ...0eeffffe60... ..0.0eee00e0....",
	".7.7.7..7..7.... ....0c44440..... ..0eefeeee6e60.. .0e00eefe0e0....",
	".7..7.77777..... ...0ccfc4440.... ..0efee66eee60.. .0e0eeffeee0....",
	".7...7.7.7...... ..0ccfcccc4440.. .0eefe6ff6ee660. .0eeeffffee0....",
	"7.7..77.7....... ..0eeeeeeeeee0.. .0efee6fe6ee660. ..0cefffec0.....",
	".7..7.77........ ..06060606060600 .0efee6ee6ee660. ..0ccefecc0.....",
	".7.7..7......... ..0eeeeeeeeee0.. .0efee6666ee660. ...00cecc00.....",
	"..77.7.......... ..0ccccccc44440. .0eefeeeeeee660. ....0eee0.......",
	"..7.7........... ...0ccccc44440.. ..0eeeeeeee660.. ....06660.......",
	".7.7............ ....0ccc44440... ..0e6eeeee6660.. ....06660.......",
	".77............. ....00444400.... ..0066666660.... .....060........",
	"7............... ...0cccc44440... ....00666600.... .....060........",
	"7............... ....00000000.... ......0000...... ......0.........",
	"................ ....00000000.... ................ ................",
	"....0......0.... ..006e6666e600.. ................ ........0.......",
	"...0e0....0e0... .06e6e0666e6660. ...0000000000... ........0e0.....",
	"...0ee0..0ee0... 0888888888888880 ..0fffbbbbbb90.. .......0e0......",
	"....0ee00ee0.... 07777777f7777770 .0ffbffbbb9910.. ......0700......",
	"..0.0eeeefe0.... 06e66e06660e6640 0bbbbbffbb999910 .....070........",
	".0e0eefffee0.... 06e66e06660e6640 0999999991111110 .0000700000.....",
	".0eeeffffee0.... 06e66e06660e6640 .0bbfbb99991110. 0cc4cc4cc440....",
	"..0ecffffec0.... 06e66e06660e6640 ..0bbbb9991110.. 0ff4cc4cc440....",
	"...00ceec00..... 06e66e06660e6640 ...0bbb999110... 0ff4cc4cc440....",
	"....0eee0....... 0888888888888880 ....0bb99110.... 0ff4ff4cc440....",
	"....06660....... 07777777f7777770 .....0b9910..... 0cc4ff4cc440....",
	"....06660....... 06e66e06660e6640 ......0910...... 0cc4cc4cc440....",
	".....060........ .06e6e0666e6440. .......00....... 000000000000....",
	".....060........ ..004444444400.. ................ ................",
	"......0......... ....00000000.... ................ ................",
};

/* clang-format off */
enum stamp {
	S_NONE, S_BONE, S_AMMONITE, S_WORM, S_MOSS, S_CLOUD, S_CRYSTAL, S_LADDER,
	S_PLANK, S_BRACKET, S_MUSHROOM, S_SPROUTS, S_FERN, S_FLOWER, S_VINE, S_SKULL,
	S_SIGN, S_LANTERN, S_CHAIN, S_STALACTITE, S_SPIKES, S_WEB, S_URN, S_COIN,
	S_TORCH, S_TORCH_2, S_BARREL, S_GEM, S_DYNAMITE
};
/* clang-format on */

/* A left half and its mirror image */
static void stamp_halves(struct art *a, int x, int y, struct cel cel)
{
	stamp(a, x, y, cel);
	cel.flip = true;
	stamp(a, x + cel.width, y, cel);
}

static struct cel icon(int index)
{
	return (struct cel){
		.rows = icons + index / 8 * 8,
		.column = index % 8 * 9,
		.width = 8,
		.height = 8,
	};
}

static struct cel large(enum stamp which)
{
	int index = (int)which - 1;

	return (struct cel){
		.rows = stamps + index / 4 * 16,
		.column = index % 4 * 17,
		.width = 16,
		.height = 16,
	};
}

static struct cel tinted(enum stamp which, enum tint tint)
{
	struct cel cel = large(which);

	cel.tint = tint;
	return cel;
}

static struct cel half(int index, int height)
{
	return (struct cel){ halves, index * 17, 16, height, false, false, T_NONE };
}

static struct cel thing(int column, int width, int height)
{
	return (struct cel){ things, column, width, height, false, false, T_NONE };
}

static void paste_art(struct art *a, int x, int y, enum art_kind kind, int index)
{
	struct art from;

	if (art_draw(kind, (size_t)index, &from))
		paste(a, x, y, &from, false);
}

/* Pictures among the letters: every one's columns end in a bar. */
static const char *const signs[ART_FONT_HEIGHT] = {
	"..........|...........|........|.........|",
	".#######..|...........|.##.##..|....#....|",
	"##..#..##.|..###....#.|#.#####.|....##...|",
	"#########.|.#.###...#.|#.#####.|#######..|",
	".##.#.##..|##.#######.|#######.|########.|",
	"..#.#.#...|.#.###...#.|.#####..|#######..|",
	"...###....|..###....#.|..###...|....##...|",
	"....#.....|...........|...#....|....#....|",
	"..........|...........|........|.........|",
	"..........|...........|........|.........|",
};

bool art_glyph(unsigned code, struct art_glyph *out)
{
	struct exh_zv_letter letter;
	size_t column = 0;

	memset(out, 0, sizeof(*out));
	if (code <= 126 && exh_zv_letter(code, &letter)) {
		out->width = letter.width;
		memcpy(out->rows, letter.rows, sizeof(letter.rows));
		return true;
	}
	if (code < 128 || code > 131)
		return false;
	for (; code > 128; code--)
		column += strcspn(signs[0] + column, "|") + 1;
	out->width = (unsigned)strcspn(signs[0] + column, "|");
	for (int y = 0; y < ART_FONT_HEIGHT; y++)
		for (unsigned x = 0; x < out->width; x++)
			if (signs[y][column + x] == '#')
				out->rows[y] |= (unsigned short)(0x8000u >> x);
	return true;
}

static void outlined(struct art *a, int x, int y, const char *string, int scale,
		     const char *ink)
{
	for (int v = -1; v <= 1; v++)
		for (int u = -1; u <= 1; u++)
			text(a, x + u, y + v, string, scale, "0");
	text(a, x, y, string, scale, ink);
}

/* Tiles. The ramps of stones: crack, shade, middle, light */
static const char earth[] = "466e";
static const char rock[] = "0887";
static const char cave[] = "0008";

static void stones(struct art *a, const char *ramp)
{
	for (int y = 0; y < 16; y++)
		for (int x = 0; x < 16; x++)
			put(a, x, y, stone_at(ramp, x, y));
}

static void draw_earth(struct art *a, int seed)
{
	stones(a, earth);
	for (int i = 0; i < seed * 3; i++) {
		int x = (int)(hash(i, seed, 1) % 13), y = (int)(hash(i, seed, 2) % 13);

		rect(a, x, y, 4, 3, 0);
		rect(a, x + 1, y, 2, 2, 7);
		put(a, x + 1, y, 15);
	}
}

enum { ROCK_PLAIN, ROCK_CRACKED, ROCK_GOLD };

static void draw_rock(struct art *a, int kind)
{
	stones(a, rock);
	if (kind == ROCK_CRACKED) {
		line(a, 3, 0, 8, 6, 0);
		line(a, 8, 6, 5, 10, 0);
		line(a, 8, 6, 13, 9, 0);
		line(a, 5, 10, 7, 15, 0);
		line(a, 4, 0, 9, 5, 7);
	}
	for (int i = 0; kind == ROCK_GOLD && i < 9; i++) {
		int x = 1 + (int)(hash(i, 3, 5) % 13), y = 1 + (int)(hash(i, 4, 6) % 13);

		rect(a, x, y, 2, 2, 14);
		put(a, x + 1, y + 1, 6);
		put(a, x, y, 15);
	}
}

static void draw_cave(struct art *a, int unused)
{
	(void)unused;
	stones(a, cave);
}

static void draw_brick(struct art *a, int unused)
{
	(void)unused;
	rect(a, 0, 0, 16, 16, 8);
	for (int row = 0; row < 4; row++) {
		for (int x = row & 1 ? -4 : 0; x < 16; x += 8) {
			bevel(a, x, row * 4, 7, 3, "04c");
			if (hash(x & 15, row, 9) & 1)
				rect(a, x + 2, row * 4 + 1, 2, 1, 12);
		}
	}
}

enum { SKY_PLAIN, SKY_HILLS };

static void draw_sky(struct art *a, int kind)
{
	static const char heights[] = "3456778887765433";

	rect(a, 0, 0, 16, 16, SKY);
	for (int x = 0; kind == SKY_HILLS && x < 16; x++) {
		int height = colour_of(heights[x]);

		rect(a, x, 16 - height, 1, height, 2);
		for (int y = 16 - height; y < 16; y++)
			if (y == 16 - height || (y < 19 - height && ((x + y) & 1)))
				put(a, x, y, 10);
	}
}

/* Ground whose surface runs from one height to another, in pixels below the top */
struct slope {
	signed char left, right;
	bool underground, ceiling;
	signed char shore; /* -1: ground ends at the left, 1: at the right */
};

static void slope_column(struct art *a, const struct slope *s, int x)
{
	int top = s->left + (s->right - s->left) * (2 * x + 1) / 32;
	int grass = top + 2 + (int)(hash(x, 7, 3) % 3);

	for (int y = 0; y < 16; y++) {
		int depth = s->ceiling ? 15 - y : y;

		if (depth < top)
			put(a, x, y, s->underground ? stone_at(cave, x, y) : SKY);
		else if (s->underground)
			put(a, x, y, depth == top ? 7 : stone_at(rock, x, y));
		else if (depth <= grass)
			put(a, x, y, depth < top + 2 ? 10 : 2);
		else
			put(a, x, y, depth == grass + 1 ? 0 : stone_at(earth, x, y));
	}
	if (!s->underground && hash(x, 8, 3) % 3 == 0)
		put(a, x, top - 1, 10);
}

static void draw_slope(struct art *a, int which)
{
	static const struct slope slopes[] = {
		{ 1, 1, false, false, 0 },  { 1, 1, false, false, -1 },
		{ 1, 1, false, false, 1 },  { 17, 1, false, false, 0 },
		{ 1, 17, false, false, 0 }, { 17, 9, false, false, 0 },
		{ 9, 1, false, false, 0 },  { 1, 9, false, false, 0 },
		{ 9, 17, false, false, 0 }, { 16, 0, true, false, 0 },
		{ 0, 16, true, false, 0 },  { 0, 16, true, true, 0 },
		{ 16, 0, true, true, 0 },
	};
	const struct slope *s = &slopes[which];

	for (int x = 0; x < 16; x++)
		slope_column(a, s, x);
	for (int y = 0; s->shore && y < 16; y++) {
		int gap = 1 + (int)(hash(y >> 1, 5, 5) % 3);

		rect(a, s->shore < 0 ? 0 : 16 - gap, y, gap, 1, SKY);
		put(a, s->shore < 0 ? gap : 15 - gap, y, y < 4 ? 2 : 0);
	}
}

/* Bit 0: second frame, bit 1: no surface, bit 2: lava */
static void draw_pool(struct art *a, int kind)
{
	static const char waves[] = "3221122344554433";
	const char *ink = kind & 4 ? "4cef" : "19bf";
	int phase = kind & 1 ? 8 : 0;

	for (int x = 0; x < 16; x++) {
		int top = kind & 2 ? -9 : colour_of(waves[(x + phase) & 15]);

		for (int y = 0; y < 16; y++) {
			int streak = (x + (y & 4 ? phase : -phase) + y * 5) & 15;
			int level = y % 4 == 1 && streak < 6 ? 1 : 0;

			if (y % 8 == 5 && streak < 3)
				level = 2;
			if (y - top >= 0 && y - top < 3)
				level = 3 - (y - top);
			put(a, x, y, y < top ? 0 : colour_of(ink[level]));
		}
	}
}

enum { TIMBER_POST = 1, TIMBER_BEAM = 2, TIMBER_RAIL = 4 };

static void draw_timber(struct art *a, int parts)
{
	stones(a, cave);
	if (parts & TIMBER_POST) {
		rect(a, 4, 0, 8, 16, 0);
		rect(a, 5, 0, 6, 16, 6);
		rect(a, 5, 0, 1, 16, 14);
		rect(a, 10, 0, 1, 16, 4);
		rect(a, 7, 3, 1, 7, 4);
		rect(a, 8, 11, 1, 4, 4);
	}
	if (parts & TIMBER_BEAM) {
		rect(a, 0, 0, 16, 8, 0);
		rect(a, 0, 1, 16, 6, 6);
		rect(a, 0, 1, 16, 1, 14);
		rect(a, 0, 6, 16, 1, 4);
		rect(a, 2, 3, 6, 1, 4);
		rect(a, 9, 4, 5, 1, 4);
	}
	if (parts & TIMBER_RAIL) {
		for (int x = 1; x < 16; x += 8)
			bevel(a, x, 13, 5, 3, "466");
		rect(a, 0, 10, 16, 1, 15);
		rect(a, 0, 11, 16, 1, 7);
		rect(a, 0, 12, 16, 1, 8);
	}
}

enum { WOOD_PLANKS, WOOD_CRATE };

static void draw_wood(struct art *a, int kind)
{
	for (int y = 0; y < 16; y += 4) {
		bevel(a, 0, y, 16, 4, "466");
		rect(a, (int)(hash(y, 1, 1) % 8), y + 1, 5, 1, 4);
		rect(a, 4 + (int)(hash(y, 2, 1) % 8), y, 4, 1, 14);
	}
	if (kind != WOOD_CRATE)
		return;
	for (int i = -1; i <= 1; i++) {
		line(a, 2, 13 + i, 13, 2 + i, i > 0 ? 4 : 6);
		line(a, 2, 12, 12, 2, 14);
	}
	for (int i = 0; i < 2; i++) {
		bevel(a, 0, i * 13, 16, 3, "06e");
		bevel(a, i * 13, 0, 3, 16, "06e");
	}
	for (int i = 0; i < 4; i++)
		put(a, i & 1 ? 14 : 1, i & 2 ? 14 : 1, 15);
}

enum { CARVED_PLAIN, CARVED_PAW, CARVED_SPIRAL, CARVED_FLOOR };

static void draw_carved(struct art *a, int kind)
{
	if (kind == CARVED_FLOOR) {
		for (int i = 0; i < 4; i++)
			bevel(a, (i & 1) * 8, (i & 2) * 4, 8, 8,
			      i == 1 || i == 2 ? "089" : "87f");
		return;
	}
	bevel(a, 0, 0, 16, 16, "087");
	bevel(a, 2, 2, 12, 12, "780");
	for (int i = 0; i < 20; i++)
		put(a, (int)(hash(i, 1, 4) % 10) + 3, (int)(hash(i, 2, 4) % 10) + 3, 7);
	if (kind == CARVED_PAW) {
		rect(a, 5, 8, 6, 4, 0);
		for (int i = 0; i < 3; i++)
			rect(a, 4 + i * 3, i == 1 ? 4 : 5, 2, 3, 0);
		rect(a, 6, 12, 5, 1, 7);
	} else if (kind == CARVED_SPIRAL) {
		line(a, 4, 11, 4, 4, 0);
		line(a, 4, 4, 11, 4, 0);
		line(a, 11, 4, 11, 11, 0);
		line(a, 11, 11, 7, 11, 0);
		line(a, 7, 11, 7, 7, 0);
		line(a, 7, 7, 9, 7, 0);
	}
}

enum { COLUMN_TOP, COLUMN_SHAFT, COLUMN_BASE };

static void draw_column(struct art *a, int part)
{
	stones(a, cave);
	for (int x = 2; x < 14; x++)
		rect(a, x, 0, 1, 16, colour_of("..0f787f787f80.."[x]));
	if (part == COLUMN_TOP) {
		bevel(a, 0, 0, 16, 4, "87f");
		bevel(a, 1, 4, 14, 3, "08f");
	} else if (part == COLUMN_BASE) {
		bevel(a, 1, 9, 14, 3, "08f");
		bevel(a, 0, 12, 16, 4, "87f");
	}
}

static void draw_door(struct art *a, int lower)
{
	draw_brick(a, 0);
	for (int y = 0; y < 16; y++) {
		int inset = !lower && y < 6 ? (6 - y) * (6 - y) / 6 : 0;

		rect(a, 1 + inset, y, 14 - 2 * inset, 1, 0);
		rect(a, 2 + inset, y, 12 - 2 * inset, 1, 6);
		for (int x = 2 + inset; x < 14 - inset; x++)
			if (x % 3 == 2)
				put(a, x, y, 4);
	}
	for (int y = 5; y < 16; y += 8)
		rect(a, 2, y, 12, 1, 8);
	if (lower)
		rect(a, 11, 1, 2, 2, 14);
}

/* Crumbs of earth along one side or in one corner, to soften where earth ends */
static void draw_fringe(struct art *a, int sides)
{
	for (int i = 0; i < 256; i++) {
		int x = i % 16, y = i / 16, side = 99;
		int deep_x = 2 + (int)(hash(y >> 1, sides, 21) % 4);
		int deep_y = 2 + (int)(hash(x >> 1, sides, 22) % 4);

		side = sides & 1 && y - deep_y < side ? y - deep_y : side;
		side = sides & 2 && 15 - y - deep_y < side ? 15 - y - deep_y : side;
		side = sides & 4 && x - deep_x < side ? x - deep_x : side;
		side = sides & 8 && 15 - x - deep_x < side ? 15 - x - deep_x : side;
		if (side < 0)
			put(a, x, y, stone_at(earth, x, y));
		else if (side == 0)
			put(a, x, y, 0);
	}
}

/* A tile: a base, opaque or not, and a stamp on it. Neither: absent */
struct tile {
	void (*base)(struct art *a, int arg);
	int arg;
	enum stamp stamp;
	bool flip, upside;
	enum tint tint;
};

/* clang-format off */
#define TILE(base, arg, stamp, flip, upside, tint) \
	{ base, arg, stamp, flip, upside, tint }
#define BASE(base, arg) TILE(base, arg, S_NONE, false, false, T_NONE)
#define OVER(base, arg, stamp) TILE(base, arg, stamp, false, false, T_NONE)
#define STAMP(stamp) OVER(NULL, 0, stamp)
#define TURNED(stamp, flip, upside, tint) TILE(NULL, 0, stamp, flip, upside, tint)
#define ABSENT STAMP(S_NONE)

static const struct tile tiles16[64] = {
	/* 0 */
	BASE(draw_earth, 0), BASE(draw_earth, 1), OVER(draw_earth, 0, S_BONE),
	OVER(draw_earth, 0, S_AMMONITE), BASE(draw_slope, 0), BASE(draw_slope, 1),
	BASE(draw_slope, 2), OVER(draw_earth, 0, S_WORM),
	BASE(draw_rock, ROCK_PLAIN), BASE(draw_rock, ROCK_CRACKED),
	BASE(draw_rock, ROCK_GOLD), OVER(draw_rock, 0, S_GEM), BASE(draw_brick, 0),
	OVER(draw_brick, 0, S_MOSS), OVER(draw_brick, 0, S_TORCH), ABSENT,
	/* 16 */
	BASE(draw_sky, SKY_PLAIN), OVER(draw_sky, 0, S_CLOUD),
	TILE(draw_sky, 0, S_CLOUD, true, false, T_NONE), BASE(draw_sky, SKY_HILLS),
	BASE(draw_cave, 0), BASE(draw_timber, TIMBER_POST),
	BASE(draw_timber, TIMBER_BEAM), ABSENT,
	OVER(draw_cave, 0, S_LADDER), OVER(draw_timber, TIMBER_BEAM, S_LADDER), ABSENT,
	BASE(draw_timber, TIMBER_RAIL), BASE(draw_pool, 0), BASE(draw_pool, 1),
	BASE(draw_pool, 2), BASE(draw_pool, 3),
	/* 32 */
	BASE(draw_slope, 3), BASE(draw_slope, 4), BASE(draw_slope, 5),
	BASE(draw_slope, 6), BASE(draw_slope, 7), BASE(draw_slope, 8),
	BASE(draw_slope, 9), ABSENT,
	BASE(draw_slope, 10), BASE(draw_slope, 11), BASE(draw_slope, 12), ABSENT,
	BASE(draw_pool, 4), BASE(draw_pool, 5), BASE(draw_pool, 6), ABSENT,
	/* 48 */
	BASE(draw_wood, WOOD_PLANKS), BASE(draw_wood, WOOD_CRATE),
	OVER(draw_cave, 0, S_BARREL), BASE(draw_carved, CARVED_SPIRAL),
	BASE(draw_carved, CARVED_PAW), ABSENT, BASE(draw_column, COLUMN_TOP),
	BASE(draw_column, COLUMN_SHAFT),
	BASE(draw_column, COLUMN_BASE), ABSENT, ABSENT, BASE(draw_door, 0),
	BASE(draw_door, 1), ABSENT, ABSENT, BASE(draw_carved, CARVED_FLOOR),
};

static const struct tile tiles16m[48] = {
	/* 0 */
	ABSENT, STAMP(S_BRACKET), STAMP(S_PLANK),
	TURNED(S_BRACKET, true, false, T_NONE), STAMP(S_LADDER), STAMP(S_CHAIN),
	STAMP(S_LANTERN), STAMP(S_WEB),
	TURNED(S_WEB, true, false, T_NONE), STAMP(S_STALACTITE),
	TURNED(S_STALACTITE, false, true, T_NONE), STAMP(S_SPIKES),
	STAMP(S_CRYSTAL), TURNED(S_CRYSTAL, true, false, T_MAGENTA),
	TURNED(S_CRYSTAL, false, false, T_GREEN), ABSENT,
	/* 16 */
	STAMP(S_MUSHROOM), STAMP(S_SPROUTS), STAMP(S_FERN), STAMP(S_FLOWER),
	STAMP(S_VINE), STAMP(S_MOSS), ABSENT, ABSENT,
	STAMP(S_SIGN), TURNED(S_SIGN, true, false, T_NONE), STAMP(S_SKULL),
	STAMP(S_BONE), ABSENT, STAMP(S_URN), STAMP(S_BARREL), ABSENT,
	/* 32 */
	BASE(draw_fringe, 1), BASE(draw_fringe, 2), BASE(draw_fringe, 4),
	BASE(draw_fringe, 8), BASE(draw_fringe, 1 | 4), BASE(draw_fringe, 1 | 8),
	ABSENT, ABSENT,
	ABSENT, STAMP(S_COIN), STAMP(S_GEM), ABSENT, STAMP(S_DYNAMITE), ABSENT,
	STAMP(S_TORCH), STAMP(S_TORCH_2),
};
/* clang-format on */

static bool draw_tile16(struct art *a, const struct tile *tile)
{
	struct cel cel = large(tile->stamp ? tile->stamp : S_BONE);

	if (!tile->base && !tile->stamp)
		return false;
	start(a, 16, 16, ART_TRANSPARENT);
	if (tile->base)
		tile->base(a, tile->arg);
	cel.flip = tile->flip;
	cel.upside = tile->upside;
	cel.tint = tile->tint;
	if (tile->stamp)
		stamp(a, 0, 0, cel);
	return true;
}

/* One of nine pieces of a frame: the ramp goes inwards, twice the lit side first */
static void draw_frame(struct art *a, int piece, const char *lit, const char *shaded)
{
	int column = piece % 3, row = piece / 3;

	for (int y = 0; y < 8; y++) {
		for (int x = 0; x < 8; x++) {
			int dx = column == 0 ? x : column == 2 ? 7 - x : 7;
			int dy = row == 0 ? y : row == 2 ? 7 - y : 7;
			int depth = dx < dy ? dx : dy;
			bool up = dy < dx ? row == 0 : column == 0;

			if (dx + dy < 2)
				depth = 0;
			put(a, x, y, colour_of((up ? lit : shaded)[depth]));
		}
	}
}

enum { TILES8 = 24, TILES8M = 12 };

static void draw_tile8(struct art *a, int index)
{
	start(a, 8, 8, 0);
	if (index >= 10 && index < 19)
		draw_frame(a, index - 10, "06e60111", "064e0111");
	else
		stamp(a, 0, 0, icon(index < 10 ? index : index - 9));
}

static void draw_tile8m(struct art *a, int index)
{
	start(a, 8, 8, ART_TRANSPARENT);
	if (index == 4)
		stamp(a, 0, 0, icon(18));
	else if (index < 9)
		draw_frame(a, index, ".0f780..", ".0870...");
	else
		stamp(a, 0, 0, icon(index == 9 ? 15 : index + 6));
}

/* Sprites */
static void draw_mole(struct art *a, int x, int y, int legs, int legs_y)
{
	stamp(a, x, y, (struct cel){ art_mole, 0, 24, 19, false, false, T_NONE });
	stamp(a, x, legs_y,
	      (struct cel){ mole_legs + legs / 3 * 5, legs % 3 * 25, 24, 5, false, false,
			    T_NONE });
}

/* The second stride is the first with the feet's colours changed over */
static void swap_feet(struct art *a)
{
	for (int y = 19; y < 24; y++) {
		for (int x = 0; x < 24; x++) {
			if (get(a, x, y) == 12)
				put(a, x, y, 4);
			else if (get(a, x, y) == 4)
				put(a, x, y, 12);
		}
	}
}

static void draw_walk(struct art *a, int frame)
{
	int bob = frame & 1 ? 0 : 1;

	start(a, 24, 24, ART_TRANSPARENT);
	stamp(a, 0, bob + 1, thing(9, 8, 15));
	draw_mole(a, 0, bob, frame & 1, 19);
	if (frame & 2)
		swap_feet(a);
	stamp(a, 16, 14 + bob, thing(0, 8, 9));
}

static void draw_jump(struct art *a, int unused)
{
	(void)unused;
	start(a, 24, 32, ART_TRANSPARENT);
	stamp(a, 0, 3, thing(9, 8, 15));
	draw_mole(a, 0, 2, 4, 21);
	stamp(a, 16, 13, thing(0, 8, 9));
}

static void draw_dig(struct art *a, int frame)
{
	start(a, 32, 32, ART_TRANSPARENT);
	draw_mole(a, 0, frame ? 7 : 8, 5, 27);
	if (frame)
		stamp(a, 18, 15, thing(31, 12, 12));
	else
		stamp(a, 17, 18, thing(18, 12, 13));
	rect(a, 17, 23, 4, 2, 12);
	rect(a, 17, 25, 3, 1, 0);
}

static void draw_cel(struct art *a, int which)
{
	static const struct cel cels[] = {
		{ snails, 0, 24, 16, false, false, T_NONE },
		{ snails, 25, 24, 16, false, false, T_NONE },
		{ things, 44, 8, 8, false, false, T_NONE },
		{ things, 53, 16, 15, false, false, T_NONE },
	};

	start(a, cels[which].width, (cels[which].height + 7) & ~7, ART_TRANSPARENT);
	stamp(a, 0, 0, cels[which]);
}

static void draw_halves(struct art *a, int which)
{
	int height = which < 2 ? 24 : 16;

	start(a, 32, height, ART_TRANSPARENT);
	stamp_halves(a, 0, 0, half(which, height));
}

static void twinkle(struct art *a, int x, int y, int radius)
{
	line(a, x - radius, y, x + radius, y, 14);
	line(a, x, y - radius, x, y + radius, 14);
	rect(a, x, y, 1, 1, 15);
	if (radius > 2)
		ring(a, x, y, 1, 15);
}

static void draw_gem(struct art *a, int frame)
{
	static const signed char stars[][3] = {
		{ 4, 4, 1 },
		{ 5, 4, 3 },
		{ 11, 7, 3 },
		{ 12, 6, 1 },
	};

	start(a, 16, 16, ART_TRANSPARENT);
	stamp(a, 0, 0, large(S_GEM));
	twinkle(a, stars[frame][0], stars[frame][1], stars[frame][2]);
}

static void golem_eye(struct art *a, int x, int y)
{
	ball(a, x, y, 4, 3, "0");
	ball(a, x, y, 2, 2, "4ccee");
	put(a, x, y, 15);
}

static void golem_face(struct art *a)
{
	golem_eye(a, 33, 16);
	golem_eye(a, 47, 16);
	line(a, 28, 11, 37, 14, 0);
	line(a, 28, 10, 37, 13, 7);
	line(a, 52, 11, 43, 14, 0);
	line(a, 52, 10, 43, 13, 7);
	rect(a, 31, 23, 19, 5, 0);
	for (int i = 0; i < 4; i++) {
		rect(a, 32 + i * 5, 23, 2, 3, 15);
		rect(a, 34 + i * 4, 26, 2, 2, 7);
	}
}

/* Moss on any stone just below black or nothing */
static void grow_moss(struct art *a, int y2)
{
	for (int y = y2; y > 1; y--) {
		for (int x = 0; x < (int)a->width; x++) {
			int thick = (int)(hash(x >> 1, 3, 77) % 5) - 1;

			if (get(a, x, y) == 0 && get(a, x, y - 1) == ART_TRANSPARENT)
				for (int i = 1; i <= thick; i++)
					put(a, x, y + i, i + 1 < thick ? 10 : 2);
		}
	}
}

static void draw_golem(struct art *a, int unused)
{
	static const signed char boulders[][4] = {
		{ 28, 59, 10, 9 },  { 54, 59, 10, 9 }, { 25, 66, 12, 4 },
		{ 56, 66, 12, 4 },  { 13, 33, 9, 10 }, { 67, 33, 9, 10 },
		{ 40, 44, 23, 17 }, { 18, 26, 11, 8 }, { 62, 26, 11, 8 },
		{ 10, 50, 9, 10 },  { 70, 50, 8, 10 }, { 40, 17, 17, 14 },
	};

	(void)unused;
	start(a, 80, 72, ART_TRANSPARENT);
	stamp(a, 5, 5, large(S_CRYSTAL));
	stamp(a, 59, 4, tinted(S_CRYSTAL, T_MAGENTA));
	for (size_t i = 0; i < LENGTH(boulders); i++)
		ball(a, boulders[i][0], boulders[i][1], boulders[i][2], boulders[i][3],
		     "08888777f");
	for (int i = 0; i < 3; i++) {
		line(a, 6 + i * 4, 54, 6 + i * 4, 59, 0);
		line(a, 66 + i * 4, 54, 66 + i * 4, 59, 0);
	}
	ball(a, 40, 44, 10, 10, "0");
	stamp(a, 32, 36, tinted(S_AMMONITE, T_AMBER));
	line(a, 57, 36, 52, 42, 0);
	line(a, 52, 42, 56, 48, 0);
	line(a, 22, 42, 26, 47, 0);
	line(a, 26, 47, 23, 52, 0);
	line(a, 44, 3, 41, 9, 0);
	golem_face(a);
	grow_moss(a, 30);
}

struct sprite {
	void (*draw)(struct art *a, int arg);
	int arg;
	bool flip;
	struct art_sprite info;
};

static const struct sprite sprites[] = {
	{ draw_walk, 0, false, { 0, 0, 80, 32, 272, 368, 4 } },
	{ draw_walk, 1, false, { 0, 0, 80, 16, 272, 368, 4 } },
	{ draw_walk, 2, false, { 0, 0, 80, 32, 272, 368, 4 } },
	{ draw_walk, 3, false, { 0, 0, 80, 16, 272, 368, 4 } },
	{ draw_walk, 0, true, { 0, 0, 112, 32, 304, 368, 4 } },
	{ draw_walk, 1, true, { 0, 0, 112, 16, 304, 368, 4 } },
	{ draw_walk, 2, true, { 0, 0, 112, 32, 304, 368, 4 } },
	{ draw_walk, 3, true, { 0, 0, 112, 16, 304, 368, 4 } },
	{ draw_jump, 0, false, { 0, -40, 80, 40, 272, 408, 4 } },
	{ draw_jump, 0, true, { 0, -40, 112, 40, 304, 408, 4 } },
	{ draw_dig, 0, false, { -8, -128, 64, 8, 256, 368, 2 } },
	{ draw_dig, 1, false, { -8, -128, 64, -8, 256, 368, 2 } },
	{ draw_halves, 2, false, { -256, -100, -96, -84, 96, 124, 4 } },
	{ draw_halves, 3, false, { -256, -92, -96, -44, 96, 132, 4 } },
	{ draw_cel, 0, false, { 0, 0, 16, 48, 352, 240, 2 } },
	{ draw_cel, 1, false, { 0, 0, 32, 64, 352, 240, 2 } },
	{ draw_gem, 0, false, { 0, 24, 16, 48, 240, 224, 1 } },
	{ draw_gem, 1, false, { 0, 24, 16, 48, 240, 224, 1 } },
	{ draw_gem, 2, false, { 0, 24, 16, 48, 240, 224, 1 } },
	{ draw_gem, 3, false, { 0, 24, 16, 48, 240, 224, 1 } },
	{ draw_golem, 0, false, { -640, -1152, -512, -1056, 512, -16, 2 } },
	{ draw_cel, 2, false, { 60, 60, 52, 52, 196, 188, 4 } },
	{ draw_halves, 1, false, { 5, 0, 16, 144, 496, 376, 2 } },
	{ draw_cel, 3, false, { 0, 0, 64, 16, 208, 240, 1 } },
};

static bool draw_sprite(struct art *a, size_t index)
{
	const struct sprite *sprite = &sprites[index];
	struct art drawn;

	sprite->draw(&drawn, sprite->arg);
	start(a, (int)drawn.width, (int)drawn.height, ART_TRANSPARENT);
	paste(a, 0, 0, &drawn, sprite->flip);
	return true;
}

void art_sprite_info(size_t index, struct art_sprite *out)
{
	memset(out, 0, sizeof(*out));
	if (index < LENGTH(sprites))
		*out = sprites[index].info;
}

/* Pictures */
static void night(struct art *a, int height)
{
	static const char ramp[] = "0111159";

	for (int y = 0; y < height; y++) {
		for (int x = 0; x < (int)a->width; x++) {
			int level = (y * 16 * 6 / height + bayer(x, y) + 8) / 16;

			put(a, x, y, colour_of(ramp[level]));
			if (level < 4 && hash(x, y, 12) % 71 == 0)
				put(a, x, y, hash(x, y, 13) & 1 ? 15 : 11);
		}
	}
}

/* Lamplight: a glow around a point, dithered onto dark colours only */
static void glow(struct art *a, int cx, int cy, int radius)
{
	for (int y = -radius; y <= radius; y++) {
		for (int x = -radius; x <= radius; x++) {
			int far = (x * x + y * y) * 16 / (radius * radius);
			int u = cx + x, v = cy + y;

			if (u < 0 || v < 0 || u >= (int)a->width || v >= (int)a->height)
				continue;
			if (far + bayer(x, y) < 4)
				put(a, u, v, far < 3 ? 14 : 6);
		}
	}
}

static void ground(struct art *a, int y)
{
	for (int v = y; v < (int)a->height; v++)
		for (int x = 0; x < (int)a->width; x++)
			put(a, x, v, stone_at(earth, x, v));
	for (int x = 0; x < (int)a->width; x++) {
		int depth = 2 + (int)(hash(x, 1, 31) % 3);

		rect(a, x, y - (int)(hash(x, 2, 31) & 1), 1, 2, 10);
		rect(a, x, y + 1, 1, depth, 2);
		put(a, x, y + 1 + depth, 0);
	}
}

static void draw_title(struct art *a, int unused)
{
	(void)unused;
	start(a, 96, 40, 0);
	night(a, 40);
	glow(a, 91, 18, 9);
	ground(a, 25);
	stamp(a, 3, 25, large(S_BONE));
	stamp(a, 25, 25, large(S_AMMONITE));
	stamp(a, 50, 26, large(S_GEM));
	stamp(a, 74, 27, large(S_WORM));
	outlined(a, 2, 4, "EXHUME", 2, "fffeeee666");
	paste_art(a, 71, 2, ART_SPRITE, 1);
}

/* Drawn apart, as the helmet's ball is cut off at its brim */
static void portrait_helmet(struct art *a)
{
	struct art helmet;

	start(&helmet, 40, 32, ART_TRANSPARENT);
	ball(&helmet, 19, 11, 13, 9, "66eeeeeef");
	rect(&helmet, 0, 12, 40, 20, ART_TRANSPARENT);
	paste(a, 0, 0, &helmet, false);
	rect(a, 4, 11, 32, 4, 0);
	rect(a, 5, 12, 30, 2, 6);
	rect(a, 5, 12, 20, 1, 14);
	ball(a, 26, 7, 3, 3, "7ff");
}

static void draw_portrait(struct art *a, int unused)
{
	(void)unused;
	start(a, 40, 32, 0);
	for (int y = 0; y < 32; y++)
		for (int x = 0; x < 40; x++)
			put(a, x, y, stone_at("0044", x, y));
	glow(a, 38, 16, 20);
	ball(a, 16, 37, 19, 13, "888777");
	ball(a, 19, 17, 12, 11, "8888877");
	ball(a, 28, 21, 7, 5, "8777ff");
	ball(a, 34, 19, 2, 2, "44ccf");
	line(a, 22, 26, 30, 26, 0);
	rect(a, 9, 28, 19, 3, 2);
	rect(a, 9, 28, 17, 1, 10);
	ball(a, 21, 18, 3, 3, "f");
	ball(a, 29, 17, 2, 3, "f");
	rect(a, 22, 17, 2, 3, 0);
	rect(a, 30, 17, 1, 3, 0);
	rect(a, 25, 17, 2, 1, 0);
	rect(a, 8, 17, 10, 1, 0);
	portrait_helmet(a);
	for (int i = 0; i < 2; i++)
		for (int x = 0; x < 40; x++)
			put(a, x, i * 31, x & 1 ? 14 : 6);
	for (int y = 0; y < 32; y++) {
		put(a, 0, y, y & 1 ? 14 : 6);
		put(a, 39, y, y & 1 ? 6 : 14);
	}
}

/* Bit 0: pressed, bit 1: quit */
static void draw_button(struct art *a, int kind)
{
	int down = kind & 1, width = kind & 2 ? 40 : 48;
	int x = (kind & 2 ? 9 : 7) + down;

	start(a, width, 16, 0);
	bevel(a, 1, 1, width - 2, 14, down ? "e64" : "46e");
	if (!down)
		rect(a, 2, 14, width - 3, 1, 0);
	for (int i = 0; i < 4; i++)
		put(a, i & 1 ? width - 4 : 3, i & 2 ? 12 : 3, down ? 0 : 15);
	text(a, x + 1, 4 + down, kind & 2 ? "Quit" : "Dig", 1, "0");
	text(a, x, 3 + down, kind & 2 ? "Quit" : "Dig", 1, down ? "e" : "f");
	if (!(kind & 2)) {
		text(a, 31 + down, 4 + down, "\201", 1, "0");
		text(a, 30 + down, 3 + down, "\201", 1, down ? "e" : "f");
	}
}

static void draw_status(struct art *a, int unused)
{
	(void)unused;
	start(a, 96, 24, 0);
	for (int i = 0; i < 36; i++) {
		int x = i % 12, y = i / 12;

		paste_art(a, x * 8, y * 8, ART_TILE8,
			  10 + (y * 3) +
				  (x == 0    ? 0
				   : x == 11 ? 2
					     : 1));
	}
	for (int i = 0; i < 3; i++)
		stamp(a, 8 + i * 8, 8, icon(i < 2 ? 10 : 14));
	stamp(a, 36, 8, icon(11));
	for (int i = 0; i < 3; i++)
		stamp(a, 45 + i * 8, 8, icon("\0\4\2"[i]));
	stamp(a, 72, 8, icon(12));
	rect(a, 81, 9, 9, 6, 0);
	rect(a, 82, 10, 6, 4, 14);
	rect(a, 82, 13, 6, 1, 6);
}

static void draw_map(struct art *a, int unused)
{
	static const signed char path[][2] = { { 9, 40 },  { 17, 33 }, { 27, 35 },
					       { 33, 25 }, { 42, 27 }, { 50, 17 } };

	(void)unused;
	start(a, 64, 48, 0);
	for (int i = 0; i < 62 * 46; i++) {
		int x = 1 + i % 62, y = 1 + i / 62;
		int edge = x < 4 || y < 4 || x > 59 || y > 43;

		put(a, x, y, edge || hash(x >> 1, y, 6) % 17 == 0 ? 14 : 15);
		if (edge && bayer(x, y) < (int)(hash(x >> 2, y >> 2, 8) % 7) - 3)
			put(a, x, y, 6);
	}
	for (int i = 0; i < 3; i++) {
		line(a, 6 + i * 8, 19 + i % 2, 11 + i * 8, 10 + i % 2, 6);
		line(a, 11 + i * 8, 10 + i % 2, 16 + i * 8, 19 + i % 2, 6);
		line(a, 12 + i * 8, 13 + i % 2, 14 + i * 8, 19, 8);
	}
	for (size_t i = 1; i < LENGTH(path); i++)
		for (int step = 0; step < 8; step += 2)
			rect(a, path[i - 1][0] + (path[i][0] - path[i - 1][0]) * step / 8,
			     path[i - 1][1] + (path[i][1] - path[i - 1][1]) * step / 8, 2,
			     1, 4);
	for (int i = 0; i < 2; i++) {
		line(a, 48 + i, 11, 54 + i, 17, 12);
		line(a, 54 + i, 11, 48 + i, 17, 12);
	}
	text(a, 36, 33, "Map", 1, "6");
	ring(a, 9, 40, 2, 4);
}

/* A spiral out of half circles, whose centres take turns */
static void spiral(struct art *a, int cx, int cy, int colour, int offset)
{
	for (int radius = 3; radius < 24; radius++) {
		int side = radius % 6 < 3 ? 0 : 1;

		if (radius % 3)
			continue;
		for (int y = -radius; y <= radius; y++)
			for (int x = -radius; x <= radius; x++)
				if (in_ellipse(x, y, radius, radius) &&
				    !in_ellipse(x, y, radius - 1, radius - 1) &&
				    (side ? y >= 0 : y < 0))
					put(a, cx + x + (side ? 1 : -2) + offset,
					    cy + y + offset, colour);
	}
}

static void draw_fossil(struct art *a, int unused)
{
	(void)unused;
	start(a, 56, 56, 0);
	for (int y = 0; y < 56; y++)
		for (int x = 0; x < 56; x++)
			put(a, x, y, stone_at("4666", x / 2, y / 2));
	ball(a, 28, 25, 23, 22, "8888777f");
	spiral(a, 28, 26, 15, 1);
	spiral(a, 28, 26, 0, 0);
	ball(a, 27, 26, 2, 2, "78f");
	bevel(a, 4, 43, 48, 12, "06e");
	text(a, 8, 45, "No. 128", 1, "0");
}

static void draw_gauge(struct art *a, int unused)
{
	(void)unused;
	start(a, 8, 40, 0);
	bevel(a, 0, 0, 8, 40, "87f");
	rect(a, 2, 3, 4, 34, 0);
	for (int y = 14; y < 37; y++) {
		rect(a, 3, y, 2, 1, y < 18 ? 15 : y < 30 ? 14 : 12);
		if (y % 4 == 0)
			put(a, 2, y, 15);
	}
}

/* A cell is a tile, counted from '0'; over them go masked tiles, of which '0' is none */
static void draw_poster(struct art *a, int unused)
{
	static const char below[7][7] = { "@@@AB@", "@CC@@C", "444444", "023071",
					  "FFFFFF", "DDDDDE", "8:8;LL" };
	static const char above[7][7] = { "000000", "C000HC", "000400", "000400",
					  "060400", "00<4A0", "000000" };

	(void)unused;
	start(a, 96, 104, 0);
	for (int i = 0; i < 7 * 6; i++) {
		int x = i % 6, y = i / 6;

		paste_art(a, x * 16, y * 16 - 8, ART_TILE16, below[y][x] - '0');
		paste_art(a, x * 16, y * 16 - 8, ART_TILE16M, above[y][x] - '0');
	}
	paste_art(a, 19, 1, ART_SPRITE, 1);
	paste_art(a, 62, 61, ART_SPRITE, 13);
	paste_art(a, 4, 72, ART_SPRITE, 14);
}

static void draw_medal(struct art *a, int unused)
{
	(void)unused;
	start(a, 40, 40, ART_TRANSPARENT);
	rect(a, 6, 0, 6, 12, 0);
	rect(a, 28, 0, 6, 12, 0);
	rect(a, 7, 0, 4, 12, 12);
	rect(a, 29, 0, 4, 12, 12);
	rect(a, 8, 0, 2, 12, 15);
	rect(a, 30, 0, 2, 12, 15);
	ball(a, 20, 21, 17, 17, "666eeeef");
	ring(a, 20, 21, 15, 6);
	ball(a, 20, 21, 13, 13, "1");
	for (int i = 0; i < 27 * 4; i++)
		if (in_ellipse(i % 27 - 13, i / 27 + 10, 13, 13))
			put(a, 7 + i % 27, 31 + i / 27, i < 27 ? 10 : 2);
	draw_mole(a, 8, 10, 1, 28);
}

struct pic {
	void (*draw)(struct art *a, int arg);
	int arg;
};

static const struct pic pics[] = {
	{ draw_title, 0 },  { draw_portrait, 0 }, { draw_button, 0 }, { draw_button, 1 },
	{ draw_button, 2 }, { draw_button, 3 },	  { draw_status, 0 }, { draw_map, 0 },
	{ draw_fossil, 0 }, { draw_gauge, 0 },	  { draw_poster, 0 },
};

static const struct pic picms[] = { { draw_medal, 0 }, { draw_halves, 0 } };

size_t art_count(enum art_kind kind)
{
	static const size_t counts[ART_KINDS] = {
		[ART_PIC] = LENGTH(pics),	  [ART_PICM] = LENGTH(picms),
		[ART_SPRITE] = LENGTH(sprites),	  [ART_TILE8] = TILES8,
		[ART_TILE8M] = TILES8M,		  [ART_TILE16] = LENGTH(tiles16),
		[ART_TILE16M] = LENGTH(tiles16m),
	};

	return (unsigned)kind < ART_KINDS ? counts[kind] : 0;
}

bool art_draw(enum art_kind kind, size_t index, struct art *out)
{
	if (index >= art_count(kind))
		return false;
	switch (kind) {
	case ART_PIC:
		pics[index].draw(out, pics[index].arg);
		return true;
	case ART_PICM:
		picms[index].draw(out, picms[index].arg);
		return true;
	case ART_SPRITE:
		return draw_sprite(out, index);
	case ART_TILE8:
		draw_tile8(out, (int)index);
		return true;
	case ART_TILE8M:
		draw_tile8m(out, (int)index);
		return true;
	case ART_TILE16:
		return draw_tile16(out, &tiles16[index]);
	case ART_TILE16M:
		return draw_tile16(out, &tiles16m[index]);
	default:
		return false;
	}
}
