import { watch } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { inProject } from "../project.mjs";

/** What is loaded once per process: hot reload covers the pages alone. */
const LOADED_ONCE = ["identity-service", "contract", "database", "process", "server"];
const SOURCE = /(?<!\.test)\.(ts|mjs)$/;
/** Editors write a file in several steps. */
const SETTLED_AFTER_MILLISECONDS = 50;

/**
 * Watches the sources that a running server has loaded once and for all.
 * @param {() => void} onEdit
 */
export function watchService(onEdit) {
	/** @type {AbortController | undefined} */
	let waiting;
	const settle = async () => {
		waiting?.abort();
		waiting = new AbortController();
		if (await delay(SETTLED_AFTER_MILLISECONDS, true, { signal: waiting.signal }).catch(() => false)) onEdit();
	};
	for (const folder of LOADED_ONCE) {
		const watcher = watch(inProject("lib", folder), { recursive: true }, (_event, file) => {
			if (file && SOURCE.test(file)) void settle();
		});
		watcher.unref();
	}
}
