import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { problemOf } from "../../problem/problem-of";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { startRawServer } from "../../testing/fault-server";
import { selfSignedCertificate } from "../../testing/self-signed-certificate";
import { callManagement } from "./client";

afterEach(() => clearDashboardState());

async function problemOfWrite(address: string) {
	await pointAtService(address);
	signInAs("editor");
	const call = callManagement("delete_vc_templates_by_id", { path: { id: "vct_1" } });
	return problemOf(await call.catch((error: unknown) => error), "template");
}

test("an unknown host name is reported as such, with the setting, and nothing is unknown", async () => {
	const problem = await problemOfWrite("http://no-such-host.invalid");
	expect(problem.title).toBe("test can’t be reached");
	expect(problem.message).toBe(
		"The host's name is not known (DNS). Check AUTH_BASE_URL. Nothing was changed. Try again.",
	);
});

test("an address where nothing listens is reported as such", async () => {
	expect((await problemOfWrite("http://127.0.0.1:1")).message).toContain("Nothing listens");
});

test("a certificate that is not trusted ends the connection before anything is sent", async () => {
	let requests = 0;
	const server = https.createServer(selfSignedCertificate(), (_, response) => {
		requests += 1;
		response.end("{}");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const problem = await problemOfWrite(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
	server.close();
	expect(problem).toMatchObject({ title: "test can’t be reached" });
	expect(problem.message).toContain("not one that this machine trusts");
	expect(requests).toBe(0);
});

test("a port that does not speak TLS is reported as such", async () => {
	const server = await startRawServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
	const problem = await problemOfWrite(`https://127.0.0.1:${server.port}`);
	server.close();
	expect(problem.message).toContain("does not speak TLS");
});
