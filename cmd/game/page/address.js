/*
 * Addresses: the part of the page's address after # follows what is shown.
 *
 * #ID shows an asset, #rooms the map; in a page of several games FOLDER! comes before it,
 * and is the game.
 */
const encodePart = (text) => encodeURIComponent(text).replace(/!/g, "%21").replace(/%(3A|2F|2C)/g, decodeURIComponent);
const unescapePart = (text) => {
	try {
		return decodeURIComponent(text);
	} catch (error) {
		return text;
	}
};

/* folder: null without one. */
function readAddress(hash) {
	const [, folder, id] = /^#?(?:([^!]*)!)?(.*)$/s.exec(hash);
	return { folder: folder === undefined ? null : unescapePart(folder), id: unescapePart(id) };
}

function addressOf(folder, id) {
	return "#" + (folder === null ? "" : encodePart(folder) + "!") + encodePart(id);
}

/* A new entry of the history, so that Back leads to what was shown before. */
function setAddress(id) {
	const shown = readAddress(location.hash);
	if (shown.folder !== shownGame() || shown.id !== id) history.pushState(null, "", addressOf(shownGame(), id));
}

/* Shows what the address says: at the beginning, after Back, and where a link leads. */
async function showAddress() {
	const { folder, id } = readAddress(location.hash);
	if (!await showGame(folder, id) || !state.index) return;
	if (id === "rooms" && state.index.rooms) openMap();
	else byId("map").close();
	if (id === "rooms" || !id) byId("detail").close();
	else go(id);
}

window.addEventListener("popstate", showAddress);
