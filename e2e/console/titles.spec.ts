import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import type { VisitedPage } from "../http/visitor";
import { expectReachableScrollers } from "../page/scrollers";
import { sessionOf, tokensOf } from "../refresh-tokens/sample-tokens";

test("every page has a title of its own, and the scroll containers of bulk edits are named and focusable", async ({
	page,
	signIn,
	visit,
	credentials,
	managementToken,
}) => {
	const management = managementOf(credentials, managementToken);
	const [a, b] = [
		await management.createTemplate("Bar <entry>", { portrait: true }),
		await management.createTemplate("Car hire", { portrait: true, family_name: true }),
	];
	const [token, other] = await tokensOf(credentials, managementToken, credentials.sign_ins.user.email);
	if (!token || !other) throw new Error("The sample tenant has no such tokens");
	const session = await sessionOf(credentials, managementToken, credentials.sign_ins.user.email);
	const [connection] = await management.json<{ id: string }[]>("GET", "/connections");
	const singleSignOn = `/applications/${credentials.clients.saml_app?.client_id}/single-sign-on`;
	const editor = await visit("editor");

	const chosen = `?${new URLSearchParams([["user", token.userId], ...[token, other].map(({ id }) => ["token", id])])}`;
	const form = await editor.open(`/refresh-tokens/bulk${chosen}`);
	const preview = await editor.press(form, "Preview changes", {
		key: "device",
		value: "tablet",
	});
	await editor.open(`/templates/compare?a=${a.id}&b=${b.id}`);
	await editor.open(`/refresh-tokens/${token.id}`);
	const calls = (await editor.open("/api-calls")).getAllByRole("link", { name: /^GET / });
	const call = (path: string) =>
		calls.find(({ textContent }) => textContent?.includes(path))?.getAttribute("href") ?? "";
	const [ofTemplate, ofToken] = [call(a.id), call(`refresh-tokens/${token.id}`)];

	const titles = new Map<string, string>();
	const note = (path: string, { document: { title } }: VisitedPage) => {
		expect(title, path).toMatch(/ · Identity Console$|^Identity Console$/);
		titles.set(path, title);
	};
	note("/sign-in", await (await visit()).open("/sign-in"));
	note(preview.url.pathname, preview);
	for (const path of [
		...[
			"/",
			"/templates",
			"/templates/matrix",
			"/templates/new",
			`/templates/compare`,
			`/templates/compare?a=${a.id}&b=${b.id}`,
			`/templates/${a.id}/history`,
			`/templates/${a.id}/try-it`,
		],
		...["/users", "/users?q=a", `/users/${encodeURIComponent(token.userId)}`],
		`/users/${encodeURIComponent(token.userId)}/lost-device`,
		...["/refresh-tokens", "/refresh-tokens?q=mina.park%40example.org", `/refresh-tokens/${token.id}`],
		...[`/refresh-tokens/${other.id}`, `/refresh-tokens/bulk${chosen}`, `/sessions/${session.id}`],
		...[
			`/refresh-tokens/revoke${chosen}`,
			"/applications",
			"/incidents",
			"/proposals",
			"/proposals?list=decided",
			"/proposals?list=mine",
			"/connection",
			"/activity",
			"/api-calls",
			"/log",
		],
		...["/connections", "/connections/new", `/connections/${connection?.id}`],
		...["/applications/new", `/applications/${credentials.clients.web_app?.client_id}`],
		...[singleSignOn, `${singleSignOn}/test`],
		...[ofTemplate, ofToken, "/account", "/your-sessions", "/messages", "/search?q=example.org"],
	]) {
		const shown = await editor.open(path);
		expect(shown.url.pathname + shown.url.search, "no redirect").toBe(path);
		note(path, shown);
	}
	expect(new Set(titles.values()).size, JSON.stringify([...titles], null, 1)).toBe(titles.size);
	expect(titles.get(`/templates/compare?a=${a.id}&b=${b.id}`)).toMatch(/^Bar <entry> and Car hire · Templates ·/);
	expect(titles.get(`/templates/${a.id}/history`)).toMatch(/^Bar <entry> · History · Templates ·/);
	expect(titles.get(`/templates/${a.id}/try-it`)).toMatch(/^Bar <entry> · Try it · Templates ·/);
	expect(titles.get(singleSignOn)).toMatch(/^Fleet Portal \(SAML\) · Single sign-on · Applications ·/);
	expect(titles.get(`${singleSignOn}/test`)).toMatch(/^Fleet Portal \(SAML\) · Test sign-in · Applications ·/);
	expect(titles.get(`/users/${encodeURIComponent(token.userId)}`)).toBe("Mina Park · Users · Identity Console");
	expect(titles.get(`/refresh-tokens/${token.id}`)).toMatch(
		/^[A-Z].* of mina\.park@example\.org · dcr_\w+ · Refresh tokens ·/,
	);
	const tokensOfUser = await editor.open(`/refresh-tokens?${new URLSearchParams({ user: token.userId })}`);
	expect(tokensOfUser.document.title).toBe("mina.park@example.org · Refresh tokens · Identity Console");
	expect(titles.get(`/sessions/${session.id}`)).toMatch(/^mina\.park@example\.org · \S+ · Sessions ·/);
	expect(titles.get(ofToken)).toMatch(`GET /refresh-tokens/${token.id} · API calls ·`);
	expect(titles.get(preview.url.pathname)).toMatch(/^Preview: Set device for mina\.park@example\.org · Bulk edits ·/);

	// Those of other pages are checked in their tests of accessibility.
	await signIn(page, "editor");
	for (const path of [`/refresh-tokens/bulk${chosen}`, preview.url.pathname]) {
		await page.goto(path);
		await expectReachableScrollers(page);
	}
});
