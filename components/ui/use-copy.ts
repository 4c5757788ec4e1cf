import { useId, useSyncExternalStore } from "react";

type Outcome = "copied" | "failed";

/** The page's last attempt to copy: with it, what was copied before has left the clipboard. */
let latest: { by: string; text: string; outcome?: Outcome } | null = null;
const listeners = new Set<() => void>();

function note(attempt: typeof latest): void {
	latest = attempt;
	for (const listener of listeners) listener();
}

/** The user copied something by other means, or left the page and came back to it. */
const OTHERS = ["copy", "cut", "pageshow"] as const;
const forget = () => note(null);

function subscribe(listener: () => void): () => void {
	if (listeners.size === 0) for (const type of OTHERS) window.addEventListener(type, forget);
	listeners.add(listener);
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0) return;
		latest = null;
		for (const type of OTHERS) window.removeEventListener(type, forget);
	};
}

/**
 * Copies a text. The outcome is that of the present text: none until it is copied, nor once it has changed or something
 * else on the page was copied.
 */
export function useCopy(text: string): { outcome: Outcome | undefined; copy: () => Promise<void> } {
	const by = useId();
	const attempt = useSyncExternalStore(
		subscribe,
		() => latest,
		() => null,
	);
	async function copy() {
		const started = { by, text };
		note(started);
		const outcome = await write(text);
		if (latest === started) note({ ...started, outcome });
	}
	return { outcome: attempt?.by === by && attempt.text === text ? attempt.outcome : undefined, copy };
}

/** It fails without permission, and where the page is not of a secure origin: there is no clipboard then. */
async function write(text: string): Promise<Outcome> {
	try {
		await navigator.clipboard.writeText(text);
		return "copied";
	} catch {
		return "failed";
	}
}
