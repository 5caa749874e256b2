// Chromium without a window, by its driver (WebDriver over HTTP): what the tests of the page need of it.
import { spawn } from "node:child_process";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
export const PATIENCE = 240000; // milliseconds; a busy machine is slow

export class Browser {
	static async start() {
		const browser = new Browser();
		browser.driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "ignore"] });

		const port = await new Promise((resolve, reject) => {
			let said = "";
			browser.driver.on("error", reject);
			browser.driver.on("exit", () => reject(new Error("chromedriver ended: " + said)));
			browser.driver.stdout.on("data", (text) => {
				said += text;
				const match = /successfully on port (\d+)/.exec(said);
				if (match) resolve(match[1]);
			});
		});
		browser.root = `http://127.0.0.1:${port}/session`;
		process.on("exit", () => browser.driver.kill());
		const { sessionId } = await browser.call("POST", "", { capabilities: { alwaysMatch: {
			browserName: "chrome", "goog:loggingPrefs": { browser: "ALL" },
			"goog:chromeOptions": { args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,1000", "--autoplay-policy=no-user-gesture-required"] },
			timeouts: { pageLoad: PATIENCE, script: PATIENCE },
		} } });
		browser.root += "/" + sessionId;
		return browser;
	}
	async call(method, path, body) {
		const answer = await fetch(this.root + path, { method, body: body && JSON.stringify(body) });
		const { value } = await answer.json();
		if (!answer.ok) throw new Error(value.message);
		return value;
	}
	async end() {
		try {
			await this.call("DELETE", "");
		} finally {
			this.driver.kill();
		}
	}
	go(url) {
		return this.call("POST", "/url", { url });
	}
	async find(selector) {
		return (await this.call("POST", "/element", { using: "css selector", value: selector }))[ELEMENT];
	}
	async click(selector) {
		return this.call("POST", `/element/${await this.find(selector)}/click`, {});
	}
	async type(selector, text) {
		return this.call("POST", `/element/${await this.find(selector)}/value`, { text });
	}
	run(script, ...args) {
		return this.call("POST", "/execute/sync", { script, args });
	}
	async keys(...actions) {
		return this.call("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
	}
	// until(SCRIPT): its value, as soon as it is true.
	async until(script, ...args) {
		const end = Date.now() + PATIENCE;
		for (;;) {
			const value = await this.run(script, ...args);
			if (value) return value;
			if (Date.now() > end) throw new Error(`not within ${PATIENCE} ms: ${script}\n` + await this.run("return document.body.innerText"));
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}
	messages() {
		return this.call("POST", "/se/log", { type: "browser" });
	}
	async picture() {
		return Buffer.from(await this.call("GET", "/screenshot"), "base64");
	}
}
