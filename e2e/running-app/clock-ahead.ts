import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const LATER_CLOCK = new URL("../server/later-clock.mjs", import.meta.url);

/** An app's clock that a test sets ahead by so many milliseconds. `settings` belong to the app's environment. */
export function clockAhead(milliseconds: number) {
	const later = join(tmpdir(), `later-${process.pid}-${Date.now()}`);
	return {
		settings: {
			NODE_OPTIONS: `--import=${LATER_CLOCK}`,
			CLOCK_AHEAD_MS: String(milliseconds),
			CLOCK_AHEAD_WHILE: later,
		},
		set: () => writeFileSync(later, ""),
		/** At the end. */
		setBack: () => rmSync(later, { force: true }),
	};
}
