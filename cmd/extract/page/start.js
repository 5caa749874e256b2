load("index.js").then(() => { if (location.hash) go(decodeURIComponent(location.hash.slice(1))); },
	() => load("games.js"));
