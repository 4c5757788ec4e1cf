"use client";

import { type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { withoutSecrets } from "@/app/_forms/keep-input";
import { ReasonField, ReasonRules } from "@/app/_forms/reason-field";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { Alert } from "@/components/ui/alert";
import { CopyButton } from "@/components/ui/copy-button";
import { TextAreaField } from "@/components/ui/text-area-field";
import { endLostDeviceAction } from "./lost-device-action";
import { type EndOutcome, fieldsOf, isSessionItem, type LostDeviceState, nothingEnded } from "./lost-device-state";

/** Its result may be long, and another press does without it. */
const endAccess = withoutSecrets(endLostDeviceAction, nothingEnded);

const words: Record<EndOutcome, string> = {
	requested: "end requested",
	before: "requested before",
	gone: "already gone",
	refused: "refused",
	"not confirmed": "not confirmed",
	"not tried": "not tried yet",
};

/** Nothing is left to do about these. */
const DONE: readonly EndOutcome[] = ["requested", "before", "gone"];

type LostDeviceFormProps = {
	userId: string;
	canEnd: boolean;
	/** Whether what is ticked at first has a session; null: no device is chosen, and those of some have none. */
	endsSessions: boolean | null;
	/** For the ticket, by what was requested before; null: nothing was. */
	text: string | null;
	/** The devices, as radio buttons with boxes. */
	children: ReactNode;
};

/** Ends what is ticked of the chosen device; afterwards what became of each, and a paragraph for a ticket. */
export function LostDeviceForm({ userId, canEnd, text: textBefore, children, ...first }: LostDeviceFormProps) {
	const form = useActionForm<LostDeviceState>(endAccess, nothingEnded, { kept: (before) => before });
	const { results, newer = 0, text = textBefore, problem } = form.state;
	const { required } = useContext(ReasonRules);
	const isRequired = required.includes("end") && !required.includes("revoke");
	const fields = useRef<HTMLFormElement>(null);
	const [endsSessions, setEndsSessions] = useState(first.endsSessions);
	const look = () => setEndsSessions(sessionsTicked(fields.current) ?? first.endsSessions);
	// What the page offers changes with each result.
	useEffect(look);
	const isDone = results.every(({ outcome }) => DONE.includes(outcome));
	return (
		<ActionForm of={form} ref={fields} sends={{ userId }} onChange={look} className="grid gap-5">
			<div role="status" className="grid gap-3 empty:hidden">
				{results.length > 0 ? (
					<Alert tone={isDone ? "success" : "warning"} title={isDone ? "End requested" : "Some are still to be ended"}>
						<ul className="list-disc pl-5">
							{results.map(({ item, label, outcome, why }) => (
								<li key={item} className="wrap-anywhere">
									{label}: <strong>{words[outcome]}</strong>
									{why ? ` (${why})` : ""}
								</li>
							))}
						</ul>
						{isDone ? null : <p>Press the button again for the rest: nothing is done twice.</p>}
						{newer > 0 ? (
							<p>
								{newer === 1 ? "One session or token" : `${newer} sessions or tokens`} of this device came since the
								page was shown, and {newer === 1 ? "was" : "were"} not touched. Reload the page to see.
							</p>
						) : null}
					</Alert>
				) : null}
			</div>
			{text ? (
				<div className="grid gap-2">
					<TextAreaField label="For the ticket" readOnly rows={8} value={text} className="w-full" />
					<p>
						<CopyButton text={text} label="Copy for the ticket" shown="Copy" />
					</p>
				</div>
			) : null}
			{children}
			{canEnd ? (
				<>
					<ReasonField
						acts={endsSessions ? ["end", "revoke"] : ["revoke"]}
						problem={problem}
						isUnfinished={!isDone}
						description={endsSessions === null && isRequired ? "Needed where a session ends." : undefined}
					/>
					<p className="text-sm">This can't be undone.</p>
					{problem && problem.about !== "reason" ? <ProblemAlert problem={problem} /> : null}
					<SubmitRow of={form} variant="danger" working="Requesting the end…">
						End access
					</SubmitRow>
				</>
			) : null}
		</ActionForm>
	);
}

/** Null where no device is chosen. */
function sessionsTicked(form: HTMLFormElement | null): boolean | null {
	const sent = new FormData(form ?? undefined);
	const device = sent.get("device");
	return device === null ? null : sent.getAll(fieldsOf(String(device)).end).some((item) => isSessionItem(String(item)));
}
