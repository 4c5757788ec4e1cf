"use client";

import { useRef, useState } from "react";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { ConfirmedForm } from "@/app/_forms/confirmed-action";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { useResult } from "@/app/_forms/use-result";
import { type AccessState, allowScopesAction, removeGrantAction } from "./access-actions";

/** The scopes that an application may request for one API. */
export type GrantShown = { id: string; audience: string; scopes: readonly string[] };

type AccessAreaProps = {
	id: string;
	name: string;
	grants: readonly GrantShown[];
	/** The management interface, as the tenant names it. */
	audience: string;
	/** Scopes that can be granted here: those that the console itself holds. Null where none can. */
	offered: readonly string[] | null;
	/** Whether it can request tokens for the management interface, which are for applications in their own name. */
	canUse: boolean;
	canRemove: boolean;
};

/** The application's client grants: the scopes that it may request in its own name, per API. */
export function AccessArea({ id, name, grants, audience, offered, canUse, canRemove }: AccessAreaProps) {
	const removal = useActionForm<AccessState>(removeGrantAction, {}, { kept: (_, form) => ({ of: grantIn(form) }) });
	const allowance = useActionForm<AccessState>(allowScopesAction, {});
	const [latest, setLatest] = useState(removal.first.done ? removal.first : allowance.first);
	const status = useRef<HTMLParagraphElement>(null);
	const ticked = allowance.first.scopes ?? [];
	useResult(removal.state, setLatest);
	useResult(allowance.state, setLatest);
	// The grant or the form is gone, and with it what had the focus.
	useResult(latest, ({ done }) => {
		if (done && document.activeElement === document.body) status.current?.focus({ preventScroll: true });
	});
	const managed = grants.find((grant) => grant.audience === audience);
	const isOffered = offered !== null && !managed && canUse;
	/** Of forms that are gone: the grant was removed, or scopes were allowed, elsewhere. */
	const problems = [
		!removal.state.of || grants.some(({ id: shown }) => shown === removal.state.of) ? undefined : removal.state.problem,
		isOffered ? undefined : allowance.state.problem,
	].filter((problem) => problem !== undefined);
	return (
		<div className="grid min-w-0 gap-4 text-sm">
			{problems.map((problem) => (
				<ProblemAlert key={problem.title} problem={problem} />
			))}
			<p ref={status} tabIndex={-1} role="status" className="text-success empty:hidden">
				{latest.done}
			</p>
			{grants.length === 0 ? <p>None. It can sign people in, and call nothing in its own name.</p> : null}
			{grants.map((grant, index) => (
				<div key={grant.id} className="grid min-w-0 gap-2 border-t border-line pt-3 first:border-0 first:pt-0">
					<p>
						<span className="font-medium">{grant.audience === audience ? "Management interface" : "API"}</span>{" "}
						<code>{grant.audience}</code>
					</p>
					<Scopes scopes={grant.scopes} />
					{grant === managed && !canUse ? (
						<p className="text-warning">
							This grant has no effect: the application does not have the grant type client credentials.
						</p>
					) : null}
					{canRemove ? (
						<div>
							<ConfirmedForm
								form={(removal.state.of || grant.id) === grant.id ? removal : { ...removal, state: {}, first: {} }}
								id={`remove-grant-${index}`}
								verb="Remove grant"
								title="Remove this grant?"
								sends={{ applicationId: id, grantId: grant.id }}
							>
								<p>
									<strong>{name}</strong> may no longer ask for tokens for <code>{grant.audience}</code> (
									{grant.scopes.length} {grant.scopes.length === 1 ? "scope" : "scopes"}). Tokens that it has stay good
									until they expire.
								</p>
							</ConfirmedForm>
						</div>
					) : null}
				</div>
			))}
			{offered && !managed && !canUse ? (
				<p className="text-muted">
					The management interface is for applications that act in their own name. To allow it here, give this one the
					grant type client credentials first.
				</p>
			) : null}
			{isOffered ? (
				<details open={ticked.length > 0}>
					<summary className="cursor-pointer font-medium text-accent">Allow it the management interface</summary>
					<ActionForm of={allowance} sends={{ applicationId: id }} className="grid gap-3 pt-3">
						{allowance.state.problem ? <ProblemAlert problem={allowance.state.problem} /> : null}
						<fieldset className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-4">
							<legend className="mb-1 text-muted">Only what this console holds itself can be granted.</legend>
							{offered.map((scope) => (
								<label key={scope} className="flex min-h-7 items-center gap-2">
									<input
										type="checkbox"
										name="scope"
										value={scope}
										defaultChecked={ticked.includes(scope)}
										className="size-4 shrink-0"
									/>
									<code>{scope}</code>
								</label>
							))}
						</fieldset>
						<SubmitRow of={allowance}>Allow scopes</SubmitRow>
					</ActionForm>
				</details>
			) : null}
			{offered && managed && canUse && canRemove ? (
				<p className="text-muted">To change what it may do there, remove the grant and allow it anew.</p>
			) : null}
		</div>
	);
}

function grantIn(form: FormData): string {
	return String(form.get("grantId"));
}

const SHOWN_AT_ONCE = 12;

function Scopes({ scopes }: { scopes: readonly string[] }) {
	const list = (
		<ul className="flex list-none flex-wrap gap-x-3 gap-y-1">
			{scopes.map((scope) => (
				<li key={scope}>
					<code>{scope}</code>
				</li>
			))}
		</ul>
	);
	if (scopes.length === 0) return <p className="text-muted">No scope.</p>;
	if (scopes.length <= SHOWN_AT_ONCE) return list;
	return (
		<details>
			<summary className="cursor-pointer text-accent">{scopes.length} scopes</summary>
			<div className="pt-2">{list}</div>
		</details>
	);
}
