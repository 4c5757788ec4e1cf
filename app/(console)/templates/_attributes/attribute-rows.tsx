import { memo, type ReactNode, type SyntheticEvent, useState } from "react";
import { useWatch } from "react-hook-form";
import type { Editing } from "@/app/_editor/use-editor";
import { Badge } from "@/components/ui/badge";
import { Name, NameText } from "@/components/ui/name";
import { formGroups, knownLabel, MAY_BE_MISSING, moreAttributes } from "@/lib/dashboard/templates/attribute-catalogue";
import { boxId, type templateEditor } from "../_edit/template-editor";
import { isTicked, toggledState } from "../_edit/template-elements";

/** The title of the group of the attributes beyond the 21 and the age limits. */
export const MORE = "More attributes";

type AttributeBox = { name: string; label: string; help: string; group: string };

const MISSING_SENTENCE = `M${MAY_BE_MISSING.slice(1)}.`;

const catalogue = new Map(
	[...formGroups, { title: MORE, attributes: moreAttributes }].flatMap(({ title: group, attributes }) =>
		attributes.map(({ name, label, help, isOptional }): [string, AttributeBox] => [
			name,
			{ name, label, group, help: [help, help && isOptional && MISSING_SENTENCE].filter(Boolean).join(" ") },
		]),
	),
);

/** The box of an attribute of the catalogue, or of a name that only a template has. */
export function boxOf(name: string): AttributeBox {
	const other = { name, label: knownLabel(name) ?? name, help: "Not a known attribute.", group: MORE };
	return catalogue.get(name) ?? other;
}

type AttributeRowProps = Omit<AttributeBox, "group"> &
	Pick<Editing<typeof templateEditor.fields>, "control" | "setValue"> & {
		/** Its place among the form's elements. */
		index: number;
		hidden: boolean;
	};

/**
 * One attribute. The accessible name of the box is its label alone; ISO name, help and state describe it. There are three
 * dozen of them, so only the one that changes is rendered again, and only what is listed as false has a class: their layout is
 * in `attribute-section.css`.
 */
export const AttributeRow = memo(function AttributeRow(props: AttributeRowProps) {
	const { name, label, help, control, setValue, index, hidden } = props;
	const field = `elements.${index}.state` as const;
	const state = useWatch({ control, name: field, exact: true });
	// Short, as it is in the page seventy times.
	const aboutId = `d${index}`;
	// The name is the label of another.
	const isKnown = label !== name;
	return (
		<div hidden={hidden} className={state === false ? "listed-false" : undefined}>
			<label>
				<input
					id={boxId(name)}
					type="checkbox"
					name="attribute"
					value={name}
					checked={isTicked({ state })}
					onChange={({ target }) => setValue(field, toggledState(state, target.checked), { shouldDirty: true })}
					aria-describedby={aboutId}
				/>
				{isKnown ? label : <Name text={name} />}
			</label>
			<span id={aboutId}>
				{state === false ? (
					<>
						<Badge tone="warning">listed as false</Badge>{" "}
					</>
				) : null}
				<code>
					{isKnown ? (
						name
					) : (
						<bdi>
							<NameText text={name} />
						</bdi>
					)}
				</code>
				{help ? <span>{` ${help}`}</span> : null}
			</span>
		</div>
	);
});

/**
 * One line for the whole help of the attribute under the pointer or with the focus: rows have room for its beginning only.
 * The line is always there, so its text moves and covers nothing. It repeats the box's description, so it is hidden from
 * assistive technology.
 * @param status the line's content while no attribute is under the pointer
 */
export function WithHelpLine({ status, children }: { status: ReactNode; children: ReactNode }) {
	const [help, setHelp] = useState<ReturnType<typeof helpOf>>(null);
	const show = ({ target }: SyntheticEvent) => setHelp(helpOf(target));
	// The pointer has left: the line shows the focused attribute again.
	const leave = () => setHelp(helpOf(document.activeElement));
	return (
		<>
			<div className="help-line relative flex min-h-6 items-center text-xs text-muted">
				<p role="status">{status}</p>
				{help ? (
					<p
						aria-hidden="true"
						className="absolute inset-0 hidden truncate bg-canvas leading-6 @min-[40rem]:pointer-fine:block"
					>
						<strong className="font-medium text-ink">{help.label}</strong> {help.about}
					</p>
				) : null}
			</div>
			{/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes events of its content. */}
			<div onPointerOver={show} onFocus={show} onPointerLeave={leave} onBlur={() => setHelp(null)}>
				{children}
			</div>
		</>
	);
}

/** The help of the attribute that an element belongs to. */
function helpOf(target: EventTarget | null) {
	const row = target instanceof Element ? target.closest(".rows > div") : null;
	const [label, about] = ["label", "label + *"].map((part) => row?.querySelector(part)?.textContent?.trim());
	return label && about ? { label, about } : null;
}
