"use client";

import { useState } from "react";
import { controlClass } from "@/components/ui/field";
import { TextField } from "@/components/ui/text-field";
import type { TemplateFormValues } from "../form/template-form-values";
import type { LateParts } from "../form/use-late-parts";
import { attributeGroups, attributeLabel, suggestedAttributes } from "./attribute-catalogue";
import { AttributeCheckbox } from "./attribute-checkbox";
import { TriStateCheckbox } from "./tri-state-checkbox";

type AttributeSectionProps = {
	start: TemplateFormValues;
	values: TemplateFormValues;
	error: string | undefined;
	late: LateParts | null;
	/** Ticks or clears these attributes. */
	onSelect: (names: readonly string[], tick: boolean) => void;
};

const allAttributes = attributeGroups.flatMap(({ attributes }) => attributes);
const allNames = allAttributes.map(({ name }) => name);

/** The 21 attributes in their groups, and whatever else the template asks for. */
export function AttributeSection({ start, values, error, late, onSelect }: AttributeSectionProps) {
	const [filter, setFilter] = useState("");
	const count = (names: readonly string[]) => names.filter((name) => values.attributes.includes(name)).length;
	const matches = (texts: string[]) => texts.some((text) => text.toLowerCase().includes(filter.trim().toLowerCase()));
	const box = (name: string, label: string, help?: string) => (
		<AttributeCheckbox
			key={name}
			{...{ name, label, help }}
			defaultChecked={start.attributes.includes(name)}
			isListedFalse={values.listedFalse.includes(name)}
			hidden={!matches([name, label, help ?? ""])}
		/>
	);
	const stored = [...start.attributes, ...start.listedFalse];
	const suggestedNames = suggestedAttributes.map(({ name }) => name);
	const others = stored.filter((name) => ![...allNames, ...suggestedNames].includes(name));
	return (
		<fieldset aria-describedby={error ? "attributes-error" : undefined} className="grid gap-4 [overflow-wrap:anywhere]">
			<legend className="float-left w-full text-lg font-semibold">Attributes to request</legend>
			<div className="clear-both flex flex-wrap items-center justify-between gap-3">
				<p role="status" className="text-sm font-medium">
					{count(allNames)} of {allNames.length} requested
				</p>
				<TriStateCheckbox
					label="Select all attributes"
					ticked={count(allNames)}
					of={allNames.length}
					onToggle={(tick) => onSelect(allNames, tick)}
				/>
			</div>
			{error ? (
				<p id="attributes-error" className="text-sm font-medium text-danger">
					{error}
				</p>
			) : null}
			<input
				type="search"
				aria-label="Filter attributes"
				placeholder="Filter by label, ISO name or help"
				value={filter}
				onChange={(event) => setFilter(event.target.value)}
				className={`script-only ${controlClass}`}
			/>
			{attributeGroups.map(({ title, attributes }) => {
				const names = attributes.map(({ name }) => name);
				return (
					<fieldset
						key={title}
						hidden={!attributes.some(({ name, label, help }) => matches([name, label, help]))}
						className="border-t border-line pt-3"
					>
						<legend className="float-left font-semibold">{title}</legend>
						<div className="float-right px-2">
							<TriStateCheckbox
								label={`Select all: ${title}`}
								ticked={count(names)}
								of={names.length}
								onToggle={(tick) => onSelect(names, tick)}
							/>
						</div>
						<div className="clear-both grid pt-1 md:grid-cols-2">
							{attributes.map(({ name, label, help, isOptional }) =>
								box(name, label, isOptional ? `${help} Optional for issuers.` : help),
							)}
						</div>
					</fieldset>
				);
			})}
			<details open={others.length > 0 || count(suggestedNames) > 0} className="border-t border-line pt-3">
				<summary className="font-semibold">More attributes</summary>
				<div className="mt-3 grid gap-4">
					<p className="text-sm text-muted">
						Elements of the same namespace beyond the 21. Not every licence holds them, and each one asked for can turn
						people away.
					</p>
					<div className="grid sm:grid-cols-2 lg:grid-cols-3">
						{suggestedAttributes.map(({ name, label }) => box(name, label))}
						{others.map((name) => box(name, attributeLabel(name), "Not one of the elements known here."))}
					</div>
					<TextField
						label="Further elements"
						name="added"
						defaultValue={start.added}
						spellCheck={false}
						description="Names such as age_over_25, separated by commas. The service accepts any name."
					/>
					{late ? <late.NameNotes values={values} /> : null}
				</div>
			</details>
		</fieldset>
	);
}
