import { afterEach, beforeEach, expect, it } from "vitest";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { forgetOpenedToken, listOpenedTokens, noteOpenedToken, OPENED_TOKENS_MAX } from "./opened-refresh-tokens";

const SEEN = { user: "mina@example.org", application: "Shop", flags: ["device changed"] };
const START = Date.parse("2026-01-01T00:00:00Z");
const minute = (count: number) => new Date(START + count * 60_000);
const idsOf = async (subject: string) => (await listOpenedTokens(subject)).map(({ tokenId }) => tokenId);

beforeEach(() => pointAtService("http://127.0.0.1:9"));
afterEach(clearDashboardState);

it("lists the tokens that an admin opened, the newest first, each once, and no other admin's", async () => {
	for (const [index, id] of ["a", "b", "a"].entries()) await noteOpenedToken("editor", id, SEEN, minute(index * 2));
	await noteOpenedToken("viewer", "c", SEEN, minute(9));
	expect(await listOpenedTokens("editor")).toEqual([
		{ tokenId: "a", openedAt: minute(4).toISOString(), ...SEEN },
		{ tokenId: "b", openedAt: minute(2).toISOString(), ...SEEN },
	]);
	expect(await idsOf("viewer")).toEqual(["c"]);
});

it("keeps the newest and deletes the rest", async () => {
	for (let index = 0; index < OPENED_TOKENS_MAX + 5; index += 1)
		await noteOpenedToken("editor", `t${index}`, SEEN, minute(index));
	const ids = await idsOf("editor");
	expect(ids).toHaveLength(OPENED_TOKENS_MAX);
	expect(ids[0]).toBe(`t${OPENED_TOKENS_MAX + 4}`);
	expect(ids).not.toContain("t4");
});

it("does not write again when the same token is opened within a minute, unless its flags differ", async () => {
	await noteOpenedToken("editor", "a", SEEN, minute(0));
	await noteOpenedToken("editor", "a", SEEN, minute(0.5));
	expect(await listOpenedTokens("editor")).toEqual([{ tokenId: "a", openedAt: minute(0).toISOString(), ...SEEN }]);
	await noteOpenedToken("editor", "a", { ...SEEN, flags: [] }, minute(0.5));
	expect(await listOpenedTokens("editor")).toMatchObject([{ openedAt: minute(0.5).toISOString(), flags: [] }]);
});

it("stores the last names of user and application, or that they are unknown", async () => {
	await noteOpenedToken("editor", "a", SEEN, minute(0));
	await noteOpenedToken("editor", "a", { user: "auth0|1", application: null, flags: null }, minute(2));
	expect(await listOpenedTokens("editor")).toEqual([
		{ tokenId: "a", openedAt: minute(2).toISOString(), user: "auth0|1", application: null, flags: null },
	]);
});

it("deletes a token that no longer exists", async () => {
	await noteOpenedToken("editor", "a", SEEN, minute(0));
	await forgetOpenedToken("editor", "a");
	expect(await listOpenedTokens("editor")).toEqual([]);
});
