import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dashboardConfig, heldConfig, roleOfEmbeddedUser } from "../config";
import type { Role } from "../session/permissions";
import { hasRoleEnded, requirePermission, roleNow, sessionOf } from "../session/session";
import { dashboardDatabase } from "../store/dashboard-database";
import { acceptWrites, clearDashboardState } from "../testing/dashboard-state";
import { browser } from "../testing/next-headers";
import { type Said, type SignInProvider, startSignInProvider } from "./sign-in-provider.test-data";

const CLAIM = "https://acme.example/roles";
const VALUES = { editor: ["Console Editor"], support: ["console-support"], viewer: ["console-viewer"] };
const HOUR_MS = 3600_000;
const START = Date.UTC(2026, 0, 1, 10);

let provider: SignInProvider;
beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: START });
	provider = await startSignInProvider();
	name(CLAIM);
});
afterEach(async () => {
	vi.useRealTimers();
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
	await clearDashboardState();
	await provider.service.close();
});

/** Names the claim, or none, in the settings. */
function name(claim: string | null, values: Readonly<Record<Role, readonly string[]>> = VALUES): void {
	heldConfig.set({ ...dashboardConfig(), roleClaim: claim === null ? null : { name: claim, values } });
}

const after = (hours: number) => vi.setSystemTime(START + hours * HOUR_MS);

/** The role of a user who signs in with these claims; null: refused. */
async function roleWith(claims: object, others: Omit<Said, "claims"> = {}): Promise<Role | null> {
	const { session, location } = await provider.signIn({ claims: { sub: "auth0|1", ...claims }, ...others });
	if (!session) expect(location).toMatch(/error=(AccessDenied|OAuthCallback)/);
	return (await sessionOf(session))?.role ?? null;
}

/** A session of the user. */
async function signedIn(claimed: unknown = "Console Editor", sub = "auth0|1"): Promise<string> {
	const { session } = await provider.signIn({ claims: { sub, ...(claimed !== undefined && { [CLAIM]: claimed }) } });
	if (!session) throw new Error("The sign-in was refused.");
	return session;
}

const roleIn = async (session: string) => (await sessionOf(session))?.role ?? null;

test("a claim of the ID token gives the role that its value is named for, as a text or in a list", async () => {
	expect(await roleWith({ [CLAIM]: "Console Editor" })).toBe("editor");
	expect(await roleWith({ [CLAIM]: ["other", "console-viewer"] })).toBe("viewer");
	expect(await roleWith({ [CLAIM]: ["console-viewer", "console-support"] })).toBe("support");
});

test("without the claim, or with a value of another form or case, no one gets in", async () => {
	const refused: unknown[] = [
		...[undefined, null, 1, true, "", {}, [], [["Console Editor"]], { 0: "Console Editor", length: 1 }],
		...["console editor", "CONSOLE EDITOR", " Console Editor", "Console Editor ", "Console Editor,console-viewer"],
		...["console-viewer console-support", "Console", ["Console", "Editor"], { editor: "Console Editor" }],
		...[5, null, {}, ["Console Editor"]].map((other) => ["Console Editor", other]),
		["Console Editor", ...Array.from({ length: 1000 }, (_, index) => `r${index}`)],
		["Console Editor", "x".repeat(64 * 1024)],
	];
	for (const claim of refused) expect(await roleWith({ [CLAIM]: claim }), JSON.stringify(claim)).toBeNull();
	expect(await roleWith({ "https://acme.example/role": "Console Editor", roles: "Console Editor" })).toBeNull();
	expect(await roleWith({ [CLAIM.toUpperCase()]: "Console Editor" })).toBeNull();
});

test("nothing that users write themselves counts as the claim, and nothing that only UserInfo says", async () => {
	const forged = { [CLAIM]: "Console Editor", roles: ["Console Editor"] };
	expect(await roleWith({ user_metadata: forged, app_metadata: forged, "https://acme.example": forged })).toBeNull();
	expect(await roleWith({ name: "Console Editor", nickname: CLAIM })).toBeNull();
	expect(await roleWith({}, { userinfo: forged })).toBeNull();
	expect(await roleWith({ [CLAIM]: "console-viewer" }, { userinfo: forged })).toBe("viewer");
	expect(provider.requests).not.toContain("/userinfo");
	expect(await roleWith(forged, { isForged: true })).toBeNull();
	expect(await roleWith({ ...forged, aud: "another-application" })).toBeNull();
});

test("names that every object has are no claims", async () => {
	for (const odd of ["constructor", "toString", "valueOf"]) {
		name(odd, { ...VALUES, editor: ["Object", "function Object() { [native code] }"] });
		expect(await roleWith({})).toBeNull();
	}
	name("roles");
	const claims = '{"sub":"auth0|1","__proto__":{"roles":"Console Editor"}}';
	expect((await provider.signIn({ claims })).session).toBeNull();
});

test("a name and a claim together give the higher role", async () => {
	expect(await roleWith({ sub: "viewer", [CLAIM]: "Console Editor" })).toBe("editor");
	expect(await roleWith({ sub: "editor", [CLAIM]: "console-viewer" })).toBe("editor");
	expect(await roleWith({ sub: "support", [CLAIM]: "console-support" })).toBe("support");
	expect(await roleWith({ sub: "viewer", [CLAIM]: "unknown" })).toBe("viewer");
});

test("a role by claim ends 8 hours after the sign-in, however much the session is used", async () => {
	const session = await signedIn();
	for (const hours of [1, 2.5, 4, 5.5, 7, 7.99]) {
		after(hours);
		expect(await roleIn(session)).toBe("editor");
	}
	after(8);
	browser.session = session;
	expect(await roleIn(session)).toBeNull();
	expect(await hasRoleEnded()).toBe(true);
	await expect(requirePermission("look")).rejects.toMatchObject({ reason: "signed-out" });
	const again = await signedIn();
	expect(await roleIn(again)).toBe("editor");
});

test("a role by name stays when the one by claim ends", async () => {
	const session = await signedIn("Console Editor", "viewer");
	for (const hours of [1.5, 3, 4.5, 6, 7.5]) {
		after(hours);
		expect(await roleIn(session)).toBe("editor");
	}
	after(8);
	expect(await roleIn(session)).toBe("viewer");
	browser.session = session;
	expect((await requirePermission("look")).role).toBe("viewer");
});

test("two sessions have what the last sign-in said: another role, or none", async () => {
	const first = await signedIn("Console Editor");
	const second = await signedIn("console-viewer");
	expect([await roleIn(first), await roleIn(second)]).toEqual(["viewer", "viewer"]);
	expect(await roleWith({})).toBeNull();
	expect([await roleIn(first), await roleIn(second)]).toEqual([null, null]);
	browser.session = first;
	expect(await hasRoleEnded()).toBe(false);
	const third = await signedIn("console-support");
	expect([await roleIn(first), await roleIn(third)]).toEqual(["support", "support"]);
});

test("a sign-in of another user, or one that fails, changes nothing", async () => {
	const session = await signedIn();
	await signedIn("console-viewer", "auth0|2");
	expect(await roleWith({}, { isForged: true })).toBeNull();
	expect(await roleIn(session)).toBe("editor");
});

test("what the settings name is stored, and the role follows them: other values, another claim, none", async () => {
	const session = await signedIn(["Console Editor", "hr-salary-admin"]);
	const database = await dashboardDatabase();
	const stored = await database.selectFrom("claimed_roles").select("claimed").execute();
	expect(stored).toEqual([{ claimed: '["Console Editor"]' }]);
	name(CLAIM, { editor: ["hr-salary-admin"], support: [], viewer: ["Console Editor"] });
	expect(await roleIn(session)).toBe("viewer");
	name(CLAIM, { editor: ["someone else"], support: [], viewer: [] });
	expect(await roleIn(session)).toBeNull();
	name("https://acme.example/other");
	expect(await roleIn(session)).toBeNull();
	name(null);
	expect(await roleIn(session)).toBeNull();
	name(CLAIM);
	expect(await roleIn(session)).toBe("editor");
});

test("a sign-in while no claim is named forgets what an earlier one said", async () => {
	const session = await signedIn("Console Editor", "viewer");
	name(null);
	expect(await roleWith({ sub: "viewer" })).toBe("viewer");
	name(CLAIM);
	expect(await roleIn(session)).toBe("viewer");
});

test("of who enters by name it is stored that the claim had no value, and nothing while none is named", async () => {
	const stored = async () => (await dashboardDatabase()).selectFrom("claimed_roles").select("claimed").execute();
	expect(await roleWith({ sub: "viewer", [CLAIM]: "other" })).toBe("viewer");
	expect(await stored()).toEqual([{ claimed: "[]" }]);
	name(null);
	expect(await roleWith({ sub: "viewer", [CLAIM]: "other" })).toBe("viewer");
	expect(await stored()).toEqual([]);
});

test("two instances whose clocks differ by minutes give the same role", async () => {
	const session = await signedIn();
	for (const minutes of [-3, 0, 60, 57]) {
		after(minutes / 60);
		expect(await roleIn(session), `${minutes}`).toBe("editor");
	}
});

test("by a clock that is hours behind the sign-in no role is given", async () => {
	const session = await signedIn();
	after(-8);
	expect(await roleIn(session)).toBeNull();
});

test("roles by claim work on a store that can only be read", async () => {
	const session = await signedIn();
	await acceptWrites(false);
	after(1);
	expect(await roleIn(session)).toBe("editor");
	await acceptWrites(true);
});

test("a store that can't keep the role lets no one in", async () => {
	await acceptWrites(false);
	expect((await provider.signIn({ claims: { sub: "auth0|1", [CLAIM]: "Console Editor" } })).session).toBeNull();
	await acceptWrites(true);
});

test("the rule is known with its value and its time", async () => {
	await signedIn(["x", "console-support"]);
	const identity = { subject: "auth0|1", email: null, emailVerified: false };
	expect(await roleNow(identity)).toMatchObject({
		role: "support",
		rule: { setting: "SUPPORT", by: { kind: "claim", value: "console-support" } },
		byClaim: { signedInAt: "2026-01-01T10:00:00.000Z", until: "2026-01-01T18:00:00.000Z" },
	});
});

test("the sample tenant's roles are stored: what a sign-in says of a claim has no effect", async () => {
	roleOfEmbeddedUser.set(async (subject) => (subject === "ann" ? "viewer" : null));
	expect(await roleWith({ sub: "ann", [CLAIM]: "Console Editor" })).toBe("viewer");
	expect(await roleWith({ [CLAIM]: "Console Editor" })).toBeNull();
	const database = await dashboardDatabase();
	expect(await database.selectFrom("claimed_roles").selectAll().execute()).toEqual([]);
});
