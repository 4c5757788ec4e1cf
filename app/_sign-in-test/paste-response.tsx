"use client";

import { ActionForm, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { noAnswerToRead } from "@/app/_forms/read-json";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { Section } from "@/components/ui/section";
import { TextAreaField } from "@/components/ui/text-area-field";
import { ResponseResult } from "./response-result";
import { checkResponseAction, type PasteState } from "./test-actions";

const fields = {
	samlp: { label: "SAML response", name: "SAMLResponse" },
	wsfed: { label: "WS-Federation answer", name: "wresult" },
};

/** Checks a pasted response: from an application that signs its requests, or from a person who can't sign in. */
export function PasteResponse({ id, protocol }: { id: string; protocol: keyof typeof fields }) {
	const form = useActionForm<PasteState>(checkResponseAction, {}, { unconfirmed: noAnswerToRead });
	const { state } = form;
	const { label, name } = fields[protocol];
	return (
		<>
			<Section title="Check an answer">
				<ActionForm of={form} sends={{ applicationId: id }} className="grid justify-items-start gap-3 text-sm">
					{state.problem ? <ProblemAlert problem={state.problem} /> : null}
					<div className="w-full">
						<TextAreaField
							id="answer"
							name="answer"
							label={label}
							rows={5}
							spellCheck={false}
							autoComplete="off"
							className="font-mono text-xs"
							error={state.fault}
							description={`What a browser posted to the application as ${name}: base64 or XML. It is checked and kept nowhere.`}
						/>
					</div>
					<SubmitRow of={form} working="Checking the answer…">
						Check answer
					</SubmitRow>
				</ActionForm>
			</Section>
			<div aria-live="polite">{state.result ? <ResponseResult {...state.result} of=" of the check" /> : null}</div>
		</>
	);
}
