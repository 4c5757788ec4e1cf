"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { InPlace } from "@/components/ui/in-place";
import { requestedNames } from "../_attributes/attribute-facts";
import { type TemplateContent, type TemplateFormValues, templateEditor } from "../_edit/template-editor";
import { useEditInWords } from "../_form/edit-in-words";
import { resultPlaceId } from "./_controls/result-place-id";
import { TryItResult } from "./_result/try-it-result";
import { askServer } from "./_run/ask-server";
import type { TryItAnswer, TryItKind } from "./_run/try-it-answer";
import { controlName, TRY_IT_FIELDS } from "./fields";
import { LiveFaults } from "./live-faults";
import type { Press } from "./press";
import { WalletLive } from "./wallet/wallet-live";

type Run = { kind: TryItKind; answer: TryItAnswer | null; names: string };

/** What runs in the browser of “Try it”: it asks the server, and shows the answer where the server draws its own. */
export function TryItLive({ pressed }: { pressed: Press | null }) {
	const { edit, getValues } = useEditing(templateEditor);
	const [run, setRun] = useState<Run | null>(null);
	const isBusy = useRef(false);
	const words = useEditInWords();
	const ticked = namesIn(words.opened, words.values);

	const onPress = useEffectEvent(async (intent: string) => {
		const kind = intent.slice("try ".length);
		if (isBusy.current || (kind !== "simulate" && kind !== "check")) return;
		isBusy.current = true;
		const values = getValues();
		const names = namesIn(edit.baseline, values);
		setRun({ kind, answer: null, names });
		const answer = await askServer({ kind, opened: edit.baseline, values });
		isBusy.current = false;
		setRun({ kind, answer, names });
	});
	useEffect(() => {
		if (pressed) void onPress(pressed.intent);
	}, [pressed]);

	// What an answer says takes the focus once it is there to be read: the result, or the field that is at fault.
	const answer = run?.answer;
	useEffect(() => {
		if (!answer) return;
		const [fault] = TRY_IT_FIELDS.filter((field) => answer.faults?.[field]);
		const result = `#${resultPlaceId(answer.kind)} [data-live] section`;
		document.querySelector<HTMLElement>(fault ? `#${controlName(fault)}` : result)?.focus();
	}, [answer]);

	const isShown = run && pressed?.intent !== "try wallet";
	return (
		<>
			<LiveFaults faults={isShown ? run.answer?.faults : undefined} />
			{isShown ? (
				<InPlace id={resultPlaceId(run.kind)}>
					<div data-live="">
						{run.answer ? (
							<>
								{run.answer.report && run.names !== ticked ? (
									<p role="status" className="mb-2 text-sm font-medium text-warning">
										What is ticked has changed since. Press the button again.
									</p>
								) : null}
								<TryItResult answer={run.answer} />
							</>
						) : (
							<p role="status" className="text-sm text-muted">
								Working…
							</p>
						)}
					</div>
				</InPlace>
			) : null}
			<WalletLive pressed={pressed} />
		</>
	);
}

function namesIn(opened: TemplateContent | null, values: TemplateFormValues): string {
	return requestedNames(templateEditor.contentOf(values, opened).elements).join(" ");
}
