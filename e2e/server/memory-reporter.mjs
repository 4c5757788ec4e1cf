// Preloaded into an app (`--import`): a connection to MEMORY_REPORT_PORT is sent what the serving process still retains of
// the requests it has received, after a garbage collection, and how much heap it uses.
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const COLLECTIONS = 2;
/** Every asynchronous operation begun for a request holds the request's mark. */
const marks = new AsyncLocalStorage();
const outsideRequests = AsyncLocalStorage.snapshot();
/** @type {{ name: string, reference: WeakRef<object> }[]} */
let held = [];
let listens = false;

subscribe("http.server.request.start", (message) => {
	const { request, response, socket } =
		/** @type {{ request: import("node:http").IncomingMessage, response: object, socket: import("node:net").Socket }} */ (
			message
		);
	if (socket.localPort !== Number(process.env.PORT)) return;
	if (!listens) outsideRequests(listen);
	listens = true;
	const mark = {};
	marks.enterWith(mark);
	for (const [what, object] of Object.entries({ context: mark, request, response })) {
		held.push({ name: `${what} of ${request.method} ${request.url}`, reference: new WeakRef(object) });
	}
});

function listen() {
	// Not every version accepts the flag in NODE_OPTIONS.
	setFlagsFromString("--expose-gc");
	const collect = runInNewContext("gc");
	const server = createServer(async (connection) => {
		for (let count = 0; count < COLLECTIONS; count += 1) {
			collect();
			// What finalizers and promises release is for the next collection.
			await new Promise((resolve) => setImmediate(resolve));
		}
		held = held.filter(({ reference }) => reference.deref());
		const names = held.map(({ name }) => name);
		connection.end(JSON.stringify({ held: names, heapBytes: process.memoryUsage().heapUsed }));
	});
	server.listen(Number(process.env.MEMORY_REPORT_PORT), "127.0.0.1").unref();
}
