import type { IncomingMessage } from "node:http";
import { DASHBOARD_BODY_BYTES_MAX, TARGET_LENGTH_MAX } from "./limits.ts";
import type { Refusal } from "./refusal.ts";

type Fault = (request: IncomingMessage) => Refusal | null;

const DASHBOARD_METHODS = ["GET", "HEAD", "POST"];
const SIZE_LIMIT = `${DASHBOARD_BODY_BYTES_MAX / 1024} KB`;

/** What neither half answers. The order is the order in which they are looked for. */
const FAULTS_OF_ANY: Fault[] = [
	({ url = "" }) =>
		url.length > TARGET_LENGTH_MAX
			? { status: 414, message: `The address is longer than ${TARGET_LENGTH_MAX} characters.` }
			: null,
	({ url = "" }) =>
		url.startsWith("/")
			? null
			: { status: 400, message: "The request line must hold a path that begins with a slash, and no host." },
	({ rawHeaders }) => {
		const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
		if (hosts === 1) return null;
		const what = hosts === 0 ? "has no Host header" : "has more than one Host header";
		return { status: 400, message: `The request ${what}.` };
	},
	({ headers }) => (headers.host ? null : { status: 400, message: "The request's Host header is empty." }),
	({ method = "" }) =>
		["TRACE", "CONNECT"].includes(method)
			? { status: 405, message: `${method} is not answered here.`, headers: { allow: "GET, HEAD, POST, OPTIONS" } }
			: null,
];

/** What the dashboard does not answer; the identity service words these itself. */
const FAULTS_OF_DASHBOARD: Fault[] = [
	({ method = "" }) =>
		DASHBOARD_METHODS.includes(method)
			? null
			: {
					status: 405,
					message: `${method} is not answered here: pages are read by GET and HEAD, forms are sent by POST.`,
					headers: { allow: DASHBOARD_METHODS.join(", ") },
				},
	({ url = "" }) =>
		isDecodable(url) ? null : { status: 400, message: "The address holds a percent sign that encodes nothing." },
	({ headers }) =>
		headers["transfer-encoding"] === undefined
			? null
			: { status: 411, message: "The request must say how long its body is (Content-Length)." },
	({ headers }) =>
		Number(headers["content-length"] ?? 0) > DASHBOARD_BODY_BYTES_MAX
			? { status: 413, message: `What was sent is larger than ${SIZE_LIMIT}. Nothing was changed.` }
			: null,
];

/** @returns null for a request that may go to its half */
export function faultOf(request: IncomingMessage): Refusal | null {
	return firstFault(FAULTS_OF_ANY, request);
}

export function dashboardFaultOf(request: IncomingMessage): Refusal | null {
	return firstFault(FAULTS_OF_DASHBOARD, request);
}

function firstFault(faults: Fault[], request: IncomingMessage): Refusal | null {
	for (const fault of faults) {
		const refusal = fault(request);
		if (refusal) return refusal;
	}
	return null;
}

function isDecodable(url: string): boolean {
	try {
		decodeURIComponent(url.split("?", 1)[0] ?? "");
		return true;
	} catch {
		return false;
	}
}

/** What is said where the bytes that came in are no request. */
export function unreadable({ code = "" }: NodeJS.ErrnoException): Refusal {
	switch (code) {
		case "HPE_HEADER_OVERFLOW":
			return { status: 431, message: "The request's headers are too large." };
		case "ERR_HTTP_REQUEST_TIMEOUT":
			return { status: 408, message: "The request did not arrive in time." };
		case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
			return { status: 413, message: "The request's chunk extensions are too large." };
		default:
			return { status: 400, message: "The request cannot be read." };
	}
}
