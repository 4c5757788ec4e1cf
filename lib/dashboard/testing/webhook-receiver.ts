import type { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { makeCertificate } from "@/lib/testing/certificates";

export type Received = {
	id: string;
	attempt: number;
	timestamp: string;
	signature: string;
	body: string;
	headers: IncomingMessage["headers"];
};

export type Responding = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

export const accept: Responding = (response) => response.writeHead(204).end();

/** A receiver of webhooks on this machine, with a certificate that this process trusts, and that misbehaves on purpose. */
export async function startReceiver() {
	const { certificate: cert, privateKey: key } = await makeCertificate("ec", "CN=localhost", 2, ["localhost"]);
	const trusted = tls.getCACertificates("default");
	tls.setDefaultCACertificates([...trusted, cert]);
	const received: Received[] = [];
	const receiver = {
		received,
		respond: accept,
		url: "",
		certificate: cert,
		close: async () => {
			tls.setDefaultCACertificates(trusted);
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	const server = https.createServer({ cert, key }, async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const header = (name: string) => String(request.headers[name] ?? "");
		const one = {
			id: header("webhook-id"),
			attempt: Number(header("webhook-attempt")),
			headers: request.headers,
			timestamp: header("webhook-timestamp"),
			signature: header("webhook-signature"),
			body: Buffer.concat(chunks).toString(),
		};
		received.push(one);
		receiver.respond(response, one, request);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	receiver.url = `https://localhost:${(server.address() as AddressInfo).port}/hook`;
	return receiver;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
