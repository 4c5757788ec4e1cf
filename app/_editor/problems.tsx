"use client";

import { ProblemAlert } from "@/app/_page/problem-alert";
import { ListAlert } from "@/components/ui/alert";
import { useAnyForm } from "./editor-context";
import { problemOf } from "./editor-reducer";
import { CONFLICT_ID } from "./use-store";

/** What stops a save, each message a link to its field, and the problem of the last save. */
export function Problems() {
	const { editor, result, lastSave, known, now } = useAnyForm();
	const found = editor.names.flatMap((name): (readonly [string, string])[] => {
		const fault = now.faults[name];
		const kind = editor.fields[name];
		if (!fault || !kind) return [];
		const { messagesOf, targetOf } = kind.input;
		const messages = messagesOf?.(fault, now.values[name]);
		return messages ? [...messages] : [[targetOf?.(fault) ?? name, `${kind.words.label}: ${fault}`]];
	});
	if (now.isUnresolved) found.unshift([CONFLICT_ID, "Both sides changed the same: choose what to keep."]);
	const { differing = [], unconfirmed = [] } = lastSave ?? {};
	const problem = problemOf(result);
	const labels = (parts: readonly string[]) => parts.map((part) => editor.partLabel(part, known));
	return (
		<>
			<ListAlert tone="error" title="This can't be sent yet" items={found} />
			{problem ? <ProblemAlert problem={problem} /> : null}
			<ListAlert
				tone="warning"
				title="The tenant stored something different from what was sent"
				items={labels(differing)}
			/>
			<ListAlert
				tone="warning"
				title="The tenant does not report whether this was stored"
				items={labels(unconfirmed)}
			/>
		</>
	);
}
