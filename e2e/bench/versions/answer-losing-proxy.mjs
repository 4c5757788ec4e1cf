import { createServer, request as send } from "node:http";

/**
 * A proxy on the loopback in front of an app. While `loseAnswersOf` names a path, requests below it are carried out and
 * their answers never arrive.
 * @param {number} port of the proxy
 * @param {number} appPort
 */
export async function startAnswerLosingProxy(port, appPort) {
	/** @type {{ loseAnswersOf: string | null }} */
	const state = { loseAnswersOf: null };
	const server = createServer((incoming, outgoing) => {
		const { method, url = "/", headers } = incoming;
		const forwarded = send({ host: "127.0.0.1", port: appPort, method, path: url, headers }, (answer) => {
			if (state.loseAnswersOf && url.startsWith(state.loseAnswersOf)) {
				answer.resume();
				answer.once("end", () => outgoing.destroy());
				return;
			}
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		forwarded.once("error", () => outgoing.destroy());
		incoming.pipe(forwarded);
	});
	await new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(undefined)));
	return {
		state,
		stop() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}
