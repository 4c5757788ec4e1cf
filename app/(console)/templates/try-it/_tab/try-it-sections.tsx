"use client";

import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import {
	controlName,
	helpId,
	type TryItField,
	type TryItInput,
	type TryItResponse,
	WALLET_CODE_PLACE,
} from "../_run/try-it-fields";

type TryItControl = {
	field: TryItField;
	label: string;
	description?: string;
	/** Of a choice: values and texts. A text area otherwise, even for one line: Enter in an input would press a button. */
	options?: readonly (readonly [string, string])[];
	/** A checkbox. */
	isBox?: true;
	rows?: number;
	/** Two in a line, where there is room. */
	isHalf?: true;
	/** The kinds of session that it belongs to. For the others it is hidden, see `try-it.css`. */
	sessions?: string;
};

/** A section of the tab: what is asked for, and the button that submits it. */
export type TryItSection = {
	kind: "simulate" | "check" | "wallet";
	title: string;
	/** A description in a sentence or two. */
	help: readonly string[];
	withoutScripts?: string;
	fields: readonly TryItControl[];
	/** Seldom needed: folded unless filled in. */
	more?: { title: string; fields: readonly TryItControl[] };
	button: string;
};

type TryItSectionsProps = {
	sections: readonly TryItSection[];
	/** What was submitted without scripts, and the server's faults. */
	input: TryItInput | null;
	faults: TryItResponse["faults"];
};

export function TryItSections({ sections, input, faults = {} }: TryItSectionsProps) {
	const controls = (fields: readonly TryItControl[]) =>
		fields.map((each) => <Control key={each.field} {...each} value={input?.[each.field]} fault={faults[each.field]} />);
	return sections.map(({ kind, title, help, withoutScripts, fields, more, button }) => (
		<section key={kind} aria-labelledby={`try-it-${kind}`} className="tool">
			<div className="grid gap-1 text-muted">
				<h3 id={`try-it-${kind}`} className="font-semibold text-ink">
					{title}
				</h3>
				{help.map((text) => (
					<p key={text}>{text}</p>
				))}
				{withoutScripts ? <p className="without-scripts text-ink">{withoutScripts}</p> : null}
			</div>
			{controls(fields)}
			{more ? (
				<details open={more.fields.some(({ field }) => input?.[field] || faults[field])}>
					<summary className="min-h-6 font-medium">{more.title}</summary>
					<div className="mt-2 grid gap-3">{controls(more.fields)}</div>
				</details>
			) : null}
			<Button
				name="intent"
				value={`try ${kind}`}
				formAction="#try-it"
				className={classNames("justify-self-start", withoutScripts && "script-only")}
			>
				{button}
			</Button>
			{kind === "wallet" ? <div id={WALLET_CODE_PLACE} className="empty:hidden" /> : null}
		</section>
	));
}

type ControlProps = TryItControl & { value: string | undefined; fault: string | undefined };

/** A control with its label and its help, which ends with its fault: a later response puts its own there. */
function Control({
	field,
	label,
	description,
	options,
	isBox,
	rows = 1,
	isHalf,
	sessions,
	value,
	fault,
}: ControlProps) {
	const id = controlName(field);
	if (isBox)
		return (
			<label className="flex items-start gap-2">
				<input
					type="checkbox"
					name={id}
					value="on"
					defaultChecked={value === "on"}
					className="mt-0.5 size-4 flex-none"
				/>
				{label}
			</label>
		);
	const tied = {
		id,
		name: id,
		"aria-describedby": helpId(field),
		"aria-invalid": fault ? (true as const) : undefined,
		className: "control",
	};
	return (
		<div className={classNames("field", isHalf && "half")} data-sessions={sessions}>
			<label htmlFor={id}>{label}</label>
			{options ? (
				<select {...tied} defaultValue={value || undefined}>
					{options.map(([option, text]) => (
						<option key={option} value={option}>
							{text}
						</option>
					))}
				</select>
			) : (
				<textarea {...tied} rows={rows} defaultValue={value} />
			)}
			<p id={helpId(field)} className="help">
				{description}
				{fault ? <strong className="fault served">{fault}</strong> : null}
			</p>
		</div>
	);
}
