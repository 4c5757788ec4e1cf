import { createServer } from "node:http";

const RETRY_MS = 50;

/** Listens, as an application would, at a redirect URI of this machine until a browser arrives there. */
export function listenAt(redirectUri: string): Promise<{ arrival: Promise<URL>; close: () => void }> {
	const { port, pathname } = new URL(redirectUri);
	let arrive: (url: URL) => void;
	const arrival = new Promise<URL>((resolve) => {
		arrive = resolve;
	});
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? "/", redirectUri);
		if (url.pathname === pathname) arrive(url);
		response.writeHead(200, { "content-type": "text/html" }).end('<link rel="icon" href="data:,">Signed in');
	});
	const close = () => {
		server.close();
		server.closeAllConnections();
	};
	return new Promise((resolve, reject) => {
		const listen = () => server.listen(Number(port), "localhost");
		server.once("listening", () => resolve({ arrival, close }));
		// Another test may be listening at the same registered address.
		server.on("error", (error: NodeJS.ErrnoException) =>
			error.code === "EADDRINUSE" ? setTimeout(listen, RETRY_MS) : reject(error),
		);
		listen();
	});
}
