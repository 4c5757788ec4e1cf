import "server-only";
import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { request, type ServiceAnswer, type ServiceRequest, TransportError } from "../http/request";
import { currentCall } from "../management/call/call-context";
import { queueExchange } from "./exchange-queue";
import { redactBody, redactHeaders } from "./redact";

const ID_RANDOM_BYTES = 4;

/**
 * Sends a request and keeps what went over the wire, for the admin whose call it belongs to.
 * @param operation what the list calls it
 * @throws TransportError
 */
export async function recordedRequest(operation: string, wire: ServiceRequest): Promise<ServiceAnswer> {
	const start = performance.now();
	const at = new Date().toISOString();
	try {
		const answer = await request(wire);
		record({ operation, wire, at, milliseconds: performance.now() - start, answer, failure: null });
		return answer;
	} catch (error) {
		const failure = error instanceof TransportError ? [error.kind, error.code].filter(Boolean).join(": ") : "failed";
		record({ operation, wire, at, milliseconds: performance.now() - start, answer: null, failure });
		throw error;
	}
}

type Exchange = {
	operation: string;
	wire: ServiceRequest;
	at: string;
	milliseconds: number;
	answer: ServiceAnswer | null;
	failure: string | null;
};

function record({ operation, wire, at, milliseconds, answer, failure }: Exchange): void {
	const call = currentCall();
	if (!call) return;
	const { method, url, headers = {}, body } = wire;
	queueExchange(() => ({
		id: `${at}-${randomBytes(ID_RANDOM_BYTES).toString("hex")}`,
		at,
		subject: call.subject,
		reference: call.reference,
		request_id: call.requestId,
		operation,
		method,
		url,
		status: answer?.status ?? null,
		failure,
		milliseconds: Math.round(milliseconds),
		request_headers: JSON.stringify(redactHeaders(headers)),
		request_body: redactBody(body, headers["content-type"] ?? ""),
		response_headers: JSON.stringify(answer ? redactHeaders(answer.headers) : {}),
		response_body: redactBody(answer?.text, "application/json"),
	}));
}
