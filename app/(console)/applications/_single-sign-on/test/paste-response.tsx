"use client";

import { useActionState, useState } from "react";
import { keepInput } from "@/app/_forms/keep-input";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { TextAreaField } from "@/components/ui/text-area-field";
import { checkResponseAction, type PasteState } from "./paste-actions";
import { ResponseResult } from "./response-result";

const fields = {
	samlp: { label: "SAML response", name: "SAMLResponse" },
	wsfed: { label: "WS-Federation answer", name: "wresult" },
};

/** Checks a pasted response: from an application that signs its requests, or from a person who can't sign in. */
export function PasteResponse({ id, protocol }: { id: string; protocol: keyof typeof fields }) {
	const [state, submit, isPending] = useActionState<PasteState, FormData>(
		keepInput(checkResponseAction, () => ({})),
		{},
	);
	const [text, setText] = useState("");
	const { label, name } = fields[protocol];
	return (
		<>
			<Section title="Check an answer">
				<form action={submit} className="grid justify-items-start gap-3 text-sm">
					<input type="hidden" name="applicationId" value={id} />
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
							value={text}
							onChange={(event) => setText(event.target.value)}
							error={state.fault}
							description={`What a browser posted to the application as ${name}: base64 or XML. It is checked and kept nowhere.`}
						/>
					</div>
					<Button aria-disabled={isPending}>Check answer</Button>
				</form>
			</Section>
			<div aria-live="polite">{state.result ? <ResponseResult {...state.result} of=" of the check" /> : null}</div>
		</>
	);
}
