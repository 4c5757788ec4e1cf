import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Sample } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { heldConfig } from "@/lib/dashboard/config";
import { sendTestEvent } from "@/lib/dashboard/log-stream/deliveries";
import { newWebhook } from "@/lib/dashboard/log-stream/log-stream.test-data";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type Receiver, startReceiver } from "@/lib/dashboard/testing/webhook-receiver";
import WebhookPage from "./[id]/page";

let receiver: Receiver;
beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	await pointAtService("http://127.0.0.1:9");
	heldConfig.set({ ...heldConfig.get(), logStreamAllow: ["127.0.0.1", "::1"] });
	signInAs("editor");
	receiver = await startReceiver();
});
afterEach(async () => {
	vi.useRealTimers();
	await receiver.close();
	await clearDashboardState();
});

async function open(webhook: string): Promise<string> {
	const details = { route: "/log-stream/[id]", Page: WebhookPage, id: "webhook", needs: [], uses: [] } as const;
	const { text } = await renderPage(details, { webhook } as Sample);
	return text.replaceAll(" .", ".");
}

test("each delivery shows the headers and the body that were sent, without the secret and the response", async () => {
	const { id, secret } = await newWebhook(receiver.url);
	receiver.respond = (response) => response.writeHead(422).end("no such field");
	await sendTestEvent(id);
	const text = await open(id);
	const [sent] = receiver.received;
	for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature", "webhook-attempt", "content-type"])
		expect(text).toContain(`${name}: ${sent?.headers[name]}`);
	expect(text).toContain('"type": "log_stream.test"');
	expect(text).toContain(JSON.parse(sent?.body ?? "").summary);
	expect(text).toContain("422");
	expect(text).not.toContain("no such field");
	expect(text).not.toContain(secret.replace("whsec_", ""));
});

test("a delivery of an earlier version says that what was sent is not known", async () => {
	const { id } = await newWebhook(receiver.url);
	await sendTestEvent(id);
	const database = await dashboardDatabase();
	const unknown = { request_headers: null, request_body: null };
	await database.updateTable("webhook_deliveries").set(unknown).execute();
	expect(await open(id)).toContain("What was sent is not known");
});

const NOT_PUBLIC = "the receiver's IP address is not public (";
test.each([
	["to a refused IP address", "https://10.1.2.3/", `${NOT_PUBLIC}10.1.2.3), and the operator has not allowed it.`],
	["to a name that leads into a refused network", null, `${NOT_PUBLIC}`],
	["to a name that is not known", "https://receiver.invalid/", "the host's name is not known (DNS)."],
	["to where nothing listens", "https://127.0.0.1:9/", "nothing listens at the receiver's URL."],
	["to a URL that can't be read", "https://", "the webhook's URL can't be read: remove it, and add it again."],
])("an attempt %s says that nothing was sent, and why", async (_, url, reason) => {
	const { id } = await newWebhook(receiver.url);
	if (url === null) heldConfig.set({ ...heldConfig.get(), logStreamAllow: [] });
	else await (await dashboardDatabase()).updateTable("webhooks").set({ url }).execute();
	await sendTestEvent(id);
	const text = await open(id);
	expect(text).toContain(`Nothing was sent: ${reason}`);
	expect(text).toContain("not sent");
	for (const untrue of ["Headers sent", "Body sent", "earlier version", "no response", "Took"])
		expect(text).not.toContain(untrue);
	expect(receiver.received).toEqual([]);
});

test("a failing webhook says in seconds when an event was last accepted, and when the next attempt follows", async () => {
	const { id } = await newWebhook(receiver.url);
	expect(await open(id)).toContain("Nothing accepted yet.");
	await sendTestEvent(id);
	const accepted = Date.now();
	vi.setSystemTime(accepted + 20_000);
	receiver.respond = (response) => response.writeHead(500).end();
	await sendTestEvent(id);
	const database = await dashboardDatabase();
	const next_at = new Date(accepted + 25_000).toISOString();
	await database.updateTable("webhooks").set({ failing_since: new Date().toISOString(), next_at }).execute();
	expect(await open(id)).toContain("Last accepted 20 s ago. Next attempt in 5 s.");
	vi.setSystemTime(accepted + 26_000);
	expect(await open(id)).toContain("Next attempt now.");
});

test("the days since a webhook was added say how many attempts were accepted, and how many failed", async () => {
	vi.setSystemTime(Date.parse("2026-03-01T12:00:00Z"));
	const { id } = await newWebhook(receiver.url);
	expect(await open(id)).toContain("No delivery today.");
	await sendTestEvent(id);
	expect(await open(id)).toContain("Deliveries today; no attempt failed.");
	vi.setSystemTime(Date.parse("2026-03-03T23:59:59Z"));
	receiver.respond = (response) => response.writeHead(500).end();
	await sendTestEvent(id);
	await sendTestEvent(id);
	const text = await open(id);
	expect(text).toContain("Deliveries on 2 of the last 3 days; failed attempts on 2026-03-03 (2) (UTC).");
	expect(text).toMatch(/2026-03-01: 1 accepted, 0 failed .*2026-03-02: no delivery .*2026-03-03: 0 accepted, 2 failed/);
	vi.setSystemTime(Date.parse("2026-04-20T12:00:00Z"));
	expect(await open(id)).toContain("No delivery in the last 30 days.");
});
