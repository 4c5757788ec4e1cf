// Loaded with `--import` into a server that is measured: tells its parent, who asks over the channel between them, what
// it has used so far, and how many requests it has made to other servers.
import { subscribe } from "node:diagnostics_channel";

let requests = 0;
subscribe("http.client.request.start", () => {
	requests += 1;
});
process.on("message", (message) => {
	if (message !== "usage") return;
	const { user, system } = process.cpuUsage();
	process.send?.({
		cpuMilliseconds: (user + system) / 1000,
		memoryMegabytes: process.memoryUsage.rss() / 1e6,
		requests,
	});
});
// Being asked must not keep the process.
process.channel?.unref();
