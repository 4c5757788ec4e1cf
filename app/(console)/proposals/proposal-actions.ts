"use server";

import type { FormResult } from "@/app/_forms/action-form";
import { continueInPlace, continueOn, renewPages } from "@/app/_forms/after-write";
import { continueOnProposal } from "@/app/_forms/propose";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { applyApproved, resumeProposal } from "@/lib/dashboard/proposals/apply-approved";
import { commentOn } from "@/lib/dashboard/proposals/comments";
import {
	acceptProposal,
	declineProposal,
	returnProposal,
	type Seen,
	withdrawProposal,
} from "@/lib/dashboard/proposals/decide";
import { pathOfProposal } from "@/lib/dashboard/proposals/proposal";
import { findProposal } from "@/lib/dashboard/proposals/proposals";
import { proposeRest } from "@/lib/dashboard/proposals/propose";
import { reviseProposal } from "@/lib/dashboard/proposals/revise";
import { stopProposal } from "@/lib/dashboard/proposals/stop-proposal";
import { REASON_FIELD } from "@/lib/dashboard/resources/act-kinds";
import { resources } from "@/lib/dashboard/resources/resources";
import type { Permission } from "@/lib/dashboard/session/permissions";
import { permittedForm } from "@/lib/dashboard/session/session";

const { idField, path } = resources.proposal;

/** `isUnfinished`: there is more to save, and the page should request it. */
export type DecisionState = FormResult & { isUnfinished?: true };

const changedSince = (not: string): Problem => ({
	title: "Changed since you opened it",
	message: `The tenant or the proposal has changed, so nothing was ${not}. This page shows the new result: look at it before you decide.`,
});

/** Why nothing was resumed. */
async function notResumed(id: string): Promise<Problem> {
	const proposal = await findProposal(id);
	if (proposal?.isBeingSaved)
		return {
			title: "It is being saved now",
			message: "Reload this page in a minute to see what has become of it.",
		};
	return {
		title: "Nothing was changed",
		message:
			proposal?.approved && proposal.state !== "applying"
				? "It is finished already: see each template."
				: "Nothing of it is to be resumed. This page shows what it is now.",
	};
}

/** What another editor does about a proposal, by the button that was pressed. */
export async function decideProposalAction(_: DecisionState, sent: FormData): Promise<DecisionState> {
	return onProposal<DecisionState>("changeTemplates", sent, async (seen, form) => {
		const why = String(form.get(REASON_FIELD) ?? "");
		switch (form.get("intent")) {
			case "accept": {
				const acceptance = await acceptProposal(seen, String(form.get("result") ?? ""));
				if (acceptance.kind === "changed") return { problem: changedSince("accepted") };
				return save(seen.id, acceptance.lease, false);
			}
			case "resume": {
				const lease = await resumeProposal(seen.id);
				return lease === null ? { problem: await notResumed(seen.id) } : save(seen.id, lease, true);
			}
			case "stop":
				await stopProposal(seen, why);
				return { done: "Stopped. What was not saved stays as it is." };
			case "decline":
				await declineProposal(seen, why);
				return { done: "Declined." };
			case "return":
				await returnProposal(seen, why);
				return { done: "Returned to its author." };
			default:
				return { problem: { title: "Nothing was decided", message: "Press one of the buttons." } };
		}
	});
}

/** Saves what was accepted, or continues to. */
async function save(id: string, lease: string, isResumed: boolean): Promise<DecisionState> {
	const { left } = await applyApproved(id, lease, { isResumed });
	const proposal = await findProposal(id);
	if (left > 0) return { isUnfinished: true, done: leftInWords(left, proposal?.approved?.length ?? left) };
	const isWhole = proposal?.state === "done";
	return {
		done: isWhole
			? "Accepted. The tenant has the changes."
			: "Accepted, but not all of it could be carried out: see each template.",
	};
}

function leftInWords(left: number, count: number): string {
	return `${count - left} of ${count} templates done. ${left} ${left === 1 ? "is" : "are"} left.`;
}

/** By the author. */
export async function withdrawProposalAction(_: FormResult, sent: FormData): Promise<FormResult> {
	return onProposal<FormResult>("propose", sent, async (seen) => {
		await withdrawProposal(seen);
		return continueOn(path, "Proposal withdrawn. Nothing was changed.");
	});
}

/** `chosen`: by part, for the page without scripts. */
export type RevisionState = FormResult & { chosen?: Record<string, string> };

/** The author's choice for each contested part, by which the proposal is made again. */
export async function reviseProposalAction(_: RevisionState, sent: FormData): Promise<RevisionState> {
	let chosen: Record<string, string> = {};
	const result = await onProposal<FormResult>("propose", sent, async (seen, form) => {
		const parts = form.getAll("contested").map(String);
		chosen = Object.fromEntries(parts.map((part) => [part, String(form.get(`keep ${part}`) ?? "")]));
		if (parts.some((part) => chosen[part] !== "mine" && chosen[part] !== "theirs"))
			return {
				problem: { title: "Choose for each part", message: "Nothing was proposed: choose whose value it is to have." },
			};
		const keepMine = new Set(parts.filter((part) => chosen[part] === "mine"));
		const { kind } = await reviseProposal(seen, String(form.get("result") ?? ""), keepMine);
		if (kind === "changed") return { problem: changedSince("proposed") };
		return continueInPlace(pathOfProposal(seen.id), "Proposed again.");
	});
	return result.problem ? { ...result, chosen } : result;
}

/** What could not be saved of an accepted one, as another proposal. */
export async function proposeRestAction(_: FormResult, sent: FormData): Promise<FormResult> {
	return onProposal<FormResult>("propose", sent, async ({ id }) => continueOnProposal(await proposeRest(id)));
}

/** `comment`: what was typed, for the page without scripts. */
export type CommentState = FormResult & { comment?: string };

export async function commentOnProposalAction(_: CommentState, sent: FormData): Promise<CommentState> {
	let comment = "";
	const result = await onProposal<FormResult>("propose", sent, async ({ id }, form) => {
		comment = String(form.get("comment") ?? "");
		await commentOn(id, comment);
		return { done: "Comment added." };
	});
	return result.problem ? { ...result, comment } : result;
}

/** Does something about the proposal that a form names. What was refused renews the page too: another may have decided it. */
async function onProposal<Result extends FormResult>(
	permission: Permission,
	sent: unknown,
	act: (seen: Seen, form: FormData) => Promise<Result>,
): Promise<Result | { problem: Problem }> {
	let isPermitted = false;
	try {
		const { form } = await permittedForm(permission, sent);
		isPermitted = true;
		const seen = { id: String(form.get(idField) ?? ""), revision: Number(form.get("revision")) };
		const result = await act(seen, form);
		await renewPages();
		return result;
	} catch (error) {
		const problem = problemOf(error, "template");
		if (isPermitted) await renewPages();
		return { problem };
	}
}
