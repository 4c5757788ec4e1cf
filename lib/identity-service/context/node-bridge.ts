import type { IncomingMessage, ServerResponse } from "node:http";
import { toFetchResponse, toReqRes } from "fetch-to-node";
import type { KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "./identity-service";
import type { ServiceRequest } from "./service-request";

/** The headers that are passed to the library. Host and forwarding headers are not: URLs come from the settings. */
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

type BridgedMessage = IncomingMessage & { serviceRequest?: ServiceRequest };
export type Target = {
	method: string;
	/** Relative to the issuer, without a leading slash, query included. */
	path: string;
	/** Parameters of a POST. */
	form?: URLSearchParams | null;
	/** In place of the client's `Accept`. */
	accept?: string | undefined;
};

/** Node's request and response, for a library that accepts no other. They have no connection behind them. */
export function toNode(
	{ config }: Pick<IdentityService, "config">,
	request: ServiceRequest,
	{ method, path, form, accept }: Target,
): { req: IncomingMessage; res: ServerResponse } {
	const passed = new Headers([...request.headers].filter(([name]) => PASSED_HEADERS.includes(name)));
	if (accept !== undefined) passed.set("accept", accept);
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
		setTimeout() {},
		destroy() {},
	};
	Object.defineProperty(req, "socket", { value: socket });
	return { req: Object.assign(req, { serviceRequest: request }), res };
}

export function requestOf({ req }: Pick<KoaContextWithOIDC, "req">): ServiceRequest {
	const { serviceRequest } = req as BridgedMessage;
	if (!serviceRequest) throw new Error("The library received a request that did not come through this service.");
	return serviceRequest;
}

export async function runListener(
	listener: (req: IncomingMessage, res: ServerResponse) => unknown,
	service: Pick<IdentityService, "config">,
	request: ServiceRequest,
	target: Target,
): Promise<Response> {
	const { req, res } = toNode(service, request, target);
	await listener(req, res);
	const response = await toFetchResponse(res);
	// There is no connection that this header could be about.
	response.headers.delete("connection");
	return response;
}
