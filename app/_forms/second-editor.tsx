"use client";

import { createContext, useContext } from "react";
import {
	EMERGENCY_FIELD,
	hasRule,
	needsSecondEditor,
	type SavedChange,
	type SecondEditorRule,
} from "@/lib/dashboard/proposals/second-editor";

/** Which saves of this console need a second editor, and what the signed-in user may do about them. */
export const SecondEditorRules = createContext<{
	rule: SecondEditorRule;
	/** An editor may save without the second one, with a reason. */
	allowsEmergency: boolean;
	mayPropose: boolean;
	/** The form without scripts was sent as an emergency. */
	wasEmergency?: true;
}>({ rule: { kinds: [], attributes: [] }, allowsEmergency: false, mayPropose: false });

/** What a form does about the second editor, from what is typed now. */
export function useSecondEditor() {
	const rules = useContext(SecondEditorRules);
	return {
		...rules,
		hasRule: hasRule(rules.rule),
		/** @param changes all that the form would save */
		isNeeded: (changes: readonly SavedChange[]) => changes.some((change) => needsSecondEditor(rules.rule, change)),
	};
}

/** Describes the button that proposes. */
export const WHY_ID = "why-proposed";

/** Why something is proposed in place of being saved: announced, since the button’s name changes while something is typed. */
export function WhyProposed({ id = WHY_ID, isShown }: { id?: string; isShown: boolean }) {
	return (
		<p id={id} aria-live="polite" className="text-sm empty:absolute">
			{isShown ? "Another editor has to accept this change before it is made." : null}
		</p>
	);
}

/** Lets an editor save without the second one. Where it is ticked, the form's reason is needed. */
export function EmergencyField({
	form,
	isTicked,
	onChange,
}: {
	/** The form's ID, where the field stands outside of it. */
	form?: string | undefined;
	isTicked: boolean;
	onChange: (isTicked: boolean) => void;
}) {
	return (
		<label className="flex min-h-6 items-start gap-2 text-sm">
			<input
				type="checkbox"
				name={EMERGENCY_FIELD}
				value="yes"
				form={form}
				checked={isTicked}
				onChange={({ target }) => onChange(target.checked)}
				className="mt-0.5 size-4 shrink-0"
			/>
			Emergency: save without a second editor. All admins are told, with the reason.
		</label>
	);
}
