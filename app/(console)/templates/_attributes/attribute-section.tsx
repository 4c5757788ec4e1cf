import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { linkClass } from "@/components/layout/link-class";
import { useWindowEvent } from "@/components/ui/use-window-event";
import { isMdlAttributeName } from "@/lib/contract/template/mdl-elements";
import { formGroups } from "@/lib/dashboard/templates/attribute-catalogue";
import { templateEditor } from "../_edit/template-editor";
import { isTicked, type RequestedElement, sourceOf, toggled } from "../_edit/template-elements";
import { AttributeRow, boxOf, MORE, WithHelpLine } from "./attribute-rows";
import { MoreAttributes } from "./more-attributes";
import { TriStateCheckbox } from "./tri-state-checkbox";

type AttributeSectionProps = {
	/** Shown above the boxes while there is no filter. */
	note: ReactNode;
	/** Beside the filter, for viewers. */
	counter: ReactNode;
};

/**
 * The 21 attributes in their groups, the age limits, and the template's further elements: a field array with an item for each
 * box. A tick renders its box and what counts.
 */
export function AttributeSection({ note, counter }: AttributeSectionProps) {
	const { canWrite, control, setValue } = useEditing(templateEditor);
	const { fields } = useFieldArray({ control, name: "elements" });
	const filterBox = useRef<HTMLInputElement>(null);
	const [filter, setFilter] = useState("");
	// Text typed before hydration filters too.
	useLayoutEffect(() => setFilter(filterBox.current?.value ?? ""), []);
	// A link to a box that the filter hides: the box is shown before the browser scrolls to it.
	useWindowEvent(
		"click",
		({ target }) => {
			const hash = target instanceof Element ? target.closest("a")?.hash : undefined;
			const box = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
			if (!filterBox.current || !box?.closest(".rows > [hidden]")) return;
			filterBox.current.value = "";
			setFilter("");
		},
		true,
	);
	const boxes = fields.map(({ name }) => boxOf(name));
	const needle = filter.trim().toLowerCase();
	const isFiltered = needle !== "";
	const isMatch = ({ name, label, help }: (typeof boxes)[number]) =>
		[name, label, help].some((text) => text.toLowerCase().includes(needle));
	const shown = new Set(boxes.filter(isMatch).map(({ name }) => name));
	const rowsOf = (title: string) =>
		boxes.map(({ group, ...box }, index) =>
			group === title ? (
				<AttributeRow
					key={box.name}
					{...box}
					control={control}
					setValue={setValue}
					index={index}
					hidden={!shown.has(box.name)}
				/>
			) : null,
		);
	const groupOf = ({ title, shortTitle = title }: Pick<(typeof formGroups)[number], "title" | "shortTitle">): Group => {
		const names = boxes.filter(({ group }) => group === title).map(({ name }) => name);
		const id = idOfGroup(title);
		return { id, title, shortTitle, names, shown: names.filter((name) => shown.has(name)) };
	};
	const [groups, more] = [formGroups.map(groupOf), groupOf({ title: MORE, shortTitle: "More" })];
	const fieldsetOf = (group: Group) => (
		<AttributeGroup key={group.id} group={group} isFiltered={isFiltered}>
			{rowsOf(group.title)}
		</AttributeGroup>
	);
	return (
		<TickedNames>
			<section aria-labelledby={TITLE_ID} className="@container grid gap-1">
				<input type="hidden" name="source" value={JSON.stringify(sourceOf(fields))} />
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
					<span className="as-opened" />
					{counter}
					<SelectAll
						label="Select all attributes"
						names={isFiltered ? [...shown] : fields.map(({ name }) => name).filter(isMdlAttributeName)}
						isFiltered={isFiltered}
					/>
					<GroupLinks groups={[...groups, more]} />
				</div>
				<WithHelpLine status={isFiltered ? filteredInWords(shown.size, filter) : note}>
					<AttributesFault />
					<div className="attribute-columns grid gap-y-1.5">
						<div className="grid content-start gap-1.5">{groups.slice(0, FIRST_COLUMN).map(fieldsetOf)}</div>
						<div className="grid content-start gap-1.5">{groups.slice(FIRST_COLUMN).map(fieldsetOf)}</div>
					</div>
					<MoreAttributes id={more.id} hasHits={isFiltered && more.shown.length > 0} isDisabled={!canWrite}>
						{rowsOf(MORE)}
					</MoreAttributes>
				</WithHelpLine>
			</section>
		</TickedNames>
	);
}

function idOfGroup(title: string): string {
	return `group-${title.toLowerCase().replaceAll(" ", "-")}`;
}

/** The boxes under one title: all of them, and those that the filter shows. */
type Group = { id: string; title: string; shortTitle: string; names: readonly string[]; shown: readonly string[] };

const TITLE_ID = "attributes-title";
const FIRST_GROUP = idOfGroup(formGroups[0]?.title ?? "");
const FAULT_ID = "attributes-error";

/** The number of groups in the first column, which balances the columns' heights: age limits, age, person and photo. */
const FIRST_COLUMN = 4;

/** The number of matches in words. */
function filteredInWords(found: number, filter: string): string {
	if (found === 0) return `No attribute matches “${filter.trim()}”.`;
	const count = `${found} ${found === 1 ? "attribute matches" : "attributes match"}`;
	return `${count} “${filter.trim()}”. The others are hidden, not cleared.`;
}

const tickedNames = (elements: readonly RequestedElement[]) => elements.filter(isTicked).map(({ name }) => name);

const Ticked = createContext<ReadonlySet<string>>(new Set());

/** Watches the boxes once for all that count them. */
function TickedNames({ children }: { children: ReactNode }) {
	const { control } = useEditing(templateEditor);
	const names = useWatch({ control, name: "elements", compute: tickedNames });
	return <Ticked value={useMemo(() => new Set(names), [names])}>{children}</Ticked>;
}

/** Counts the ticked ones of some names. */
function useTicked(): (names: readonly string[]) => number {
	const ticked = useContext(Ticked);
	return (names) => names.filter((name) => ticked.has(name)).length;
}

type SelectAllProps = { label: string; short?: string; names: readonly string[]; isFiltered: boolean };

/** With a filter, "all" means all that are shown. */
function SelectAll({ names, ...props }: SelectAllProps) {
	const { canWrite, change, getValues } = useEditing(templateEditor);
	const ticked = useTicked()(names);
	if (!canWrite) return null;
	const toggle = (tick: boolean) => change("elements", toggled(getValues().elements, names, tick));
	return <TriStateCheckbox {...props} ticked={ticked} of={names.length} onToggle={toggle} />;
}

/** A group of attributes, which the fault of the selection describes where there is one. */
function AttributeGroup(props: { group: Group; isFiltered: boolean; children: ReactNode }) {
	const { canWrite } = useEditing(templateEditor);
	const { id, title, names, shown } = props.group;
	return (
		<fieldset id={id} disabled={!canWrite} hidden={shown.length === 0} aria-describedby={FAULT_ID}>
			<legend data-count={`${useTicked()(names)} of ${names.length}`}>{title}</legend>
			<SelectAll
				label={`Select all: ${title}`}
				// Said once: the boxes stand in one place of each group.
				short={id === FIRST_GROUP ? "Select all" : ""}
				names={shown}
				isFiltered={props.isFiltered}
			/>
			<div className="rows">{props.children}</div>
		</fieldset>
	);
}

/** Links to the groups that the filter shows, with their counts. Hidden where all groups are in view. */
function GroupLinks({ groups }: { groups: readonly Group[] }) {
	const tickedOf = useTicked();
	return (
		<nav aria-label="Groups of attributes" className="basis-full xl:pointer-fine:[@media(min-height:50rem)]:hidden">
			<ul className="flex flex-wrap gap-x-4 text-sm text-muted [&_a]:mr-1.5">
				{groups
					.filter(({ shown }) => shown.length > 0)
					.map(({ id, shortTitle, names }) => (
						<li key={id}>
							<a href={`#${id}`} className={linkClass}>
								{shortTitle}
							</a>
							{tickedOf(names) > 0 ? <b className="text-ink">{tickedOf(names)}</b> : 0}
						</li>
					))}
			</ul>
		</nav>
	);
}

/** The fault of the selection as a whole; without one it is empty, and not shown. */
function AttributesFault() {
	return (
		<p id={FAULT_ID} className="fault">
			{useNow(templateEditor).faults.elements}
		</p>
	);
}
