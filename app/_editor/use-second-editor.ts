"use client";

import { useState } from "react";
import { useSecondEditor } from "@/app/_forms/second-editor";
import type { EditState } from "./edit-state";
import type { Content, Fields } from "./editor";
import type { EditorOptions } from "./editor-reducer";

/** What is done with what is typed: an ordinary save, a proposal in place of it, or both as the user chooses. */
export type Decision = {
	/** The rule of the second editor concerns it. */
	isNeeded: boolean;
	/** The user saves it all the same. */
	isEmergency: boolean;
	/** It is proposed, and can't be saved. */
	isProposed: boolean;
};

/**
 * What the second editor means for a form. Where its resource has no rule it can't be proposed, and is always saved.
 * @param answer the last result of the form
 */
export function useProposing<F extends Fields>(
	{ changesOf, isProposedOnly = false }: Pick<EditorOptions<F>, "changesOf" | "isProposedOnly">,
	answer: EditState<F, unknown>,
) {
	const { rule, mayPropose, allowsEmergency, wasEmergency, hasRule, isNeeded } = useSecondEditor();
	const [isTicked, setEmergency] = useState(wasEmergency === true && answer.kind !== "idle" && answer.kind !== "saved");
	return {
		canPropose: mayPropose && changesOf !== undefined,
		isProposedOnly,
		/** Whatever is typed is proposed. */
		isNeverSaved: isProposedOnly || (changesOf !== undefined && rule.kinds.includes("all") && !allowsEmergency),
		/** A reason is offered with every edit: each may be proposed, to be read by who decides. */
		takesReason: hasRule && mayPropose && changesOf !== undefined,
		/** It may be saved without a second editor where the rule concerns it. */
		allowsEmergency: allowsEmergency && hasRule && !isProposedOnly,
		isTicked,
		setEmergency,
		decisionOn(before: Content<F> | null, after: Content<F>): Decision {
			const isConcerned = changesOf !== undefined && isNeeded(changesOf(before, after));
			const isEmergency = isConcerned && isTicked && !isProposedOnly;
			return { isNeeded: isConcerned, isEmergency, isProposed: isProposedOnly || (isConcerned && !isEmergency) };
		},
	};
}
