"use client";

import { createContext, useContext, useRef, useState } from "react";
import { TextField } from "@/components/ui/text-field";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { type ActKind, REASON_FIELD } from "@/lib/dashboard/resources/act-kinds";
import { useResult } from "./action-form";

/** `required`: the kinds of acts that are refused without a reason; `typed`: what the form without scripts has sent. */
export const ReasonRules = createContext<{ required: readonly ActKind[]; typed: string }>({ required: [], typed: "" });

type ReasonFieldProps = {
	/** What the form does. */
	acts: readonly ActKind[];
	/** The form's ID, where the field stands outside of it. */
	form?: string;
	/** It is needed whatever the setting is. */
	isRequired?: boolean;
	/** The result of the last submit. */
	problem?: Problem | undefined;
	/** The last submit has left something to be done, also without a problem. */
	isUnfinished?: boolean;
	description?: string | undefined;
};

/** Why the admin acts, or the number of a ticket: one line of the audit trail. */
export function ReasonField({
	acts,
	form,
	isRequired = false,
	problem,
	isUnfinished = false,
	description,
}: ReasonFieldProps) {
	const { required, typed } = useContext(ReasonRules);
	const [first] = useState(problem || isUnfinished ? typed : "");
	const input = useRef<HTMLInputElement>(null);
	const error = problem?.about === "reason" ? `${problem.title}. ${problem.message}` : undefined;
	useResult(problem, () => {
		if (error) input.current?.focus();
	});
	return (
		<TextField
			ref={input}
			name={REASON_FIELD}
			label="Reason or ticket"
			description={description}
			form={form}
			required={isRequired || acts.some((kind) => required.includes(kind))}
			defaultValue={first}
			autoComplete="off"
			// Of the page without scripts: the first one of a dialog with the attribute has the focus.
			autoFocus={error !== undefined}
			error={error}
		/>
	);
}
