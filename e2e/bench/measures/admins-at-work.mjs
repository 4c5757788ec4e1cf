import { setTimeout as delay } from "node:timers/promises";
import { newTemplate, submitForm } from "../forms.mjs";

export const ADMINS = 200;
const SIGN_INS_AT_ONCE = 4;
/** One request in ten is broken off, at some moment before a page is usually there. */
const BROKEN_OFF_WITHIN_MILLISECONDS = 100;

/**
 * What has come of everything that was asked for.
 * @typedef {object} Tally
 * @property {number[]} times milliseconds of each answer
 * @property {number} refused for want of capacity: 503 that says when to come again
 * @property {string[]} errors
 */

/** @returns {Tally} */
export function emptyTally() {
	return { times: [], refused: 0, errors: [] };
}

/**
 * Each has a session of their own.
 * @param {import("../tenant.mjs").Tenant} tenant
 */
export async function signInAdmins(tenant) {
	/** @type {import("../visitor.mjs").Visitor[]} */
	const admins = [];
	while (admins.length < ADMINS) {
		admins.push(...(await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, () => tenant.signIn()))));
	}
	return admins;
}

/**
 * Reads a page, thinks, reads the next one; every tenth time creates a template, every tenth time leaves too early.
 * @param {import("../visitor.mjs").Visitor} admin
 * @param {{ end: number, paths: string[], thinkMilliseconds: number, tally: Tally }} work `end` on the clock of
 * `performance`
 */
export async function workUntil(admin, { end, paths, thinkMilliseconds, tally }) {
	const browser = { ...admin, visit: (/** @type {Visit} */ ...visit) => visitPatiently(admin, end, tally, visit) };
	await delay(Math.random() * thinkMilliseconds);
	for (let step = Math.floor(Math.random() * 10); performance.now() < end; step += 1) {
		const path = paths[step % paths.length] ?? "/";
		try {
			if (step % 10 === 9) await submitForm(browser, "/templates/new", newTemplate());
			else if (step % 10 === 4) await breakOff(admin, path);
			else await browser.visit(path);
		} catch (error) {
			if (error !== GIVEN_UP) tally.errors.push(`${path}: ${error}`);
		}
		await delay(thinkMilliseconds * (0.5 + Math.random()));
	}
}

/** @typedef {Parameters<import("../visitor.mjs").Visitor["visit"]>} Visit */

const GIVEN_UP = new Error("refused until the end");

/**
 * What is refused for want of capacity is asked for again when the answer says, as the page that a browser is given
 * then does by itself.
 * @param {import("../visitor.mjs").Visitor} admin
 * @param {number} end when it is given up
 * @param {Tally} tally
 * @param {Visit} visit
 */
async function visitPatiently(admin, end, tally, visit) {
	for (;;) {
		const answer = await admin.visit(...visit);
		const seconds = Number(answer.headers["retry-after"]);
		if (answer.status !== 503 || !(seconds > 0)) {
			tally.times.push(answer.milliseconds);
			if (answer.status >= 400) {
				tally.errors.push(`${visit[0]} answered ${answer.status}: ${answer.text.slice(0, 100)}`);
			}
			return answer;
		}
		tally.refused += 1;
		if (performance.now() + seconds * 1000 > end) throw GIVEN_UP;
		await delay(seconds * 1000);
	}
}

/**
 * @param {import("../visitor.mjs").Visitor} admin
 * @param {string} path
 */
async function breakOff(admin, path) {
	const signal = AbortSignal.timeout(1 + Math.floor(Math.random() * BROKEN_OFF_WITHIN_MILLISECONDS));
	try {
		await admin.visit(path, { signal });
	} catch (error) {
		if (!signal.aborted) throw error;
	}
}
