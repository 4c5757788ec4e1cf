import { useState } from "react";
import { controlClass } from "@/components/ui/field";
import { SwitchField } from "@/components/ui/switch-field";
import type { SignInApplication } from "@/lib/dashboard/management/connections/sign-in-applications";
import { appTypeLabel } from "../../applications/application-labels";
import { countInWords } from "../_state/connection-state";
import type { FieldProps } from "./field-props";

/** So many are seen at a glance. */
const FILTER_FROM = 9;

type ApplicationFieldsProps = FieldProps & {
	/** Null where the tenant does not let this console list them. */
	applications: readonly SignInApplication[] | null;
	/** What is stored: such as are not offered stay choosable. */
	stored: readonly string[];
	isLive: boolean;
};

/** Which applications may use the connection. None: it is off. */
export function ApplicationFields(props: ApplicationFieldsProps) {
	const { values, faults, isDisabled, change, applications, stored, isLive } = props;
	const [text, setText] = useState("");
	const { clients } = values;
	const offered = applications ?? [];
	const others = stored.filter((id) => !offered.some((application) => application.id === id));
	const all = [
		...offered.map(({ id, name, type }) => ({ id, name, help: appTypeLabel(type) })),
		...others.map((id) => ({ id, name: id, help: "not among the applications that people sign in to" })),
	];
	const wanted = text.trim().toLowerCase();
	const shown = all.filter(({ id, name }) => [id, name].some((one) => one.toLowerCase().includes(wanted)));
	return (
		<fieldset id="clients" tabIndex={-1} className="grid gap-2" aria-describedby="clients-help">
			<legend className="mb-1.5 text-sm font-medium">Applications that may use it</legend>
			<p id="clients-help" className="text-xs text-muted">
				People who sign in to these can choose this provider. With none ticked the connection is off.
			</p>
			{isLive && all.length >= FILTER_FROM ? (
				<label className="grid max-w-sm gap-1.5 text-sm">
					Filter applications
					<input
						type="search"
						className={controlClass}
						autoComplete="off"
						value={text}
						onChange={(event) => setText(event.target.value)}
						onKeyDown={(event) => {
							if (event.key === "Enter") event.preventDefault();
						}}
					/>
				</label>
			) : null}
			{applications === null ? (
				<p className="text-sm text-warning">The tenant does not let this console list its applications.</p>
			) : null}
			{all.length === 0 && applications ? (
				<p className="text-sm">There is no application that people sign in to.</p>
			) : null}
			<div className="grid items-start gap-x-5 gap-y-2 sm:grid-cols-2">
				{shown.map(({ id, name, help }) => (
					<SwitchField
						key={id}
						name="client"
						value={id}
						label={name}
						help={help}
						isOn={clients.includes(id)}
						isDisabled={isDisabled}
						onChange={(isOn) => change({ clients: isOn ? [...clients, id] : clients.filter((each) => each !== id) })}
					/>
				))}
			</div>
			{isLive && all.length > 0 ? (
				<p role="status" className="text-xs text-muted">
					{clients.length === 0 ? "None is ticked" : `${countInWords(clients.length)} ticked`}
					{wanted ? `, ${shown.length} of ${all.length} shown` : ""}.
				</p>
			) : null}
			{faults.clients ? <p className="text-sm font-medium text-danger">{faults.clients}</p> : null}
		</fieldset>
	);
}
