"use client";

import { useCallback, useState } from "react";
import { useTemplateEdit, useTemplateElements } from "../form/template-edit-context";
import { attributeGroups } from "./attribute-catalogue";
import { AttributeCheckbox } from "./attribute-checkbox";
import { AttributeFilter } from "./attribute-filter";
import { AttributesFault } from "./attributes-fault";
import { type AttributeBox, boxesFor, matchingNames } from "./filter-attributes";
import { MoreAttributes } from "./more-attributes";
import { TriStateCheckbox } from "./tri-state-checkbox";

/** The 21 attributes in their groups, and whatever else the template asks for. */
export function AttributeSection() {
	const { toggle, source } = useTemplateEdit();
	const states = useTemplateElements();
	const [filter, setFilter] = useState("");
	const boxes = boxesFor([...source.map(([name]) => name), ...states.keys()]);
	const shown = matchingNames(boxes, filter);
	const isFiltered = filter.trim() !== "";
	const onToggle = useCallback((name: string, tick: boolean) => toggle([name], tick), [toggle]);

	const draw = (some: readonly AttributeBox[]) =>
		some.map(({ name, label, help }) => (
			<AttributeCheckbox
				key={name}
				{...{ name, label, help, onToggle }}
				isTicked={(states.get(name) ?? "false") !== "false"}
				isListedFalse={states.get(name) === "false"}
				hidden={!shown.has(name)}
			/>
		));
	const selectAll = (label: string, some: readonly AttributeBox[]) => {
		const names = some.flatMap(({ name }) => (shown.has(name) ? [name] : []));
		const ticked = names.filter((name) => (states.get(name) ?? "false") !== "false").length;
		return (
			<TriStateCheckbox {...{ label, ticked, of: names.length, isFiltered }} onToggle={(tick) => toggle(names, tick)} />
		);
	};
	const more = boxes.filter(({ group }) => group === null);
	// Without a filter it is the 21; with one, whatever is shown.
	const all = isFiltered ? boxes : boxes.filter(({ group }) => group !== null);
	return (
		<fieldset aria-describedby="attributes-error" className="grid gap-4 [overflow-wrap:anywhere]">
			<legend className="float-left w-full text-lg font-semibold">Attributes to request</legend>
			<AttributesFault />
			<div className="clear-both flex flex-wrap items-center justify-end gap-3">
				<AttributeFilter {...{ filter, onFilter: setFilter }} found={shown.size} />
				{selectAll("Select all attributes", all)}
			</div>
			{attributeGroups.map(({ title }) => {
				const group = boxes.filter((box) => box.group === title);
				return (
					<fieldset
						key={title}
						hidden={!group.some(({ name }) => shown.has(name))}
						className="border-t border-line pt-3"
					>
						<legend className="float-left font-semibold">{title}</legend>
						<div className="float-right px-2">{selectAll(`Select all: ${title}`, group)}</div>
						<div className="clear-both grid pt-1 md:grid-cols-2">{draw(group)}</div>
					</fieldset>
				);
			})}
			<MoreAttributes
				ticked={more.filter(({ name }) => states.has(name)).length}
				hasHits={isFiltered && more.some(({ name }) => shown.has(name))}
			>
				{draw(more)}
			</MoreAttributes>
		</fieldset>
	);
}
