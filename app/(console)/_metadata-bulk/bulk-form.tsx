"use client";

import { useEffect, useRef, useState } from "react";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { FieldCounter } from "@/app/_forms/field-counter";
import { noAnswerToRead } from "@/app/_forms/read-json";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { ButtonLink } from "@/components/layout/links";
import { Breakable } from "@/components/ui/breakable";
import { Name } from "@/components/ui/name";
import { TextField } from "@/components/ui/text-field";
import { METADATA_VALUE_LENGTH_MAX } from "@/lib/contract/limits";
import { type MetadataResource, resources } from "@/lib/dashboard/resources/resources";
import { type BulkFormState, previewBulkEditAction } from "./bulk-actions";
import type { BulkFormValues } from "./bulk-operation";
import type { HolderName } from "./bulk-work";
import { BulkWarnings } from "./operation-text";

type BulkFormProps = {
	resource: MetadataResource;
	user: { id: string; label: string };
	/** Without a name: it is not in the user's list. */
	items: { id: string; name: HolderName | null }[];
	back: string;
};

const empty: BulkFormValues = { kind: "set", key: "", value: "" };

/** A native form; scripts only add the counter and the warnings while typing. */
export function BulkForm({ resource, user, items, back }: BulkFormProps) {
	const { one, many } = resources[resource].metadata;
	const formRef = useRef<HTMLFormElement>(null);
	const form = useActionForm<BulkFormState>(previewBulkEditAction, {}, { unconfirmed: noAnswerToRead });
	const { state, first } = form;
	const { values: sent = empty, errors = {}, problem } = state;
	const { values: initial = empty } = first;
	const [typed, setTyped] = useState(initial);

	useEffect(() => {
		// What was typed before hydration counts as well.
		if (formRef.current) setTyped(valuesOf(new FormData(formRef.current)));
		if (state.errors) formRef.current?.querySelector<HTMLInputElement>("[aria-invalid]")?.focus();
	}, [state]);

	return (
		<ActionForm
			of={form}
			sends={{ resource, user: user.id }}
			ref={formRef}
			onInput={(event) => setTyped(valuesOf(new FormData(event.currentTarget)))}
			className="group grid gap-5"
		>
			{problem ? <ProblemAlert problem={problem} /> : null}
			<fieldset className="grid gap-2">
				<legend className="mb-1 text-sm font-medium">What to do</legend>
				{(["set", "remove"] as const).map((kind) => (
					<label key={kind} className="flex min-h-6 items-center gap-2 text-sm">
						<input type="radio" name="operation" value={kind} defaultChecked={initial.kind === kind} />
						{kind === "set" ? "Set a key" : "Remove a key"}
					</label>
				))}
			</fieldset>
			<div className="grid max-w-2xl gap-4">
				<TextField
					name="key"
					label="Key"
					required
					defaultValue={initial.key}
					error={typed.key === sent.key ? errors.key : undefined}
					className="font-mono text-sm"
					{...plainText}
				/>
				<div className="group-has-[[value=remove]:checked]:hidden">
					<TextField
						name="value"
						label="Value"
						description="Replaces the value where the key exists. It may be empty."
						defaultValue={initial.value}
						error={typed.value === sent.value ? errors.value : undefined}
						counter={<FieldCounter text={typed.value} max={METADATA_VALUE_LENGTH_MAX} />}
						className="font-mono text-sm"
						{...plainText}
					/>
				</div>
				<BulkWarnings of={typed} />
			</div>
			<div className="grid gap-2">
				<h2 className="text-lg font-semibold">
					{items.length === 1 ? `One ${one}` : `${items.length} ${many}`} of <Name text={user.label} />
				</h2>
				<ul className="divide-y divide-line border-y border-line" aria-label={`Selected ${many}`}>
					{items.map(({ id, name: shown }) => (
						<li key={id} className="px-2 py-2.5 text-sm">
							<input type="hidden" name="item" value={id} />
							<Name className="font-medium" text={shown?.name ?? "Not in this user's list"} />{" "}
							<code className="text-xs">
								<Breakable text={id} />
							</code>{" "}
							<Name className="text-muted" text={shown?.detail ?? ""} />
						</li>
					))}
				</ul>
			</div>
			<SubmitRow
				of={form}
				variant="primary"
				working={`Reading the ${many}…`}
				lead={<ButtonLink href={back}>Cancel</ButtonLink>}
			>
				Preview changes
			</SubmitRow>
		</ActionForm>
	);
}

const plainText = { autoComplete: "off", autoCapitalize: "off", spellCheck: false, dir: "auto" } as const;

function valuesOf(form: FormData): BulkFormValues {
	const text = (name: string) => String(form.get(name) ?? "");
	return { kind: text("operation") === "remove" ? "remove" : "set", key: text("key"), value: text("value") };
}
