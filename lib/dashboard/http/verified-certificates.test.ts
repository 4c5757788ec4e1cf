import https from "node:https";
import type { AddressInfo } from "node:net";
import NextAuth from "next-auth";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dashboardConfig, heldConfig } from "../config";
import { sendWebhook } from "../log-stream/send-webhook";
import { nextAuthOptions, PROVIDER_ID } from "../sign-in/next-auth";
import { startSignInProvider } from "../sign-in/sign-in-provider.test-data";
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

/** The last step of a sign-in. @returns why it failed */
async function failuresOfSignIn(): Promise<unknown[]> {
	const failures: unknown[] = [];
	const logger = { error: (_code: string, failure: unknown) => void failures.push(failure), warn() {} };
	const query = { nextauth: ["callback", PROVIDER_ID], code: "a", state: "b" };
	const callback = { query, method: "GET", headers: {}, cookies: {}, body: {} };
	const names = ["status", "setHeader", "getHeader", "json", "send", "end", "redirect"];
	const response = Object.fromEntries(names.map((name): [string, unknown] => [name, () => response]));
	await NextAuth(callback as never, response as never, { ...nextAuthOptions("s".repeat(32)), logger });
	return failures;
}

test("to the tenant at a sign-in", async () => {
	expect(await failuresOfSignIn()).toMatchObject([{ error: { code: "DEPTH_ZERO_SELF_SIGNED_CERT" } }]);
	expect(received).toEqual([]);
});

test("a sign-in at a tenant of this machine, over plain http, uses nothing of an earlier one over https", async () => {
	await failuresOfSignIn();
	const provider = await startSignInProvider();
	heldConfig.set({ ...dashboardConfig(), editors: ["auth0|1"] });
	const { session } = await provider.signIn({ claims: { sub: "auth0|1" } });
	await provider.service.close();
	expect(session).not.toBeNull();
});
