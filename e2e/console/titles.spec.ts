import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { unreachableScrollers } from "../page/scrollers";
import { bulkEdit } from "../refresh-tokens/bulk-edit";
import { tokensOf } from "../refresh-tokens/sample-tokens";

test("every page has a title of its own, and whatever scrolls in it a name and the focus", async ({
	page,
	signIn,
	credentials,
	managementToken,
}) => {
	test.slow();
	const management = managementOf(credentials, managementToken);
	const [a, b] = [
		await management.createTemplate("Bar <entry>", { portrait: true }),
		await management.createTemplate("Car hire", { portrait: true, family_name: true }),
	];
	const [token, other] = await tokensOf(credentials, managementToken, credentials.sign_ins.user.email);
	if (!token || !other) throw new Error("The sample tenant has no such tokens");
	await page.goto("/sign-in");
	const titles = new Map([["/sign-in", await page.title()]]);
	const [connection] = await management.json<{ id: string }[]>("GET", "/connections");
	await signIn(page, "editor");

	const bulk = bulkEdit(page);
	await bulk.select([token, other]);
	const chosen = new URL(page.url());
	await bulk.key.fill("device");
	await bulk.value.fill("tablet");
	await bulk.preview();
	const preview = new URL(page.url());
	await page.goto(`/templates/compare?a=${a.id}&b=${b.id}`);
	await page.goto(`/refresh-tokens/${token.id}`);
	await page.goto("/api-calls");
	const calls = page.getByRole("link", { name: /^GET / });
	const call = (path: RegExp) => calls.filter({ hasText: path }).first().getAttribute("href");
	const [ofTemplate, ofToken] = [await call(new RegExp(a.id)), await call(new RegExp(`refresh-tokens/${token.id}`))];

	const paths = [
		...["/", "/templates", "/templates/new", `/templates/compare`, `/templates/compare?a=${a.id}&b=${b.id}`],
		...["/refresh-tokens", "/refresh-tokens?q=mina.park%40example.org", `/refresh-tokens/${token.id}`],
		...[`/refresh-tokens/${other.id}`, chosen.pathname + chosen.search, preview.pathname],
		...[`/refresh-tokens/revoke${chosen.search}`, "/applications", "/connection", "/activity", "/api-calls"],
		...["/connections", "/connections/new", `/connections/${connection?.id}`],
		...["/applications/new", `/applications/${credentials.clients.web_app?.client_id}`],
		...["", "/test"].map((path) => `/applications/${credentials.clients.saml_app?.client_id}/single-sign-on${path}`),
		...[ofTemplate ?? "", ofToken ?? "", "/sessions", "/jump", "/jump?q=amara"],
	];
	for (const path of paths) {
		await page.goto(path);
		await expect(page).toHaveTitle(/ · Identity Console$|^Identity Console$/);
		titles.set(path, await page.title());
		if (path.startsWith("/templates")) continue;
		for (const width of [1280, 800, 320]) {
			await page.setViewportSize({ width, height: 600 });
			expect(await unreachableScrollers(page), `${path} at ${width} px`).toEqual([]);
		}
	}
	expect(new Set(titles.values()).size, JSON.stringify([...titles], null, 1)).toBe(titles.size);
	expect(titles.get(`/templates/compare?a=${a.id}&b=${b.id}`)).toMatch(/^Bar <entry> and Car hire · Templates ·/);
	expect(titles.get(ofToken ?? "")).toMatch(`GET /refresh-tokens/${token.id} · API calls ·`);
	expect(titles.get(preview.pathname)).toMatch(/^Preview: Set device for mina\.park@example\.org · Bulk edits ·/);
});
