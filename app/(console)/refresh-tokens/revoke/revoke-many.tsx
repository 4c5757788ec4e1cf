"use client";

import { useActionState, useEffect, useRef } from "react";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { Button, buttonClass } from "@/components/ui/button";
import type { TokenLine } from "../_find/token-search-result";
import { type RevokeManyState, revokeManyAction } from "./revoke-many-action";

type RevokeManyProps = { tokens: Pick<TokenLine, "id" | "application" | "device">[]; userId: string; back: string };

/** The tokens to be revoked, each with its result, also of a partial run. */
export function RevokeMany({ tokens, userId, back }: RevokeManyProps) {
	const start: RevokeManyState = { revoked: [], gone: [], left: tokens.map(({ id }) => id) };
	const [state, submit, isPending] = useActionState(revokeManyAction, start);
	const formRef = useRef<HTMLFormElement>(null);
	const done = state.revoked.length + state.gone.length;
	const isBegun = done > 0;
	const pause = state.problem ? state.problem.retryAfterSeconds : 0;
	const continues = isBegun && !isPending && state.left.length > 0 && pause !== undefined;
	// Tokens that exceeded the time limit continue by themselves; without scripts, by the button.
	useEffect(() => {
		if (!continues) return;
		const timer = setTimeout(() => formRef.current?.requestSubmit(), pause * 1000);
		return () => clearTimeout(timer);
	}, [continues, pause]);
	return (
		<form ref={formRef} action={submit} className="grid gap-4">
			<div role="status" className="grid gap-3 empty:hidden">
				{isBegun ? (
					<Alert tone="warning" title="Not all of them yet">
						<p>
							{state.revoked.length} of {done + state.left.length} revocations requested
							{state.gone.length > 0 ? `, ${state.gone.length} were gone already` : ""}
							{state.left.length > 0 ? `, ${state.left.length} not tried yet` : ""}. The service carries it out in a
							moment.
						</p>
					</Alert>
				) : null}
			</div>
			{state.problem ? <ProblemAlert problem={state.problem} /> : null}
			<ul className="grid gap-2" aria-label="Tokens to revoke">
				{tokens.map(({ id, application, device }) => (
					<li key={id} className="rounded-md border border-line bg-surface px-4 py-2.5 text-sm">
						<bdi className="font-medium">{application}</bdi> <code className="text-xs">{id}</code>{" "}
						<span className="text-muted">{device}</span>{" "}
						<strong>
							{state.revoked.includes(id) ? "requested" : state.gone.includes(id) ? "was gone already" : ""}
						</strong>
					</li>
				))}
			</ul>
			<input type="hidden" name="userId" value={userId} />
			{state.left.map((id) => (
				<input key={id} type="hidden" name="token" value={id} />
			))}
			<p className="flex flex-wrap gap-3">
				<PageLink href={back} className={buttonClass()}>
					{isBegun ? "Back to the user's tokens" : "Cancel"}
				</PageLink>
				{state.left.length > 0 ? (
					<Button variant="danger" aria-disabled={isPending}>
						{isBegun ? "Resume revoking" : "Revoke"} {state.left.length} {state.left.length === 1 ? "token" : "tokens"}
					</Button>
				) : null}
			</p>
		</form>
	);
}
