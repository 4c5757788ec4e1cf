// What requests wait for beside many others: beside logins, and on a disk whose syncs take long.
import { spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { expectStatus, request } from "./http.ts";
import { compare, median, milliseconds, takeTurns } from "./rounds.ts";
import { type Measure, openSide, type Side } from "./sides.ts";

const COUNT = { rounds: 3 };
const LOGINS = 60;
const QUIET_MILLISECONDS = 3_000;
const BUSY_MILLISECONDS = 8_000;
/** Writes begin at this pace whether those before have ended or not, so that one that waits long hides no others. */
const PACE_MILLISECONDS = 50;
const SYNC_MILLISECONDS = 10;
/** Runs a server so that every sync of a file takes longer. */
const STRACE = [
	...["strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=fsync,fdatasync"],
	...["-e", `inject=fsync,fdatasync:delay_exit=${SYNC_MILLISECONDS * 1000}`],
];
const GOAL_OF_LOGINS = { beside: { atMost: 3 } };

/** What a durable write takes beside many logins with wrong passwords at once. */
export const measureLogins: Measure = async ({ sides }) => {
	const of = await takeTurns(COUNT, sides, besideLogins);
	const name = `A durable PATCH beside ${LOGINS} wrong logins at once, against a quiet one`;
	return [compare(name, milliseconds, { ...of("logins"), beside: of("quiet").ours }, GOAL_OF_LOGINS)];
};

/** The same with slow syncs; and there what health and pages take beside twenty writes a second. */
export const measureSlowSync: Measure = async ({ sides }) => {
	if (spawnSync("strace", ["-V"]).status !== 0) {
		console.log("Syncs are slowed with strace, which is not installed: nothing is measured with slow syncs.");
		return [];
	}
	const slowed: Side[] = [];
	try {
		for (const { name, folder } of sides) slowed.push(await openSide(name, folder, STRACE));
		const of = await takeTurns(COUNT, slowed, async (side) => ({
			...(await besideLogins(side)),
			...(await besideWrites(side)),
		}));
		const fastest = Math.min(...of("quiet").ours);
		if (fastest < SYNC_MILLISECONDS) throw new Error(`A write took ${fastest} ms: strace slowed no sync.`);
		const name = `Syncs of ${SYNC_MILLISECONDS} ms`;
		const beside = `${name}, beside ${1000 / PACE_MILLISECONDS} PATCHes a second`;
		const row = (what: string, key: string, atMost: number) =>
			compare(`${beside}: ${what}`, milliseconds, of(key), { ours: { atMost } });
		const logins = { ...of("logins"), beside: of("quiet").ours };
		return [
			row("/healthz, median", "health", 200),
			row("/healthz, slowest", "slowestHealth", 200),
			row("a page, median", "page", 1_000),
			row("a page, slowest", "slowestPage", 1_000),
			compare(`${name}: a PATCH beside ${LOGINS} wrong logins`, milliseconds, logins, GOAL_OF_LOGINS),
		];
	} finally {
		for (const { app } of slowed) await app.stop();
	}
};

/** Each login is for an account of its own. */
async function besideLogins(side: Side) {
	const quiet = await patchWhile(side, delay(QUIET_MILLISECONDS));
	const logins = await patchWhile(side, Promise.all(Array.from({ length: LOGINS }, side.tenant.guess)));
	return { quiet: median(quiet), logins: median(logins) };
}

async function besideWrites(side: Side) {
	const { app, admin, pages } = side;
	const end = performance.now() + BUSY_MILLISECONDS;
	const [health, page]: [number[], number[]] = [[], []];
	const checkHealth = async () => {
		while (performance.now() < end) {
			health.push((await expectStatus(200, request(`${app.address}/healthz`))).milliseconds);
			await delay(PACE_MILLISECONDS);
		}
	};
	const viewPages = async () => {
		while (performance.now() < end) {
			for (const path of Object.values(pages)) page.push((await expectStatus(200, admin.visit(path))).milliseconds);
		}
	};
	await patchWhile(side, Promise.all([checkHealth(), viewPages()]));
	return {
		...{ health: median(health), slowestHealth: Math.max(...health) },
		...{ page: median(page), slowestPage: Math.max(...page) },
	};
}

/** @returns milliseconds of the writes that were made beside a piece of work */
async function patchWhile({ tenant, templateId }: Side, work: Promise<unknown>): Promise<number[]> {
	let isOver = false;
	const over = work.finally(() => {
		isOver = true;
	});
	const patches = [];
	while (!isOver) {
		patches.push(tenant.rename(templateId));
		await delay(PACE_MILLISECONDS);
	}
	await over;
	return (await Promise.all(patches)).map((patch) => patch.milliseconds);
}
