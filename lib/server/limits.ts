/** Longest path and query that are read, as RFC 9110 section 4.1 recommends at least. Node bounds the whole head. */
export const TARGET_LENGTH_MAX = 8_000;
/** Largest body that is read whole: twice what the identity service accepts, and a template many times over. */
export const BODY_BYTES_MAX = 512 * 1024;
/**
 * For a folder of templates: what the import reads unpacked, 20 MB of files and as much of the baseline beside them, and room
 * for the form around each of its 3,000 files. Few at a time, of different admins: each is kept in memory. Beside them one
 * archive of a program.
 */
export const UPLOAD_LIMITS = { bytes: 42 * 1024 * 1024, fields: 3_010, atATime: 2, plansAtATime: 1 };

/**
 * How many parameters, fields and cookies are parsed at most. The time of parsers behind this server grows with the square
 * of their number: Koa's and Next's of a query, and that of cookies in Next's route handlers.
 */
export const TARGET_PARAMETERS_MAX = 500;
/** Of a form in either encoding. The console's largest but one is the revocation of 500 tokens, which has 502. */
export const FORM_FIELDS_MAX = 1_000;
/** Of the form that begins an incident: a list of 1,000 users, who may have several accounts each. */
export const INCIDENT_FIELDS_MAX = 3_000;
/** Browsers keep no more than 180 for a site. */
export const COOKIES_MAX = 200;
/** Responses that are compressed at the same time, 3 MB each; further ones are sent as they are. */
export const COMPRESSED_MAX = 32;

/** Time limits in milliseconds. */
export const TIME_LIMITS = {
	head: 15_000,
	/** Head and body together. */
	request: 60_000,
	/** Between checks of both. */
	check: 2_000,
	/** Of a connection on which nothing moves although a response is being sent: the client does not read it. */
	stalled: 120_000,
	/** Before a connection is closed while its client still sends, which would lose the message of a refusal. */
	linger: 2_000,
	/** In which a stop responds 503 to requests still arriving, before connections without a request are closed. */
	grace: 100,
	/** In which a stop then waits for the requests in progress. */
	drain: 8_000,
};
