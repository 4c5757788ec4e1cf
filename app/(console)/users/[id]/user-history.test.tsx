import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Queries } from "@/app/_forms/queries";
import { auditEntry, insertAuditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { clearDashboardState, forgetService, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, refusal, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import { requestRevocationAction } from "../../_revocation/revocation-action";
import UserPage from "./page";

const EMAIL = "amara@example.com";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36";

let service: FaultServer;
let users: string[];

/** Two people have one address, and each a session. */
beforeEach(async () => {
	users = ["auth0|1", "auth0|2"];
	service = await startFaultServer();
	service.handle = ({ method, url }, response) => {
		const path = decodeURIComponent(new URL(url, "http://x").pathname);
		if (method === "POST") return json(response, 202, {});
		const id = users.find((user) => path.includes(user));
		const session = { id: `s_${id?.at(-1)}`, user_id: id, device: { last_user_agent: MAC } };
		if (path.includes("user-blocks")) return json(response, 200, { blocked_for: [] });
		if (path.endsWith("/clients")) return json(response, 200, []);
		if (!id) return json(response, 404, refusal(404));
		if (path.endsWith("/sessions")) return json(response, 200, { sessions: [session], next: null });
		if (path.endsWith("/refresh-tokens")) return json(response, 200, { tokens: [], next: null });
		return json(response, 200, { user_id: id, email: EMAIL });
	};
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

/** The page of a person, on an instance that has just started. */
async function pageOn(id: string): Promise<string> {
	forgetService();
	const props = {
		params: Promise.resolve({ id: encodeURIComponent(id) }),
		searchParams: Promise.resolve({ wait: "yes" }),
	};
	const html = await runWithin(10_000, async () => {
		const stream = await renderToReadableStream(<Queries>{await UserPage(props)}</Queries>);
		return new Response(stream).text();
	});
	return html
		.replaceAll(/<wbr\/?>/g, "")
		.replaceAll(/<!--.*?-->|<[^>]+>/g, " ")
		.replaceAll(/\s+/g, " ");
}

async function historyOn(id: string): Promise<string> {
	const text = await pageOn(id);
	return text.slice(text.lastIndexOf("What happened"));
}

test("a person's page has what was done to the person's session on any instance, also once the person is deleted", async () => {
	await historyOn("auth0|1");
	const form = new FormData();
	form.set("sessionId", "s_1");
	form.set("userId", "auth0|1");
	form.set("reason", " SUP-1\nasked ");
	await runWithin(10_000, () => requestRevocationAction({}, form)).catch(() => {});
	expect(await historyOn("auth0|1")).toMatch(
		/Session Chrome on macOS: requested to end the session\s+Reason: SUP-1 asked/,
	);
	expect(await historyOn("auth0|2")).not.toContain("requested to end");
	users = [];
	expect(await historyOn("auth0|1")).toMatch(/Session Chrome on macOS: requested to end the session/);
});

test("a row of an older version is on the page of the person whose session the tenant lists, and on no other", async () => {
	const name = `Chrome on macOS of ${EMAIL}`;
	await insertAuditEntry(auditEntry({ operation: "post_session_revoke", target: "s_1", name }));
	expect(await historyOn("auth0|1")).toContain(`Session ${name}: requested to end the session`);
	expect(await historyOn("auth0|2")).not.toContain("requested to end");
});

test("an end is claimed on the page of the person whose session it was, and on no other", async () => {
	await historyOn("auth0|1");
	const form = new FormData();
	form.set("sessionId", "s_1");
	form.set("userId", "auth0|1");
	await requestRevocationAction({}, form).catch(() => {});
	expect(await pageOn("auth0|1")).toContain("End requested");
	expect(await pageOn("auth0|2")).not.toMatch(/has ended|End requested/);
});
