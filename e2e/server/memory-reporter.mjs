// Preloaded into an app (`--import`): whoever connects to MEMORY_REPORT_PORT is told how many answers to requests the
// serving process still holds after the garbage collection, and how much heap it uses.
import { subscribe } from "node:diagnostics_channel";
import { createServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const COLLECTIONS = 5;
/** @type {WeakRef<object>[]} */
let responses = [];
let listens = false;

subscribe("http.server.request.start", (message) => {
	const { response, socket } = /** @type {{ response: object, socket: import("node:net").Socket }} */ (message);
	if (socket.localPort !== Number(process.env.PORT)) return;
	responses.push(new WeakRef(response));
	if (!listens) listen();
	listens = true;
});

function listen() {
	// Not every version takes the flag from NODE_OPTIONS.
	setFlagsFromString("--expose-gc");
	const collect = runInNewContext("gc");
	const server = createServer(async (connection) => {
		for (let count = 0; count < COLLECTIONS; count += 1) {
			collect();
			// What finalizers and promises let go of is for the next collection.
			await new Promise((resolve) => setImmediate(resolve));
		}
		responses = responses.filter((response) => response.deref());
		connection.end(JSON.stringify({ responses: responses.length, heapBytes: process.memoryUsage().heapUsed }));
	});
	server.listen(Number(process.env.MEMORY_REPORT_PORT), "127.0.0.1").unref();
}
