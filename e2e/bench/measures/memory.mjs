import { compare, megabytes } from "../compare.mjs";
import { pagesOf } from "../pages.mjs";
import { takeTurns } from "../rounds.mjs";
import { openSide } from "../surroundings.mjs";

const ROUNDS = 3;
const VIEWS = 2_000;
const CONNECTIONS = 8;

/** What a server holds after many views and the garbage collection. @type {import("../surroundings.mjs").Measure} */
export async function measureMemory({ sides }) {
	const [ours = [], older] = await takeTurns(ROUNDS, sides, ({ version }) => usageAfterViews(version));
	/** @param {"memoryMegabytes" | "heapMegabytes"} what */
	const of = (what) => ({ ours: ours.map((usage) => usage[what]), older: older?.map((usage) => usage[what]) });
	return [
		compare(`Memory after ${VIEWS} views, collected`, megabytes, of("memoryMegabytes"), { older: { atMost: 1 } }),
		compare("of it, heap", megabytes, of("heapMegabytes"), {}),
	];
}

/** @param {import("../surroundings.mjs").Version} version */
async function usageAfterViews(version) {
	const { app, tenant, admin } = await openSide(version);
	const paths = Object.values(await pagesOf(tenant));
	let begun = 0;
	await Promise.all(
		Array.from({ length: CONNECTIONS }, async () => {
			while (begun < VIEWS) {
				const path = paths[begun % paths.length] ?? "/";
				begun += 1;
				const { status } = await admin.visit(path);
				if (status !== 200) throw new Error(`${path} answered ${status}`);
			}
		}),
	);
	const usage = await app.usage("collected");
	await app.stop();
	return usage;
}
