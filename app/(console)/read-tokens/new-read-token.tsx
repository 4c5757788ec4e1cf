"use client";

import { useEffect, useRef } from "react";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { type FormAction, withoutSecrets } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { describedBy, Field } from "@/components/ui/field";
import { TextField } from "@/components/ui/text-field";
import { atStart } from "@/lib/dashboard/change-in-words";
import { ShownSecret } from "../log-stream/new-secret";
import type { NewTokenState } from "./read-token-actions";
import { readTokenEditor, rightsWords } from "./read-token-editor";

type NewReadTokenProps = {
	action: FormAction<NewTokenState>;
	path: string;
	/** The first and the last day that it may end on, and the one that is proposed. */
	days: { min: string; max: string; proposed: string };
	/** When it ends without being kept, in a sentence. */
	ends: string;
};

const { name, rights, until, stays } = readTokenEditor.fields;

/** Creates a read token, which is shown once. */
export function NewReadToken({ action, path, days, ends }: NewReadTokenProps) {
	const form = useActionForm<NewTokenState>(withoutSecrets(action, {}), {});
	const { token, isToPropose, problem, faults } = form.state;
	const area = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (faults) area.current?.querySelector<HTMLInputElement>("[aria-invalid]")?.focus();
	}, [faults]);
	// The form is removed: submitting it again would send its state, with the token, along.
	if (token)
		return (
			<ShownSecret
				title="Token created"
				what="token"
				secret={token}
				reader={isToPropose ? "the program that proposes" : "the program that reads"}
			>
				{/* Loads the page anew, without the token. */}
				<a href={path} className="font-medium text-accent underline">
					Done
				</a>
			</ShownSecret>
		);
	const { values } = form.first;
	return (
		<ActionForm of={form} className="max-w-md" noValidate>
			<div ref={area} className="grid gap-3">
				{problem ? <ProblemAlert problem={problem} /> : null}
				<TextField
					name="name"
					label={name.words.label}
					description={name.input.help}
					error={faults?.name}
					required
					autoComplete="off"
					defaultValue={values?.name}
				/>
				<Field id="rights" label={rights.words.label} description={rights.input.help} error={faults?.rights}>
					<select
						id="rights"
						name="rights"
						className="control"
						defaultValue={values?.rights}
						aria-invalid={faults?.rights ? true : undefined}
						aria-describedby={describedBy("rights", rights.input.help, faults?.rights)}
					>
						{Object.entries(rightsWords).map(([value, words]) => (
							<option key={value} value={value}>
								{atStart(words)}
							</option>
						))}
					</select>
				</Field>
				<TextField
					name="until"
					type="date"
					label={until.words.label}
					description={until.input.help}
					error={faults?.until}
					required
					min={days.min}
					max={days.max}
					defaultValue={values?.until ?? days.proposed}
				/>
				<div className="grid gap-1 text-sm">
					<CheckboxField
						name="stays"
						label={stays.words.label}
						className="gap-2"
						defaultChecked={values?.stays ?? false}
						aria-describedby="stays-help"
					/>
					<p id="stays-help" className="text-muted">
						{ends}
					</p>
				</div>
				<SubmitRow of={form}>Create read token</SubmitRow>
			</div>
		</ActionForm>
	);
}
