"use client";

import { useRef, useState } from "react";
import { ActionForm, SubmitRow, useActionForm, useResult } from "@/app/_forms/action-form";
import { ConfirmedForm } from "@/app/_forms/confirmed-action";
import { ReasonField } from "@/app/_forms/reason-field";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { Breakable } from "@/components/ui/breakable";
import { Name } from "@/components/ui/name";
import { type AccessState, changeScopesAction, removeGrantAction } from "./access-actions";
import { countOfScopes } from "./count-of-scopes";

/** The scopes that an application may request for one API. */
export type GrantShown = {
	id: string;
	audience: string;
	scopes: readonly string[];
	/** For the users who sign in to it; else for the application in its own name. */
	isForPeople: boolean;
	/** Made by the tenant itself: it can't be changed. */
	isSystem: boolean;
};

type AccessAreaProps = {
	id: string;
	name: string;
	grants: readonly GrantShown[];
	/** The management interface, as the tenant names it. */
	audience: string;
	/** Scopes that can be granted here: those that the console itself holds. */
	offered: readonly string[];
	/** Whether it can request tokens for the management interface, which are for applications in their own name. */
	canUse: boolean;
	can: { allow: boolean; change: boolean; remove: boolean };
};

/** The application's client grants: the scopes that it may request per API, in its own name and for people. */
export function AccessArea({ id, name, grants, audience, offered, canUse, can }: AccessAreaProps) {
	const removal = useActionForm<AccessState>(
		removeGrantAction,
		{},
		{ kept: (_, form) => ({ of: String(form.get("grantId")) }) },
	);
	const change = useActionForm<AccessState>(changeScopesAction, {});
	const [latest, setLatest] = useState(removal.first.done ? removal.first : change.first);
	const status = useRef<HTMLParagraphElement>(null);
	useResult(removal.state, setLatest);
	useResult(change.state, setLatest);
	// The grant or the form is gone, and with it what had the focus.
	useResult(latest, ({ done }) => {
		if (done && document.activeElement === document.body) status.current?.focus({ preventScroll: true });
	});
	const own = grants.filter(({ isForPeople }) => !isForPeople);
	const people = grants.filter(({ isForPeople }) => isForPeople);
	const managed = own.find((grant) => grant.audience === audience);
	const isOffered = canUse && (managed ? can.change && !managed.isSystem : can.allow);
	const held = managed?.scopes ?? [];
	/** Of forms that are gone: the grant was removed, or scopes were allowed, elsewhere. */
	const problems = [
		!removal.state.of || grants.some(({ id: shown }) => shown === removal.state.of) ? undefined : removal.state.problem,
		isOffered ? undefined : change.state.problem,
	].filter((problem) => problem !== undefined);
	const form = isOffered ? (
		// Once the scopes have changed, its checkboxes begin anew.
		<ScopesForm key={held.join(" ")} of={change} id={id} held={held} offered={offered} />
	) : null;
	const grantOf = (grant: GrantShown) => (
		<div key={grant.id} className="grid min-w-0 gap-2 border-t border-line pt-3 first:border-0 first:pt-0">
			<p>
				<span className="font-medium">{grant.audience === audience ? "Management interface" : "API"}</span>{" "}
				<code>
					<Breakable text={grant.audience} />
				</code>
			</p>
			<ScopeList scopes={grant.scopes} />
			{grant.isSystem ? <p className="text-muted">The tenant made this grant itself: it can't be changed.</p> : null}
			{grant === managed && !canUse ? (
				<p className="text-warning">
					This grant has no effect: the application does not have the grant type client credentials.
				</p>
			) : null}
			{grant === managed ? form : null}
			{can.remove && !grant.isSystem ? (
				<div>
					<ConfirmedForm
						form={(removal.state.of || grant.id) === grant.id ? removal : { ...removal, state: {}, first: {} }}
						verb="Remove grant"
						acts={["delete"]}
						sends={{ applicationId: id, grantId: grant.id }}
					>
						<p>
							<Name className="font-semibold" text={name} /> may no longer request tokens for{" "}
							<code>
								<Breakable text={grant.audience} />
							</code>
							{grant.isForPeople ? " for the users who sign in to it" : ""} ({countOfScopes(grant.scopes)}). Access
							tokens that it holds stay valid until they expire.
						</p>
					</ConfirmedForm>
				</div>
			) : null}
		</div>
	);
	return (
		<div className="grid min-w-0 gap-4 text-sm">
			{problems.map((problem) => (
				<ProblemAlert key={problem.title} problem={problem} />
			))}
			<p ref={status} tabIndex={-1} role="status" className="text-success empty:hidden">
				{latest.done}
			</p>
			{own.length === 0 ? <p>None: it signs users in, but can't call an API as itself.</p> : null}
			{own.map(grantOf)}
			{managed ? null : form}
			{can.allow && !managed && !canUse ? (
				<p className="text-muted">
					The management interface is for applications that act in their own name. To allow it here, give this one the
					grant type client credentials first.
				</p>
			) : null}
			{people.length > 0 ? (
				<>
					<h3 className="border-t border-line pt-3 font-medium">For the users who sign in to it</h3>
					<p className="text-muted">What it may request for them. As itself it may do nothing with these grants.</p>
					{people.map(grantOf)}
				</>
			) : null}
		</div>
	);
}

type ScopesFormProps = Pick<AccessAreaProps, "id" | "offered"> & {
	of: ReturnType<typeof useActionForm<AccessState>>;
	/** What it may ask for now. */
	held: readonly string[];
};

/** A checkbox per scope of the management interface. The form submits what was shown as well, so that only changes are sent. */
function ScopesForm({ of, id, held, offered }: ScopesFormProps) {
	const { problem } = of.state;
	const ticked = of.first.scopes ?? held;
	const isFirst = held.length === 0;
	const [isNone, setNone] = useState(ticked.length === 0);
	return (
		<details open={problem !== undefined}>
			<summary className="cursor-pointer font-medium text-accent">
				{isFirst ? "Allow access to the management interface" : "Change what it may do there"}
			</summary>
			<ActionForm of={of} sends={{ applicationId: id, shown: held.join(" ") }} className="grid gap-3 pt-3">
				{problem && problem.about !== "reason" ? <ProblemAlert problem={problem} /> : null}
				<fieldset
					onChange={({ currentTarget }) => setNone(currentTarget.querySelector(":checked") === null)}
					className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-4"
				>
					<legend className="mb-1 text-muted">
						You can grant only what this console holds itself.
						{isFirst
							? ""
							: " Unticking a scope removes it; unticking the last one removes the grant. Access tokens that it holds stay valid until they expire."}
					</legend>
					{[...new Set([...held, ...offered])].sort().map((scope) => (
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
				{isFirst ? null : <ReasonField acts={isNone ? ["delete"] : []} problem={problem} />}
				<SubmitRow of={of}>{isFirst ? "Allow scopes" : "Change scopes"}</SubmitRow>
			</ActionForm>
		</details>
	);
}

const SHOWN_AT_ONCE = 12;

/** The scopes of a grant. */
function ScopeList({ scopes }: { scopes: readonly string[] }) {
	return (
		<details open={scopes.length <= SHOWN_AT_ONCE}>
			<summary className="cursor-pointer text-accent">{countOfScopes(scopes)}</summary>
			<ul className="flex list-none flex-wrap gap-x-3 gap-y-1 pt-2">
				{scopes.map((scope) => (
					<li key={scope}>
						<code>{scope}</code>
					</li>
				))}
			</ul>
		</details>
	);
}
