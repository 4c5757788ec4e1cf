import { expectStatus } from "../http.ts";
import { takeTurns } from "../rounds.ts";
import { type Measure, openSide, type Side } from "../sides.ts";
import { compare, megabytes } from "../table.ts";

const ROUNDS = 3;
const VIEWS = 2_000;
const CONNECTIONS = 8;

/** What a server holds after many views and the garbage collection. */
export const measureMemory: Measure = async ({ sides }) => {
	const of = await takeTurns({ rounds: ROUNDS }, sides, usageAfterViews);
	return [
		compare(`Memory after ${VIEWS} views, collected`, megabytes, of("memoryMegabytes")),
		compare("of it, heap", megabytes, of("heapMegabytes")),
	];
};

async function usageAfterViews({ name, folder }: Side) {
	const { app, admin, pages } = await openSide(name, folder);
	const paths = Object.values(pages);
	let begun = 0;
	const view = async () => {
		for (; begun < VIEWS; begun += 1) await expectStatus(200, admin.visit(paths[begun % paths.length] ?? "/"));
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, view));
	const usage = await app.usage("collected");
	await app.stop();
	return usage;
}
