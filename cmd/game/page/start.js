load("index.js").then(() => { if (location.hash && state.index) go(decodeURIComponent(location.hash.slice(1))); });
