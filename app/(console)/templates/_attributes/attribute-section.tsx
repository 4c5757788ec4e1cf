"use client";

import { useCallback, useState } from "react";
import { useWatch } from "react-hook-form";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { Section } from "@/components/ui/section";
import { isMdlAttributeName } from "@/lib/contract/template/mdl-attribute-names";
import {
	attributeGroups,
	attributeLabel,
	MAY_BE_MISSING,
	moreAttributes,
	type SuggestedAttribute,
} from "../_catalogue/attribute-catalogue";
import { AsOpened } from "../_edit/edit-in-words";
import { templateEditor } from "../_edit/template-editor";
import { type RequestedElement, requestedOf, toggled } from "../_edit/template-elements";
import { AttributeCheckbox } from "./attribute-checkbox";
import { AttributeFilter } from "./attribute-filter";
import { GroupLinks, groupId, MORE_ID } from "./group-links";
import { MoreAttributes } from "./more-attributes";
import { TriStateCheckbox } from "./tri-state-checkbox";

/** The 21 attributes in their groups, and whatever else the template asks for. */
export function AttributeSection({ start }: { start: readonly RequestedElement[] }) {
	const { edit, canWrite, control, change, getValues } = useEditing(templateEditor);
	const source = useSource(start);
	const states = new Map(useWatch({ control, name: "elements" }));
	const toggle = useCallback(
		(names: readonly string[], tick: boolean) => change("elements", toggled(getValues().elements, names, tick, source)),
		[change, getValues, source],
	);
	const [filter, setFilter] = useState("");
	const boxes = boxesFor([...source.map(([name]) => name), ...states.keys()]);
	const shown = matchingNames(boxes, filter);
	const isFiltered = filter.trim() !== "";
	const onToggle = useCallback((name: string, tick: boolean) => toggle([name], tick), [toggle]);
	const isTicked = (name: string) => (states.get(name) ?? "false") !== "false";

	const draw = (some: readonly AttributeBox[]) =>
		some.map(({ name, label, help }) => (
			<AttributeCheckbox
				key={name}
				name={name}
				label={label}
				help={help}
				onToggle={onToggle}
				isTicked={isTicked(name)}
				isListedFalse={states.get(name) === "false"}
				hidden={!shown.has(name)}
			/>
		));
	// Without a filter all is what is of the 21; with one it is whatever is shown.
	const selectAll = (label: string, some: readonly AttributeBox[]) => {
		if (!canWrite) return null;
		const names = some.map(({ name }) => name).filter(isFiltered ? (name) => shown.has(name) : isMdlAttributeName);
		const ticked = names.filter(isTicked).length;
		return (
			<TriStateCheckbox
				label={label}
				ticked={ticked}
				of={names.length}
				isFiltered={isFiltered}
				onToggle={(tick) => toggle(names, tick)}
			/>
		);
	};
	const groups = attributeGroups.map(({ title, shortTitle }) => {
		const own = boxes.filter(({ group }) => group === title);
		return { title, own, shortTitle: shortTitle ?? title, isShown: own.some(({ name }) => shown.has(name)) };
	});
	const more = boxes.filter(({ group }) => group === null);
	const hasHits = more.some(({ name }) => shown.has(name));
	const countOf = (some: readonly AttributeBox[]) => some.filter(({ name }) => isTicked(name)).length;
	return (
		<Section title="Attributes to request" aside={<AsOpened />}>
			<AttributesFault />
			{edit.baseline ? null : <input type="hidden" name="source" value={JSON.stringify(source)} />}
			<div className="form-tools">
				<AttributeFilter filter={filter} onFilter={setFilter} found={shown.size}>
					{selectAll("Select all attributes", boxes)}
				</AttributeFilter>
				<GroupLinks
					groups={[
						...groups
							.filter(({ isShown }) => isShown)
							.map(({ title, shortTitle, own }) => ({ id: groupId(title), text: shortTitle, ticked: countOf(own) })),
						...(hasHits ? [{ id: MORE_ID, text: "More", ticked: countOf(more) }] : []),
					]}
				/>
			</div>
			<div className="@container grid gap-3">
				{groups.map(({ title, own, isShown }) => (
					<fieldset
						key={title}
						id={groupId(title)}
						disabled={!canWrite}
						hidden={!isShown}
						aria-describedby="attributes-error"
						className="border-line [:not([hidden])~&]:border-t [:not([hidden])~&]:pt-2"
					>
						<legend className="float-left mr-4 text-sm font-semibold leading-6">{title}</legend>
						<div className="float-right pr-2">{selectAll(`Select all: ${title}`, own)}</div>
						<div className="clear-both grid gap-x-4 pt-1 @[59rem]:grid-cols-2">{draw(own)}</div>
					</fieldset>
				))}
				<MoreAttributes
					ticked={more.filter(({ name }) => states.has(name)).length}
					hasHits={isFiltered && hasHits}
					isDisabled={!canWrite}
				>
					{draw(more)}
				</MoreAttributes>
			</div>
		</Section>
	);
}

/**
 * Where ticked elements get their values from: every value that was seen while the page was open.
 * @param start what the form began with
 */
function useSource(start: readonly RequestedElement[]): readonly RequestedElement[] {
	const { baseline } = useEditing(templateEditor).edit;
	const [seen, setSeen] = useState({ baseline, source: merged(start, baseline?.elements) });
	if (seen.baseline !== baseline) setSeen({ baseline, source: merged(seen.source, baseline?.elements) });
	return seen.source;
}

function merged(
	known: readonly RequestedElement[],
	elements: Parameters<typeof requestedOf>[0] = {},
): RequestedElement[] {
	return [...new Map([...known, ...requestedOf(elements)])];
}

/** What is wrong with the selection as a whole, where that was found. */
function AttributesFault() {
	const { faults } = useNow(templateEditor);
	return (
		<p id="attributes-error" className="text-sm font-medium text-danger empty:hidden">
			{faults.elements}
		</p>
	);
}

/** A box of the form. `group` is null for what stands under "More attributes". */
type AttributeBox = { name: string; label: string; help: string; group: string | null };

const MISSING_SENTENCE = `M${MAY_BE_MISSING.slice(1)}.`;

function boxOf({ name, label, help, isOptional }: SuggestedAttribute, group: string | null): AttributeBox {
	return { name, label, group, help: [help, help && isOptional && MISSING_SENTENCE].filter(Boolean).join(" ") };
}

const catalogueBoxes: readonly AttributeBox[] = [
	...attributeGroups.flatMap(({ title, beyond = [], attributes }) =>
		[...beyond, ...attributes].map((attribute) => boxOf(attribute, title)),
	),
	...moreAttributes.map((attribute) => boxOf(attribute, null)),
];
const catalogueNames = new Set(catalogueBoxes.map(({ name }) => name));

/** Every box of a form: the 21 in their groups, the suggested ones, and names that only this template knows. */
function boxesFor(names: readonly string[]): AttributeBox[] {
	const others = [...new Set(names)].filter((name) => !catalogueNames.has(name));
	const help = "Not one of the elements known here.";
	return [...catalogueBoxes, ...others.map((name) => ({ name, label: attributeLabel(name), help, group: null }))];
}

/** The names of the boxes whose label, ISO name or help holds the text; all of them where there is none. */
function matchingNames(boxes: readonly AttributeBox[], filter: string): ReadonlySet<string> {
	const needle = filter.trim().toLowerCase();
	const isMatch = ({ name, label, help }: AttributeBox) =>
		[name, label, help].some((text) => text.toLowerCase().includes(needle));
	return new Set(boxes.filter(isMatch).map(({ name }) => name));
}
