"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { ActionForm, SubmitButton, useActionForm } from "@/app/_forms/action-form";
import { ReasonField } from "@/app/_forms/reason-field";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { ButtonLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { Breakable } from "@/components/ui/breakable";
import { Name } from "@/components/ui/name";
import type { TokenLine } from "../find-tokens";
import { type RevokeManyState, revokeManyAction } from "./revoke-many-action";

type RevokeManyProps = { tokens: Pick<TokenLine, "id" | "application" | "device">[]; userId: string; back: string };

/** The tokens to be revoked, each with its result, also of a partial run. */
export function RevokeMany({ tokens, userId, back }: RevokeManyProps) {
	const start: RevokeManyState = {
		requested: [],
		gone: [],
		left: tokens.map(({ id }) => id),
		unconfirmed: [],
		isOneByOne: false,
	};
	const form = useActionForm<RevokeManyState>(revokeManyAction, start, { kept: (before) => before });
	const { state, isPending } = form;
	const element = useRef<HTMLFormElement>(null);
	const done = state.requested.length + state.gone.length;
	const { unconfirmed } = state;
	const isBegun = done + unconfirmed.length > 0;
	// Tokens that exceeded the time limit continue by themselves, after the wait that the service asks for; without scripts, by
	// the button.
	const continues =
		(done > 0 || state.isOneByOne) &&
		!isPending &&
		form.wait === 0 &&
		(!state.problem || state.problem.retryAfterSeconds !== undefined);
	const goOn = useEffectEvent(() => form.send(new FormData(element.current ?? undefined)));
	useEffect(() => {
		if (continues) goOn();
	}, [continues]);
	return (
		<ActionForm ref={element} of={form} sends={{ userId }} className="grid gap-4">
			<div role="status" className="grid gap-3 empty:hidden">
				{isBegun ? (
					<Alert tone="warning" title="Some are still to be revoked">
						{state.requested.length} of {done + state.left.length} revocations requested
						{state.gone.length > 0
							? `, ${state.gone.length} ${state.gone.length === 1 ? "was" : "were"} already gone`
							: ""}
						{unconfirmed.length > 0 ? `, ${unconfirmed.length} not confirmed` : ""}
						{state.left.length > unconfirmed.length ? `, ${state.left.length - unconfirmed.length} not tried yet` : ""}.
						{state.requested.length > 0 ? " The tenant carries them out shortly." : ""}
					</Alert>
				) : null}
				{isPending ? <p className="text-sm">Requesting revocations…</p> : null}
			</div>
			{state.problem && state.problem.about !== "reason" ? <ProblemAlert problem={state.problem} /> : null}
			<ul className="grid gap-2" aria-label="Tokens to revoke">
				{tokens.map(({ id, application, device }) => (
					<li key={id} className="rounded-md border border-line bg-surface px-4 py-2.5 text-sm">
						<Name className="font-medium" text={application} />{" "}
						<code className="text-xs">
							<Breakable text={id} />
						</code>{" "}
						<span className="text-muted">{device}</span>{" "}
						<strong>
							{state.requested.includes(id)
								? "requested"
								: state.gone.includes(id)
									? "already gone"
									: unconfirmed.includes(id)
										? "not confirmed"
										: ""}
						</strong>
					</li>
				))}
			</ul>
			{state.left.map((id) => (
				<input key={id} type="hidden" name="token" value={id} />
			))}
			<div className="max-w-md">
				<ReasonField acts={["revoke"]} problem={state.problem} />
			</div>
			<p className="flex flex-wrap gap-3">
				<ButtonLink href={back}>{isBegun ? "Back to the user's tokens" : "Cancel"}</ButtonLink>
				<SubmitButton of={form} variant="danger">
					{isBegun ? "Resume revoking" : "Revoke"} {state.left.length} {state.left.length === 1 ? "token" : "tokens"}
				</SubmitButton>
			</p>
		</ActionForm>
	);
}
