import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { ownOrigin, readServerSettings } from "./server-settings.ts";

describe("KEEP_ALIVE_SECONDS", () => {
	it.each([
		[undefined, 65],
		["", 65],
		["1", 1],
		["3600", 3600],
	])("%s is %i seconds", (text, seconds) => {
		expect(readServerSettings({ KEEP_ALIVE_SECONDS: text }).keepAliveSeconds).toBe(seconds);
	});

	it.each(["0", "-5", "3601", "1.5", "75s", "many", "Infinity"])("%s ends the start with one sentence", (text) => {
		const { status, stderr } = spawnSync(process.execPath, ["lib/server/main.ts"], {
			env: { ...process.env, KEEP_ALIVE_SECONDS: text, NODE_OPTIONS: "" },
			encoding: "utf8",
		});
		expect(status).toBe(1);
		expect(stderr).toBe(`KEEP_ALIVE_SECONDS must be a whole number from 1 to 3600, not "${text}".\n`);
	});
});

it.each([
	["127.0.0.1", "http://127.0.0.1:80"],
	["0.0.0.0", "http://127.0.0.1:80"],
	["::", "http://[::1]:80"],
	["::1", "http://[::1]:80"],
	["console.test", "http://console.test:80"],
])("what listens on %s reaches itself at %s", (host, origin) => {
	expect(ownOrigin(readServerSettings({ HOST: host, PORT: "80" }))).toBe(origin);
});
