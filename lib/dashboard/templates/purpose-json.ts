import { isStated, noPurpose, type Purpose, purposeFaults, purposeFieldNames, purposeFields } from "./purpose";

/** The purpose in a JSON file; undefined where nothing is stated. */
export function purposeJsonOf(purpose: Purpose): Record<string, string> | undefined {
	if (!isStated(purpose)) return undefined;
	return Object.fromEntries(
		purposeFieldNames.flatMap((name) => (purpose[name] === "" ? [] : [[purposeFields[name].wire, purpose[name]]])),
	);
}

/** A fault of a purpose in a JSON file; `key` is empty where it is of the whole. */
export type PurposeJsonFault = { key: string; message: string };

/**
 * Reads the purpose of a JSON file strictly: only known keys, each a text that can be stored.
 * @param json undefined: nothing is stated
 */
export function readPurposeJson(json: unknown): { purpose: Purpose } | { faults: PurposeJsonFault[] } {
	if (json === undefined) return { purpose: noPurpose };
	if (typeof json !== "object" || json === null || Array.isArray(json)) {
		return { faults: [{ key: "", message: "An object in curly braces is expected." }] };
	}
	const purpose = { ...noPurpose };
	const faults = Object.entries(json).flatMap(([key, value]): PurposeJsonFault[] => {
		const name = purposeFieldNames.find((field) => purposeFields[field].wire === key);
		if (!name) return [{ key, message: "This key is not known here." }];
		if (typeof value !== "string") return [{ key, message: "A text is expected." }];
		purpose[name] = value;
		return [];
	});
	const found = purposeFaults(purpose);
	for (const name of purposeFieldNames) {
		const message = found[name];
		if (message !== undefined) faults.push({ key: purposeFields[name].wire, message });
	}
	return faults.length > 0 ? { faults } : { purpose };
}
