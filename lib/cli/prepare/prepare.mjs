import { stopWithNpm } from "../stop-with-npm.mjs";
import { ensureBuilt } from "./build.mjs";
import { withCheckoutLock } from "./checkout-lock.mjs";
import { ensureInstalled } from "./install.mjs";

/**
 * Brings packages and, where asked for, the build up to date.
 * @param {{ build: boolean }} wanted
 */
export async function prepare({ build }) {
	const endWatch = stopWithNpm(() => process.exit(1));
	await withCheckoutLock(async () => {
		await ensureInstalled();
		if (build) await ensureBuilt();
	});
	endWatch();
}
