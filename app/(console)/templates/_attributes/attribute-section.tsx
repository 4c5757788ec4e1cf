"use client";

import { type ComponentProps, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { linkClass } from "@/components/layout/link-class";
import { isMdlAttributeName } from "@/lib/contract/template/mdl-elements";
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
	const filterBox = useRef<HTMLInputElement>(null);
	const [filter, setFilter] = useState("");
	// Text typed before hydration filters too.
	useLayoutEffect(() => setFilter(filterBox.current?.value ?? ""), []);
	const boxes = boxesFor([...source.map(([name]) => name), ...states.keys()]);
	const shown = matchingNames(boxes, filter);
	const isFiltered = filter.trim() !== "";
	const isTicked = (name: string) => (states.get(name) ?? "false") !== "false";

	const boxesOf = (some: readonly AttributeBox[]) =>
		some.map(({ group: _, ...box }) => (
			<AttributeCheckbox
				key={box.name}
				{...box}
				onToggle={toggle}
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
	const groupOf = ({ title, shortTitle = title }: (typeof formGroups)[number] | typeof MORE) => {
		const own = boxes.filter(({ group }) => group === title);
		return {
			id: `group-${title.toLowerCase().replaceAll(" ", "-")}`,
			title,
			shortTitle,
			own,
			ticked: own.filter(({ name }) => isTicked(name)).length,
			isShown: own.some(({ name }) => shown.has(name)),
		};
	};
	const [groups, more] = [formGroups.map(groupOf), groupOf(MORE)];
	const fieldsetOf = ({ id, title, own, ticked, isShown }: typeof more) => (
		<Group key={id} id={id} disabled={!canWrite} hidden={!isShown}>
			<legend data-count={`${ticked} of ${own.length}`}>{title}</legend>
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
				<input
					ref={filterBox}
					// Of no form, so that Enter submits nothing.
					form="none"
					type="search"
					aria-label="Filter attributes"
					placeholder="Filter by label, ISO name or help"
					onChange={(event) => setFilter(event.target.value)}
					className="control script-only flex-1 basis-48"
				/>
				{/* Where it takes nothing from what moves when it goes: the filter only grows. */}
				<AsOpened />
				{counter}
				{selectAll("Select all attributes", isFiltered ? boxes : boxes.filter(({ name }) => isMdlAttributeName(name)))}
				{/* Hidden where all groups are in view. */}
				<nav aria-label="Groups of attributes" className="basis-full xl:pointer-fine:[@media(min-height:50rem)]:hidden">
					<ul className="flex flex-wrap gap-x-4 text-sm text-muted tabular-nums [&_a]:mr-1.5">
						{[...groups, more]
							.filter(({ isShown }) => isShown)
							.map(({ id, shortTitle, ticked }) => (
								<li key={id}>
									<a href={`#${id}`} className={linkClass}>
										{shortTitle}
									</a>
									{ticked > 0 ? <b className="text-ink">{ticked}</b> : ticked}
								</li>
							))}
					</ul>
				</nav>
			</div>
			<WithHelpLine status={isFiltered ? filteredInWords(shown.size, filter) : note}>
				<AttributesFault />
				<div className="attribute-columns grid gap-y-1.5">
					<div className="grid content-start gap-1.5">{groups.slice(0, FIRST_COLUMN).map(fieldsetOf)}</div>
					<div className="grid content-start gap-1.5">{groups.slice(FIRST_COLUMN).map(fieldsetOf)}</div>
				</div>
				<MoreAttributes
					id={more.id}
					listed={more.own.filter(({ name }) => states.has(name)).length}
					hasHits={isFiltered && more.isShown}
					isDisabled={!canWrite}
				>
					{boxesOf(more.own)}
				</MoreAttributes>
			</WithHelpLine>
		</section>
	);
}

const TITLE_ID = "attributes-title";
const FAULT_ID = "attributes-error";
const MORE = { title: "More attributes", shortTitle: "More" };

/** The number of groups in the first column, which balances the columns' heights: age limits, age, person and photo. */
const FIRST_COLUMN = 4;

/** The number of matches in words. */
function filteredInWords(found: number, filter: string): string {
	if (found === 0) return `No attribute matches “${filter.trim()}”.`;
	const count = `${found} ${found === 1 ? "attribute matches" : "attributes match"}`;
	return `${count} “${filter.trim()}”. The others are hidden, not cleared.`;
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

/** The fault of the selection as a whole; without one it is empty, and not shown. */
function AttributesFault() {
	return (
		<p id={FAULT_ID} className="fault">
			{useNow(templateEditor).faults.elements}
		</p>
	);
}

/** A group of attributes, which the fault of the selection describes. */
function Group(props: ComponentProps<"fieldset">) {
	return <fieldset aria-describedby={useNow(templateEditor).faults.elements ? FAULT_ID : undefined} {...props} />;
}

type AttributeBox = { name: string; label: string; help: string; group: string; place: number };

const MISSING_SENTENCE = `M${MAY_BE_MISSING.slice(1)}.`;

function boxOf({ name, label, help, isOptional }: SuggestedAttribute, group: string) {
	return { name, label, group, help: [help, help && isOptional && MISSING_SENTENCE].filter(Boolean).join(" ") };
}

const catalogueBoxes: readonly AttributeBox[] = [
	...formGroups.flatMap(({ title, attributes }) => attributes.map((attribute) => boxOf(attribute, title))),
	...moreAttributes.map((attribute) => boxOf(attribute, MORE.title)),
].map((box, place) => ({ ...box, place }));
const catalogueNames = new Set(catalogueBoxes.map(({ name }) => name));

/** Every box of a form: the 21 in their groups, the suggested ones, and names that only this template has. */
function boxesFor(names: readonly string[]): AttributeBox[] {
	const others = [...new Set(names)].filter((name) => !catalogueNames.has(name));
	const rest = { help: "Not one of the elements known here.", group: MORE.title };
	const boxOfOther = (name: string, index: number) => ({
		name,
		label: attributeLabel(name),
		...rest,
		place: catalogueBoxes.length + index,
	});
	return [...catalogueBoxes, ...others.map(boxOfOther)];
}

/** The names of the boxes whose label, ISO name or help contains the text; all of them without a text. */
function matchingNames(boxes: readonly AttributeBox[], filter: string): ReadonlySet<string> {
	const needle = filter.trim().toLowerCase();
	const isMatch = ({ name, label, help }: AttributeBox) =>
		[name, label, help].some((text) => text.toLowerCase().includes(needle));
	return new Set(boxes.filter(isMatch).map(({ name }) => name));
}
