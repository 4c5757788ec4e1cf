import "server-only";
import { BIDI_CONTROL, isDrawn } from "@/lib/contract/name-or-id";
import { secretLikeness } from "@/lib/contract/secret-likeness";
import { requestWide } from "@/lib/process/request-context";
import { dashboardConfig } from "../config";
import { WriteRefused } from "../management/call/errors";
import { EMERGENCY_FIELD } from "../proposals/second-editor";
import { type ActKind, actKinds, REASON_FIELD, REASON_LENGTH_MAX } from "../resources/act-kinds";

/** The reason of an act is missing, or can't be kept: nothing was sent. */
export class ReasonRefused extends WriteRefused {
	override name = "ReasonRefused";
}

/**
 * Why this request's admin acts; null: none is stated; an error: what was typed can't be kept. A form sets it, and a run of
 * several acts the one that it was begun with.
 */
export const reasonOfRequest = requestWide<string | ReasonRefused | null>("reason", () => null);

/** The reason as it was typed, for the page that follows in the response to a form without scripts. */
export const typedReason = requestWide("typed-reason", () => "");

/** Whether this request asks to save without the second editor that the rule of this console wants. Set as the reason is. */
export const emergencyOfRequest = requestWide("emergency-save", () => false);

/**
 * Notes the reason of a form, and whether it saves in an emergency, for all that its request writes: a reason that can't be kept
 * is refused where something is written.
 */
export function noteReason(form: FormData): void {
	emergencyOfRequest.set(dashboardConfig().allowsEmergencySave && form.get(EMERGENCY_FIELD) === "yes");
	typedReason.set(String(form.get(REASON_FIELD) ?? ""));
	try {
		reasonOfRequest.set(readReason(form.get(REASON_FIELD)));
	} catch (error) {
		if (!(error instanceof ReasonRefused)) throw error;
		reasonOfRequest.set(error);
	}
}

/** The reason of the request; null: none is stated. @throws ReasonRefused where what was typed can't be kept */
export function statedReason(): string | null {
	const reason = reasonOfRequest.get();
	if (reason instanceof ReasonRefused) throw reason;
	return reason;
}

/** A reason as it is kept. @returns null where there is none @throws ReasonRefused where it is too long, or looks like a secret */
export function readReason(text: unknown): string | null {
	const line = typeof text === "string" ? reasonLine(text) : null;
	if (line === null) return null;
	if ([...line].length > REASON_LENGTH_MAX) {
		throw new ReasonRefused(
			"The reason is too long",
			`It may have ${REASON_LENGTH_MAX} characters. Nothing was changed.`,
		);
	}
	if (secretLikeness(line) !== null) {
		throw new ReasonRefused(
			"This reason looks like a secret",
			"Reasons are kept in the audit trail, where everyone with access to this console reads them. Nothing was changed.",
		);
	}
	return line;
}

/**
 * One line, without white space around it, and without characters that change the order of what stands beside it.
 * @returns null where nothing in it is visible
 */
export function reasonLine(text: string): string | null {
	const line = text
		.toWellFormed()
		.replace(BIDI_CONTROL, "")
		.replace(/[\s\p{Cc}]+/gu, " ")
		.trim();
	return isDrawn(line) ? line : null;
}

/**
 * Every write calls this before anything is sent; a form that does several things, before the first.
 * @param kinds what is done
 * @throws ReasonRefused where the operator requires a reason for one of them, or the one that is stated can't be kept
 */
export function requireReason(
	kinds: readonly ActKind[] | ActKind | null,
	reason: string | null = statedReason(),
): void {
	const { reasonRequired } = dashboardConfig();
	const kind = reason === null ? [kinds].flat().find((of) => of !== null && reasonRequired.includes(of)) : undefined;
	if (!kind) return;
	throw new ReasonRefused(
		"A reason is needed",
		`${actKinds[kind]} needs a reason or ticket here. Nothing was changed.`,
	);
}

/** An emergency save is told to all admins with its reason, whatever the setting is. @throws ReasonRefused without one */
export function requireEmergencyReason(reason: string | null = statedReason()): void {
	if (reason !== null) return;
	throw new ReasonRefused(
		"A reason is needed",
		"Saving without a second editor needs a reason or ticket. Nothing was changed.",
	);
}
