// Loaded with NODE_OPTIONS into every process behind an app's `npm start`. The one that serves the measured port calls
// the benchmark at BENCH_REPORT_PORT with its first request, and from then on answers over that connection what it has
// used so far and how many requests it has made to other servers. It ends with the benchmark.
import { subscribe } from "node:diagnostics_channel";
import { performance } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const port = Number(process.env.PORT);
let reports = false;
let requests = 0;

if (isMainThread) {
	subscribe("http.client.request.start", () => {
		requests += 1;
	});
	subscribe("http.server.request.start", (message) => {
		const { socket } = /** @type {{ socket: import("node:net").Socket }} */ (message);
		if (reports || socket.localPort !== port) return;
		reports = true;
		void report();
	});
}

async function report() {
	const { connect } = await import("node:net");
	const connection = connect(Number(process.env.BENCH_REPORT_PORT), "127.0.0.1");
	// Being asked must not keep the process.
	connection.unref();
	connection.on("data", async (question) => {
		// What the last garbage held is garbage for the next collection.
		if (String(question) === "collected") for (let count = 0; count < 3; count += 1) await collectGarbage();
		connection.write(`${JSON.stringify(usage())}\n`);
	});
	connection.on("error", () => {});
	connection.once("close", () => process.exit(1));
}

/** @returns {import("./server.mjs").Usage} */
function usage() {
	const { user, system } = process.cpuUsage();
	// Versions before Node 24 are not asked for it.
	const thread = process.threadCpuUsage?.() ?? { user, system };
	const { rss, heapUsed } = process.memoryUsage();
	return {
		cpuMilliseconds: (user + system) / 1000,
		mainThreadMilliseconds: (thread.user + thread.system) / 1000,
		memoryMegabytes: rss / 1e6,
		heapMegabytes: heapUsed / 1e6,
		busyMilliseconds: performance.eventLoopUtilization().active,
		requests,
		processId: process.pid,
		nodeVersion: process.version,
	};
}

async function collectGarbage() {
	const { setFlagsFromString } = await import("node:v8");
	const { runInNewContext } = await import("node:vm");
	// Not every version takes the flag from NODE_OPTIONS.
	setFlagsFromString("--expose-gc");
	runInNewContext("gc")();
	await new Promise((resolve) => setImmediate(resolve));
}
