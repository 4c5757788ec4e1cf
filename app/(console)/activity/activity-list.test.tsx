import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { newestAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { recordConsoleGrant } from "@/lib/dashboard/audit/console-grants";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { ActivityList } from "./activity-list";

beforeEach(async () => {
	await pointAtService("http://localhost:1");
	signInAs("viewer");
});
afterEach(() => clearDashboardState());

async function render(entries: AuditEntry[]) {
	const clock = { now: new Date("2026-12-20T09:00:00.000Z"), timeZone: "UTC" };
	const shown = await runWithin(10_000, async () =>
		new Response(await renderToReadableStream(await ActivityList({ entries, clock }))).text(),
	);
	const text = shown
		.replaceAll(/<!-- -->/g, "")
		.replaceAll(/<wbr\/?>/g, "")
		.replaceAll(/<[^>]+>/g, " ")
		.replaceAll(/\s+/g, " ");
	return { shown, text };
}

test("shows whose a session is that is known by its identifier alone", async () => {
	const concerned = { userId: "auth0|1", userLabel: "mina@example.org" };
	const { shown, text } = await render([
		auditEntry({ operation: "post_session_revoke", target: "s_1", ...concerned }),
		auditEntry({ id: "2", operation: "delete_user_sessions", target: "auth0|1", ...concerned }),
	]);
	expect(text.match(/User mina@example\.org/g)).toHaveLength(1);
	expect(shown).toContain('href="/users/auth0%7C1"');
});

test("shows a reason in the line as text, and when expanded with its tickets as links", async () => {
	const tickets = { patterns: ["SUP-#"], url: "https://tickets.example/{ticket}" };
	heldConfig.set({ ...dashboardConfig(), tickets });
	const { shown, text } = await render([
		auditEntry({ reason: "SUP-12: <b>asked</b> by phone" }),
		auditEntry({ id: "2", reason: null }),
	]);
	expect(text.match(/Reason/g)).toHaveLength(1);
	const link =
		'<a href="https://tickets.example/SUP-12" target="_blank" rel="noopener noreferrer" class="link">SUP-12<span class="sr-only"> (opens a new tab)</span></a>';
	const [line = "", opened = ""] = shown.split("</summary>");
	expect(line).toContain("SUP-12: &lt;b&gt;asked&lt;/b&gt; by phone");
	expect(line).not.toContain("tickets.example");
	expect(opened.replaceAll("<!-- -->", "")).toContain(`${link}: &lt;b&gt;asked&lt;/b&gt; by phone`);
});

test("names the author of an accepted proposal in the line, and when expanded with a link to it", async () => {
	const { shown } = await render([auditEntry({ proposal: { id: "p 1", by: "<b>Ann" } }), auditEntry({ id: "2" })]);
	const [line = "", opened = ""] = shown.split("</summary>");
	const words = (html: string) => html.replaceAll(/<!-- -->|<[^>]+>/g, "");
	expect(words(line)).toContain("proposed by &lt;b&gt;Ann");
	expect(line).not.toContain("/proposals/");
	expect(words(opened)).toContain("Proposalproposed by &lt;b&gt;Ann");
	expect(opened).toContain('href="/proposals/p%201"');
	expect(words(shown).match(/proposed by/g)).toHaveLength(2);
});

test("shows what a release granted the console as a sentence, with the scopes, and as nobody's whose page could be opened", async () => {
	await recordConsoleGrant({
		id: "2026-12-15-support/console_with_key",
		clientId: "m",
		clientName: "Identity Console (private key)",
		scopes: ["update:client_grants", "read:connections_options"],
		grantedAt: "2026-12-20T08:00:00.000Z",
	});
	const { shown, text } = await render(await newestAuditEntries(5));
	expect(text).toContain("New release of this console allowed scopes to Identity Console (private key)");
	expect(text).toContain("update:client_grants");
	expect(text).toContain("read:connections_options");
	expect(text).toContain("By New release of this console");
	expect(shown).not.toContain("/users/console");
	expect(shown).toContain("/applications/m");
});
