import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { ownOrigin, readServerSettings, startWarning } from "./server-settings.ts";

describe.each([
	["KEEP_ALIVE_SECONDS", "keepAliveSeconds", 65, 3_600],
	["READS_MAX", "reads", 100, 10_000],
	["WRITES_MAX", "writes", 20, 10_000],
] as const)("%s", (name, setting, initial, max) => {
	it(`is ${initial} where it is not set, else a whole number from 1 to ${max}`, () => {
		const values = [undefined, "", "1", String(max)].map((text) => readServerSettings({ [name]: text })[setting]);
		expect(values).toEqual([initial, initial, 1, max]);
	});

	it.each(["0", "-5", String(max + 1), "1.5", "75s", "many", "Infinity"])("is never %s", (text) => {
		expect(() => readServerSettings({ [name]: text })).toThrow(
			`${name} must be a whole number from 1 to ${max}, not "${text}".`,
		);
	});

	it("fails the start with one sentence where it is none", () => {
		const { status, stderr } = spawnSync(process.execPath, ["lib/server/main.ts"], {
			env: { ...process.env, [name]: "0", NODE_OPTIONS: "" },
			encoding: "utf8",
		});
		expect(status).toBe(1);
		expect(stderr).toBe(`${name} must be a whole number from 1 to ${max}, not "0".\n`);
	});
});

it.each([
	["127.0.0.1", "http://127.0.0.1:80"],
	["0.0.0.0", "http://127.0.0.1:80"],
	["::", "http://[::1]:80"],
	["::1", "http://[::1]:80"],
	["console.test", "http://console.test:80"],
])("a server that listens on %s reaches itself at %s", (host, origin) => {
	expect(ownOrigin(readServerSettings({ HOST: host, PORT: "80" }))).toBe(origin);
});

describe("the start warns", () => {
	const warnings = (environment: Record<string, string>) => startWarning(readServerSettings(environment)) ?? "";

	it.each(["0.0.0.0", "::", "192.0.2.1", "console.test"])("of HOST=%s where no proxy is named", (host) => {
		expect(warnings({ HOST: host })).toMatch(`WARNING: HOST=${host} accepts connections of other machines`);
		expect(warnings({ HOST: host, TRUST_PROXY: "10.0.0.1" })).toBe("");
	});

	it.each(["127.0.0.1", "127.0.0.2", "::1", "localhost"])("not of the loopback, HOST=%s", (host) => {
		expect(warnings({ HOST: host })).toBe("");
	});

	it("of TRUST_PROXY=on, which trusts every caller", () => {
		expect(warnings({ TRUST_PROXY: "on" })).toMatch(
			"WARNING: TRUST_PROXY=on believes X-Forwarded-For of every connection",
		);
	});

	it("not of a TRUST_PROXY that is no address: the start fails with one sentence", () => {
		const { status, stderr } = spawnSync(process.execPath, ["lib/server/main.ts"], {
			env: { ...process.env, TRUST_PROXY: "yes", NODE_OPTIONS: "" },
			encoding: "utf8",
		});
		expect(status).toBe(1);
		expect(stderr).toBe(
			'TRUST_PROXY must be off, on, or IP addresses and CIDR ranges separated by commas, not "yes".\n',
		);
	});
});
