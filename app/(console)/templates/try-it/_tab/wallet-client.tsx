"use client";

import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { InPlace } from "@/components/ui/in-place";
import { useEditInWords } from "../../_edit/edit-in-words";
import {
	requestedNamesOf,
	type TemplateContent,
	type TemplateFormValues,
	templateEditor,
} from "../../_edit/template-editor";
import { ReportView, ResultRegion } from "../_run/report-view";
import { showResult } from "../_run/show-result";
import {
	AUTHORITY_UNREADABLE,
	controlName,
	type Press,
	resultPlaceId,
	type TryItField,
	WALLET_CODE_PLACE,
} from "../_run/try-it-fields";
import { ChangedSince } from "../_run/try-it-result";
import type { WalletOutcome, WalletRequestInput, WalletStage } from "./request-from-wallet";
import { useWallet } from "./use-wallet";
import { cancelled } from "./wallet-failure";
import { walletObstacle } from "./wallet-obstacle";
import { WalletSnippets } from "./wallet-snippets";

/** The progress from a press of “Ask a wallet” to the response, its result, and the same request as code. */
export function WalletClient({ pressed }: { pressed: Press | null }) {
	const { edit, getValues } = useEditing(templateEditor);
	const words = useEditInWords();
	const { stage, outcome, names: requested, request, cancel } = useWallet();
	const shown = useRef<HTMLDivElement>(null);
	const names = requestedNamesOf(words.values, words.baseline);
	const isLast = pressed?.intent === "try wallet";
	const isRetained = useIsRetained();
	const obstacle = walletObstacle();

	const onPress = useEffectEvent(() => void request(requestInputOf(edit.baseline, getValues())));
	useEffect(() => {
		if (pressed?.intent === "try wallet") onPress();
	}, [pressed]);

	// The result takes the focus once it is rendered; the cancel button is gone.
	useEffect(() => {
		const result = outcome && shown.current?.querySelector<HTMLElement>("[tabindex]");
		if (result) showResult(result);
	}, [outcome]);

	return (
		<>
			<InPlace id={WALLET_CODE_PLACE}>
				<div className="grid gap-3 text-sm">
					{obstacle ? (
						<Alert tone="info" title="This browser can't ask a wallet">
							<p>{obstacle}</p>
						</Alert>
					) : null}
					<WalletSnippets names={names} isRetained={isRetained} />
				</div>
			</InPlace>
			<InPlace id={resultPlaceId("wallet")}>
				{stage ? <WalletProgress stage={stage} onCancel={cancel} /> : null}
				{isLast && outcome ? (
					<div ref={shown} data-live="">
						{"report" in outcome && requested.join() !== names.join() ? <ChangedSince /> : null}
						<Outcome outcome={outcome} />
					</div>
				) : null}
			</InPlace>
		</>
	);
}

function Outcome({ outcome }: { outcome: WalletOutcome }) {
	if ("report" in outcome) {
		return (
			<ReportView report={outcome.report}>{outcome.isAuthorityRead ? null : <p>{AUTHORITY_UNREADABLE}</p>}</ReportView>
		);
	}
	const problem = "problem" in outcome ? outcome.problem : null;
	return (
		<ResultRegion>
			{problem === cancelled ? (
				<Alert tone="info" title={problem.title}>
					<p>{problem.message}</p>
				</Alert>
			) : problem ? (
				<ProblemAlert problem={problem} />
			) : (
				<Alert tone="warning" title="Press “Ask a wallet” once more">
					<p>
						The request is ready now. A browser asks a wallet only within some seconds after a press, and preparing the
						request took longer.
					</p>
				</Alert>
			)}
		</ResultRegion>
	);
}

/** Whether the box for the intent to retain is ticked. It is server-rendered, so it is read from the document. */
function useIsRetained(): boolean {
	return useSyncExternalStore(
		listen,
		() => isTicked("retain"),
		() => false,
	);
}

function listen(onChange: () => void): () => void {
	document.addEventListener("change", onChange);
	return () => document.removeEventListener("change", onChange);
}

/** The request to a wallet, from the form's values and its server-rendered controls. */
function requestInputOf(baseline: TemplateContent | null, values: TemplateFormValues): WalletRequestInput {
	const control = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
	return {
		templateId: control("templateId")?.value ?? "",
		names: requestedNamesOf(values, baseline),
		isRetained: isTicked("retain"),
		isClockStrict: isTicked("clock"),
		certificateAuthority: control(controlName("authority"))?.value || values.certificateAuthority,
	};
}

function isTicked(box: TryItField): boolean {
	return document.querySelector<HTMLInputElement>(`input[name="${controlName(box)}"]`)?.checked ?? false;
}

const STEPS: Record<WalletStage, string> = {
	beginning: "Preparing the request…",
	waiting: "Waiting for the wallet: follow what the browser shows. The request is good for ten minutes.",
	verifying: "Checking what the wallet sent…",
};

/** The pending stage; until there is a response it can be cancelled. */
function WalletProgress({ stage, onCancel }: { stage: WalletStage; onCancel: () => void }) {
	return (
		<div className="flex flex-wrap items-center gap-3">
			<p role="status" className="text-muted">
				{STEPS[stage]}
			</p>
			{stage === "verifying" ? null : (
				<Button type="button" onClick={onCancel}>
					Cancel
				</Button>
			)}
		</div>
	);
}
