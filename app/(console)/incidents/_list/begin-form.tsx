"use client";

import { memo, useEffect, useEffectEvent, useRef, useState } from "react";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { ReasonField } from "@/app/_forms/reason-field";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useWindowEvent } from "@/components/ui/use-window-event";
import {
	callsPerUser,
	countInWords,
	planOf,
	timeInWords,
	usersInWords,
} from "@/lib/dashboard/incidents/incident-words";
import type { RateGauge } from "@/lib/dashboard/management/call/response";
import type { IncidentAct, ListedUser } from "@/lib/dashboard/store/incident";
import { type BeginState, beginIncidentAction } from "../incident-actions";

/** A user who was found. `detail`, `note`: in words; `why`: why they are left out. */
export type BeginRow = Pick<ListedUser, "id" | "label" | "sessions" | "tokens"> & {
	detail: string;
	note: string;
	why?: string;
};

type BeginFormProps = {
	list: string;
	/** In the order of the list: a form sends their places. */
	rows: readonly BeginRow[];
	/** `why`: why it is not offered. */
	acts: readonly { act: IncidentAct; label: string; why: string | null }[];
	/** The tenant's rate limit; null: not known. */
	gauge: RateGauge | null;
};

/** Chooses whom of a list, and what to do with them, and begins it with one press. */
export function BeginForm({ list, rows, acts, gauge }: BeginFormProps) {
	const form = useActionForm<BeginState>(beginIncidentAction, {});
	const { state, first } = form;
	const isHydrated = useHydrated();
	const ref = useRef<HTMLFormElement>(null);
	const allowed = rows.filter(({ why }) => !why);
	const offered = acts.filter(({ why }) => why === null).map(({ act }) => act);
	const [ticked, setTicked] = useState<{ users: BeginRow[]; acts: IncidentAct[] }>({ users: [], acts: [] });

	/** The document is read: also what was ticked before hydration, or is restored after Back. */
	function read() {
		if (!ref.current) return;
		const sent = new FormData(ref.current);
		const places = new Set(sent.getAll("user"));
		const chosen = sent.getAll("act");
		setTicked({
			users: rows.filter((_, place) => places.has(String(place))),
			acts: offered.filter((act) => chosen.includes(act)),
		});
	}
	const readFirst = useEffectEvent(read);
	useEffect(() => readFirst(), []);
	useWindowEvent("pageshow", read);

	function tickAll(isTicked: boolean) {
		for (const box of ref.current?.querySelectorAll<HTMLInputElement>("input[name=user]") ?? []) box.checked = isTicked;
	}

	if (allowed.length === 0) {
		return (
			<>
				<p className="text-sm font-medium">
					There is nothing to begin: each user is left out, and why stands beside them.
				</p>
				<Rows rows={rows} chosen={undefined} />
			</>
		);
	}
	const all = ticked.users.length;
	return (
		<ActionForm of={form} ref={ref} sends={{ edit: list }} onChange={read} className="grid gap-4">
			<fieldset>
				<legend className="text-sm font-medium">Whom</legend>
				{isHydrated && allowed.length > 1 ? (
					<CheckboxField
						label={`All ${usersInWords(allowed.length)}`}
						checked={all === allowed.length}
						ref={(box) => {
							if (box) box.indeterminate = all > 0 && all < allowed.length;
						}}
						onChange={({ currentTarget }) => tickAll(currentTarget.checked)}
						className="gap-2 py-2 text-sm"
					/>
				) : null}
				<Rows rows={rows} chosen={first.chosen?.users} />
			</fieldset>
			<fieldset className="grid gap-2 text-sm">
				<legend className="font-medium">What to do, in this order</legend>
				{acts.map(({ act, label, why }) =>
					why === null ? (
						<CheckboxField
							key={act}
							name="act"
							value={act}
							label={label}
							defaultChecked={first.chosen ? first.chosen.acts.includes(act) : act !== "block"}
							className="gap-2"
						/>
					) : (
						<p key={act} className="text-muted">{`${label}: not here. ${why}`}</p>
					),
				)}
			</fieldset>
			<div className="grid gap-1 text-sm">
				{isHydrated ? (
					<Plan {...ticked} gauge={gauge} />
				) : (
					<p>{`What is ticked is done with each ticked user: all of it with all takes ${timeInWords(allowed.length * callsPerUser(offered), gauge)}`}</p>
				)}
				<p>{`This can't be undone${offered.includes("block") ? ", but blocked users can be unblocked" : ""}.`}</p>
			</div>
			<div className="max-w-2xl">
				<ReasonField acts={["end", "revoke", "block"]} isRequired problem={state.problem} />
			</div>
			{state.problem && state.problem.about !== "reason" ? <ProblemAlert problem={state.problem} /> : null}
			<SubmitRow of={form} variant="danger">
				{isHydrated ? `Begin for ${usersInWords(all)}` : "Begin for the ticked users"}
			</SubmitRow>
		</ActionForm>
	);
}

/** What the press does. */
function Plan({ users, acts, gauge }: { users: BeginRow[]; acts: IncidentAct[]; gauge: RateGauge | null }) {
	if (users.length === 0 || acts.length === 0) return <p>Nothing would be done as it is ticked.</p>;
	return (
		<>
			<p className="font-medium">As it is ticked now:</p>
			{planOf(acts, users).map((line) => (
				<p key={line}>{line}</p>
			))}
			<p>{`It takes ${timeInWords(users.length * callsPerUser(acts), gauge)}`}</p>
		</>
	);
}

/** The classes stand once, on the list: it may have a thousand rows. */
const LIST =
	"border-t border-line text-sm [&>li]:grid [&>li]:gap-x-6 [&>li]:border-b [&>li]:border-line [&>li]:py-2 [&>li]:wrap-anywhere md:[&>li]:grid-cols-[2fr_2fr_3fr] [&>li>:nth-child(2)]:text-muted [&_label]:flex [&_label]:items-start [&_label]:gap-2 [&_input]:mt-0.5 [&_input]:size-4 [&_input]:shrink-0";

/** @param chosen the places that were ticked; absent: all are */
const Rows = memo(function Rows({ rows, chosen }: { rows: readonly BeginRow[]; chosen: string[] | undefined }) {
	const places = chosen && new Set(chosen);
	return (
		<ul className={LIST}>
			{rows.map(({ id, label, detail, note, sessions, tokens, why }, place) => (
				<li key={id}>
					{why ? (
						<span>{label}</span>
					) : (
						<label>
							<input
								type="checkbox"
								name="user"
								value={place}
								defaultChecked={places?.has(String(place)) ?? true}
								aria-describedby={`u${place} e${place}`}
							/>
							{label}
						</label>
					)}
					<span id={`u${place}`}>{detail}</span>
					<span id={`e${place}`}>
						{why
							? `Left out: ${why}`
							: `Sessions: ${countInWords(sessions)}. Refresh tokens: ${countInWords(tokens)}. ${note}`}
					</span>
				</li>
			))}
		</ul>
	);
});
