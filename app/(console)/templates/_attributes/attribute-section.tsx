"use client";

import { type ComponentProps, type ReactNode, useCallback, useState } from "react";
import { useWatch } from "react-hook-form";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { Button } from "@/components/ui/button";
import { isMdlAttributeName } from "@/lib/contract/template/mdl-attribute-names";
import {
	attributeLabel,
	formGroups,
	MAY_BE_MISSING,
	moreAttributes,
	type SuggestedAttribute,
} from "@/lib/dashboard/templates/attribute-catalogue";
import { AsOpened } from "../_edit/edit-in-words";
import { templateEditor } from "../_edit/template-editor";
import { type RequestedElement, requestedOf, toggled } from "../_edit/template-elements";
import { AttributeCheckbox } from "./attribute-checkbox";
import { AttributeFilter, FILTER_ID, filteredInWords } from "./attribute-filter";
import { GroupLinks, groupId, MORE_ID } from "./group-links";
import { WithHelpLine } from "./help-line";
import { MoreAttributes } from "./more-attributes";
import { TriStateCheckbox } from "./tri-state-checkbox";

type AttributeSectionProps = {
	/** The form's initial elements. */
	start: readonly RequestedElement[];
	/** Shown above the boxes while there is no filter. */
	note: ReactNode;
	/** Beside the filter, for viewers. */
	counter: ReactNode;
};

/** The 21 attributes in their groups, the age limits, and the template's further elements. */
export function AttributeSection({ start, note, counter }: AttributeSectionProps) {
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

	const boxesOf = (some: readonly AttributeBox[]) =>
		some.map((box) => (
			<AttributeCheckbox
				key={box.name}
				{...box}
				onToggle={onToggle}
				isTicked={isTicked(box.name)}
				isListedFalse={states.get(box.name) === "false"}
				hidden={!shown.has(box.name)}
			/>
		));
	// With a filter, "all" means all that are shown.
	const selectAll = (label: string, some: readonly AttributeBox[], short?: string) => {
		if (!canWrite) return null;
		const names = some.map(({ name }) => name).filter((name) => shown.has(name));
		return (
			<TriStateCheckbox
				label={label}
				short={short}
				ticked={names.filter(isTicked).length}
				of={names.length}
				isFiltered={isFiltered}
				onToggle={(tick) => toggle(names, tick)}
			/>
		);
	};
	const groups = formGroups.map(({ title, shortTitle }) => {
		const own = boxes.filter(({ group }) => group === title);
		return { title, own, shortTitle: shortTitle ?? title, isShown: own.some(({ name }) => shown.has(name)) };
	});
	const more = boxes.filter(({ group }) => group === null);
	const hasHits = more.some(({ name }) => shown.has(name));
	const countOf = (some: readonly AttributeBox[]) => some.filter(({ name }) => isTicked(name)).length;
	const groupOf = ({ title, own, isShown }: (typeof groups)[number]) => (
		<Group key={title} id={groupId(title)} disabled={!canWrite} hidden={!isShown}>
			<legend>{title}</legend>
			<span aria-hidden="true" className="count">
				{`${countOf(own)} of ${own.length}`}
			</span>
			{selectAll(`Select all: ${title}`, own, "Select all")}
			<div className="rows">{boxesOf(own)}</div>
		</Group>
	);
	const isStored = edit.baseline && JSON.stringify(source) === JSON.stringify(requestedOf(edit.baseline.elements));
	return (
		<section aria-labelledby={TITLE_ID} className="@container grid gap-1">
			{isStored ? null : <input type="hidden" name="source" value={JSON.stringify(source)} />}
			<div className="form-tools flex flex-wrap items-center gap-x-4 gap-y-1 bg-canvas">
				<h2 id={TITLE_ID} className="text-base font-semibold">
					Attributes to request
				</h2>
				<AttributeFilter filter={filter} onFilter={setFilter} />
				{/* Where it takes nothing from what moves when it goes: the filter only grows. */}
				<AsOpened />
				{counter}
				{selectAll("Select all attributes", isFiltered ? boxes : boxes.filter(({ name }) => isMdlAttributeName(name)))}
				<GroupLinks
					groups={[
						...groups
							.filter(({ isShown }) => isShown)
							.map(({ title, shortTitle, own }) => ({
								id: groupId(title),
								text: shortTitle,
								ticked: countOf(own),
							})),
						...(hasHits ? [{ id: MORE_ID, text: "More", ticked: countOf(more) }] : []),
					]}
				/>
			</div>
			<WithHelpLine
				status={
					<>
						<p role="status">{isFiltered ? filteredInWords(shown.size, filter) : note}</p>
						{isFiltered ? <ClearFilter onClear={() => setFilter("")} /> : null}
					</>
				}
			>
				<AttributesFault />
				<div className="attribute-columns">
					<div>{groups.slice(0, FIRST_COLUMN).map(groupOf)}</div>
					<div>{groups.slice(FIRST_COLUMN).map(groupOf)}</div>
				</div>
				<MoreAttributes
					ticked={more.filter(({ name }) => states.has(name)).length}
					hasHits={isFiltered && hasHits}
					isDisabled={!canWrite}
				>
					{boxesOf(more)}
				</MoreAttributes>
			</WithHelpLine>
		</section>
	);
}

const TITLE_ID = "attributes-title";

/** The number of groups in the first column, which balances the columns' heights: age limits, age, person and photo. */
const FIRST_COLUMN = 4;

function ClearFilter({ onClear }: { onClear: () => void }) {
	function clear() {
		onClear();
		document.getElementById(FILTER_ID)?.focus();
	}
	return (
		<Button type="button" variant="quiet" className="min-h-6! px-0! py-0!" onClick={clear}>
			Clear filter
		</Button>
	);
}

/**
 * The source of ticked elements' values: every value that was seen while the page was open.
 * @param start the form's initial elements
 */
function useSource(start: readonly RequestedElement[]): readonly RequestedElement[] {
	const { baseline } = useEditing(templateEditor).edit;
	const stored = baseline ? requestedOf(baseline.elements) : [];
	// An earlier version that is to be restored replaces what is stored.
	const [seen, setSeen] = useState({ baseline, source: merged(stored, start) });
	if (seen.baseline !== baseline) setSeen({ baseline, source: merged(seen.source, stored) });
	return seen.source;
}

function merged(known: readonly RequestedElement[], others: readonly RequestedElement[]): RequestedElement[] {
	return [...new Map([...known, ...others])];
}

/** The fault of the selection as a whole, if any. */
function AttributesFault() {
	const { faults } = useNow(templateEditor);
	return faults.elements ? (
		<p id={FAULT_ID} className="fault">
			{faults.elements}
		</p>
	) : null;
}

const FAULT_ID = "attributes-error";

/** A group of attributes, which the fault of the selection describes. */
function Group(props: ComponentProps<"fieldset">) {
	const { faults } = useNow(templateEditor);
	return <fieldset aria-describedby={faults.elements ? FAULT_ID : undefined} {...props} />;
}

/** A box of the form. `group` is null for those under "More attributes". */
type AttributeBox = { name: string; label: string; help: string; group: string | null };

const MISSING_SENTENCE = `M${MAY_BE_MISSING.slice(1)}.`;

function boxOf({ name, label, help, isOptional }: SuggestedAttribute, group: string | null): AttributeBox {
	return { name, label, group, help: [help, help && isOptional && MISSING_SENTENCE].filter(Boolean).join(" ") };
}

const catalogueBoxes: readonly AttributeBox[] = [
	...formGroups.flatMap(({ title, attributes }) => attributes.map((attribute) => boxOf(attribute, title))),
	...moreAttributes.map((attribute) => boxOf(attribute, null)),
];
const catalogueNames = new Set(catalogueBoxes.map(({ name }) => name));

/** Every box of a form: the 21 in their groups, the suggested ones, and names that only this template has. */
function boxesFor(names: readonly string[]): AttributeBox[] {
	const others = [...new Set(names)].filter((name) => !catalogueNames.has(name));
	const help = "Not one of the elements known here.";
	return [...catalogueBoxes, ...others.map((name) => ({ name, label: attributeLabel(name), help, group: null }))];
}

/** The names of the boxes whose label, ISO name or help contains the text; all of them without a text. */
function matchingNames(boxes: readonly AttributeBox[], filter: string): ReadonlySet<string> {
	const needle = filter.trim().toLowerCase();
	const isMatch = ({ name, label, help }: AttributeBox) =>
		[name, label, help].some((text) => text.toLowerCase().includes(needle));
	return new Set(boxes.filter(isMatch).map(({ name }) => name));
}
