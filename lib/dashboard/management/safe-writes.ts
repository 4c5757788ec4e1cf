import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { processWide } from "@/lib/process/process-wide";
import { dashboardConfig } from "../config";
import { dashboardDatabase } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { type AdvisoryLock, type AdvisoryLocks, advisoryLocks } from "./advisory-locks";
import { ManagementError, StoreError } from "./call/errors";
import { type Deadline, LOOK_UP_WITHIN_MS, requestDeadline, waitWithin } from "./call/send";

// The interface has no conditional write and no key that makes a request single use: the saves of a resource come one after the
// other, and a write whose response was lost is looked up instead of sent again.

/** The part of a request's time that a save needs once it is its turn. */
const KEPT_FOR_SAVE_MS = 4_000;
/** Between two attempts to take the lock that another instance holds. */
const PAUSE_MS = 50;

/** The end of the last save, by the resource's identifier. */
const lastSaves = processWide("last-saves", () => new Map<string, Promise<void>>());

/** By store; null: of an engine that one process uses. */
type LocksOfStores = WeakMap<object, AdvisoryLocks<DashboardSchema> | null>;
const locksOfStores = processWide<LocksOfStores>("locks-of-stores", () => new WeakMap());

/** Of the save that runs; null: it needs none. */
const heldLock = new AsyncLocalStorage<AdvisoryLock | null>();

/**
 * Runs the saves of one resource, from read to write, one after the other: of two that read before either writes, the first
 * would be lost. Where the store is PostgreSQL, also those of other instances; other clients of the tenant may still write in
 * between.
 * @param id unique across kinds of resources
 * @throws ManagementError `isBeingSaved` where its turn does not come in time, StoreError where it can't be seen whose turn
 * it is; nothing was sent then
 */
export async function oneSaveAtATime<Result>(id: string, save: () => Promise<Result>): Promise<Result> {
	const saves = lastSaves.get();
	const locks = locksOfStores.get();
	const previous = saves.get(id);
	const { promise: isOver, resolve: finish } = Promise.withResolvers<void>();
	// Also for a save that gave up waiting: the next one still waits for the ones before.
	const end = Promise.all([previous, isOver]).then(() => {
		if (saves.get(id) === end) saves.delete(id);
	});
	saves.set(id, end);
	try {
		const until = { at: requestDeadline.get().at - KEPT_FOR_SAVE_MS };
		if (previous !== undefined) await waitWithin(previous, until).catch(giveUp);
		const lock = await takeLock(locks, id, until);
		try {
			return await heldLock.run(lock, save);
		} finally {
			await lock?.release();
		}
	} finally {
		finish();
	}
}

/**
 * For a write within a save: whether it is still its turn. A lost connection to the store is also the end of the lock, and
 * another instance may be saving.
 * @throws StoreError where it is not; nothing was sent then
 */
export async function requireTurn(): Promise<void> {
	await heldLock
		.getStore()
		?.check()
		.catch((cause: unknown) => {
			throw new StoreError("the lock of a save was lost", { cause });
		});
}

async function takeLock(locks: LocksOfStores, id: string, until: Deadline): Promise<AdvisoryLock | null> {
	const pause = async () => {
		if (performance.now() + PAUSE_MS >= until.at) giveUp();
		await delay(PAUSE_MS * (0.5 + Math.random()));
	};
	try {
		const database = await dashboardDatabase();
		if (!locks.has(database)) locks.set(database, advisoryLocks(database));
		return (await locks.get(database)?.take(`save ${dashboardConfig().management.baseUrl} ${id}`, pause)) ?? null;
	} catch (cause) {
		if (cause instanceof ManagementError) throw cause;
		throw new StoreError("a save can't be locked", { cause });
	}
}

function giveUp(): never {
	throw new ManagementError("unavailable", { isBeingSaved: true });
}

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
			await error.settle?.("done", found.target);
			return found.value;
		case "not-done":
			throw await notCarriedOut(error);
		case "taken":
			await error.settle?.("not-done");
			throw new ManagementError("conflict", { isNameTaken: true, reference: error.reference, cause: error });
		case "unknown":
			throw error;
	}
}

/** The same failure, of a write that was not carried out according to the look-up. */
export async function notCarriedOut(error: ManagementError): Promise<ManagementError> {
	await error.settle?.("not-done");
	const { kind, status, reference, cause, createdName } = error;
	return Object.assign(new ManagementError(kind, { status, reference, cause, lookedUp: true }), { createdName });
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
