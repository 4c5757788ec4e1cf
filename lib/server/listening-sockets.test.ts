import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Server } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { createListeningSockets } from "./listening-sockets.ts";

const HOST = "127.0.0.1";
const NEWCOMERS = 128;

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

/** Turns of the event loop in which a server takes a number of connections that are all there already. */
async function turnsFor(server: Server, port: number): Promise<number> {
	let taken = 0;
	server.on("connection", () => {
		taken += 1;
	});
	const newcomers = Array.from({ length: NEWCOMERS }, () => connect(port, HOST));
	let turns = 0;
	for (; taken < NEWCOMERS; turns += 1) await nextTurn();
	for (const newcomer of newcomers) newcomer.destroy();
	return turns;
}

describe("the sockets that connections come by", () => {
	it("take several newcomers in a turn of the event loop", async () => {
		const { server, sockets } = start();
		expect(await turnsFor(server, await sockets.listen(0, HOST))).toBeLessThan(NEWCOMERS / 3);
	});

	it("are there because Node takes one newcomer in a turn from each", async () => {
		const server = createServer();
		open.push(server);
		server.listen(0, HOST);
		await once(server, "listening");
		expect(await turnsFor(server, (server.address() as AddressInfo).port)).toBeGreaterThanOrEqual(NEWCOMERS);
	});

	it("share their port with nobody", async () => {
		const port = await start().sockets.listen(0, HOST);
		await expect(start().sockets.listen(port, HOST)).rejects.toMatchObject({ code: "EADDRINUSE" });
	});

	it("are not opened where somebody listens already", async () => {
		const other = createServer().listen(0, HOST);
		open.push(other);
		await once(other, "listening");
		const { port } = other.address() as AddressInfo;
		await expect(start().sockets.listen(port, HOST)).rejects.toMatchObject({ code: "EADDRINUSE" });
	});

	it("close when the last answer is read", async () => {
		const { server, sockets } = start();
		const port = await sockets.listen(0, HOST);
		const answers = await Promise.all(Array.from({ length: 32 }, () => fetch(`http://${HOST}:${port}`)));
		const closed = sockets.close().then(() => "closed");
		expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(Array(32).fill("here"));
		server.closeIdleConnections();
		expect(await closed).toBe("closed");
		await expect(once(connect(port, HOST), "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
	});
});
