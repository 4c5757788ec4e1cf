import type { Metadata } from "next";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import {
	CONSOLE_SCOPES,
	type RecordedTestTenant,
	startRecordedTestTenant,
} from "@/lib/dashboard/testing/recorded-tenant";
import { generateMetadata as tokenTitle } from "./refresh-tokens/[id]/page";
import { generateMetadata as tokensTitle } from "./refresh-tokens/page";
import { generateMetadata as sessionTitle } from "./sessions/[id]/page";
import { generateMetadata as historyTitle } from "./templates/[id]/history/page";
import { generateMetadata as tryItTitle } from "./templates/[id]/try-it/page";
import { generateMetadata as userTitle } from "./users/[id]/page";

let recorded: RecordedTestTenant;
beforeAll(async () => {
	recorded = await startRecordedTestTenant();
});
beforeEach(() => recorded.tenant.reset());
afterAll(async () => {
	await recorded.close();
	await clearDashboardState();
});

type Query = Record<string, string>;
type Title = (props: { params: Promise<{ id: string }>; searchParams: Promise<Query> }) => Promise<Metadata>;

const titleOf = async (titled: Title, id: string, query: Query = {}) =>
	(await titled({ params: Promise.resolve({ id: encodeURIComponent(id) }), searchParams: Promise.resolve(query) }))
		.title;

test("a tab's title begins with what is shown, and not with its ID, where that can't be read", async () => {
	await recorded.use();
	expect(await titleOf(tokenTitle, "rt_gone")).toBe("Refresh token rt_gone · Refresh tokens");
	expect(await titleOf(sessionTitle, "s_gone")).toBe("Session s_gone · Sessions");
	expect(await titleOf(userTitle, "auth0|gone")).toBe("User auth0|gone · Users");
	expect(await titleOf(historyTitle, "vct_gone")).toBe("History · vct_gone · Templates");
	expect(await titleOf(tryItTitle, "vct_gone")).toBe("Try it · vct_gone · Templates");
	expect(await titleOf(tokensTitle, "", { user: "auth0|gone" })).toBe("Refresh tokens of auth0|gone");
});

test("a tab's title begins with no ID where a name is not known", async () => {
	const { token, session, user } = recorded.sample;
	await recorded.use(CONSOLE_SCOPES.filter((scope) => scope !== "read:users"));
	expect(await titleOf(sessionTitle, session)).toBe(`Session ${session} · Sessions`);
	expect(await titleOf(tokenTitle, token)).toBe(`Portal of ${user} · ${token} · Refresh tokens`);
	await recorded.use(CONSOLE_SCOPES.filter((scope) => scope !== "read:users" && scope !== "read:clients"));
	expect(await titleOf(tokenTitle, token)).toBe(`Refresh token ${token} · Refresh tokens`);
	await recorded.use(CONSOLE_SCOPES.filter((scope) => scope !== "read:clients"));
	expect(await titleOf(tokenTitle, token)).toMatch(/^Refresh token of amara@/);
});
