import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createRoundRobin } from "./round-robin.ts";

const open: Server[] = [];
afterEach(() => {
	for (const server of open.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
	open.push(server.listen(0, "127.0.0.1"));
	await once(server, "listening");
	return (server.address() as AddressInfo).port;
}
const instance = (listener: RequestListener) => listen(createServer(listener));

it("forwards each request to the next instance, over one connection too", async () => {
	const ports = await Promise.all(["one", "two"].map((name) => instance((_, response) => response.end(name))));
	const address = `http://127.0.0.1:${await listen(createRoundRobin(ports))}`;
	const bodies = [];
	for (let index = 0; index < 4; index += 1) bodies.push(await (await fetch(address)).text());
	expect(bodies).toEqual(["one", "two", "one", "two"]);
});

it("forwards a request and its response unchanged", async () => {
	const echo = await instance((request, response) => {
		response.writeHead(201, {
			"set-cookie": ["a=1", "b=2"],
			"x-host": String(request.headers.host),
			"x-url": request.url,
		});
		request.pipe(response);
	});
	const port = await listen(createRoundRobin([echo]));
	const forwarded = await fetch(`http://127.0.0.1:${port}/path?q=%20`, { method: "POST", body: "ünchanged" });
	expect(forwarded.status).toBe(201);
	expect(forwarded.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
	expect(forwarded.headers.get("x-host")).toBe(`127.0.0.1:${port}`);
	expect(forwarded.headers.get("x-url")).toBe("/path?q=%20");
	expect(await forwarded.text()).toBe("ünchanged");
});

it("responds 502 for a stopped instance, and breaks off where an instance does", async () => {
	const broken = await instance((_, response) => {
		response.writeHead(200, { "content-length": "10" });
		response.write("half", () => response.destroy());
	});
	const gone = createServer();
	const ports = [await listen(gone), broken];
	gone.close();
	const address = `http://127.0.0.1:${await listen(createRoundRobin(ports))}`;
	expect((await fetch(address)).status).toBe(502);
	await expect(fetch(address).then((response) => response.text())).rejects.toThrow();
});
