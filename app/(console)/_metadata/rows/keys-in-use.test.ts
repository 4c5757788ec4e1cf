import { describe, expect, it } from "vitest";
import { keysInUse, nearMisses, suggestedKeys } from "./keys-in-use";
import { rowsOf } from "./metadata-rows";

const typed = (...keys: string[]) => keys.map((key) => ({ key, value: "", original: null }));
const meant = (key: string, ...inUse: string[]) => nearMisses(typed(key), inUse)[0];

it("counts the keys of the other tokens, those of most tokens first", () => {
	const token = (id: string, ...keys: string[]) => ({
		id,
		metadata: Object.fromEntries(keys.map((key) => [key, "x"])),
	});
	const tokens = [token("a", "own"), token("b", "rare", "__proto__"), token("c", "__proto__"), { id: "d" }];
	expect(keysInUse(tokens, "a")).toEqual(["__proto__", "rare"]);
});

describe("a near miss", () => {
	it.each([
		["device_name", "deviceName"],
		["device-name", "deviceName"],
		["Device Name", "device_name"],
		["DEVICENAME", "deviceName"],
		["devicename ", "device.name"],
		["device_lable", "device_label"],
		["deviceLabl", "deviceLabel"],
		["cost_centrre", "cost_centre"],
		["trustad", "trusted"],
		["ключевой_адрес", "Ключевой-Адрес"],
	])("is %j where others use %j", (key, inUse) => {
		expect(meant(key, "another", inUse)).toBe(inUse);
	});

	it.each([
		["device_ip", "device_id"],
		["address_line1", "address_line2"],
		["node", "mode"],
		["cost_center", "cost_centres"],
		["first_name", "last_name"],
		["device", "device_name"],
		["x😀", "x😁"],
		["", "_"],
	])("is not %j where others use %j", (key, inUse) => {
		expect(meant(key, inUse)).toBeNull();
	});

	it("is never a key in use with the same spelling, nor one that the token has already", () => {
		expect(meant("device_name", "deviceName", "device_name")).toBeNull();
		expect(nearMisses(rowsOf([["device_name", "x"]]), ["deviceName"])).toEqual([null]);
	});

	it("is not offered where it would be a duplicate", () => {
		expect(nearMisses(typed("device_name", "deviceName"), ["deviceName"])).toEqual([null, null]);
	});

	it("of spelling takes precedence over one of a letter", () => {
		expect(meant("device_label", "device_labels", "deviceLabel")).toBe("deviceLabel");
	});
});

describe("suggestions", () => {
	it("are the keys that no row has and that contain what is typed", () => {
		const inUse = ["device_name", "owner", "deviceType"];
		expect(suggestedKeys(typed(""), inUse, "")).toEqual(inUse);
		expect(suggestedKeys(typed("owner", "Device_"), inUse, "Device_")).toEqual(["device_name", "deviceType"]);
		expect(suggestedKeys(typed("owner"), inUse, "owner of")).toEqual([]);
	});

	it("are limited in number", () => {
		const inUse = Array.from({ length: 100 }, (_, index) => `key_${index}`);
		expect(suggestedKeys([], inUse, "").length).toBeLessThan(10);
	});
});
