import "server-only";
import { settleLookedUp } from "../audit/audited-write";
import { LOOK_UP_WITHIN_MS } from "./call/client";
import { ManagementError } from "./call/errors";

/** The result of looking up a write whose response was lost. */
export type LookedUp<Value> =
	| { outcome: "done"; value: Value; target?: string }
	| { outcome: "not-done" }
	/** Another resource has the name. */
	| { outcome: "taken" }
	| { outcome: "unknown" };

/**
 * Carries out a write. Where its response got lost, looks it up instead of sending it again.
 * @throws ManagementError; `outcomeUnknown` only where the look-up was not conclusive
 */
export async function writeOrLookUp<Value>(
	write: () => Promise<Value>,
	lookUp: () => Promise<LookedUp<Value>>,
): Promise<Value> {
	try {
		return await write();
	} catch (error) {
		if (!(error instanceof ManagementError && error.outcomeUnknown)) throw error;
		return await lookedUpValue(await lookUp(), error);
	}
}

/** The value of a write that was carried out; updates the audit trail. @throws the error with its known outcome */
export async function lookedUpValue<Value>(found: LookedUp<Value>, error: ManagementError): Promise<Value> {
	switch (found.outcome) {
		case "done":
			await settleLookedUp(error, "done", found.target);
			return found.value;
		case "not-done":
			throw await notCarriedOut(error);
		case "taken":
			await settleLookedUp(error, "not-done");
			throw new ManagementError("conflict", { isNameTaken: true, reference: error.reference, cause: error });
		case "unknown":
			throw error;
	}
}

/** The same failure, of a write that was not carried out according to the look-up. */
export async function notCarriedOut(error: ManagementError): Promise<ManagementError> {
	await settleLookedUp(error, "not-done");
	const { kind, status, reference, cause } = error;
	return new ManagementError(kind, { status, reference, cause, lookedUp: true });
}

/** @param find returns null where there is none, undefined where there are too many to look through in time */
export async function lookUpCreated<Value extends { id: string }>(
	find: () => Promise<Value | null | undefined>,
	isMatch: (found: Value) => boolean,
): Promise<LookedUp<Value>> {
	const found = await find().catch(() => undefined);
	if (found === undefined) return { outcome: "unknown" };
	if (found === null) return { outcome: "not-done" };
	return isMatch(found) ? { outcome: "done", value: found, target: found.id } : { outcome: "taken" };
}

/** @param isMatch returns null where what was found does not tell */
export async function lookUpChanged<Value>(
	read: (withinMs: number) => Promise<Value>,
	isMatch: (found: Value) => boolean | null,
): Promise<LookedUp<Value>> {
	const found = await read(LOOK_UP_WITHIN_MS).catch(() => null);
	const isDone = found === null ? null : isMatch(found);
	if (found === null || isDone === null) return { outcome: "unknown" };
	return isDone ? { outcome: "done", value: found } : { outcome: "not-done" };
}

export function lookUpDeleted(read: (withinMs: number) => Promise<unknown>): Promise<LookedUp<undefined>> {
	return read(LOOK_UP_WITHIN_MS).then(
		() => ({ outcome: "not-done" }),
		(error: unknown) =>
			error instanceof ManagementError && error.kind === "not-found"
				? { outcome: "done", value: undefined }
				: { outcome: "unknown" },
	);
}

/**
 * Requests a deletion that may take effect later. Where the response got lost and the resource no longer exists, it is done;
 * while it still exists, the outcome is unknown.
 * @throws ManagementError
 */
export function endOrLookUp(
	end: () => Promise<undefined>,
	read: (withinMs: number) => Promise<unknown>,
): Promise<undefined> {
	return writeOrLookUp(end, async () => {
		const found = await lookUpDeleted(read);
		return found.outcome === "done" ? found : { outcome: "unknown" };
	});
}
