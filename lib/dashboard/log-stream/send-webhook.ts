import "server-only";
import { type LookupAddress, lookup } from "node:dns";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress, networks } from "@/lib/network/public-address";
import { outsideRequests } from "@/lib/process/process-wide";
import { dashboardConfig } from "../config";
import { reasonOf } from "../management/call/errors";

/** From the look-up of the name to the end of the response. */
export const SEND_WITHIN_MS = 10_000;
/** Of a response's body, which is not used: a short one is read, so that its sender sees no broken connection. */
const RESPONSE_BYTES_MAX = 4 * 1024;

/** A status, or in a sentence why there is none. */
export type SendResult = { status: number | null; failure: string | null; milliseconds: number };

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string };

/**
 * POSTs to a webhook's receiver. The address that is connected to is checked after each look-up of the name, so that a name
 * can't lead into the operator's network. Certificates are verified whatever the environment says. Redirects are not
 * followed, no proxy is used, connections are not kept, and nothing of the response but its status is returned.
 */
export async function sendWebhook(request: WebhookRequest): Promise<SendResult & Pick<Outcome, "isSent">> {
	const begin = performance.now();
	const { failure, ...outcome } = await outsideRequests(send, request);
	const milliseconds = Math.round(performance.now() - begin);
	return { ...outcome, failure: outcome.status === null ? failure : null, milliseconds };
}

/** `isSent`: there was a connection with the receiver, so it may have received the request. */
type Outcome = { status: number | null; failure: string; isSent: boolean };

function send({ url, headers, body }: WebhookRequest): Promise<Outcome> {
	const target = new URL(url);
	const refusal = refusalOfLiteral(target);
	if (refusal) return Promise.resolve({ status: null, failure: refusal, isSent: false });
	return new Promise((resolve) => {
		let status: number | null = null;
		let isSent = false;
		const outgoing = https.request(target, {
			method: "POST",
			// Of its own: without a connection or a TLS session of an earlier request, and without the environment's proxy.
			agent: new https.Agent({ keepAlive: false, maxCachedSessions: 0, rejectUnauthorized: true }),
			lookup: checkedLookup,
			headers: { ...headers, "content-length": Buffer.byteLength(body) },
		});
		// A body that breaks off, or does not end, takes nothing back of the status.
		const end = (failure: string) => {
			clearTimeout(deadline);
			resolve({ status, failure, isSent });
			outgoing.destroy();
		};
		const late = () => end(`No ${isSent ? "response" : "connection"} within ${SEND_WITHIN_MS / 1000} s.`);
		const deadline = setTimeout(late, SEND_WITHIN_MS);
		outgoing.on("socket", (socket) => {
			socket.once("secureConnect", () => {
				isSent = true;
			});
		});
		outgoing.on("error", (error) => end(failureInWords(error, outgoing.socket?.connecting === false)));
		outgoing.on("response", (incoming) => {
			status = incoming.statusCode ?? null;
			let bytes = 0;
			incoming.on("data", (chunk: Buffer) => {
				bytes += chunk.length;
				if (bytes > RESPONSE_BYTES_MAX) end(BROKEN);
			});
			incoming.on("error", () => end(BROKEN));
			incoming.on("close", () => end(BROKEN));
		});
		outgoing.end(body);
	});
}

const BROKEN = "The connection was closed.";

class RefusedAddress extends Error {
	override name = "RefusedAddress";
	constructor(address: string) {
		super(`The receiver's IP address is not public (${address}), and the operator has not allowed it.`);
	}
}

/** The refusal of an address in place of a name, which is never looked up. `URL` has turned all its notations into one. */
export function refusalOfLiteral({ hostname }: URL): string | null {
	const host = hostname.replace(/^\[|\]$/g, "");
	return isIP(host) === 0 || isAllowed(host) ? null : new RefusedAddress(host).message;
}

function isAllowed(address: string): boolean {
	return isPublicAddress(address) || networks(dashboardConfig().logStreamAllow).has(address);
}

/** Resolves a name for one connection. One address that is not allowed refuses all: the connection could be to any. */
const checkedLookup: LookupFunction = (hostname, options, callback) => {
	lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
		if (error) return callback(error, "");
		const refused = found.find(({ address }) => !isAllowed(address));
		if (refused) return callback(new RefusedAddress(refused.address), "");
		const [first] = found;
		if (options.all || !first) return callback(null, found);
		callback(null, first.address, first.family);
	});
};

/** Never the error's own message, which may name more than the receiver. */
function failureInWords(error: Error, isConnected: boolean): string {
	if (error instanceof RefusedAddress) return error.message;
	const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
	if (code?.startsWith("HPE_")) return "The receiver does not speak HTTP.";
	return isConnected && code === "ECONNRESET" ? BROKEN : reasonOf(code, "receiver");
}
