import { compare, milliseconds } from "../compare.mjs";
import { request } from "../request.mjs";
import { alternate, median } from "../rounds.mjs";

const ROUNDS = 9;
const WARM_UP_ROUNDS = 3;
const CALLS = 10;
/** Against one value of the same length: parsing must not take the square of the number of names. */
const RATIO_MAX = 5;
const URL_ENCODED = "application/x-www-form-urlencoded";

/** @param {number} index */
const names = (index) => `n${index}=`;
/** The values of one name, which Next's route handlers collect anew for each of them. */
const oneName = () => "n=";

/** At the server's limits. @type {[string, "GET" | "POST", string, number, (index: number) => string][]} */
const KINDS = [
	["500 parameters of a handler", "GET", "/sign-in/start", 500, names],
	["500 parameters of one name of a handler", "GET", "/sign-in/start", 500, oneName],
	["500 parameters of a page", "GET", "/sign-in", 500, names],
	["500 parameters of the service", "GET", "/oidc/logout", 500, names],
	["100 fields that the service makes a query of", "POST", "/oidc/logout", 100, names],
	["1,000 fields of the service", "POST", "/oauth/token", 1_000, names],
	["1,000 fields of a handler", "POST", "/sign-out", 1_000, names],
];

/**
 * What many names cost beside one value of the same length, at the limit of each.
 * @type {import("../surroundings.mjs").Measure}
 */
export async function measureParameters({ app }) {
	const rows = [];
	for (const [measure, method, path, count, pair] of KINDS) {
		const many = Array.from({ length: count }, (_, index) => pair(index)).join("&");
		const works = {
			many: () => timeOf(app.address, method, path, many),
			one: () => timeOf(app.address, method, path, `n=${"x".repeat(many.length - 2)}`),
		};
		await alternate(WARM_UP_ROUNDS, works);
		const { many: ours, one: floor } = await alternate(ROUNDS, works);
		rows.push(
			compare(`${measure}, against one as long`, milliseconds, { ours, floor }, { floor: { atMost: RATIO_MAX } }),
		);
	}
	return rows;
}

/**
 * The median time of some calls one after the other, without a session.
 * @param {string} address
 * @param {"GET" | "POST"} method
 * @param {string} path
 * @param {string} pairs
 */
async function timeOf(address, method, path, pairs) {
	const times = [];
	for (let count = 0; count < CALLS; count += 1) {
		const answer =
			method === "GET"
				? await request(`${address}${path}?${pairs}`)
				: await request(address + path, {
						...{ method, body: pairs, headers: { origin: address, "content-type": URL_ENCODED } },
					});
		if (answer.text.includes("has more than")) throw new Error(`${method} ${path} refused what is within the limit`);
		times.push(answer.milliseconds);
	}
	return median(times);
}
