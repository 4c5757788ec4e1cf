import { useState } from "react";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { busyButton } from "@/app/_page/problem-alert";
import { Button } from "@/components/ui/button";
import { ChoiceField } from "@/components/ui/choice-field";
import { ConfirmDialog, DialogTrigger } from "@/components/ui/confirm-dialog";
import { nameInWords } from "@/components/ui/invisible-characters";
import { ReadValue } from "@/components/ui/read-value";
import { SwitchFields } from "@/components/ui/switch-field";
import { appTypeLabel } from "@/lib/dashboard/management/applications/application-labels";
import type { SignInApplication } from "@/lib/dashboard/management/identity-providers/read-connections";
import { connectionEditor } from "../_edit/connection-editor";
import { nameOf } from "../_edit/option-kinds";
import { Field, useConnectionField, useReach } from "./connection-field";

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
		...stored.filter((id) => !known.has(id)).map((id) => ({ id, name: id, help: "not offered here" })),
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
			{all.length === 0 && applications ? <p className="text-sm">No application signs users in.</p> : null}
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

/** Removes the connection from every application at once, and saves nothing else. */
export function TurnOff() {
	const { edit, known, isPending, wait, change, save } = useEditing(connectionEditor);
	const { baseline } = edit;
	if (!baseline || baseline.clients.length === 0) return null;
	const off = connectionEditor.valuesOf({ ...baseline, clients: [] });
	return (
		<div>
			<DialogTrigger dialog="turn-off">Turn off</DialogTrigger>
			<ConfirmDialog
				id="turn-off"
				title="Turn this identity provider off?"
				action={
					<Button
						variant="danger"
						name="intent"
						value="turn-off"
						{...busyButton({ isPending, wait })}
						onClick={(event) => {
							event.preventDefault();
							if (isPending || wait > 0) return;
							event.currentTarget.closest("dialog")?.close();
							// Other edits stay in the form.
							change("clients", []);
							save(off);
						}}
					>
						Turn off
					</Button>
				}
			>
				<p>No one can sign in through it any more to:</p>
				<ul className="max-h-60 list-disc overflow-auto pl-5">
					{baseline.clients.map((client) => (
						<li key={client}>{nameOf(client, known)}</li>
					))}
				</ul>
				<p>
					Users who are signed in stay signed in, and refresh tokens stay until they are revoked. All users and settings
					stay; ticking an application turns it on again.
				</p>
			</ConfirmDialog>
		</div>
	);
}

type ProviderInitiatedProps = { applications: readonly SignInApplication[] };

/** Settings of unsolicited responses (IdP-initiated sign-ins), shown where these are on, with scripts and without. */
export function ProviderInitiatedFields({ applications }: ProviderInitiatedProps) {
	const { value: isOn, isDisabled } = useConnectionField("isProviderInitiated");
	if (isDisabled && !isOn) return <Field name="isProviderInitiated" />;
	return (
		<div className="group/begun grid gap-4">
			<Field name="isProviderInitiated" />
			<div className="grid items-start gap-x-6 gap-y-4 group-has-[[name=isProviderInitiated]:not(:checked)]/begun:hidden sm:grid-cols-2">
				<DefaultClient applications={applications} />
				<Field name="defaultProtocol" />
				<div className="sm:col-span-2">
					<Field
						name="defaultQuery"
						placeholder="redirect_uri=https://app.example/callback&scope=openid email&response_type=code"
					/>
				</div>
			</div>
		</div>
	);
}

/** Offers the ticked applications; without scripts, which would follow the ticks, all of them. */
function DefaultClient({ applications }: ProviderInitiatedProps) {
	const { stored = "", isDisabled, ...field } = useConnectionField("defaultClient");
	const { isHydrated, known } = useEditing(connectionEditor);
	const { defaultProtocol } = useNow(connectionEditor).values;
	const ticked = new Set(useConnectionField("clients").value);
	if (isDisabled) {
		return (
			<ReadValue id={field.name} label={field.label}>
				{nameOf(field.value, known)}
			</ReadValue>
		);
	}
	const isUsed = (id: string) => !isHydrated || ticked.has(id);
	const isRefused = ({ needsPkce }: SignInApplication) => needsPkce && defaultProtocol === "oidc";
	const offered = applications.filter(({ id }) => isUsed(id) || id === stored || id === field.value);
	return (
		<ChoiceField
			{...field}
			stored={stored}
			options={[
				["", "Choose one"],
				...offered.map((one): [string, string] => {
					const refusal = isRefused(one) ? " (needs PKCE: it must begin itself)" : "";
					return [one.id, nameInWords(one.name) + (isUsed(one.id) ? refusal : " (may not use it)")];
				}),
			]}
			refused={offered.flatMap((one) => (isHydrated && isRefused(one) && one.id !== field.value ? [one.id] : []))}
		/>
	);
}
