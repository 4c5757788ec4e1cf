import { NextRequest } from "next/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "@/app/_testing/render-page";
import { roleOfEmbeddedUser } from "@/lib/dashboard/config";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import IncidentPage from "./[id]/page";
import { GET } from "./[id]/results/route";
import { act, begin, incidentTenant, paste, runOn } from "./incident.test-data";
import IncidentsPage from "./page";

let server: FaultServer;

beforeEach(async () => {
	server = await startFaultServer();
	await pointAtService(server.address);
	signInAs("editor");
	const roles: Record<string, string> = { editor: "editor", support: "support", viewer: "viewer" };
	roleOfEmbeddedUser.set(async (userId) => roles[userId] ?? null);
	incidentTenant(server, {
		editor: {},
		"auth0|a": { email: "ann@example.com", sessions: 3, tokens: 120 },
		"waad|a": { email: "ann@example.com", blocked: true },
	});
});
afterEach(async () => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.restoreAllMocks();
	await clearDashboardState();
	await server.close();
});

type Page = Parameters<typeof renderPage>[0];
const pageOf = (id: string) =>
	renderPage({ route: "/incidents/[id]", Page: IncidentPage as Page["Page"], id: "incident", needs: [], uses: [] }, {
		incident: id,
	} as never);
const listPage = () =>
	renderPage({ route: "/incidents", Page: IncidentsPage as Page["Page"], needs: [], uses: [] }, {} as never);

async function lookedUp(): Promise<string> {
	const list = String(await paste("ann@example.com\neditor@example.com\nnone@example.com\nauth0|a\nAnn"));
	await runOn(list);
	return list;
}

const resultsOf = (id: string, query = "") =>
	GET(new NextRequest(`http://localhost/incidents/${id}/results${query}`), { params: Promise.resolve({ id }) });

it("says while it looks users up how many are left, and how long that takes", async () => {
	const list = String(await paste("ann@example.com\neditor@example.com"));
	const { text, html } = await pageOf(list);
	expect(text).toContain("0 of 2");
	expect(text).toContain("Looking up the rest takes 6 requests; the tenant has not stated a rate limit.");
	// Without scripts each step is a press.
	expect(html).toMatch(/<button[^>]*value="apply"[^>]*>Resume</);
});

it("shows who was found and what would end, and who is left out and why", async () => {
	const { text, html } = await pageOf(await lookedUp());
	expect(text).toContain("Line 5: Ann");
	expect(text).toContain("Not found: 1 user");
	expect(text).toContain("none@example.com");
	expect(text).toContain("auth0|a · line 1, 4 · one of 2 accounts with ann@example.com");
	expect(text).toContain("Sessions: 3. Refresh tokens: 120.");
	expect(text).toContain("Blocked already.");
	expect(text).toContain("Left out: This is you. Your sessions stay.");
	expect(text).toContain(
		"2 users: ann@example.com, ann@example.com. This would end all their sessions and revoke all their refresh tokens.",
	);
	expect(html.match(/<input type="checkbox"[^>]*name="user"[^>]*>/g)).toHaveLength(2);
	expect(html).toMatch(/<input[^>]*aria-required="true"[^>]*name="reason"/);
	expect(text).toContain("Begin for 2 users");
	expect(text).toContain("Block the users");
});

it("offers support no block, and a viewer nothing", async () => {
	signInAs("support");
	const { text, html } = await pageOf(await lookedUp());
	expect(text).toContain("Block the users: not here. Blocking users needs the editor role.");
	expect(html).not.toContain('value="block"');
	signInAs("viewer");
	for (const page of [await listPage(), await pageOf("any")]) {
		expect(page.text).toContain("Ending sessions needs the editor or support role. Your role is viewer.");
	}
});

it("shows a run with its reason and results, which its admin alone can download", async () => {
	const list = await lookedUp();
	const incident = String(await begin(list, { user: ["auth0|a"], act: ["end", "revoke"], reason: "SUP-4711" }));
	await act(incident, "stop");
	expect((await pageOf(incident)).html).toMatch(/<button[^>]*value="apply"[^>]*>Resume</);
	await runOn(incident, "apply");
	const { text } = await pageOf(incident);
	expect(text).toContain("Reason or ticket: SUP-4711");
	expect(text).toContain("Done: sessions ended and refresh tokens revoked.");
	expect(text).toContain("Left out: not ticked.");
	expect(text).toContain("Not found.");
	expect((await pageOf(list)).text).toContain("This list was begun as an incident");
	expect((await listPage()).text).toContain("Incident: end sessions and revoke refresh tokens");

	const file = await resultsOf(incident);
	expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="incident-[\d-]+\.csv"$/);
	expect(file.headers.get("cache-control")).toBe("private, no-store");
	expect(await (await resultsOf(incident, "?format=json")).json()).toHaveLength(5);
	signInAs("support");
	expect((await resultsOf(incident)).status).toBe(404);
	expect((await pageOf(incident)).text).toContain("No such bulk edit");
	signInAs("viewer");
	expect((await resultsOf(incident)).status).toBe(403);
	signInAs(null);
	expect((await resultsOf(incident)).status).toBe(401);
});
