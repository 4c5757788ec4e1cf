import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy to a server whose connections can be cut, left without a response, and restored. */
export async function openBreakableLine(target: { host: string; port: number }) {
	const sockets = new Set<Socket>();
	let refused = 0;
	let state: "whole" | "cut" | "silent" = "whole";
	const server = createServer((socket) => {
		track(socket);
		if (state === "cut") {
			refused += 1;
			socket.destroy();
		}
		if (state !== "whole") return;
		const onward = track(connect(target));
		socket.pipe(onward).pipe(socket);
		socket.once("close", () => onward.destroy());
		onward.once("close", () => socket.destroy());
	}).listen(0, "127.0.0.1");
	await once(server, "listening");

	function track(socket: Socket): Socket {
		sockets.add(socket);
		socket.on("error", () => {});
		return socket.once("close", () => sockets.delete(socket));
	}
	function breakOff(next: typeof state) {
		state = next;
		for (const socket of sockets) socket.destroy();
	}
	return {
		port: (server.address() as AddressInfo).port,
		/** How many new connections were refused. */
		refused: () => refused,
		/** Connections end, new ones too. */
		cut: () => breakOff("cut"),
		/** Connections end, new ones are accepted without a response. */
		silence: () => breakOff("silent"),
		/** Connections that were accepted without a response end; a working line stays unchanged. */
		mend: () => state === "whole" || breakOff("whole"),
		close() {
			breakOff("cut");
			server.close();
		},
	};
}
