"use client";

import { ActionForm, type FormResult, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import type { FormAction } from "@/app/_forms/keep-input";
import { noAnswerToRead } from "@/app/_forms/read-json";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { Section } from "@/components/ui/section";
import { TextAreaField } from "@/components/ui/text-area-field";
import { type ReportOnResponse, ResponseResult } from "./response-result";

export type PasteState = FormResult & { fault?: string; result?: ReportOnResponse };

const fields = {
	samlp: { label: "SAML response", name: "SAMLResponse" },
	wsfed: { label: "WS-Federation response", name: "wresult" },
};

type PasteResponseProps = {
	action: FormAction<PasteState>;
	/** Names what it is checked for. */
	sends: Record<string, string>;
	protocol: keyof typeof fields;
	/** What the browser posted it to, within a sentence. */
	receiver: string;
};

/** Checks a pasted response: of a sign-in that can't be begun from here, or of a user who can't sign in. */
export function PasteResponse({ action, sends, protocol, receiver }: PasteResponseProps) {
	const form = useActionForm<PasteState>(action, {}, { unconfirmed: noAnswerToRead });
	const { state } = form;
	const { label, name } = fields[protocol];
	return (
		<>
			<Section title="Check a response">
				<ActionForm of={form} sends={sends} className="grid justify-items-start gap-3 text-sm">
					{state.problem ? <ProblemAlert problem={state.problem} /> : null}
					<div className="w-full">
						<TextAreaField
							id="response"
							name="response"
							label={label}
							rows={5}
							spellCheck={false}
							autoComplete="off"
							className="font-mono text-xs"
							error={state.fault}
							description={`Paste what a browser posted to ${receiver} as ${name}: base64 or XML. It is checked, and not kept.`}
						/>
					</div>
					<SubmitRow of={form} working="Checking the response…">
						Check response
					</SubmitRow>
				</ActionForm>
			</Section>
			<div aria-live="polite">{state.result ? <ResponseResult {...state.result} of=" of the check" /> : null}</div>
		</>
	);
}
