import { renderToReadableStream } from "react-dom/server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { sample } from "@/lib/testing/recorded-tenant/sample";
import UserPage from "./page";

let tenant: RecordedTestTenant;
/** Soon after the entries of the recorded log. */
const NOW = new Date("2026-11-20T16:00:00.000Z");

beforeAll(async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: NOW });
	tenant = await startRecordedTestTenant();
	await tenant.use();
	signInAs("support");
});
afterAll(async () => {
	await clearDashboardState();
	await tenant.close();
	vi.useRealTimers();
});

test.each<[string, string, RegExp]>([
	[
		"a wrong password, and the block after it",
		sample.octavia,
		/The password was wrong 4 times from 192\.0\.2\.66 , the last time .* ago , then sign-in was blocked\./,
	],
	[
		"a block by an admin",
		sample.brice,
		/The user is blocked\. Sign-in was refused .* from 192\.0\.2\.7 \( Lyon, France \)/,
	],
	["an address that is not confirmed", sample.chidi, /because the e-mail address is not confirmed\./],
	[
		"a connection that is not enabled",
		sample.dunja,
		/: the connection Username-Password-Authentication was not enabled for Portal \./,
	],
	["a code that had expired", sample.emre, /The code had expired when it was entered .* ago/],
	[
		"a revoked refresh token",
		sample.farah,
		/Portal could not renew its access .*: its refresh token was revoked .* ago \./,
	],
])("on a tenant of the vendor support reads the cause: %s", async (_, id, words) => {
	const props = { params: Promise.resolve({ id }), searchParams: Promise.resolve({ wait: "yes" }) };
	const element = await runWithin(10_000, () => UserPage(props));
	const html = await new Response(await renderToReadableStream(<Queries>{element}</Queries>)).text();
	const region = html.slice(html.search(/(Cannot sign in|Failed attempts)<\/h2>/), html.indexOf("Profile</h2>"));
	const text = region
		.replaceAll(/<!--.*?-->|<wbr\/?>/g, "")
		.replaceAll(/<[^>]+>/g, " ")
		.replaceAll(/\s+/g, " ");
	expect(text).toMatch(words);
});
