import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { consolePages, type Sample } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { fillStore } from "@/app/_testing/store-sample";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { dashboardConfig, heldConfig } from "@/lib/dashboard/config";
import { createTemplate, deleteTemplate, getTemplate } from "@/lib/dashboard/management/templates";
import { reasonOfRequest } from "@/lib/dashboard/session/reason";
import { orderedId } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";
import { runWithin } from "@/lib/dashboard/testing/run-within";

/** Of nothing that the tenant has. */
const GONE = "gone_1";

let recorded: RecordedTestTenant;
let sample: Sample;
let count = 0;

beforeAll(async () => {
	recorded = await startRecordedTestTenant();
});
afterAll(() => recorded.close());
beforeEach(async () => {
	await recorded.use();
	sample = { ...recorded.sample, ...(await fillStore(recorded.sample)) };
	heldConfig.set({
		...dashboardConfig(),
		tickets: { patterns: ["SUP-#"], url: "https://tickets.example/{ticket}" },
	});
});
afterEach(clearDashboardState);

function written(operation: string, given: Partial<AuditEntry> = {}): Promise<void> {
	const at = new Date(Date.now() - 40 * 60_000).toISOString();
	const id = orderedId(at, `${++count}`);
	const of = { personName: "Edda Torvik", target: GONE, reason: "SUP-12 stolen" };
	return insertAuditEntry(auditEntry({ id, at, operation, ...of, ...given }));
}

async function pageOfGone(route: string, id: string = GONE) {
	const page = consolePages.find((each) => each.route === route);
	if (!page?.id) throw new Error(`There is no page ${route}.`);
	return renderPage(page, { ...sample, [page.id]: id });
}

const pages = [
	["/sessions/[id]", "post_session_revoke", "requested to end the session"],
	["/sessions/[id]", "post_user_revoke_access session_id", "requested to end the session"],
	["/refresh-tokens/[id]", "delete_refresh-tokens_by_id", "requested to revoke the token"],
	["/refresh-tokens/[id]", "post_refresh_tokens_revoke", "requested to revoke the token"],
	["/applications/[id]", "delete_clients_by_id", "deleted it"],
	["/applications/[id]/single-sign-on", "delete_clients_by_id", "deleted it"],
	["/connections/[id]", "delete_connections_by_id", "deleted it"],
	["/templates/[id]", "delete_vc_templates_by_id", "deleted it"],
	["/templates/[id]/try-it", "delete_vc_templates_by_id", "deleted it"],
	["/log-stream/[id]", "remove_webhook", "removed it"],
] as const;

describe("the page of what is no longer there", () => {
	test.each(pages)("%s, after %s: says who, when and why", async (route, operation, did) => {
		await written(operation);
		const { html, text } = await pageOfGone(route);
		expect(text).toContain(`with this ID Edda Torvik ${did} 40 minutes ago (`);
		expect(text).toContain(") . Reason: SUP-12 (opens a new tab) stolen All activity of this ID ");
		expect(html).toContain('href="https://tickets.example/SUP-12"');
		expect(html).toContain(`href="/activity?subject=${GONE}"`);
		expect(text).not.toContain("or never was");
	});

	test.each(pages)("%s, without %s: claims nothing", async (route, operation) => {
		const others: [string, Partial<AuditEntry>][] = [
			[operation, { outcome: "refused" }],
			[operation, { outcome: "not-done" }],
			[operation, { outcome: "unknown" }],
			[operation, { target: `${GONE}2` }],
			// All of a user: which they were is not known.
			["post_user_revoke_access", { target: "auth0|1", userId: "auth0|1", name: GONE }],
			["patch_sessions_by_id", {}],
			["patch_clients_by_id", {}],
		];
		for (const [other, given] of others) await written(other, given);
		const { html, text } = await pageOfGone(route);
		expect(text).toMatch(/with this ID It was .*, or never was /);
		expect(text).not.toContain("Edda");
		expect(html).not.toContain("/activity?");
	});

	test("a viewer reads it, also where no reason was stated", async () => {
		await written("post_session_revoke", { reason: null });
		signInAs("viewer");
		const { text } = await pageOfGone("/sessions/[id]");
		expect(text).toContain("Edda Torvik requested to end the session 40 minutes ago");
		expect(text).not.toContain("Reason:");
	});

	test("what one has just requested oneself is said once", async () => {
		const at = new Date(Date.now() - 2 * 60_000).toISOString();
		await written("post_session_revoke", { at, id: orderedId(at, "now") });
		const { text } = await pageOfGone("/sessions/[id]");
		expect(text).toMatch(/End requested .*no longer shows this session.* requested to end the session 2 minutes ago/);
		expect(text.match(/requested to end the session/g)).toHaveLength(1);
	});
});

test.each(["/templates/[id]", "/templates/[id]/history"])("%s of one deleted here has the reason", async (route) => {
	const { id } = await createTemplate({
		name: "Bar",
		type: "mdl",
		dialect: "simplified/1.0",
		presentation: presentationOf({ portrait: true }),
		well_known_trusted_issuers: "aamva",
	});
	await getTemplate(id);
	await runWithin(10_000, async () => {
		reasonOfRequest.set("SUP-13 no longer used");
		await deleteTemplate(id);
	});
	const { html, text } = await pageOfGone(route, id);
	expect(text).toContain("“Bar” no longer exists editor deleted it just now (");
	expect(text).toContain(") . Reason: SUP-13 (opens a new tab) no longer used All activity of this ID Restore");
	expect(html).toContain('href="https://tickets.example/SUP-13"');
	expect(html).toContain(`href="/activity?subject=${id}"`);
	expect(text.match(/editor deleted it/g)).toHaveLength(1);
});
