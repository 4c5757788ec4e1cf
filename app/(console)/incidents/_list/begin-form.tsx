"use client";

import { type FormEvent, useState } from "react";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { ReasonField } from "@/app/_forms/reason-field";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { CheckboxField } from "@/components/ui/checkbox-field";
import type { IncidentAct } from "@/lib/dashboard/store/incident";
import { type BeginState, beginIncidentAction } from "../incident-actions";

/** A user who was found, in words. `why`: why they are left out. */
export type BeginRow = { id: string; label: string; detail: string; ends: string; why?: string };

type BeginFormProps = {
	list: string;
	rows: readonly BeginRow[];
	/** `why`: why it is not offered. */
	acts: readonly { act: IncidentAct; label: string; why: string | null }[];
};

/** Chooses whom of a list, and what to do with them, and begins it with one press. */
export function BeginForm({ list, rows, acts }: BeginFormProps) {
	const form = useActionForm<BeginState>(beginIncidentAction, {});
	const { state, first } = form;
	const isTicked = (id: string) => first.chosen?.users.includes(id) ?? true;
	const [count, setCount] = useState(() => rows.filter(({ id, why }) => !why && isTicked(id)).length);
	function onChange({ currentTarget }: FormEvent<HTMLFormElement>) {
		setCount(new FormData(currentTarget).getAll("user").length);
	}
	const users = count === 1 ? "user" : "users";
	return (
		<ActionForm of={form} sends={{ edit: list }} onChange={onChange} className="grid gap-4">
			<fieldset>
				<legend className="text-sm font-medium">Whom</legend>
				<ul className="border-t border-line text-sm">
					{rows.map(({ id, label, detail, ends, why }) => (
						<li key={id} className="grid gap-x-6 border-b border-line py-2 wrap-anywhere md:grid-cols-[2fr_2fr_3fr]">
							{why ? (
								<span>{label}</span>
							) : (
								<CheckboxField name="user" value={id} label={label} defaultChecked={isTicked(id)} className="gap-2" />
							)}
							<span className="text-muted">{detail}</span>
							<span>{why ? `Left out: ${why}` : ends}</span>
						</li>
					))}
				</ul>
			</fieldset>
			<fieldset className="grid gap-2 text-sm">
				<legend className="font-medium">What to do, in this order</legend>
				{acts.map(({ act, label, why }) =>
					why === null ? (
						<CheckboxField
							key={act}
							name="act"
							value={act}
							label={label}
							defaultChecked={first.chosen ? first.chosen.acts.includes(act) : act !== "block"}
							className="gap-2"
						/>
					) : (
						<p key={act} className="text-muted">{`${label}: not here. ${why}`}</p>
					),
				)}
			</fieldset>
			<div className="max-w-2xl">
				<ReasonField acts={["end", "revoke", "block"]} isRequired problem={state.problem} />
			</div>
			{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			<SubmitRow of={form} variant="danger">
				{`Begin for ${count.toLocaleString("en")} ${users}`}
			</SubmitRow>
		</ActionForm>
	);
}
