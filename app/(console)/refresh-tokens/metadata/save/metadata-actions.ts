"use server";

import { outdatedPage } from "@/app/forms/outdated-page";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { requireActionRole } from "@/lib/dashboard/session/session";
import { type MetadataForm, readMetadataForm } from "../rows/metadata-form-data";
import { metadataFormErrors } from "../rows/metadata-form-errors";
import type { MetadataFormState } from "../rows/metadata-form-state";
import { EMPTY_ROW, entriesOfRows, rowsOf } from "../rows/metadata-rows";
import { findConflicts, mergeMetadata } from "./merge-metadata";
import { metadataChanges } from "./metadata-changes";
import { postedBaseline } from "./posted-baseline";
import { saveMetadata } from "./save-metadata";

/**
 * The one action of the metadata form. Saving reads the token again first and never overwrites what it did not show;
 * adding and removing a row answer the form with everything typed, for pages without scripts.
 */
export async function saveMetadataAction(_: MetadataFormState, form: FormData): Promise<MetadataFormState> {
	const input = readMetadataForm(form);
	if (!input) return { problem: outdatedPage };
	const { id, rows, baseline, intent } = input;
	postedBaseline.keep(id, baseline);
	const typed = { rows, baseline };
	try {
		await requireActionRole("editor");
		if (intent.kind === "add") return { rows: [...rows, EMPTY_ROW], baseline, focusRow: rows.length };
		if (intent.kind === "remove") {
			const left = rows.filter((_, index) => index !== intent.row);
			return { rows: left, baseline, focusRow: Math.min(intent.row, left.length - 1) };
		}
		return await (intent.kind === "resolve" ? resolve(input) : save(input));
	} catch (error) {
		return { ...typed, problem: problemOf(error, "refresh token") };
	}
}

/** Removes all metadata by sending null, after the same look at what is there now. */
export async function clearMetadataAction(_: MetadataFormState, form: FormData): Promise<MetadataFormState> {
	const input = readMetadataForm(form);
	if (!input) return { problem: outdatedPage };
	try {
		await requireActionRole("editor");
		const outcome = await saveMetadata(input.id, input.baseline, null);
		if (outcome.kind === "conflict") return { conflict: { theirs: outcome.stored } };
		if (outcome.kind === "not-stored") return { result: { kind: "not-stored" } };
		const { stored, differing, unconfirmed } = outcome;
		const result = { kind: "cleared" as const, differing, unconfirmed, before: input.baseline };
		return { rows: rowsOf(stored), baseline: stored, result };
	} catch (error) {
		return { problem: problemOf(error, "refresh token") };
	}
}

async function save({
	id,
	baseline,
	rows,
}: Pick<MetadataForm, "id" | "baseline" | "rows">): Promise<MetadataFormState> {
	const typed = { rows, baseline };
	const errors = metadataFormErrors(rows);
	if (errors) return { ...typed, errors };
	if (metadataChanges(baseline, rows).length === 0) return { ...typed, result: { kind: "unchanged" } };
	const outcome = await saveMetadata(id, baseline, entriesOfRows(rows));
	if (outcome.kind === "conflict") return { ...typed, conflict: { theirs: outcome.stored } };
	if (outcome.kind === "not-stored") return { ...typed, result: { kind: "not-stored" } };
	const { stored, differing, unconfirmed } = outcome;
	const result = { kind: "saved" as const, differing, unconfirmed, before: baseline };
	return { rows: rowsOf(stored), baseline: stored, result };
}

/** Applies the choices of a conflict onto what the service held then, and saves that with the same care. */
async function resolve(input: MetadataForm): Promise<MetadataFormState> {
	const { id, baseline, rows, theirs } = input;
	if (!theirs) return { problem: outdatedPage };
	const errors = metadataFormErrors(rows);
	if (errors) return { rows, baseline, errors };
	const three = { baseline, theirs, yours: entriesOfRows(rows) };
	const choices = findConflicts(three).map((_, index) => input.choices[index] ?? null);
	if (!choices.every((choice) => choice !== null)) {
		return { rows, baseline, conflict: { theirs, choices, isIncomplete: true } };
	}
	const merged = mergeMetadata(three, choices);
	const originals = new Map(rowsOf(theirs).map((row) => [row.key, row.original]));
	const mergedRows = merged.map(([key, value]) => ({ key, value, original: originals.get(key) ?? null }));
	return save({ id, baseline: theirs, rows: mergedRows });
}
