load("index.js").then(() => (state.index && state.index.games ? load("games.js") : null)).then(() => showAddress(location.hash));
