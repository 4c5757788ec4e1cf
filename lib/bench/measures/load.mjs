import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { newTemplate, submitForm } from "../forms.mjs";
import { quantile } from "../rounds.mjs";
import { TEMPLATES, templateRequest } from "../tenant.mjs";

const ADMINS = 200;
const THINK_MILLISECONDS = 2_000;
const HALF_OPEN_CONNECTIONS = 1_000;
const SIGN_INS_AT_ONCE = 4;
const WARM_UP_MILLISECONDS = 15_000;
const P95_MAX_MILLISECONDS = 500;
const GROWTH_MAX_MEGABYTES = 50;

/**
 * Admins at work, each with a session of their own, beside connections that begin a request and never end it.
 * @param {import("../bench.mjs").Surroundings} surroundings
 * @param {number} minutes after a warm-up
 * @returns {Promise<import("../bench.mjs").Row[]>}
 */
export async function measureLoad({ app, tenant }, minutes) {
	const admins = await signInAll(tenant);
	const stopHolding = holdHalfOpen(Number(new URL(app.address).port));
	const paths = await pathsOf(tenant);
	const times = [];
	const errors = [];
	const begin = performance.now() + WARM_UP_MILLISECONDS;
	const end = begin + minutes * 60_000;
	const work = Promise.all(admins.map((admin) => workUntil(end, admin, paths, record)));
	await delay(WARM_UP_MILLISECONDS);
	const before = (await app.usage()).memoryMegabytes;
	await work;
	const growth = (await app.usage()).memoryMegabytes - before;
	stopHolding();
	if (errors.length > 0) console.log([...new Set(errors)].slice(0, 10).join("\n"));
	const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
	const name = `${ADMINS} admins, ${minutes} min, ${times.length} requests`;
	return [
		{ measure: `${name}: errors`, floor: "", ours: String(errors.length), goal: "0", met: errors.length === 0 },
		{
			...{ measure: "p50 / p95", floor: "", ours: `${p50.toFixed(0)} / ${p95.toFixed(0)} ms` },
			...{ goal: `p95 < ${P95_MAX_MILLISECONDS} ms`, met: p95 < P95_MAX_MILLISECONDS },
		},
		{
			...{ measure: "Memory growth", floor: `${before.toFixed(0)} MB`, ours: `${growth.toFixed(0)} MB` },
			...{ goal: `< ${GROWTH_MAX_MEGABYTES} MB`, met: growth < GROWTH_MAX_MEGABYTES },
		},
	];

	function record(path, { status, milliseconds, text }) {
		if (performance.now() >= begin) times.push(milliseconds);
		if (status >= 400) errors.push(`${path} answered ${status}: ${text.slice(0, 100)}`);
	}
}

async function signInAll(tenant) {
	const admins = [];
	while (admins.length < ADMINS) {
		admins.push(...(await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, () => tenant.signIn()))));
	}
	return admins;
}

async function pathsOf(tenant) {
	const { id } = (await tenant.call("POST", TEMPLATES, templateRequest())).json;
	const token = await tenant.tokenOf("amara.okafor@example.com");
	return [
		"/templates",
		`/templates/${id}`,
		"/templates/new",
		"/refresh-tokens?q=amara.okafor@example.com",
		`/refresh-tokens/${token.id}`,
	];
}

/** Reads a page, thinks, reads the next one; every tenth time creates a template. */
async function workUntil(end, admin, paths, record) {
	await delay(Math.random() * THINK_MILLISECONDS);
	for (let step = Math.floor(Math.random() * 10); performance.now() < end; step += 1) {
		const path = paths[step % paths.length];
		try {
			if (step % 10 === 9) {
				record("create", await submitForm(admin, "/templates/new", newTemplate()));
			} else {
				record(path, await admin.visit(path));
			}
		} catch (error) {
			record(path, { status: 599, milliseconds: 0, text: String(error) });
		}
		await delay(THINK_MILLISECONDS * (0.5 + Math.random()));
	}
}

/** Connections that have sent half a request; one that the server closes is opened again. */
function holdHalfOpen(port) {
	let held = true;
	const sockets = new Set();
	const open = () => {
		if (!held) return;
		const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: local"));
		sockets.add(socket);
		socket.on("error", () => {});
		socket.once("close", () => {
			sockets.delete(socket);
			setTimeout(open, 100);
		});
	};
	for (let index = 0; index < HALF_OPEN_CONNECTIONS; index += 1) open();
	return () => {
		held = false;
		for (const socket of sockets) socket.destroy();
	};
}
