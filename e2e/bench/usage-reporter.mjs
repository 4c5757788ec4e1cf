// Loaded with NODE_OPTIONS into every process behind an app's `npm start`. The one that serves the measured port connects
// to the benchmark at BENCH_REPORT_PORT with its first request, and from then on reports over that connection, on
// request, what it has used so far. It ends with the benchmark.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { performance } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const REQUEST = "http.server.request.start";
if (isMainThread) subscribe(REQUEST, connectOnce);

/** @param {unknown} message */
async function connectOnce(message) {
	const { socket } = /** @type {{ socket: import("node:net").Socket }} */ (message);
	if (socket.localPort !== Number(process.env.PORT)) return;
	unsubscribe(REQUEST, connectOnce);
	const { connect } = await import("node:net");
	const connection = connect(Number(process.env.BENCH_REPORT_PORT), "127.0.0.1");
	// Waiting for requests must not keep the process.
	connection.unref();
	connection.on("data", async (when) => {
		// What the last garbage held is garbage for the next collection.
		if (String(when) === "collected") for (let count = 0; count < 3; count += 1) await collectGarbage();
		connection.write(`${JSON.stringify(usage())}\n`);
	});
	connection.on("error", () => {});
	connection.once("close", () => process.exit(1));
}

/** @returns {import("./server.ts").Usage} */
function usage() {
	const { user, system } = process.cpuUsage();
	const { rss, heapUsed } = process.memoryUsage();
	return {
		cpuMilliseconds: (user + system) / 1000,
		memoryMegabytes: rss / 1e6,
		heapMegabytes: heapUsed / 1e6,
		busyMilliseconds: performance.eventLoopUtilization().active,
		processId: process.pid,
	};
}

async function collectGarbage() {
	const { setFlagsFromString } = await import("node:v8");
	const { runInNewContext } = await import("node:vm");
	setFlagsFromString("--expose-gc");
	runInNewContext("gc")();
	await new Promise((resolve) => setImmediate(resolve));
}
