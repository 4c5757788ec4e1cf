import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config";
import { ACT_KINDS } from "./resources/act-kinds";

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

const CLAIM = "https://acme.example/roles";
const byClaim = {
	...complete,
	ROLE_CLAIM: CLAIM,
	EDITORS: 'auth0|1, "claim:Console Editor" claim:admin',
	VIEWERS: "claim:look",
};

test("roles may name values of a claim, in double quotes where they hold spaces", () => {
	const config = readConfig(byClaim);
	expect(config.editors).toEqual(["auth0|1"]);
	expect(config.roleClaim).toEqual({
		name: CLAIM,
		values: { editor: ["Console Editor", "admin"], support: [], viewer: ["look"] },
	});
	expect(readConfig(complete).roleClaim).toBeNull();
	for (const name of [
		"console_roles",
		"http://acme.example/r",
		"urn:acme:roles",
		"acme.roles",
		"acme/roles",
		"_roles",
		"superuser/metadata",
	])
		expect(readConfig({ ...byClaim, ROLE_CLAIM: name }).roleClaim?.name).toBe(name);
});

test.each([
	['claim:a "', "EDITORS has double quotes"],
	['claim:"Console Editor"', "EDITORS has double quotes"],
	['"claim:a""claim:b"', "EDITORS has double quotes"],
	['"claim:a"b', "EDITORS has double quotes"],
	['"", claim:a', "EDITORS has double quotes"],
	["claim:", "EDITORS has claim: without a value"],
	['"claim: "', "EDITORS has claim: without a value"],
	["claim:a, CLAIM:b", "EDITORS must have claim: in small letters"],
	['"auth0|1", claim:a', "EDITORS has double quotes"],
	['" claim:a"', "EDITORS has double quotes"],
	['"ann@x.example, bob@x.example"', "EDITORS has double quotes"],
	["claim:Console Editor", "EDITORS must have a comma"],
	["auth0|1, claim:a auth0|2", "EDITORS must have a comma"],
	["claim:look", "EDITORS and VIEWERS name the same value"],
])("EDITORS=%s is refused", (entries, message) => {
	expect(complaint({ ...byClaim, EDITORS: entries })).toContain(message);
});

test("values of a claim need its name, and a name needs values", () => {
	const { ROLE_CLAIM, ...without } = byClaim;
	expect(complaint(without)).toContain("ROLE_CLAIM is missing: EDITORS and VIEWERS name values of it");
	expect(complaint({ ...complete, ROLE_CLAIM })).toContain("ROLE_CLAIM is set, but no entry");
	expect(complaint({ ...without, ROLE_CLAIM: "" })).toContain("ROLE_CLAIM is missing");
});

test.each([
	...[
		"sub",
		"email",
		"email_verified",
		"name",
		"nickname",
		"picture",
		"iss",
		"aud",
		"exp",
		"Email",
		"locale",
		"org_id",
		"phone_verified",
		"clientID",
		"upn",
		"sub_id",
		"unique_name",
	],
	...[
		"user_metadata",
		"app_metadata",
		"user_metadata.role",
		"app_metadata/roles",
		"https://acme.example/user_metadata",
		"https://acme.example/user-metadata/roles",
		"https://acme.example/user.metadata",
		"https://acme.example/app%5Fmetadata",
	],
	...["a b", "roles,groups", '"roles"', "röles", "r".repeat(256), "https://acme.example/a role"],
])("ROLE_CLAIM=%s is refused", (name) => {
	expect(complaint({ ...byClaim, ROLE_CLAIM: name })).toMatch(/^ {2}ROLE_CLAIM (must|is a standard)/m);
});

test("the sample tenant stores its roles: no claim gives one", () => {
	const message = complaint({ ...byClaim, EMBEDDED_TENANT: "on" });
	for (const setting of ["ROLE_CLAIM", "EDITORS", "VIEWERS"])
		expect(message).toContain(`${setting} names a claim, which is for a real tenant`);
	expect(readConfig({ ...complete, EMBEDDED_TENANT: "on" }).roleClaim).toBeNull();
});

test("a reason is required for the kinds of acts that are named, or for all", () => {
	expect(readConfig(complete).reasonRequired).toEqual([]);
	expect(readConfig({ ...complete, REASON_REQUIRED: "end, block" }).reasonRequired).toEqual(["end", "block"]);
	expect(readConfig({ ...complete, REASON_REQUIRED: "all" }).reasonRequired).toEqual(ACT_KINDS);
	expect(complaint({ ...complete, REASON_REQUIRED: "end,nothing,constructor" })).toContain(
		"REASON_REQUIRED names acts that there are not (nothing, constructor): use end, revoke,",
	);
});

test("tickets have texts and a URL, both or neither", () => {
	const tickets = { TICKET_PATTERN: " SUP-#  INC#", TICKET_URL: "https://t.example/{ticket}" };
	expect(readConfig(complete).tickets).toBe(null);
	expect(readConfig({ ...complete, ...tickets }).tickets).toEqual({
		patterns: ["SUP-#", "INC#"],
		url: "https://t.example/{ticket}",
	});
	for (const name of ["TICKET_PATTERN", "TICKET_URL"])
		expect(complaint({ ...complete, ...tickets, [name]: "" })).toContain("belong together");
	expect(complaint({ ...complete, ...tickets, TICKET_PATTERN: "SUP-# #" })).toContain("TICKET_PATTERN has a text");
	expect(complaint({ ...complete, ...tickets, TICKET_PATTERN: "  " })).toContain("TICKET_PATTERN");
	expect(complaint({ ...complete, ...tickets, TICKET_URL: "http://t.example/{ticket}" })).toContain(
		"TICKET_URL must begin with https://",
	);
});

test("an error never contains a value", () => {
	expect(complaint({ ...complete, MANAGEMENT_BASE_URL: "nonsense-value", SESSION_SECRET: "short-secret" })).not.toMatch(
		/nonsense-value|short-secret/,
	);
});
