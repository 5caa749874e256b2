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

/* A new entry of the history, so that Back leads to what was shown before. A page without
 * an address of its own, in a frame, has none. */
function setAddress(id) {
	const shown = readAddress(location.hash);
	if (shown.folder === shownGame() && shown.id === id) return;
	try {
		history.pushState(null, "", addressOf(shownGame(), id));
	} catch (error) {
		if (error.name !== "SecurityError") throw error;
	}
}

/* Shows what an address says: at the beginning, after Back, and where a link leads. */
async function showAddress(hash) {
	const { folder, id } = readAddress(hash);
	if (!await showGame(folder, id) || !state.index) return;
	if (id === "rooms" && state.index.rooms) openMap();
	else byId("map").close();
	if (id === "rooms" || !id) byId("detail").close();
	else go(id);
}

window.addEventListener("popstate", () => showAddress(location.hash));

/* There, links between assets can't be addresses either. */
document.addEventListener("click", (event) => {
	const target = location.protocol === "about:" && event.target.closest("a[href^='#'], svg a");
	if (!target || target.getAttribute("href") === "#bytes") return;
	event.preventDefault();
	showAddress(target.getAttribute("href"));
});
