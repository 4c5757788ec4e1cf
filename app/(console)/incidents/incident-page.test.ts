import { NextRequest } from "next/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "@/app/_testing/render-page";
import { roleOfEmbeddedUser } from "@/lib/dashboard/config";
import { createBulkEdit, findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import type { ListedUser } from "@/lib/dashboard/store/incident";
import { clearDashboardState, forgetService, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
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
	expect(text).toContain(
		"Looking up the rest takes about 6 requests, less than a minute or more: no response has stated",
	);
	// Without scripts each step is a press.
	expect(html).toMatch(/<button[^>]*value="apply"[^>]*>Resume</);
});

it("says that line 1 is passed over as a heading, which is no fault of the list, nor a result", async () => {
	const list = String(await paste("E-mail;Name\nauth0|a;Ann"));
	await runOn(list);
	const { text } = await pageOf(list);
	expect(text).toContain("Line 1 is passed over as a heading: E-mail, Name");
	expect(text).not.toContain("Neither an e-mail address nor a user ID");
	const incident = String(await begin(list, { user: ["auth0|a"], act: ["end"] }));
	expect(await (await resultsOf(incident, "?format=json")).json()).toHaveLength(1);
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
	// Without scripts nothing follows the ticks.
	expect(text).toContain("What is ticked is done with each ticked user");
	const boxes = html.match(/<input type="checkbox"[^>]*name="user"[^>]*>/g) ?? [];
	expect(boxes).toHaveLength(2);
	for (const box of boxes) {
		const [, of, ends] = /aria-describedby="(\w+) (\w+)"/.exec(box) ?? [];
		expect(html).toContain(`id="${of}">${box === boxes[0] ? "auth0|a" : "waad|a"} `);
		expect(html).toContain(`id="${ends}">Sessions: `);
	}
	expect(html).toMatch(/<input[^>]*aria-required="true"[^>]*name="reason"/);
	expect(text).toContain("Begin for the ticked users");
	expect(text).toContain("Block the users");
});

it("begins with 1,000 entries of two accounts each, in a form that the server reads", async () => {
	const account = (id: string): ListedUser => ({
		...({ id, label: "a@example.com", name: null, email: null, emailVerified: null } as const),
		...({ blocked: false, role: null, sessions: null, tokens: null } as const),
	});
	const items = Array.from({ length: 1_000 }, (_, index) => ({
		...({ id: `a${index}@example.com`, name: "a", detail: null, baseline: null, state: "done" } as const),
		listing: { kind: "email" as const, text: `a${index}@example.com`, lines: [index + 1] },
		note: { users: [account(`auth0|${index}`), account(`waad|${index}`)] },
	}));
	const plan = { resource: "user list" as const, faults: [], repeated: 0, heading: null };
	const list = await createBulkEdit("editor", plan, items, { run: "running" });
	const { html } = await pageOf(list);
	// Within the limit of lib/server/limits.ts, with React's own fields.
	const fields = html.match(/<(?:input|textarea|button)[^>]* name="/g) ?? [];
	expect(fields.length).toBeGreaterThan(2_000);
	expect(fields.length).toBeLessThan(3_000 - 20);
	const user = items.flatMap(({ note }) => note.users.map(({ id }) => id));
	const incident = String(await begin(list, { user, act: ["end"] }));
	const begun = (await findBulkEdit("editor", incident))?.items ?? [];
	expect(begun.filter(({ state }) => state === "planned")).toHaveLength(2_000);
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

it("can be resumed and stopped where the tenant takes back the scope of one act, and says so", async () => {
	const list = await lookedUp();
	const incident = String(await begin(list, { user: ["auth0|a"], act: ["block", "end"] }));
	const grant = async (scope: string) => {
		server.respondWithToken = (_, response) =>
			json(response, 200, { access_token: "t", token_type: "Bearer", expires_in: 3600, scope });
		forgetService();
		return (await pageOf(incident)).html;
	};
	const controls = /value="leave"|value="apply"[^>]*>Resume</g;
	const all = "read:users update:users delete:sessions delete:refresh_tokens";
	const before = await grant(all);
	expect(before.match(controls)).toHaveLength(2);
	expect(before).not.toContain("The console lacks a scope");
	const after = await grant(all.replace("update:users ", ""));
	expect(after.match(controls)).toHaveLength(2);
	expect(after).toContain("The tenant has not granted this console update:users");
	expect((await grant(all.replace("read:users ", ""))).match(controls)).toBeNull();
	await act(incident, "leave");
	expect((await grant(all.replace("update:users ", ""))).match(/Show again those who are not done/)).not.toBeNull();
});

it("shows a run with its reason and results, which its admin alone can download", async () => {
	const list = await lookedUp();
	const incident = String(await begin(list, { user: ["auth0|a"], act: ["end", "revoke"], reason: "SUP-4711" }));
	await act(incident, "stop");
	expect((await pageOf(incident)).html).toMatch(/<button[^>]*value="apply"[^>]*>Resume</);
	await runOn(incident, "apply");
	const { text } = await pageOf(incident);
	expect(text).toContain("Reason or ticket: SUP-4711");
	expect(text).toContain("Results: Download as CSV");
	expect(text).toContain("Done: sessions ended and refresh tokens revoked.");
	expect(text).toContain("Left out: not ticked.");
	expect(text).toContain("Not found.");
	expect((await pageOf(list)).text).toContain("This list was begun as an incident");
	expect((await listPage()).text).toContain("Incident: end sessions and revoke refresh tokens");

	const file = await resultsOf(incident);
	expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="incident-[\d-]+\.csv"$/);
	expect(file.headers.get("cache-control")).toBe("private, no-store");
	expect(await (await resultsOf(incident, "?format=json")).json()).toHaveLength(5);
	for (const wrong of ["xml", "", "JSON", "csv&format=json"])
		expect((await resultsOf(incident, `?format=${wrong}`)).status, wrong).toBe(400);
	signInAs("support");
	expect((await resultsOf(incident)).status).toBe(404);
	expect((await pageOf(incident)).text).toContain("No such incident");
	signInAs("viewer");
	expect((await resultsOf(incident)).status).toBe(403);
	signInAs(null);
	expect((await resultsOf(incident)).status).toBe(401);
});
