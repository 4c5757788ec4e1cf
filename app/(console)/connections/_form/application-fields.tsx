import { useState } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { nameInWords } from "@/components/ui/invisible-characters";
import { ReadValue } from "@/components/ui/read-value";
import { SwitchFields } from "@/components/ui/switch-field";
import { appTypeLabel } from "@/lib/dashboard/management/applications/application-labels";
import type { SignInApplication } from "@/lib/dashboard/management/identity-providers/read-connections";
import { connectionEditor } from "../_edit/connection-editor";
import { nameOf } from "../_edit/option-kinds";
import { useConnectionField, useReach } from "./connection-field";

/** With fewer a filter is no help. */
const FILTER_FROM = 9;

type ApplicationFieldsProps = {
	/** Null where the tenant does not let this console list them. */
	applications: readonly SignInApplication[] | null;
	/** Why it is not known which may use it, or whether these are all; null: it is known. */
	note: string | null;
};

/** Which applications may use the connection. Without any it is off. */
export function ApplicationFields({ applications, note }: ApplicationFieldsProps) {
	const field = useConnectionField("clients");
	const { name: set, description, value: clients, stored = [], error, isDisabled, onChange } = field;
	const { isHydrated, known } = useEditing(connectionEditor);
	const isUnread = useReach("clients") === "unread";
	const [text, setText] = useState("");
	if (isDisabled) {
		const names = clients.map((id) => nameOf(id, known)).join("\n");
		return (
			<>
				<ReadValue id={set} label="May use it">
					{isUnread ? note : names || "none: it is off"}
				</ReadValue>
				{note && !isUnread ? <p className="text-sm text-warning">{note}</p> : null}
			</>
		);
	}
	// Stored ones that are not offered stay selectable.
	const all = [
		...(applications ?? []).map(({ id, name, type }) => ({ id, name, help: appTypeLabel(type) })),
		...stored.filter((id) => !known.has(id)).map((id) => ({ id, name: id, help: "not among those that are offered" })),
	];
	const needle = text.trim().toLowerCase();
	const shown = all.filter(({ id, name }) => [id, name].some((one) => one.toLowerCase().includes(needle)));
	return (
		<fieldset id={set} tabIndex={-1} className="grid gap-2" aria-describedby={`${set}-help`}>
			<legend className="sr-only">Applications that may use it</legend>
			<p id={`${set}-help`} className="text-xs text-muted">
				{description}
			</p>
			{isHydrated && all.length >= FILTER_FROM ? (
				<label className="grid max-w-sm gap-1.5 text-sm">
					Filter applications
					<input
						type="search"
						className="control"
						autoComplete="off"
						value={text}
						onChange={(event) => setText(event.target.value)}
						onKeyDown={(event) => {
							if (event.key === "Enter") event.preventDefault();
						}}
					/>
				</label>
			) : null}
			{all.length === 0 && applications ? (
				<p className="text-sm">There is no application that people sign in to.</p>
			) : null}
			<div className="grid items-start gap-x-5 gap-y-2 sm:grid-cols-2">
				<SwitchFields
					name={set}
					options={shown.map(({ id, name, help }) => ({ value: id, label: nameInWords(name), help }))}
					on={clients}
					onChange={onChange}
				/>
			</div>
			<p role="status" className="text-xs text-muted empty:hidden">
				{needle ? `${shown.length} of ${all.length} shown.` : null}
			</p>
			{error ? <p className="fault">{error}</p> : null}
		</fieldset>
	);
}
