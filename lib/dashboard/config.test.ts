import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config";

const complete = {
	APP_URL: "https://console.example.com",
	SESSION_SECRET: "s".repeat(32),
	MANAGEMENT_BASE_URL: "https://tenant.example.com/api/v2",
	AUTH_BASE_URL: "https://login.example.com",
	MANAGEMENT_CLIENT_ID: "m",
	MANAGEMENT_CLIENT_SECRET: "ms",
	SIGN_IN_CLIENT_ID: "s",
	SIGN_IN_CLIENT_SECRET: "ss",
	EDITORS: "auth0|1, ed@example.com",
};

function complaint(environment: Record<string, string | undefined>): string {
	try {
		readConfig(environment);
	} catch (error) {
		if (error instanceof ConfigError) return error.message;
		throw error;
	}
	return "";
}

test("a complete environment is a live tenant, its audience with the slash", () => {
	const config = readConfig(complete);
	expect(config.tenant).toEqual({ name: "login.example.com", embedded: false });
	expect(config.management.audience).toBe("https://tenant.example.com/api/v2/");
	expect(config.editors).toEqual(["auth0|1", "ed@example.com"]);
	expect(config.secure).toBe(true);
});

test("all missing settings are named in one list", () => {
	const message = complaint({ APP_URL: "https://console.example.com" });
	for (const name of Object.keys(complete))
		if (name !== "APP_URL") expect(message).toMatch(new RegExp(`^  ${name}\\b`, "m"));
	expect(message).toMatch(/MANAGEMENT_CLIENT_SECRET or .*MANAGEMENT_CLIENT_KEY_FILE is missing/);
	expect(message).toContain("MANAGEMENT_BASE_URL is missing");
});

test("an empty setting is missing", () => {
	expect(complaint({ ...complete, SIGN_IN_CLIENT_SECRET: "" })).toContain("SIGN_IN_CLIENT_SECRET is missing");
});

test("the console's client authenticates by exactly one of a secret, a key and a key file", () => {
	const { MANAGEMENT_CLIENT_SECRET, ...others } = complete;
	expect(readConfig(complete).management.credential).toEqual({ clientSecret: "ms" });
	const file = readConfig({ ...others, MANAGEMENT_CLIENT_KEY_FILE: "key.json" });
	expect(file.management.credential).toEqual({ clientKeyFile: "key.json" });
	expect(readConfig({ ...others, MANAGEMENT_CLIENT_KEY: "{}" }).management.credential).toEqual({ clientKey: "{}" });
	expect(complaint({ ...complete, MANAGEMENT_CLIENT_KEY_FILE: "key.json" })).toContain(
		"MANAGEMENT_CLIENT_SECRET and MANAGEMENT_CLIENT_KEY_FILE are set, but only one may be",
	);
});

test("a tenant is called over https only, but for this machine", () => {
	expect(complaint({ ...complete, MANAGEMENT_BASE_URL: "http://tenant.example.com/api/v2" })).toContain(
		"MANAGEMENT_BASE_URL",
	);
	expect(complaint({ ...complete, MANAGEMENT_BASE_URL: "http://localhost:3000/api/v2" })).toBe("");
});

test("the app's address is an origin, and a short secret is refused", () => {
	expect(complaint({ ...complete, APP_URL: "https://console.example.com/path" })).toContain("APP_URL");
	expect(complaint({ ...complete, SESSION_SECRET: "short" })).toContain("SESSION_SECRET");
});

test("EDITORS, SUPPORT or VIEWERS has to name an admin", () => {
	expect(complaint({ ...complete, EDITORS: "" })).toContain("EDITORS");
	for (const one of ["SUPPORT", "VIEWERS"]) expect(complaint({ ...complete, EDITORS: "", [one]: "auth0|2" })).toBe("");
	expect(readConfig({ ...complete, SUPPORT: "a b,c@d.example" }).support).toEqual(["a", "b", "c@d.example"]);
});

test("an error never contains a value", () => {
	expect(complaint({ ...complete, MANAGEMENT_BASE_URL: "nonsense-value", SESSION_SECRET: "short-secret" })).not.toMatch(
		/nonsense-value|short-secret/,
	);
});
