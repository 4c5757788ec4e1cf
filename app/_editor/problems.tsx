"use client";

import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Alert } from "@/components/ui/alert";
import { useAnyForm } from "./editor-context";
import { CONFLICT_ID } from "./use-editor";

/** What stops a save, each message a link to its field, and the problem of the last save. */
export function Problems() {
	const { editor, result, known, now } = useAnyForm();
	const found = editor.names.flatMap((name): (readonly [string, string])[] => {
		const fault = now.faults[name];
		const kind = editor.fields[name];
		if (!fault || !kind) return [];
		const messages = kind.messagesOf?.(fault, now.values[name]);
		return messages ? [...messages] : [[kind.targetOf?.(fault) ?? name, `${kind.label}: ${fault}`]];
	});
	if (now.isUnresolved) found.unshift([CONFLICT_ID, "Choose what to keep of what you both have changed."]);
	const { differing = [], unconfirmed = [] } = result.saved ?? {};
	const labels = (parts: readonly string[]) => parts.map((part) => editor.partLabel(part, known));
	const { problem } = result;
	return (
		<>
			<ErrorList found={found} />
			{problem?.about === "signed-out" ? (
				// Signing in again happens in another tab, so that the user doesn't lose what was typed.
				<Alert tone="error" title={problem.title}>
					<p>{problem.message}</p>
					<p>
						<a href="/sign-in" target="_blank" rel="noreferrer" className="font-medium text-accent underline">
							Sign in again in a new tab
						</a>
						, then come back and press the button again.
					</p>
				</Alert>
			) : null}
			{problem && problem.about !== "signed-out" ? <ProblemAlert problem={problem} /> : null}
			<FieldsAlert title="The service holds something else than was sent" fields={labels(differing)} />
			<FieldsAlert title="The tenant does not say whether this was stored" fields={labels(unconfirmed)} />
		</>
	);
}

function FieldsAlert({ title, fields }: { title: string; fields: readonly string[] }) {
	if (fields.length === 0) return null;
	return (
		<Alert tone="warning" title={title}>
			<ul className="list-disc pl-5">
				{fields.map((field) => (
					<li key={field}>{field}</li>
				))}
			</ul>
		</Alert>
	);
}

/** The faults of a form, each message a link to its element. */
function ErrorList({ found }: { found: readonly (readonly [target: string, message: string])[] }) {
	if (found.length === 0) return null;
	return (
		<Alert tone="error" title="This can't be sent yet">
			<ul className="list-disc pl-5">
				{found.map(([target, message]) => (
					<li key={target}>
						<a href={`#${target}`} className="inline-block py-0.5 align-top underline">
							{message}
						</a>
					</li>
				))}
			</ul>
		</Alert>
	);
}
