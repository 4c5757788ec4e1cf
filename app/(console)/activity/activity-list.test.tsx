import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newestAuditEntries } from "@/lib/dashboard/audit/audit-store";
import { recordConsoleGrant } from "@/lib/dashboard/audit/console-grants";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { ActivityList } from "./activity-list";

beforeEach(async () => {
	await pointAtService("http://localhost:1");
	signInAs("viewer");
});
afterEach(() => clearDashboardState());

test("shows what a release granted the console as a sentence, with the scopes, and as nobody's whose page could be opened", async () => {
	await recordConsoleGrant({
		...{ id: "2026-12-15-support/console_with_key", clientId: "m", clientName: "Identity Console (private key)" },
		...{ scopes: ["update:client_grants", "read:connections_options"], grantedAt: "2026-12-20T08:00:00.000Z" },
	});
	const clock = { now: new Date("2026-12-20T09:00:00.000Z"), timeZone: "UTC" };
	const shown = await runWithin(10_000, async () =>
		new Response(
			await renderToReadableStream(await ActivityList({ entries: await newestAuditEntries(5), clock })),
		).text(),
	);
	const text = shown
		.replaceAll(/<!-- -->/g, "")
		.replaceAll(/<[^>]+>/g, " ")
		.replaceAll(/\s+/g, " ");
	expect(text).toContain("New release of this console allowed scopes to Identity Console (private key)");
	expect(text).toContain("update:client_grants");
	expect(text).toContain("read:connections_options");
	expect(text).toContain("By New release of this console");
	expect(shown).not.toContain("/users/console");
	expect(shown).toContain("/applications/m");
});
