"use server";

import type { Choice } from "@/app/_forms/conflict/choice";
import { outdatedPage } from "@/app/_forms/outdated-page";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { requireActionRole } from "@/lib/dashboard/session/session";
import { type MetadataForm, readMetadataForm } from "../rows/metadata-form-data";
import { metadataFormErrors } from "../rows/metadata-form-errors";
import type { MetadataFormState, MetadataSave } from "../rows/metadata-form-state";
import { EMPTY_ROW, entriesOfRows, isSameMetadata, type MetadataEntry, rowsOf } from "../rows/metadata-rows";
import { findConflicts, type MetadataConflict, mergeMetadata } from "./merge-metadata";
import { metadataChanges } from "./metadata-changes";
import { postedBaseline } from "./posted-baseline";
import { saveMetadata } from "./save-metadata";
import type { WriteOutcome } from "./write-metadata";

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
		return await (intent.kind === "resolve" ? resolve(input) : write(input, input));
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
		return savedState("cleared", input.baseline, outcome);
	} catch (error) {
		return { problem: problemOf(error, "refresh token") };
	}
}

/** Applies the choices of a conflict onto what the service held then, and saves that with the same care. */
async function resolve(input: MetadataForm): Promise<MetadataFormState> {
	const { baseline, rows, theirs } = input;
	if (!theirs) return { problem: outdatedPage };
	const errors = metadataFormErrors(rows);
	if (errors) return { rows, baseline, errors };
	const three = { baseline, theirs, yours: entriesOfRows(rows) };
	const choices = chosenSides(input, theirs);
	const chosen = choices.flatMap(({ choice }) => choice ?? []);
	if (chosen.length < choices.length) {
		return { rows, baseline, conflict: { theirs, choices: keptChoices(choices), isIncomplete: true } };
	}
	const merged = mergeMetadata(three, chosen);
	const originals = new Map(rowsOf(theirs).map((row) => [row.key, row.original]));
	const mergedRows = merged.map(([key, value]) => ({ key, value, original: originals.get(key) ?? null }));
	return write(input, { baseline: theirs, rows: mergedRows });
}

/** Saves what makes `rows` of `baseline`; a conflict is one with the form as it was sent. */
async function write(
	input: MetadataForm,
	{ baseline, rows }: Pick<MetadataForm, "baseline" | "rows">,
): Promise<MetadataFormState> {
	const errors = metadataFormErrors(rows);
	if (errors) return { rows, baseline, errors };
	if (metadataChanges(baseline, rows).length === 0) return { rows, baseline, result: { kind: "unchanged" } };
	const outcome = await saveMetadata(input.id, baseline, entriesOfRows(rows));
	if (outcome.kind === "conflict") return conflictWith(outcome.stored, input);
	if (outcome.kind === "not-stored") return { rows, baseline, result: { kind: "not-stored" } };
	return savedState("saved", baseline, outcome);
}

function savedState(
	kind: MetadataSave["kind"],
	before: MetadataEntry[],
	{ stored, differing, unconfirmed }: Extract<WriteOutcome, { kind: "saved" }>,
): MetadataFormState {
	const result = { kind, differing, unconfirmed, before, at: new Date().toISOString() };
	return { rows: rowsOf(stored), baseline: stored, result };
}

/** A choice stays where the service still holds the value that it was made about, and nowhere else. */
function conflictWith(stored: MetadataEntry[], input: MetadataForm): MetadataFormState {
	const { baseline, rows, theirs: shown } = input;
	if (!shown) return { rows, baseline, conflict: { theirs: stored } };
	const now = new Map(
		findConflicts({ baseline, theirs: stored, yours: entriesOfRows(rows) }).map(({ key, theirs }) => [key, theirs]),
	);
	const before = chosenSides(input, shown).filter(({ key }) => now.has(key));
	const isSame = ({ key, theirs }: ChosenSide) => now.get(key) === theirs;
	return {
		...{ rows, baseline },
		conflict: {
			...{ theirs: stored, choices: keptChoices(before.filter(isSame)) },
			...(!isSameMetadata(shown, stored) && {
				changedAgain: before.filter((side) => !isSame(side)).map(({ key }) => key),
			}),
		},
	};
}

type ChosenSide = MetadataConflict & { choice: Choice | null };

/** The conflicts that the form showed, with what was chosen there. */
function chosenSides({ baseline, rows, choices }: MetadataForm, theirs: MetadataEntry[]): ChosenSide[] {
	const conflicts = findConflicts({ baseline, theirs, yours: entriesOfRows(rows) });
	return conflicts.map((conflict, index) => ({ ...conflict, choice: choices[index] ?? null }));
}

function keptChoices(sides: readonly ChosenSide[]): [key: string, Choice][] {
	return sides.flatMap(({ key, choice }): [string, Choice][] => (choice ? [[key, choice]] : []));
}
