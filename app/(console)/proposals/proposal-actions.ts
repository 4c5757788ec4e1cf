"use server";

import type { FormResult } from "@/app/_forms/action-form";
import { continueOn, renewPages } from "@/app/_forms/after-write";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { applyApproved, resumeProposal } from "@/lib/dashboard/proposals/apply-approved";
import {
	acceptProposal,
	commentOn,
	declineProposal,
	returnProposal,
	type Seen,
	withdrawProposal,
} from "@/lib/dashboard/proposals/decide";
import { findProposal } from "@/lib/dashboard/proposals/proposals";
import { REASON_FIELD } from "@/lib/dashboard/resources/act-kinds";
import { resources } from "@/lib/dashboard/resources/resources";
import type { Permission } from "@/lib/dashboard/session/permissions";
import { permittedForm } from "@/lib/dashboard/session/session";

const { idField, path } = resources.proposal;

/** `isUnfinished`: there is more to save, and the page should request it. */
export type DecisionState = FormResult & { isUnfinished?: true };

const changed: Problem = {
	title: "Changed since you opened it",
	message:
		"The tenant or the proposal has changed, and nothing was accepted. This page shows the new result: look at it before you accept it.",
};

const beingSaved: Problem = {
	title: "It is being saved now",
	message: "Reload this page in a minute to see what has become of it.",
};

/** What another editor does about a proposal, by the button that was pressed. */
export async function decideProposalAction(_: DecisionState, sent: FormData): Promise<DecisionState> {
	return onProposal<DecisionState>("changeTemplates", sent, async (seen, form) => {
		const why = String(form.get(REASON_FIELD) ?? "");
		switch (form.get("intent")) {
			case "accept": {
				const acceptance = await acceptProposal(seen, String(form.get("result") ?? ""));
				if (acceptance.kind === "changed") return { problem: changed };
				return save(seen.id, acceptance.lease, false);
			}
			case "resume": {
				const lease = await resumeProposal(seen.id);
				return lease === null ? { problem: beingSaved } : save(seen.id, lease, true);
			}
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
	await applyApproved(id, lease, { isResumed });
	switch ((await findProposal(id))?.state) {
		case "applying":
			return { isUnfinished: true };
		case "done":
			return { done: "Accepted. The tenant has the changes." };
		default:
			return { done: "Accepted, but not all of it could be carried out: see each template." };
	}
}

/** By the author. */
export async function withdrawProposalAction(_: FormResult, sent: FormData): Promise<FormResult> {
	return onProposal<FormResult>("propose", sent, async (seen) => {
		await withdrawProposal(seen);
		return continueOn(path, "Proposal withdrawn. Nothing was changed.");
	});
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
