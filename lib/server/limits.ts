import type { AdmissionLimits } from "./admission-queue.ts";

/** Longest path and query that are read, as RFC 9110 section 4.1 recommends at least. Node bounds the whole head. */
export const TARGET_LENGTH_MAX = 8_000;
/** Largest body that is read whole: twice what the identity service accepts, and a template many times over. */
export const BODY_BYTES_MAX = 512 * 1024;
/** Longer than load balancers keep their connections, most of them for 60 s: they must be the ones to close. */
export const KEEP_ALIVE_SECONDS_DEFAULT = 65;

/**
 * How many parameters, fields and cookies are parsed at most. The time of parsers behind this server grows with the square
 * of their number: Koa's and Next's of a query, and that of cookies in Next's route handlers.
 */
export const TARGET_PARAMETERS_MAX = 500;
/** Of a form in either encoding. The console's largest is the revocation of 500 tokens, which has 502. */
export const FORM_FIELDS_MAX = 1_000;
/** Browsers keep no more than 180 for a site. */
export const COOKIES_MAX = 200;

/** Time limits in milliseconds. */
export type TimeLimits = {
	head: number;
	/** Head and body together. */
	request: number;
	/** Between checks of both. */
	check: number;
	/** Of a connection on which nothing moves although a response is being sent: the client does not read it. */
	stalled: number;
	/** Before a connection is closed on what still comes, which would lose the words of a refusal. */
	linger: number;
	/** In which a stop answers 503 to what is on its way to it, before connections without a request are closed. */
	grace: number;
	/** In which a stop then waits for the requests in progress. */
	drain: number;
};

export const TIME_LIMITS: TimeLimits = {
	head: 15_000,
	request: 60_000,
	check: 2_000,
	stalled: 120_000,
	linger: 2_000,
	grace: 100,
	drain: 8_000,
};

/** For pages, actions and handlers of the dashboard. A page takes about ten milliseconds of a processor. */
export const ADMISSION_LIMITS: AdmissionLimits = {
	active: 8,
	queued: 64,
	suspended: 100,
	suspendedWrites: 20,
	queueTime: 5_000,
};
