import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LATER_CLOCK = new URL("../server/later-clock.mjs", import.meta.url);

/** Lets a test set an app's clock ahead. `settings` belong to the app's environment. */
export function clockAhead(milliseconds: number) {
	const later = join(tmpdir(), `later-${process.pid}-${Date.now()}`);
	return {
		settings: {
			NODE_OPTIONS: `--import=${LATER_CLOCK}`,
			CLOCK_AHEAD_MS: String(milliseconds),
			CLOCK_AHEAD_WHILE: later,
		},
		set: () => writeFileSync(later, ""),
		/** To be called at the end. */
		setBack: () => rmSync(later, { force: true }),
	};
}
