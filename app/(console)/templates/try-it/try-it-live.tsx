"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { InPlace } from "@/components/ui/in-place";
import { useTemplateEdit } from "../form/template-edit-context";
import { resultPlaceId } from "./controls/result-place-id";
import { LiveFaults } from "./live-faults";
import type { Press } from "./press";
import { TryItResult } from "./result/try-it-result";
import { askServer } from "./run/ask-server";
import type { TryItAnswer, TryItKind } from "./run/try-it-answer";
import { WalletLive } from "./wallet/wallet-live";

type Run = { kind: TryItKind; answer: TryItAnswer | null };

/** What runs in the browser of “Try it”: it asks the server, and shows the answer where the server draws its own. */
export function TryItLive({ pressed }: { pressed: Press | null }) {
	const { edit, getValues } = useTemplateEdit();
	const [run, setRun] = useState<Run | null>(null);
	const isBusy = useRef(false);

	const onPress = useEffectEvent(async (intent: string) => {
		const kind = intent.slice("try ".length);
		if (isBusy.current || (kind !== "simulate" && kind !== "check")) return;
		isBusy.current = true;
		setRun({ kind, answer: null });
		const answer = await askServer({ kind, opened: edit.opened, values: getValues() });
		isBusy.current = false;
		setRun({ kind, answer });
	});
	useEffect(() => {
		if (pressed) void onPress(pressed.intent);
	}, [pressed]);

	// What an answer says takes the focus once it is there to be read.
	const answer = run?.answer;
	useEffect(() => {
		if (answer) document.querySelector<HTMLElement>(`#${resultPlaceId(answer.kind)} [data-live] > *`)?.focus();
	}, [answer]);

	const isShown = run && pressed?.intent !== "try wallet";
	return (
		<>
			{isShown ? (
				<>
					<LiveFaults faults={run.answer?.faults} />
					<InPlace id={resultPlaceId(run.kind)}>
						<div data-live="">
							{run.answer ? (
								<TryItResult answer={run.answer} />
							) : (
								<p role="status" className="text-sm text-muted">
									Working…
								</p>
							)}
						</div>
					</InPlace>
				</>
			) : null}
			<WalletLive pressed={pressed} />
		</>
	);
}
