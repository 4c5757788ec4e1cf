import https from "node:https";
import type { AddressInfo } from "node:net";
import NextAuth from "next-auth";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { heldConfig } from "../config";
import { sendWebhook } from "../log-stream/send-webhook";
import { nextAuthOptions, PROVIDER_ID } from "../sign-in/next-auth";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { selfSignedCertificate } from "../testing/self-signed-certificate";
import { request } from "./request";

let server: https.Server;
let address: string;
/** Paths of what was sent over a connection that was established. */
let received: (string | undefined)[];
beforeEach(async () => {
	received = [];
	server = https.createServer(selfSignedCertificate(), ({ url }, response) => {
		received.push(url);
		response.end("{}");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
	await pointAtService(address);
	heldConfig.set({ ...heldConfig.get(), logStreamAllow: ["127.0.0.1"] });
	vi.spyOn(process, "emitWarning").mockReturnValue();
	vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
});
afterEach(async () => {
	vi.unstubAllEnvs();
	vi.restoreAllMocks();
	server.closeAllConnections();
	server.close();
	await clearDashboardState();
});

test("a certificate that is not trusted ends the connection, whatever the environment says, to the tenant", async () => {
	const sent = request({ method: "GET", url: `${address}/clients` });
	await expect(sent).rejects.toMatchObject({ kind: "unreachable", sent: false });
	expect(received).toEqual([]);
});

test("to a webhook's receiver", async () => {
	const result = await sendWebhook({ url: `${address}/hook`, headers: {}, body: "{}" });
	expect(result).toMatchObject({ status: null, failure: expect.stringContaining("certificate") });
	expect(received).toEqual([]);
});

test("to the tenant at a sign-in", async () => {
	const failures: unknown[] = [];
	const logger = { error: (_code: string, failure: unknown) => void failures.push(failure), warn() {} };
	const query = { nextauth: ["callback", PROVIDER_ID], code: "a", state: "b" };
	const callback = { query, method: "GET", headers: {}, cookies: {}, body: {} };
	const names = ["status", "setHeader", "getHeader", "json", "send", "end", "redirect"];
	const response = Object.fromEntries(names.map((name): [string, unknown] => [name, () => response]));
	await NextAuth(callback as never, response as never, { ...nextAuthOptions("s".repeat(32)), logger });
	expect(failures).toMatchObject([{ error: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } }]);
	expect(received).toEqual([]);
});
