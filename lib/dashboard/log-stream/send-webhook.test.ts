import http from "node:http";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { heldConfig } from "../config";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { type Receiver, startReceiver } from "../testing/webhook-receiver";
import { sendWebhook } from "./send-webhook";

type Lookup = (name: string, options: object, callback: (error: Error | null, found: object[]) => void) => void;

/** Stands in for the system's resolver where a test sets it. */
const resolver = vi.hoisted(() => ({ lookup: null as Lookup | null }));
vi.mock("node:dns", async (original) => {
	const dns = await original<{ lookup: Lookup }>();
	return {
		...dns,
		lookup: (...parameters: Parameters<Lookup>) => (resolver.lookup ?? dns.lookup)(...parameters),
	};
});

let receiver: Receiver;
beforeEach(async () => {
	await pointAtService("http://127.0.0.1:9");
	receiver = await startReceiver();
	allow("127.0.0.1", "::1");
});
afterEach(async () => {
	resolver.lookup = null;
	vi.useRealTimers();
	await receiver.close();
	await clearDashboardState();
});

function allow(...networks: string[]): void {
	heldConfig.set({ ...heldConfig.get(), logStreamAllow: networks });
}

const headers = { "content-type": "application/json", "webhook-id": "evt_1" };
const send = (url = receiver.url) => sendWebhook({ url, headers, body: "{}" });
const resolveTo = (...addresses: string[]) => {
	resolver.lookup = (_name, _options, callback) =>
		callback(
			null,
			addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
		);
};

test("sends the body with its headers to the receiver, for its name, on a connection that is not kept", async () => {
	expect(await send()).toMatchObject({ status: 204, failure: null });
	const [one] = receiver.received;
	expect(one).toMatchObject({ id: "evt_1", body: "{}" });
	expect(one?.headers).toMatchObject({ "content-type": "application/json", connection: "close" });
	expect(one?.headers.host).toBe(new URL(receiver.url).host);
});

test.each([200, 202, 299, 301, 307, 400, 401, 410, 429, 500, 503])(
	"returns the status %i, and follows no redirect",
	async (status) => {
		receiver.respond = (response) =>
			response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end("secret");
		expect(await send()).toEqual({ status, failure: null, isSent: true, milliseconds: expect.any(Number) });
		expect(receiver.received).toHaveLength(1);
	},
);

test("a response whose body never ends, or breaks off, counts by its status, and no more than 4 KB of it are read", async () => {
	let written = 0;
	receiver.respond = (response) => {
		response.writeHead(200);
		const write = () => {
			if (response.destroyed) return;
			written += 1024;
			response.write("x".repeat(1024), () => setImmediate(write));
		};
		write();
	};
	expect(await send()).toMatchObject({ status: 200 });
	expect(written).toBeLessThan(1024 * 1024);
	receiver.respond = (response) => {
		response.writeHead(200, { "content-length": 100 });
		response.write("x", () => response.destroy());
	};
	expect(await send()).toMatchObject({ status: 200 });
});

test("a receiver that closes the connection, or sends what is not HTTP, is said in words", async () => {
	receiver.respond = (response) => response.destroy();
	expect(await send()).toMatchObject({ status: null, failure: "The connection was closed.", isSent: true });
	receiver.respond = (response) => response.socket?.end("SMTP\r\n\r\n");
	expect(await send()).toMatchObject({ status: null, failure: "The receiver does not speak HTTP." });
});

test("a receiver that does not respond is given up after ten seconds", async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const isReached = Promise.withResolvers<void>();
	receiver.respond = () => isReached.resolve();
	const sent = send();
	await isReached.promise;
	await vi.advanceTimersByTimeAsync(9_999);
	vi.advanceTimersByTime(1);
	expect(await sent).toMatchObject({ status: null, failure: "No response within 10 s." });
});

test("a certificate for another name, or that is not trusted, is refused", async () => {
	resolveTo("127.0.0.1");
	expect(await send(receiver.url.replace("localhost", "hooks.example"))).toMatchObject({
		failure: "The receiver's certificate is for another host name.",
		isSent: false,
	});
	tls.setDefaultCACertificates([]);
	expect(await send()).toMatchObject({ failure: "The receiver's certificate is not one that this machine trusts." });
	expect(receiver.received).toEqual([]);
});

test("an address at which nothing listens is said in words", async () => {
	const { url } = receiver;
	await receiver.close();
	receiver = await startReceiver();
	expect(await send(url)).toMatchObject({ failure: "Nothing listens at the receiver's URL." });
});

describe("the address that is connected to", () => {
	const refusal = (address: string) =>
		`The receiver's IP address is not public (${address}), and the operator has not allowed it.`;

	test.each([
		["127.0.0.1", "127.0.0.1"],
		["2130706433", "127.0.0.1"],
		["0x7f.1", "127.0.0.1"],
		["0177.0.0.1", "127.0.0.1"],
		["127.1", "127.0.0.1"],
		["0", "0.0.0.0"],
		["①②⑦.0.0.1", "127.0.0.1"],
		["10.1.2.3", "10.1.2.3"],
		["100.64.0.1", "100.64.0.1"],
		["169.254.169.254", "169.254.169.254"],
		["172.16.0.1", "172.16.0.1"],
		["192.168.0.1", "192.168.0.1"],
		["224.0.0.1", "224.0.0.1"],
		["255.255.255.255", "255.255.255.255"],
		["[::1]", "::1"],
		["[::]", "::"],
		["[::ffff:127.0.0.1]", "::ffff:7f00:1"],
		["[::ffff:8.8.8.8]", "::ffff:808:808"],
		["[64:ff9b::127.0.0.1]", "64:ff9b::7f00:1"],
		["[2002:7f00:1::]", "2002:7f00:1::"],
		["[2001:0:7f00:1::]", "2001:0:7f00:1::"],
		["[fc00::1]", "fc00::1"],
		["[fe80::1]", "fe80::1"],
		["[ff02::1]", "ff02::1"],
	])("is refused as https://%s/", async (host, address) => {
		allow();
		expect(await send(`https://${host}:${new URL(receiver.url).port}/`)).toMatchObject({ failure: refusal(address) });
		expect(receiver.received).toEqual([]);
	});

	test("is refused after the look-up of a name, also where only one of several addresses is not public", async () => {
		allow();
		resolveTo("127.0.0.1");
		expect(await send()).toMatchObject({ failure: refusal("127.0.0.1") });
		resolveTo("2606:4700:4700::1111", "1.1.1.1", "10.0.0.7");
		expect(await send()).toMatchObject({ failure: refusal("10.0.0.7") });
		resolver.lookup = null;
		expect((await send()).failure).toMatch(/is not public/);
		expect(receiver.received).toEqual([]);
	});

	test("is looked up and checked anew at each attempt", async () => {
		resolveTo("127.0.0.1");
		expect(await send()).toMatchObject({ status: 204 });
		resolveTo("169.254.169.254");
		expect(await send()).toMatchObject({ failure: refusal("169.254.169.254") });
		resolveTo("127.0.0.1");
		expect(await send()).toMatchObject({ status: 204 });
	});

	test("is what the operator allows, and nothing next to it", async () => {
		allow("127.0.0.0/30");
		resolveTo("127.0.0.1");
		expect(await send()).toMatchObject({ status: 204 });
		resolveTo("127.0.0.4");
		expect(await send()).toMatchObject({ failure: refusal("127.0.0.4") });
	});
});

test("no proxy of the environment is used", async () => {
	const seen: string[] = [];
	const proxy = http.createServer().on("connect", ({ url }, socket) => {
		seen.push(url ?? "");
		socket.destroy();
	});
	await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
	const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
	for (const name of ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"]) vi.stubEnv(name, address);
	vi.stubEnv("NODE_USE_ENV_PROXY", "1");
	expect(await send()).toMatchObject({ status: 204 });
	expect(seen).toEqual([]);
	vi.unstubAllEnvs();
	proxy.close();
});
