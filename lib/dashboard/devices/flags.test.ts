import { describe, expect, it } from "vitest";
import { flagsOf, isDeviceChanged, isDeviceOfUserChanged, tokenFlags } from "./flags";

const now = new Date("2026-03-01T00:00:00Z");
const calm = { isDeviceChanged: false, expiresAt: null, idleExpiresAt: null };

describe("the flags of a token", () => {
	it.each([
		["2026-03-08T00:00:00Z", true],
		["2026-03-08T00:00:01Z", false],
		["2026-03-01T00:00:00Z", true],
		["2026-02-28T23:59:59Z", false],
		["no time", false],
		[null, false],
	])("mark an expiry at %s as near: %s", (time, isNear) => {
		expect(tokenFlags({ ...calm, expiresAt: time }, now)).toEqual(isNear ? ["expires within 7 days"] : []);
		expect(tokenFlags({ ...calm, idleExpiresAt: time }, now)).toEqual(isNear ? ["expires unused within 7 days"] : []);
	});

	it("name a changed device first", () => {
		const end = "2026-03-02T00:00:00Z";
		expect(tokenFlags({ isDeviceChanged: true, expiresAt: end, idleExpiresAt: end }, now)).toEqual([
			"device changed",
			"expires within 7 days",
			"expires unused within 7 days",
		]);
	});
});

it("are those of the service's token, whatever it omits", () => {
	const ends = { expires_at: "2026-03-02T00:00:00Z", idle_expires_at: {} };
	const device = { initial_ip: "198.51.100.1", last_ip: "203.0.113.9" };
	expect(flagsOf({ id: "dcr_1", ...ends, device }, now)).toEqual(["device changed", "expires within 7 days"]);
	expect(flagsOf({ id: "dcr_1" }, now)).toEqual([]);
});

describe("a device", () => {
	const known = {
		initial_ip: "198.51.100.1",
		last_ip: "198.51.100.1",
		initial_asn: "64496",
		last_asn: "64496",
		initial_user_agent: "A",
		last_user_agent: "A",
	};

	it.each([
		["last_ip", "198.51.100.2"],
		["last_asn", "64497"],
		["last_user_agent", "B"],
	])("has changed when %s differs", (field, value) => {
		expect(isDeviceChanged(known)).toBe(false);
		expect(isDeviceChanged({ ...known, [field]: value })).toBe(true);
		expect(isDeviceChanged({ ...known, [field]: null })).toBe(false);
	});

	it("of a session that somebody else opened as the user is not compared", () => {
		const device = { ...known, last_ip: "198.51.100.2" };
		expect(isDeviceOfUserChanged({ device })).toBe(true);
		expect(isDeviceOfUserChanged({ device, actor: null })).toBe(true);
		for (const actor of [{ sub: "auth0|1" }, {}]) expect(isDeviceOfUserChanged({ device, actor })).toBe(false);
	});

	it("that is unknown has not changed", () => {
		expect(isDeviceChanged(null)).toBe(false);
		expect(isDeviceChanged({})).toBe(false);
	});
});
