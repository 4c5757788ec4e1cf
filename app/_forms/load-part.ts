/** Loads a part of a page. It is told apart by the function itself, so that must be one and the same at every call. */
export type LoadPart<Part> = () => Promise<Part>;

const arrived = new Map<LoadPart<unknown>, unknown>();
const underWay = new Map<LoadPart<unknown>, Promise<unknown>>();

/** The part if it has arrived already, else null. */
export function arrivedPart<Part>(load: LoadPart<Part>): Part | null {
	return (arrived.get(load) as Part | undefined) ?? null;
}

/**
 * Loads a part unless it is there; those who ask meanwhile wait for the same answer. A failure is not kept: the next
 * call starts anew.
 * @returns null when it did not arrive
 */
export async function loadPart<Part>(load: LoadPart<Part>): Promise<Part | null> {
	if (!arrived.has(load) && !underWay.has(load)) {
		underWay.set(
			load,
			keep(load).finally(() => underWay.delete(load)),
		);
	}
	await underWay.get(load);
	return arrivedPart(load);
}

/** Never rejects: whoever needs the part asks whether it is there. */
async function keep<Part>(load: LoadPart<Part>): Promise<void> {
	try {
		arrived.set(load, await load());
	} catch {
		// The browser's own console names the script that is missing.
	}
}
