import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type EmbeddedTenant, startDashboard } from "./start";
import { dashboardDatabase } from "./store/dashboard-database";
import { clearDashboardState } from "./testing/dashboard-state";

/** Of a real tenant. */
const SETTINGS = {
	APP_URL: "https://console.example.com",
	SESSION_SECRET: "s".repeat(32),
	MANAGEMENT_BASE_URL: "https://tenant.example.com/api/v2",
	AUTH_BASE_URL: "https://tenant.example.com",
	MANAGEMENT_CLIENT_ID: "m",
	MANAGEMENT_CLIENT_SECRET: "planted-secret",
	SIGN_IN_CLIENT_ID: "s",
	SIGN_IN_CLIENT_SECRET: "planted-secret",
	EDITORS: "auth0|ann",
	SECOND_EDITOR: "request-more",
};
/** What a start sets itself. */
const OWN = ["NEXTAUTH_URL", "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY", "EMBEDDED_TENANT"];

let folder: string;
let said: string[];
beforeEach(async () => {
	await clearDashboardState();
	folder = mkdtempSync(join(tmpdir(), "start-"));
	said = [];
	vi.spyOn(console, "error").mockImplementation((text) => void said.push(String(text)));
	vi.spyOn(process, "exit").mockImplementation((code) => {
		throw new Error(`exit ${code}`);
	});
	for (const name of OWN) vi.stubEnv(name, "");
	for (const [name, value] of Object.entries({ ...SETTINGS, DATA_DIR: folder })) vi.stubEnv(name, value);
});
afterEach(async () => {
	await (await dashboardDatabase()).destroy();
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
	await clearDashboardState();
	rmSync(folder, { recursive: true, force: true });
});

/** @returns null where it has started */
const start = (tenant: EmbeddedTenant | null = null) =>
	startDashboard(async () => tenant).then(
		() => null,
		(error: Error) => `${error.message}: ${said.join("\n")}`,
	);

test("a start with the rule is refused where one editor is known, and says so without a stack", async () => {
	expect(await start()).toMatch(/^exit 1: SECOND_EDITOR is set, but this console knows of one editor: .*\n.*EDITORS/);
	expect(said.join()).not.toMatch(/planted|at .*\.ts/);
});

test.each([
	["request-more", ["own", "second"]],
	["", ["own"]],
])("with the rule “%s” a sample tenant of one editor has %j", async (rule, expected) => {
	for (const name of Object.keys(SETTINGS)) if (!/^(APP_URL|SESSION_SECRET)$/.test(name)) vi.stubEnv(name, "");
	const editors = ["own"];
	const tenant = {
		settings: { ...SETTINGS, EDITORS: "", SECOND_EDITOR: rule },
		adminRoleOf: async () => null,
		storeFault: async () => null,
		endSessionsThrough: () => {},
		passOnConsoleGrants: async () => {},
		listEditors: async () => editors,
		addSecondEditor: async () => void editors.push("second"),
	};
	expect(await start(tenant as unknown as EmbeddedTenant)).toBeNull();
	expect(editors).toEqual(expected);
});

test.each([
	["with two editors", { EDITORS: "auth0|ann, auth0|ben" }],
	["where an emergency save is allowed", { EMERGENCY_SAVE: "on" }],
	["without the rule", { SECOND_EDITOR: "" }],
])("a start %s is not", async (_, settings) => {
	for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
	expect(await start()).toBeNull();
});
