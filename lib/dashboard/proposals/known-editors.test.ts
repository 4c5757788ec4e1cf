import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfigError, dashboardConfig, heldConfig } from "../config";
import { keepClaimedRole } from "../store/claimed-roles";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { requireTwoEditors } from "./known-editors";

beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-01-05T08:00:00Z") });
	await pointAtService("http://127.0.0.1:9");
	set({ secondEditor: { kinds: ["delete"], attributes: [] }, editors: [] });
});
afterEach(async () => {
	vi.useRealTimers();
	await clearDashboardState();
});

const set = (settings: Partial<ReturnType<typeof dashboardConfig>>) =>
	heldConfig.set({ ...dashboardConfig(), ...settings });
const refused = expect.objectContaining({ name: "ConfigError", message: expect.stringContaining("EMERGENCY_SAVE=on") });
const start = (editorsHere: string[] | null = null) => requireTwoEditors(editorsHere).then(() => null, String);

test("with the rule a console that knows of fewer than two editors does not start, and says what can be done", async () => {
	await expect(requireTwoEditors(["a"])).rejects.toEqual(refused);
	await expect(requireTwoEditors(["a"])).rejects.toThrow(ConfigError);
	expect(await start([])).toContain("knows of no editor");
	expect(await start(["a"])).toContain("npm run admin -- add EMAIL editor");
	expect(await start(["a", "b"])).toBeNull();
	set({ editors: ["auth0|a"] });
	expect(await start()).toContain("Name two users in EDITORS.");
	set({ editors: ["auth0|a", "ann@example.com"] });
	expect(await start()).toBeNull();
});

test("it starts without the rule, and where an emergency save is allowed", async () => {
	set({ allowsEmergencySave: true });
	expect(await start(["a"])).toBeNull();
	set({ allowsEmergencySave: false, secondEditor: { kinds: [], attributes: [] } });
	expect(await start(["a"])).toBeNull();
});

test("who is named twice is one editor", async () => {
	set({ editors: ["Ann@example.com", "ann@example.com"] });
	expect(await start()).toContain("knows of one editor");
});

test("those whom a claim made editors at their last sign-in count, also where that role has ended since", async () => {
	set({ roleClaim: { name: "roles", values: { editor: ["admin"], support: ["desk"], viewer: [] } } });
	await keepClaimedRole("auth0|ann", "roles", ["admin"]);
	await keepClaimedRole("auth0|cem", "roles", ["desk"]);
	expect(await start()).toContain("knows of one editor");
	vi.setSystemTime(Date.parse("2026-01-12T08:00:00Z"));
	await keepClaimedRole("auth0|ben", "roles", ["admin"]);
	expect(await start()).toBeNull();
	await keepClaimedRole("auth0|ben", "roles", []);
	set({ editors: ["auth0|ann"] });
	expect(await start()).toContain("knows of one editor");
});
