"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { holdsPrivateKey, withoutPrivateKey } from "@/app/_certificates/pem";
import { useEditing } from "@/app/_editor/editor-context";
import { notCarriedOut } from "@/app/_forms/keep-input";
import { readJson } from "@/app/_forms/read-json";
import { InPlace } from "@/components/ui/in-place";
import { RESPONSE_BYTES_MAX } from "@/lib/dashboard/presentation/response-limit";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { useEditInWords } from "../../_edit/edit-in-words";
import {
	requestedNamesOf,
	type TemplateContent,
	type TemplateFormValues,
	templateEditor,
} from "../../_edit/template-editor";
import { showResult } from "../_run/show-result";
import {
	controlName,
	helpId,
	type Press,
	pressedTool,
	resultPlaceId,
	TRY_IT_FIELDS,
	type TryItField,
	type TryItKind,
	type TryItResponse,
} from "../_run/try-it-fields";
import { ChangedSince, TryItResult } from "../_run/try-it-result";
import { WalletClient } from "./wallet-client";

type Run = { kind: TryItKind; response: TryItResponse | null; names: string };

/** The client part of “Try it”: it sends the request, and shows the response in the place of the server-rendered one. */
export function TryItClient({ pressed }: { pressed: Press | null }) {
	const { edit, getValues } = useEditing(templateEditor);
	const [run, setRun] = useState<Run | null>(null);
	const isBusy = useRef(false);
	const words = useEditInWords();
	const ticked = requestedNamesOf(words.values, words.baseline).join(" ");

	const onPress = useEffectEvent(async (intent: string) => {
		const kind = pressedTool(intent);
		if (isBusy.current || !kind || kind === "wallet") return;
		isBusy.current = true;
		const values = getValues();
		const names = requestedNamesOf(values, edit.baseline).join(" ");
		setRun({ kind, response: null, names });
		const response = await requestResult({ kind, baseline: edit.baseline, values });
		isBusy.current = false;
		setRun({ kind, response, names });
	});
	useEffect(() => {
		if (pressed) void onPress(pressed.intent);
	}, [pressed]);

	// Once the response is rendered, the focus moves to the result, or to the field with a fault.
	const response = run?.response;
	useEffect(() => {
		if (!response) return;
		const [fault] = TRY_IT_FIELDS.filter((field) => response.faults?.[field]);
		const result = document.querySelector<HTMLElement>(`#${resultPlaceId(response.kind)} [data-live] section`);
		if (fault) document.getElementById(controlName(fault))?.focus();
		else if (result) showResult(result);
	}, [response]);

	const isShown = run && pressed?.intent !== "try wallet";
	return (
		<>
			<ClientFaults faults={isShown ? run.response?.faults : undefined} />
			{isShown ? (
				<InPlace id={resultPlaceId(run.kind)}>
					<div data-live="">
						{run.response ? (
							<>
								{run.response.report && run.names !== ticked ? <ChangedSince /> : null}
								<TryItResult response={run.response} />
							</>
						) : (
							<p role="status" className="text-sm text-muted">
								Working…
							</p>
						)}
					</div>
				</InPlace>
			) : null}
			<WalletClient pressed={pressed} />
		</>
	);
}

/** Shows each field's fault at the end of its help. */
function ClientFaults({ faults = {} }: { faults: TryItResponse["faults"] }) {
	useEffect(() => {
		for (const field of TRY_IT_FIELDS) {
			const control = document.getElementById(controlName(field));
			if (!faults[field]) control?.removeAttribute("aria-invalid");
			else {
				control?.setAttribute("aria-invalid", "true");
				control?.closest("details")?.setAttribute("open", "");
			}
		}
	}, [faults]);
	return TRY_IT_FIELDS.map((field) =>
		faults[field] ? (
			<InPlace key={field} id={helpId(field)}>
				<strong className="fault">{faults[field]}</strong>
			</InPlace>
		) : null,
	);
}

const noResponse: Problem = {
	title: "No answer",
	message: "The console could not be reached, or gave no answer that can be read. Nothing is lost: try again.",
};

type Submission = { kind: TryItKind; baseline: TemplateContent | null; values: TemplateFormValues };

/**
 * Sends the form's values, and what was typed under “Try it”. Nothing is sent that would be refused for its size, and no
 * private key beside the root. Never rejects.
 */
async function requestResult({ kind, baseline, values }: Submission): Promise<TryItResponse> {
	const faults = kind === "check" ? faultsInBrowser() : undefined;
	if (faults) return { kind, faults };
	const body = new FormData();
	if (baseline) body.set("opened", JSON.stringify(baseline));
	body.set("values", JSON.stringify(values));
	body.set("intent", `try ${kind}`);
	for (const field of TRY_IT_FIELDS) {
		const control = document.getElementById(controlName(field));
		if (control instanceof HTMLInputElement && control.type === "checkbox" && !control.checked) continue;
		if (control && "value" in control) body.set(controlName(field), sentText(field, String(control.value)));
	}
	const response = await readJson<Partial<TryItResponse>>("/templates/try-it", {
		method: "POST",
		body,
		noResponse,
		refused,
	});
	return { kind, ...response };
}

/** The server's own refusals, such as for too large a form, are plain text. */
async function refused(response: Response): Promise<Problem> {
	if (!response.headers.get("content-type")?.startsWith("text/plain")) return noResponse;
	return notCarriedOut((await response.text()).trim());
}

/** White space alone could make it larger than the server accepts. */
function sentText(field: TryItField, text: string): string {
	return field === "response" ? withoutNoise(text) : text;
}

/** The length in hexadecimal digits. */
const LETTERS_MAX = 2 * RESPONSE_BYTES_MAX;

const ROOT_KEY =
	"This held a private key. It was taken out at once and has not left your browser. Give a certificate alone.";

/** The faults found before anything is sent: a private key beside the root, and more than the server accepts. */
function faultsInBrowser(): TryItResponse["faults"] {
	const root = area("root");
	if (root && holdsPrivateKey(root.value)) {
		root.value = withoutPrivateKey(root.value).text;
		return { root: ROOT_KEY };
	}
	const letters = withoutNoise(area("response")?.value ?? "");
	const isHex = /^[\da-f]*$/i.test(letters);
	const bytes = Math.floor(isHex ? letters.length / 2 : (letters.length * 3) / 4);
	if (bytes <= RESPONSE_BYTES_MAX && letters.length <= LETTERS_MAX) return undefined;
	const [has, most] = [bytes, RESPONSE_BYTES_MAX].map((count) => count.toLocaleString("en"));
	return { response: `The response has ${has} bytes decoded; at most ${most} (200 KB) are read. Nothing was sent.` };
}

/** Removes what the server would remove from hexadecimal digits and base64 itself; JSON stays unchanged. */
function withoutNoise(text: string): string {
	return /^\s*[[{"]/.test(text) ? text : text.replace(/0x|[\s:,]/gi, (noise) => (/^0x$/i.test(noise) ? noise : ""));
}

function area(field: "root" | "response"): HTMLTextAreaElement | null {
	return document.querySelector(`textarea#${controlName(field)}`);
}
