import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { finished } from "node:stream";
import { constants } from "node:zlib";
import compression from "compression";
import { isReadTokenPath, isServicePath, READ_TOKEN_PATHS } from "../contract/service-paths.ts";
import { settleCallerAddress } from "../network/caller-address.ts";
import { runPage } from "../process/request-context.ts";
import type { StartedApp } from "../process/started-app.ts";
import { bodyRefusal } from "./body-check.ts";
import { BODY_BYTES_MAX, COMPRESSED_MAX, FORM_FIELDS_MAX, UPLOAD_LIMITS } from "./limits.ts";
import { completeResponse, prepareForNext, withBody, writeMediaTypeInLowerCase } from "./next-adapter.ts";
import * as refusals from "./refusal.ts";
import { refuse } from "./refusal.ts";
import { hasMoreFields, refusalByDashboard, refusalOfHead, shortAddress } from "./request-checks.ts";
import { boundRequests } from "./requests-in-progress.ts";
import type { ServerSettings } from "./server-settings.ts";
import { pathOf, readBody, sendResponse, toReceived } from "./transport.ts";

/** What requests are passed on to. */
export type Backends = Pick<StartedApp, "service" | "uploaderOf" | "plannerOf"> & {
	dashboard: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
	/** Origin to which the sign-in page's form redirects. */
	signInOrigin: string | undefined;
};

/** To these pages of the tenant post, from another origin: the result is stored for the admin who began the test. */
const SIGN_IN_TEST_PATHS = ["/sign-in-test/saml", "/sign-in-test/ws-federation"];
/** Where a folder of templates is sent to. */
const UPLOAD_PATH = "/templates/import/upload";
/** Where a program sends one for a plan, with a read token. */
const PLAN_PATH = READ_TOKEN_PATHS.plan;
const ARCHIVE_TYPE = "application/zip";
/** What programs send with a token, by path: neither session nor origin counts there, and nothing of the tenant is changed. */
const SENT_BY_PROGRAMS: Readonly<Record<string, { types: readonly string[]; refusal: refusals.Refusal }>> = {
	[PLAN_PATH]: { types: ["application/json", ARCHIVE_TYPE], refusal: refusals.NOT_A_PLAN },
	[READ_TOKEN_PATHS.proposals]: { types: ["application/json"], refusal: refusals.NOT_A_PROPOSAL },
};
/** Two years. */
const HSTS = "max-age=63072000";
const REQUEST_ID = /^[\w.:-]{8,128}$/;
/** The process responds. It does so here, without a turn of the event loop for each step of Next. */
const LIVENESS_PATH = "/healthz";
/** Asks the stores. */
const READINESS_PATH = "/readyz";
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];
/** Files of the build: named by their content, the same for every user. */
const STATIC_PATH = /^\/(_next\/static\/|icon\.svg$)/;

/** Responses that are being compressed. */
let compressing = 0;
/** @param quality of Brotli */
function compressionOf(quality: number) {
	return compression({
		brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: quality } },
		filter(request, response) {
			if (compressing >= COMPRESSED_MAX || response.closed || !compression.filter(request, response)) return false;
			// Its range is one of the bytes as they are.
			if (response.statusCode === 206) return false;
			compressing += 1;
			response.once("close", () => {
				compressing -= 1;
			});
			return true;
		},
	}) as unknown as (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

/** This takes as long as gzip, and makes a cold form 20 KB smaller. */
const compressPage = compressionOf(6);
/** This takes 1.6 times as long, once for each browser, and saves another 2 KB; better ones take many times as long. */
const compressFile = compressionOf(8);

/**
 * The way of every request: it is checked, redirected to the canonical host if it is a read of another one, and passed on
 * to the dashboard or the service. None of this authorizes: every page, action and endpoint checks session, role and
 * origin itself.
 */
export function createHandler(
	settings: ServerSettings,
	{ service, uploaderOf, plannerOf, dashboard, signInOrigin }: Backends,
	bounded = boundRequests(settings),
): RequestListener {
	const appUrl = new URL(settings.appUrl);
	/** Whose large uploads are read: admins, and tokens of programs, which take no place of an admin. */
	const uploaders = { admins: new Set<string>(), tokens: new Set<string>() };

	return async (request, response) => {
		const path = pathOf(request);
		try {
			const refusal = refusalOfHead(request);
			setHeaders(request, response, !refusal && STATIC_PATH.test(path));
			settleCallerAddress(request, settings.trustedProxies);
			if (refusal) return refuseOrShorten(request, response, refusal);
			if (isReadOfOtherHost(request, path)) return redirectToCanonicalHost(request, response);
			await (isServicePath(path) ? toService(request, response) : toDashboard(request, response, path));
		} catch (error) {
			const reference = String(request.headers["x-request-id"]);
			console.error(`${request.method} ${reference} failed:`, error);
			if (response.headersSent) response.destroy();
			else refuse(request, response, refusals.broken(reference));
		}
	};

	function setHeaders(request: IncomingMessage, response: ServerResponse, isStatic: boolean): void {
		const given = request.headers["x-request-id"];
		const requestId = typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
		request.headers["x-request-id"] = requestId;
		response.setHeader("x-content-type-options", "nosniff");
		if (appUrl.protocol === "https:") response.setHeader("strict-transport-security", HSTS);
		if (isStatic) return;
		response.setHeader("x-request-id", requestId);
		response.setHeader("cache-control", "private, no-store");
		response.setHeader("referrer-policy", "same-origin");
		response.setHeader("cross-origin-opener-policy", "same-origin");
		response.setHeader("x-frame-options", "DENY");
	}

	function refuseOrShorten(request: IncomingMessage, response: ServerResponse, refusal: refusals.Refusal): void {
		const { method = "", url = "" } = request;
		const address = SAFE_METHODS.includes(method) ? shortAddress(url) : undefined;
		if (address) response.writeHead(303, { location: address }).end();
		else refuse(request, response, refusal);
	}

	/** A read that names this origin is Next's own: it prerenders the target of an action's redirect. */
	function isReadOfOtherHost({ method = "", headers }: IncomingMessage, path: string): boolean {
		if (headers.host === appUrl.host || headers.origin === appUrl.origin) return false;
		return SAFE_METHODS.includes(method) && path !== LIVENESS_PATH && path !== READINESS_PATH;
	}

	function redirectToCanonicalHost(request: IncomingMessage, response: ServerResponse): void {
		const { authorization } = request.headers;
		if (authorization !== undefined) refuse(request, response, refusals.misdirected(appUrl.origin));
		else response.writeHead(307, { location: appUrl.origin + request.url, "cache-control": "no-store" }).end();
	}

	async function toService(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (!service) return refuse(request, response, refusals.NOTHING_HERE);
		const body = await readBody(request);
		if (!body) return;
		const { bytes } = body;
		if (hasMoreFields(request, bytes, FORM_FIELDS_MAX))
			return refuse(request, response, refusals.tooManyFields(FORM_FIELDS_MAX));
		// A body that is too large is above the service's own limit as well, which it reports with its own message.
		await sendResponse(await service(toReceived(request, bytes, appUrl.origin)), response);
	}

	async function toDashboard(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
		const refusal = refusalByDashboard(request);
		if (refusal) return refuse(request, response, refusal);
		if (request.method !== "POST") {
			if (path !== LIVENESS_PATH) return toNext(request, response, path);
			return void response.writeHead(200, { "content-type": "text/plain", "cache-control": "no-store" }).end("ok\n");
		}
		const byProgram = Object.hasOwn(SENT_BY_PROGRAMS, path) ? SENT_BY_PROGRAMS[path] : undefined;
		if (isReadTokenPath(path) && !byProgram) return refuse(request, response, refusals.READ_ONLY);
		writeMediaTypeInLowerCase(request);
		const isResult = SIGN_IN_TEST_PATHS.includes(path) && isOfType(request, ["application/x-www-form-urlencoded"]);
		if (byProgram && !isOfType(request, byProgram.types)) return refuse(request, response, byProgram.refusal);
		if (request.headers.origin !== appUrl.origin && !isResult && !byProgram)
			return refuse(request, response, refusals.FOREIGN_WRITE);
		if (STATIC_PATH.test(path) || path === LIVENESS_PATH) return refuse(request, response, refusals.READ_ONLY);
		// The one form with files, and its twin for programs. JSON takes many times its size in memory, and is no larger than a form.
		const isFolder = isOfType(
			request,
			path === PLAN_PATH ? [ARCHIVE_TYPE] : path === UPLOAD_PATH ? ["multipart/form-data"] : [],
		);
		const uploadsRefusal = isFolder && (await uploadRefusal(request, response));
		if (uploadsRefusal) return refuse(request, response, uploadsRefusal);
		const body = await readBody(request, isFolder ? UPLOAD_LIMITS.bytes : BODY_BYTES_MAX);
		if (!body) return;
		const refusalOfBody = await bodyRefusal(request, body, isFolder);
		if (refusalOfBody) return refuse(request, response, refusalOfBody);
		await toNext(withBody(request, body.bytes), response, path);
	}

	/** Who sends a large one is known before it is read, and has one at a time: one that does not go on keeps few out. */
	async function uploadRefusal(request: IncomingMessage, response: ServerResponse) {
		const { headers } = request;
		if (Number(headers["content-length"]) <= BODY_BYTES_MAX) return undefined;
		const isPlan = pathOf(request) === PLAN_PATH;
		const uploader = await (isPlan ? plannerOf(headers.authorization ?? "") : uploaderOf(headers.cookie ?? ""));
		if ("message" in uploader) return { ...uploader, headers: { ...refusals.CLOSE, ...uploader.headers } };
		const { subject } = uploader;
		const [others, max] = isPlan
			? [uploaders.tokens, UPLOAD_LIMITS.plansAtATime]
			: [uploaders.admins, UPLOAD_LIMITS.atATime];
		if (others.has(subject)) return refusals.OWN_UPLOAD;
		if (others.size >= max) return refusals.OTHER_UPLOADS;
		others.add(subject);
		// Also where the connection broke before.
		finished(response, () => others.delete(subject));
		return undefined;
	}

	/** Of one of these media types, and never an action: actions are called by a header, whatever the path. */
	function isOfType({ headers }: IncomingMessage, types: readonly string[]): boolean {
		const [given = ""] = (headers["content-type"] ?? "").split(";", 1);
		return types.includes(given.trim()) && headers["next-action"] === undefined;
	}

	async function toNext(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
		const policy = policyOf(path);
		prepareForNext(request, appUrl, policy);
		const isFile = STATIC_PATH.test(path);
		(isFile ? compressFile : compressPage)(request, response, () => {});
		if (isFile) return dashboard(request, response);
		response.setHeader("content-security-policy", policy);
		const render = async (outer?: ServerResponse) => {
			const page = { isMissing: false, storeFault: null };
			completeResponse(response, page, outer);
			await runPage(page, () => dashboard(request, response));
		};
		if (path !== READINESS_PATH) return bounded.serve(request, response, render);
		// Responds under overload too; its parameters are not parsed.
		request.url = path;
		await render();
	}

	/** The policy of one page. Its nonce is that of the page's scripts: Next reads it from the request's headers. */
	function policyOf(path: string): string {
		const { isDevelopment } = settings;
		const nonce = randomBytes(16).toString("base64");
		return [
			"default-src 'self'",
			`script-src 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
			`style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
			"img-src 'self' data:",
			"object-src 'none'",
			"base-uri 'none'",
			`form-action 'self'${path === "/sign-in" && signInOrigin ? ` ${signInOrigin}` : ""}`,
			"frame-ancestors 'none'",
		].join("; ");
	}
}
