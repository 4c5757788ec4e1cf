import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { request } from "./request";

test("a keep-alive connection retains nothing of the page that used it, first or last", async () => {
	const server = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	const page = new AsyncLocalStorage<string>();
	const seen: unknown[] = [];
	const note = () => seen.push(page.getStore());
	subscribe("net.client.socket", note);
	subscribe("http.client.request.start", note);
	for (const name of ["first", "second"]) {
		await page.run(name, async () => {
			expect((await request({ method: "GET", url })).status).toBe(200);
			expect(page.getStore()).toBe(name);
		});
	}
	unsubscribe("net.client.socket", note);
	unsubscribe("http.client.request.start", note);
	server.closeAllConnections();
	server.close();
	expect(seen).toEqual([undefined, undefined, undefined]);
});
