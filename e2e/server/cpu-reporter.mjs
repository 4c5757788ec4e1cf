// Preloaded into an app (`--import`): a connection to CPU_REPORT_PORT is sent the CPU time, in milliseconds, that the process
// which serves PORT has used so far.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:net";

const REQUEST = "http.server.request.start";
subscribe(REQUEST, listenOnce);

/** @param {unknown} message */
function listenOnce(message) {
	const { socket } = /** @type {{ socket: import("node:net").Socket }} */ (message);
	if (socket.localPort !== Number(process.env.PORT)) return;
	unsubscribe(REQUEST, listenOnce);
	const server = createServer((connection) => {
		const { user, system } = process.cpuUsage();
		connection.end(String((user + system) / 1000));
	});
	server.listen(Number(process.env.CPU_REPORT_PORT), "127.0.0.1").unref();
}
