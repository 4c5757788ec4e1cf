import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { consolePages, type Sample } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { LOG_RESULTS_MAX, listLogs } from "@/lib/dashboard/management/logs";
import { setUserBlocked } from "@/lib/dashboard/management/users";
import { idInEntry } from "@/lib/dashboard/tenant-log/entry-in-words";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { startEmbeddedTenant } from "@/lib/dashboard/testing/embedded-tenant";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";
import { sample } from "@/lib/testing/recorded-tenant/sample";
import { entryBody } from "@/lib/testing/recorded-tenant/sample-log";

let recorded: RecordedTestTenant;
beforeAll(async () => {
	recorded = await startRecordedTestTenant();
});
beforeEach(async () => {
	recorded.tenant.reset();
	await recorded.use();
});
afterAll(async () => {
	await clearDashboardState();
	await recorded.close();
});

async function open(route: string, query: Record<string, string> = {}, id = "") {
	const found = consolePages.find((page) => page.route === route);
	if (!found) throw new Error(`no page ${route}`);
	return renderPage({ ...found, query: () => query }, { logEntry: id } as Sample);
}
const list = (query?: Record<string, string>) => open("/log", query);
/** The events of the rows, from the newest. */
const events = (html: string) =>
	[...html.matchAll(/<th scope="row"[^>]*>(.*?)<\/th>/gs)].map(([, cell = ""]) =>
		cell
			.replaceAll(/<[^>]+>/g, " ")
			.replaceAll(/\s+/g, " ")
			.trim(),
	);
const requests = () => recorded.tenant.reads.filter((path) => path.startsWith("/logs"));

describe("the list", () => {
	test("has the newest entry first, each with its event, user, application, IP address and place", async () => {
		const { html, text } = await list();
		expect(events(html).slice(0, 4)).toEqual([
			"Event “depnote”",
			"Guardian - Second factor succeeded",
			"Change through the management API Update a User",
			"Exchange of a refresh token refused Unknown or invalid refresh token.",
		]);
		expect(text).toMatch(/brice@staff\.example Portal 192\.0\.2\.7 Lyon, France/);
		// The entry does not name the application.
		expect(html).toMatch(/href="\/applications\/[^"]+"><bdi>Console \(machine\)/);
		expect(html).toContain(`href="/users/${encodeURIComponent(sample.brice)}"`);
		expect(html).toContain(`href="/applications/${sample.portal}"`);
		expect(html).toContain(`href="/log/${sample.logEntry}"`);
	});

	test.each([
		[{ user: sample.octavia }, ["Account blocked for one IP address", ...Array(4).fill("Wrong password")]],
		[{ user: "Amara@Example.com", kind: "exchange" }, ["Refresh token exchanged", "Code exchanged for tokens"]],
		[{ user: "Farah@staff.example" }, ["Exchange of a refresh token refused", "Refresh token revoked"]],
		[{ user: sample.amara, outcome: "failed" }, ["Wrong password"]],
		[{ ip: "192.0.2.66", outcome: "succeeded" }, []],
		[{ text: "verify your" }, ["Sign-in failed"]],
		[{ application: "Portal", since: "2026-11-20T15:00", until: "2026-11-20T15:00" }, ["Refresh token revoked"]],
		[{ kind: "other" }, ["Event “depnote”", "Guardian - Second factor succeeded"]],
		[{ id: sample.reference }, ["Change through the management API"]],
		[{ id: sample.token, user: sample.amara }, ["Refresh token exchanged"]],
		[{ id: "5eed0002" }, []],
		[{ user: "octavia-id" }, ["Wrong password"]],
		[{ id: "log-17" }, ["Signed in without a page"]],
		// In no change.
		[{ id: "5eed0003" }, ["Wrong password"]],
		[{ id: "France" }, []],
	])("filtered by %j has %j", async (query, expected) => {
		const odd = { user_id: "octavia-id", references: { correlation_id: "5eed0003" } };
		recorded.tenant.state.log.unshift(
			entryBody("2026-10-20T12:00:00.000Z", "fp", odd),
			entryBody("2026-10-20T12:00:01.000Z", "ssa", { log_id: "log-17" }),
		);
		const { html, text } = await list(query);
		const found = events(html);
		expect(found).toHaveLength(expected.length);
		for (const [index, event] of expected.entries()) expect(found[index]).toContain(event);
		expect(text.includes("Nothing matches")).toBe(expected.length === 0);
		expect(html).toMatch(/href="\/log">Show the whole log/);
	});

	test("keeps the filter in its form, and asks nothing of the tenant where a value can't be used", async () => {
		const { html, text } = await list({ ip: "203.0.113", since: "2026-11-21", until: "2026-11-20", kind: "block" });
		expect(text).toContain("This is not an IP address.");
		expect(text).toContain("It is before “From”.");
		expect(html).toContain('value="2026-11-21T00:00"');
		expect(html).toMatch(/<option value="block" selected/);
		expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
		expect(requests()).toEqual([]);
	});

	test.each([
		["to the entry with a log ID", { id: sample.logEntry }, `/log/${sample.logEntry}`],
		["away from what the form left empty", { user: "", kind: "block", text: "", page: "2" }, "/log?kind=block&page=2"],
	])("leads %s", async (_, query, to) => {
		await expect(list(query)).rejects.toMatchObject({ digest: expect.stringContaining(`;${to};`) });
	});

	test("says what helps where nothing matches, and what was read for a reference", async () => {
		const case_ = "Case matters.";
		expect((await list({ application: "portal" })).text).toContain(`${case_} Names are compared whole.`);
		expect((await list({ text: "ZZ" })).text).toContain(`${case_} One or two characters are looked for only`);
		expect((await list({ ip: "192.0.2.250" })).text).not.toContain(case_);
		const count = recorded.tenant.state.log.length;
		expect((await list({ id: "5eed0002" })).text).toContain(`None of the ${count} entries has this reference or ID.`);
		expect((await list({ id: "5eed0002", ip: "192.0.2.250" })).text).toContain(
			"no entries in which it could be looked for",
		);
		expect((await list({ ip: "192.0.2.7", page: "3" })).text).toMatch(/Nothing on this page(?!.*Nothing matches)/);
	});

	test("is not called empty where an entry can't be read", async () => {
		recorded.tenant.state.log = ["?"] as never;
		for (const query of [undefined, { id: "5eed0001" }]) {
			const { text } = await list(query);
			expect(text).toContain("1 entry could not be read");
			expect(text).not.toMatch(/Nothing in the log|None of the 1/);
		}
	});

	test("has the entry of a write by the reference of its request", async () => {
		await setUserBlocked(sample.amara, true);
		const reference = recorded.tenant.state.log.at(-1)?.references as { correlation_id: string };
		const { html } = await list({ id: reference.correlation_id });
		expect(events(html)).toEqual([expect.stringContaining("PATCH /users/")]);
	});

	test("has older entries on further pages, as far as the tenant lists them, and says where it ends", async () => {
		recorded.tenant.state.log = Array.from({ length: LOG_RESULTS_MAX + 60 }, (_, index) => {
			const at = new Date(Date.UTC(2026, 10, 1) + index * 1000).toISOString();
			return entryBody(at, "s", { user_name: `user ${index}` });
		});
		const first = await list();
		expect(first.text).toContain("Entries 1 to 50 of 1,000 or more");
		expect(first.html).toContain('href="/log?page=1"');
		for (const page of ["19", "20", "400"]) {
			const last = await list({ page });
			expect(last.text).toContain("Entries 951 to 1,000 of 1,000 or more. The tenant lists no more");
			expect(last.html).not.toContain("Older entries");
		}
	});

	test("is empty in words", async () => {
		recorded.tenant.state.log = [];
		const { text } = await list();
		expect(text).toContain("Nothing in the log");
		expect(text).not.toContain("Show the whole log");
	});
});

describe("where the tenant refuses", () => {
	test.each([
		[404, "This tenant offers no logs", "Not Found"],
		[405, "This tenant offers no logs", "Method Not Allowed"],
		["insufficient_entitlement", "This tenant’s plan has no logs", "Please upgrade your subscription"],
		["operation_not_supported", "The tenant refuses to show its log", "not supported for this tenant"],
	] as const)("a log that is not offered (%s) is said so, with the tenant's words", async (log, title, said) => {
		recorded.tenant.reset({ log });
		const { text } = await list();
		expect(text).toContain(title);
		expect(text).toContain(said);
		expect(text).not.toMatch(/read:logs|not understand/);
		const entry = await open("/log/[id]", {}, sample.logEntry);
		expect(entry.text).toContain(log === 404 ? "No log entry with this ID" : title);
	});

	test("a missing scope names itself, and a filter that is too long is in words", async () => {
		const long = await list({ user: "住".repeat(300), text: "\\".repeat(300), application: "🚗".repeat(300) });
		expect(long.text).toContain("The query is too long");
		await recorded.grant(["read:users"]);
		expect((await list()).text).toContain("read:logs or read:logs_users");
	});

	test.each(["viewer", null] as const)("nothing is requested for %s", async (role) => {
		signInAs(role);
		if (role) expect((await list()).text).toContain("Looking at the tenant’s log needs the editor or support role.");
		else
			await expect(list()).rejects.toMatchObject({ digest: expect.stringContaining("/sign-in?callbackUrl=%2Flog;") });
		expect(requests()).toEqual([]);
	});
});

describe("an entry", () => {
	const entry = (id: string) => open("/log/[id]", {}, id);

	test("has all its parts in words, leads to what it names, and to others that share it", async () => {
		const exchange = recorded.tenant.state.log.find(({ type }) => type === "sertft");
		const { html, heading, text } = await entry(String(exchange?.log_id));
		expect(heading).toBe("Refresh token exchanged");
		expect(text).toMatch(/Outcome succeeded When .*2026-11-20.* User amara@example\.com Application Portal/);
		for (const href of [
			`/sessions/${sample.session}?user=${encodeURIComponent(sample.amara)}`,
			`/refresh-tokens/${sample.token}`,
			`/log?user=${encodeURIComponent(sample.amara)}`,
			"/log?ip=192.0.2.7",
			`/log?application=${sample.portal}`,
		])
			expect(html).toContain(`href="${href}"`);
	});

	test("of a change has the reference, which leads to the calls of this console", async () => {
		const change = recorded.tenant.state.log.find(({ type }) => type === "sapi");
		const { html, text } = await entry(String(change?.log_id));
		expect(text).toMatch(/Description Update a User When .*2026-11-20/);
		expect(html).toContain(`<code>${sample.reference}</code>`);
	});

	test("has its time to the second, and links no reference that is not of this console's form", async () => {
		const of = (reference: string) => ({ references: { correlation_id: reference } });
		for (const reference of ["order-17&reference=0123abcd", "0123abcd"]) {
			const other = entryBody("2026-11-20T18:00:42.000Z", "sapi", of(reference));
			recorded.tenant.state.log.push(other);
			const { html, text } = await entry(String(other.log_id));
			expect(text).toContain("2026-11-20 18:00:42 UTC");
			expect(text).toContain(reference);
			expect(html.includes("<code>0123abcd</code>")).toBe(reference === "0123abcd");
			recorded.tenant.state.log.pop();
		}
	});

	test("shows invisible characters, also in its JSON", async () => {
		const at = "2026-11-20T18:00:00.000Z";
		const odd = entryBody(at, "fu", { user_name: "a\u202eb", note: "\u200b</script>" });
		recorded.tenant.state.log.push(odd);
		const { html } = await entry(String(odd.log_id));
		expect(html).toContain("\\u202eb");
		expect(html).toContain("\\u200b&lt;/script&gt;");
	});

	test("that is not there says that it may no longer be kept", async () => {
		const { heading, text } = await entry("90020000101000000000000000000000");
		expect(heading).toBe("Log entry");
		expect(text).toContain("No log entry with this ID");
	});
});

test("the embedded service finds by every filter, and a change by the reference of its request", async () => {
	const embedded = await startEmbeddedTenant();
	try {
		await embedded.use();
		const { user } = embedded.sample;
		await setUserBlocked(user, true);
		await setUserBlocked(user, false);
		const [last = {}] = (await listLogs({ search: `user_id:"${user}" AND type:"sapi"` })).entries;
		const reference = idInEntry("reference", last) ?? "";
		expect(reference).toMatch(/^[0-9a-f]{8}$/);
		const { client_name: application = "", log_id: id } = last;
		const today = new Date().toISOString().slice(0, 10);
		const change = { user, application: application ?? "", kind: "management", outcome: "succeeded", since: today };
		const finding: Record<string, string>[] = [{ id: reference }, { ...change, text: "nblock", until: today }];
		for (const query of finding) {
			const { html } = await list(query);
			expect(html, JSON.stringify(query)).toContain(`href="/log/${id}"`);
		}
		for (const query of [{ kind: "other" }, { ...change, kind: "block" }, { ...change, ip: "203.0.113.9" }]) {
			const { html, text } = await list(query);
			expect(html, JSON.stringify(query)).not.toContain(`href="/log/${id}"`);
			expect(text).not.toMatch(/refused the request|went wrong/);
		}
	} finally {
		await embedded.close();
	}
});
