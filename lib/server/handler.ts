import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { showPage, type Visit } from "../process/request-context.ts";
import { isReadable } from "./action-payload.ts";
import { createDoorKeeper } from "./admission-control.ts";
import { Gate } from "./admission-queue.ts";
import { settleCallerAddress } from "./caller-address.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { FORM_FIELDS_MAX, GATE_LIMITS } from "./limits.ts";
import { mendAnswer } from "./next-adapter.ts";
import { prepareForNext, withBody } from "./next-request.ts";
import { hasMoreFields } from "./parameter-count.ts";
import { readBody } from "./read-body.ts";
import { refuse } from "./refusal.ts";
import * as faults from "./request-checks.ts";
import type { ServerSettings } from "./server-settings.ts";
import { isServicePath, pathOf } from "./service-paths.ts";
import { toRequest, writeResponse } from "./transport.ts";

/** Answers a request for one of the identity service's paths. */
export type ServiceHandler = (request: Request) => Promise<Response>;

export type Halves = {
	/** Null where another tenant is managed: its paths then hold nothing here. */
	service: ServiceHandler | null;
	/** Next's request handler. */
	dashboard: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
	/** Origin that the sign-in page's form leads to. */
	signInOrigin: string | undefined;
};

/**
 * Where a page of the tenant posts the answer to a sign-in that was begun here to look at it: another origin, by design of
 * the protocols. What is posted is kept for whoever began it, and nothing else happens.
 */
const ANSWER_PATHS = ["/sign-in-test/saml", "/sign-in-test/ws-federation"];

/** Two years, so that browsers never try plain http again once they have come by https. */
const HSTS = "max-age=63072000";
const REQUEST_ID = /^[\w.:-]{8,128}$/;
const HEALTH_PATHS = ["/healthz", "/readyz"];
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];
/** Files of the build: named by their content, the same for everybody. */
const STATIC_PATH = /^\/(_next\/static\/|icon\.svg$)/;

/**
 * The way of every request: what no half answers is refused, reads by another name are sent to the one address, then it
 * goes to its half. None of this is the lock: every page, action and endpoint checks session, role and origin itself.
 */
export function createHandler(settings: ServerSettings, halves: Halves, gate = new Gate(GATE_LIMITS)): RequestListener {
	const { isDevelopment } = settings;
	const throughGate = createDoorKeeper(gate);
	const appUrl = new URL(settings.appUrl);

	return async (request, response) => {
		const path = pathOf(request);
		try {
			setHeaders(request, response, path);
			settleCallerAddress(request, settings.trustedProxies);
			const refusal = faults.answerTo(faults.FAULTS, request);
			if (refusal) return refuse(request, response, refusal);
			if (isByAnotherName(request, path)) return sendOn(request, response);
			await (isServicePath(path) ? toService(request, response) : toDashboard(request, response, path));
		} catch (error) {
			console.error(`${request.method} failed:`, error);
			if (response.headersSent) response.destroy();
			else refuse(request, response, faults.BROKEN);
		}
	};

	function setHeaders(request: IncomingMessage, response: ServerResponse, path: string): void {
		response.setHeader("x-content-type-options", "nosniff");
		if (appUrl.protocol === "https:") response.setHeader("strict-transport-security", HSTS);
		if (STATIC_PATH.test(path)) return;
		const given = request.headers["x-request-id"];
		const requestId = typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
		request.headers["x-request-id"] = requestId;
		response.setHeader("x-request-id", requestId);
		response.setHeader("cache-control", "private, no-store");
		response.setHeader("referrer-policy", "same-origin");
		response.setHeader("cross-origin-opener-policy", "same-origin");
		response.setHeader("x-frame-options", "DENY");
	}

	/** A read that names this origin is Next's own: it renders ahead what an action redirects to. */
	function isByAnotherName({ method = "", headers }: IncomingMessage, path: string): boolean {
		if (headers.host === appUrl.host || headers.origin === appUrl.origin) return false;
		return SAFE_METHODS.includes(method) && !HEALTH_PATHS.includes(path);
	}

	async function toService(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (!halves.service) return refuse(request, response, faults.NOTHING_HERE);
		const body = await readBody(request);
		if (!body) return;
		if (hasMoreFields(request, body.bytes, FORM_FIELDS_MAX)) return refuse(request, response, faults.TOO_MANY_FIELDS);
		// Of a body that is too large the service is given more than it takes: its own words say so.
		await writeResponse(await halves.service(toRequest(request, body.bytes, appUrl.origin)), response);
	}

	async function toDashboard(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
		const refusal = faults.answerTo(faults.DASHBOARD_FAULTS, request);
		if (refusal) return refuse(request, response, refusal);
		if (request.method !== "POST") return show(request, response, path);
		const isOwn = request.headers.origin === appUrl.origin || isAnswerOfTenant(request, path);
		if (!isOwn) return refuse(request, response, faults.FOREIGN_WRITE);
		if (STATIC_PATH.test(path)) return refuse(request, response, faults.READ_ONLY);
		const body = await readBody(request);
		if (!body) return;
		if (body.isTooLarge) return refuse(request, response, faults.TOO_LARGE);
		if (hasMoreFields(request, body.bytes, FORM_FIELDS_MAX)) return refuse(request, response, faults.TOO_MANY_FIELDS);
		if (!(await isReadable(request, body.bytes))) return refuse(request, response, faults.NOT_A_FORM);
		await show(withBody(request, body.bytes), response, path);
	}

	/** A form and never an action: those are run by a header, whatever the path. */
	function isAnswerOfTenant({ headers }: IncomingMessage, path: string): boolean {
		const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers["content-type"] ?? "");
		return ANSWER_PATHS.includes(path) && isForm && headers["next-action"] === undefined;
	}

	async function show(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
		const formTarget = path === "/sign-in" ? halves.signInOrigin : undefined;
		const policy = contentSecurityPolicy(randomBytes(16).toString("base64"), isDevelopment, formTarget);
		prepareForNext(request, appUrl, policy);
		if (STATIC_PATH.test(path)) return halves.dashboard(request, response);
		response.setHeader("content-security-policy", policy);
		if (HEALTH_PATHS.includes(path)) {
			// They have no parameters, and are answered beyond capacity too: so none are parsed.
			request.url = path;
			return render(request, response, null);
		}
		await throughGate(request, response, (visit) => render(request, response, visit));
	}

	async function render(request: IncomingMessage, response: ServerResponse, visit: Visit | null): Promise<void> {
		const page = { isMissing: false, storeFault: null, visit };
		mendAnswer(request, response, page);
		await showPage(page, () => halves.dashboard(request, response));
	}

	/** Clients that follow to another host leave out who they are. */
	function sendOn(request: IncomingMessage, response: ServerResponse): void {
		const { authorization } = request.headers;
		if (authorization !== undefined) refuse(request, response, faults.askThere(appUrl.origin));
		else response.writeHead(307, { location: appUrl.origin + request.url, "cache-control": "no-store" }).end();
	}
}
