import "server-only";
import { performance } from "node:perf_hooks";
import type { BaselineEntry, Baselines } from "../templates/template-baseline";
import type { PlanItem, TemplatePlan } from "../templates/template-plan";
import { writeBaselines } from "./disk-folder";
import { FolderRefusal } from "./folder-entries";

/** The part of a run's time that writing the baseline may take. */
const SHARE_OF_TIME = 0.2;

/**
 * Keeps a folder's baseline up to date while a plan is applied: what file and tenant agree on. The plan's unchanged
 * templates are noted at once. A run that is killed before a note is on disk loses nothing: the next plan finds the tenant
 * and the file equal. So a note that can't be written stops nothing, and is written with a later one.
 */
export class BaselineWriter {
	readonly #folder: string;
	readonly #baselines: Baselines;
	readonly #tenant: string;
	readonly #entries: Map<string, BaselineEntry>;
	#isDirty = false;
	#mayWriteAt = 0;
	/** Why the last note could not be written. */
	#fault: string | null = null;

	constructor(folder: string, baselines: Baselines, { tenant, items }: TemplatePlan) {
		this.#folder = folder;
		this.#baselines = baselines;
		this.#tenant = tenant;
		const entries = baselines.get(tenant);
		this.#entries = new Map(entries);
		const stored = new Set(items.map(({ id }) => id));
		for (const id of this.#entries.keys()) if (!stored.has(id)) this.#entries.delete(id);
		for (const item of items) if (item.action === "unchanged") this.#set(item, item.id);
		// With the first baseline they are known, and were not created since.
		for (const { action, id, before } of entries ? [] : items) {
			if (action === "left" && id && before) this.#entries.set(id, { file: null, template: before });
		}
	}

	/** Writes the baseline before anything is applied. @throws FolderRefusal where it can't be written */
	async begin(): Promise<void> {
		await this.#write();
	}

	/** Notes an item that is done. @param id of the template that its file describes now; null: there is none */
	async note(item: PlanItem, id: string | null): Promise<void> {
		if (item.id !== null) this.#entries.delete(item.id);
		this.#set(item, id);
		this.#isDirty = true;
		if (performance.now() >= this.#mayWriteAt) await this.#tryToWrite();
	}

	/** Writes what is not written yet. @returns why that is not possible, or null */
	async finish(): Promise<string | null> {
		if (this.#isDirty) await this.#tryToWrite();
		return this.#fault;
	}

	async #tryToWrite(): Promise<void> {
		try {
			await this.#write();
			this.#fault = null;
		} catch (error) {
			if (!(error instanceof FolderRefusal)) throw error;
			this.#fault = error.message;
		}
	}

	#set({ file, ofFile }: PlanItem, id: string | null): void {
		if (id !== null && file !== null && ofFile !== null) this.#entries.set(id, { file, template: ofFile });
	}

	async #write(): Promise<void> {
		const start = performance.now();
		await writeBaselines(this.#folder, new Map([...this.#baselines, [this.#tenant, this.#entries]]));
		const end = performance.now();
		this.#mayWriteAt = end + (end - start) * (1 / SHARE_OF_TIME - 1);
		this.#isDirty = false;
	}
}
