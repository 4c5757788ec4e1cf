import type { IncomingMessage, ServerResponse } from "node:http";
import { toFetchResponse, toReqRes } from "fetch-to-node";
import { callerAddress, countedAddress } from "../../http/rate/remote-address";
import type { IdentityService } from "../../identity-service";
import type { ClientRow } from "../../store/clients";
import { noteCertificate, readForwardedCertificate } from "../clients/forwarded-certificate";
import { noteClient } from "../clients/service-client";

/** What the library may see of a request. Host and forwarding headers are not among it: URLs come from the settings. */
const PASSED_HEADERS = [
	"accept",
	"access-control-request-headers",
	"access-control-request-method",
	"authorization",
	"content-type",
	"cookie",
	"dpop",
	"origin",
	"user-agent",
];

type Surroundings = Pick<IdentityService, "config" | "secrets">;

export type BridgedRequest = {
	method: string;
	/** Relative to the issuer, without a leading slash, query included. */
	path: string;
	headers: Headers;
	/** Parameters of a POST. */
	form?: URLSearchParams | undefined;
	/** Where it was read already. */
	client?: ClientRow | undefined;
};

/** Node's request and response for a library that knows no other; nothing is listening behind them. */
export function toNode(
	{ config, secrets }: Surroundings,
	{ method, path, headers, form, client }: BridgedRequest,
): { req: IncomingMessage; res: ServerResponse } {
	const passed = new Headers();
	for (const name of PASSED_HEADERS) {
		const value = headers.get(name);
		if (value !== null) passed.set(name, value);
	}
	const body = form?.toString();
	if (body !== undefined) {
		passed.set("content-type", "application/x-www-form-urlencoded");
		passed.set("content-length", String(Buffer.byteLength(body)));
	} else {
		passed.delete("content-type");
	}
	const url = new URL(path, config.issuer);
	const { req, res } = toReqRes(new Request(url, { method, headers: passed, ...(body ? { body } : {}) }));
	req.headers.host = url.host;
	const socket = {
		encrypted: url.protocol === "https:",
		// Noted on the devices of sessions.
		remoteAddress: callerAddress({ headers }) ?? "",
		setTimeout() {},
		destroy() {},
	};
	Object.defineProperty(req, "socket", { value: socket });
	noteCertificate(req, readForwardedCertificate(secrets, headers));
	if (client) noteClient(req, client);
	return { req, res };
}

/** The address that a request is counted under, wherever the library hands it on. */
export function limitedAddress({ socket }: IncomingMessage): string {
	return countedAddress(socket.remoteAddress || null);
}

/** Lets a library's request listener answer. */
export async function answerThrough(
	listener: (req: IncomingMessage, res: ServerResponse) => unknown,
	surroundings: Surroundings,
	request: BridgedRequest,
): Promise<Response> {
	const { req, res } = toNode(surroundings, request);
	await listener(req, res);
	const response = await toFetchResponse(res);
	// What it says of its connection is about none.
	response.headers.delete("connection");
	return response;
}
