import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, refusal, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import UsersPage from "./page";

const user = (number: number, more: object = {}) => ({
	user_id: `auth0|${number}`,
	name: `Person ${number}`,
	email: `person${number}@example.com`,
	...more,
});
const some = (count: number) => Array.from({ length: count }, (_, index) => user(index));

let service: FaultServer;
let status: number;
let found: object;

beforeEach(async () => {
	[status, found] = [200, { users: some(3), total: 3 }];
	service = await startFaultServer();
	service.handle = ({ url }, response) => {
		if (!url.includes("/users?")) return json(response, 404, { statusCode: 404, message: "no" });
		json(response, status, status === 200 ? found : refusal(status), {
			"x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 30),
		});
	};
	await pointAtService(service.address);
	signInAs("viewer");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

async function page(query: Record<string, string> = {}): Promise<string> {
	const element = await runWithin(10_000, () =>
		UsersPage({ params: Promise.resolve({}), searchParams: Promise.resolve(query) }),
	);
	const html = await new Response(await renderToReadableStream(<Queries>{element}</Queries>)).text();
	return html.replace(/<!--.*?-->/g, "").replaceAll("&amp;", "&");
}
const textOf = (html: string) =>
	html
		.replaceAll(/<wbr\/?>/g, "")
		.replace(/<script.*?<\/script>|<[^>]+>/g, " ")
		.replaceAll("&#x27;", "'")
		.replace(/\s+/g, " ");
/** The queries of the requests for users. */
const queries = () =>
	service.seen.filter(({ url }) => url.includes("/users?")).map(({ url }) => new URL(url, "http://x").searchParams);

test("a row names the person, connection, last sign-in, sign-ins and a block in a word, and leads to the person", async () => {
	const met = { identities: [{ connection: "staff" }], last_login: new Date().toISOString(), logins_count: 4 };
	found = {
		users: [user(1, { ...met, blocked: true }), { user_id: "auth0|2" }, user(3, { blocked: false })],
		total: 3,
	};
	const html = await page();
	expect(textOf(html)).toMatch(
		/3 users\. .*Person 1 person1@example\.com staff blocked just now 4 — auth0\|1 .*auth0\|2 — — — — — auth0\|2 .*Person 3 person3@example\.com — no — — —/,
	);
	expect(html).toContain('href="/users/auth0%7C1"');
	expect(queries().map(String)).toEqual(["page=0&per_page=50&include_totals=true"]);
});

test("what all rows have in common is said once, in place of a column; a block, and what is not reported, never is", async () => {
	const through = (connection: string, blocked?: boolean) => ({
		identities: [{ connection }],
		...(blocked !== undefined && { blocked }),
	});
	const columnsOf = async (...users: object[]) => {
		found = { users, total: users.length };
		const html = await page();
		const titles = [...html.matchAll(/<th [^>]*scope="col"[^>]*>(.*?)<\/th>/g)].map(([, title = ""]) =>
			textOf(title).trim(),
		);
		return { text: textOf(html), titles: titles.filter((title) => /^(Connection|Blocked)$/.test(title)) };
	};
	const alike = await columnsOf(user(1, through("staff", false)), user(2, through("staff", false)));
	expect(alike.titles).toEqual([]);
	expect(alike.text).toContain("2 users. All sign in through staff . None is blocked.");
	const mixed = await columnsOf(user(1, through("staff", true)), user(2, through("partners", false)));
	expect(mixed.titles).toEqual(["Connection", "Blocked"]);
	const blocked = await columnsOf(user(1, through("staff", true)), user(2, through("staff", true)));
	expect(blocked.titles).toEqual(["Blocked"]);
	const unknown = await columnsOf(user(1), user(2));
	expect(unknown.titles).toEqual([]);
	expect(unknown.text).not.toMatch(/None is blocked|sign in through/);
	expect((await columnsOf(user(1, through("staff", false)))).titles).toEqual(["Connection", "Blocked"]);
});

test("a search is one request for users with each word of the text, whatever it holds", async () => {
	await page({ q: ' Zoë "O:*' });
	const [query, ...others] = queries().map((each) => each.get("q"));
	expect(others).toEqual([]);
	expect(query).toContain("name:*Zoë*");
	expect(query).toContain('name:*\\"O\\:\\**');
});

test.each([
	[{ users: some(50), total: 230 }, "0", "1–50 of 230.", "page=1"],
	[{ users: some(50), total: 230 }, "3", "151–200 of 230.", "page=4"],
	[{ users: some(30), total: 230 }, "4", "201–230 of 230.", null],
	[
		{ users: some(50), total: 1000 },
		"0",
		"1–50 of the first 1,000. The tenant lists no more: search to narrow it down.",
		"page=1",
	],
	[{ users: some(50), total: 86_000 }, "19", "951–1,000 of the first 1,000.", null],
	[{ users: some(50) }, "1", "51–100.", "page=2"],
	[{ users: some(1), total: 1 }, "0", "1 user.", null],
])("%# the list says which part it shows, and goes on where there is more", async (answer, at, words, next) => {
	found = answer;
	const html = await page({ page: at });
	expect(textOf(html)).toContain(words);
	if (next) expect(html).toContain(`href="/users?${next}"`);
	else expect(html).not.toContain("Next page");
});

test("no page beyond the first 1,000 users is requested, whatever the address says", async () => {
	await page({ page: "20" });
	await page({ page: "99999" });
	expect(queries().map((query) => query.get("page"))).toEqual(["19", "19"]);
});

test("an empty tenant, nothing found, and a page after the last have their own words", async () => {
	found = { users: [], total: 0 };
	expect(textOf(await page())).toContain("No users yet");
	expect(await page({ q: "nobody" })).not.toContain('href="/log');
	signInAs("support");
	const nobody = await page({ q: "nobody" });
	expect(textOf(nobody)).toContain("No user matches “ nobody ”");
	// Of a sign-up that was not confirmed, or of a name that was typed wrong, only the log knows.
	expect(nobody).toContain('href="/log?text=nobody"');
	expect(await page({ q: "lena@example.com" })).toContain('href="/log?user=lena%40example.com"');
	expect(textOf(await page({ page: "7" }))).toContain("No more users");
});

test.each([
	[403, "The tenant has not granted this console read:users."],
	[404, "The tenant does not offer this area"],
	[429, "Too many requests"],
	[500, "answered with an error (500)"],
])("where the tenant answers %i the page says why", async (answer, words) => {
	status = answer;
	expect(textOf(await page())).toContain(words);
});

test.each([
	["auth0|7", "/users/auth0%7C7"],
	["PERSON7@example.com", "/users/auth0%7C7"],
	["dcr_oYiXqp0fDdHjPzOV", "/refresh-tokens/dcr_oYiXqp0fDdHjPzOV"],
	["vct_1234567890123456", "/templates/vct_1234567890123456"],
])("the whole identifier or address %s leads on", async (q, target) => {
	found = { users: [user(7)], total: 1 };
	await expect(page({ q })).rejects.toMatchObject({ digest: expect.stringContaining(`;${target};`) });
});

test("an address that several users have lists them", async () => {
	found = { users: [user(7), user(8, { email: "person7@example.com" })], total: 2 };
	expect(textOf(await page({ q: "person7@example.com" }))).toContain("2 users.");
});

test("one button counts the refresh tokens of all users, none of which is requested before", async () => {
	expect(textOf(await page()).match(/Count/g)).toHaveLength(1);
	expect(service.seen.filter(({ url }) => url.includes("refresh-tokens"))).toEqual([]);
});
