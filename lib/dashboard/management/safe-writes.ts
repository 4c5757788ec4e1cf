import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { type AdvisoryLock, type AdvisoryLocks, advisoryLocks } from "@/lib/database/advisory-locks";
import { processWide } from "@/lib/process/process-wide";
import { StoreError } from "../audit/audited-write";
import { dashboardConfig } from "../config";
import { dashboardDatabase } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { type Deadline, requestDeadline, waitWithin } from "./call/deadline";
import { ManagementError } from "./call/errors";

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
 * Runs the saves of one resource, from read to write, one after the other: the interface has no conditional write, and of
 * two saves that read before either writes, the first would be lost. Where the store is PostgreSQL, also those of other
 * instances; other clients of the tenant may still write in between.
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
