import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Server } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createListeningSockets } from "./listening-sockets.ts";

const HOST = "127.0.0.1";
const CLIENTS = 128;

const open: { close: () => unknown }[] = [];
afterEach(async () => {
	for (const one of open.splice(0)) await one.close();
});

function start() {
	const server = createServer((_request, response) => void response.end("here"));
	const sockets = createListeningSockets(server);
	open.push(sockets);
	return { server, sockets };
}

/** Turns of the event loop in which a server accepts a number of connections that are all pending already. */
async function turnsFor(server: Server, port: number): Promise<number> {
	let accepted = 0;
	server.on("connection", () => {
		accepted += 1;
	});
	const clients = Array.from({ length: CLIENTS }, () => connect(port, HOST));
	let turns = 0;
	for (; accepted < CLIENTS; turns += 1) await nextTurn();
	for (const client of clients) client.destroy();
	return turns;
}

describe("the listening sockets", () => {
	it("accept several connections in a turn of the event loop", async () => {
		const { server, sockets } = start();
		expect(await turnsFor(server, await sockets.listen(0, HOST))).toBeLessThan(CLIENTS / 3);
	});

	it("are several because Node accepts one connection in a turn from each", async () => {
		const server = createServer();
		open.push(server);
		server.listen(0, HOST);
		await once(server, "listening");
		expect(await turnsFor(server, (server.address() as AddressInfo).port)).toBeGreaterThanOrEqual(CLIENTS);
	});

	it("share their port with no other process", async () => {
		const port = await start().sockets.listen(0, HOST);
		await expect(start().sockets.listen(port, HOST)).rejects.toMatchObject({ code: "EADDRINUSE" });
	});

	it("are not opened where another process listens already", async () => {
		const other = createServer().listen(0, HOST);
		open.push(other);
		await once(other, "listening");
		const { port } = other.address() as AddressInfo;
		await expect(start().sockets.listen(port, HOST)).rejects.toMatchObject({ code: "EADDRINUSE" });
	});

	it("close when the last response is read", async () => {
		const { server, sockets } = start();
		const port = await sockets.listen(0, HOST);
		const responses = await Promise.all(Array.from({ length: 32 }, () => fetch(`http://${HOST}:${port}`)));
		const closed = sockets.close().then(() => "closed");
		expect(await Promise.all(responses.map((response) => response.text()))).toEqual(Array(32).fill("here"));
		server.closeIdleConnections();
		expect(await closed).toBe("closed");
		await expect(once(connect(port, HOST), "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
	});
});
