import { useState } from "react";
import { holdsPrivateKey, withoutPrivateKey } from "@/app/_certificates/pem";
import { notCarriedOut } from "@/app/_forms/keep-input";
import { noAnswerToRead, readJson } from "@/app/_forms/read-json";
import { Alert } from "@/components/ui/alert";
import { useWindowEvent } from "@/components/ui/use-window-event";
import { RESPONSE_BYTES_MAX } from "@/lib/dashboard/presentation/response-limit";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { useEditInWords } from "../../_edit/edit-in-words";
import { requestedNamesOf, type TemplateContent, type TemplateFormValues } from "../../_edit/template-editor";
import {
	controlName,
	type Tool,
	TRY_IT_FIELDS,
	type TryItInput,
	type TryItResponse,
	tryItInput,
} from "../_run/try-it-fields";
import { TryItResult } from "../_run/try-it-result";
import { requestFromWallet, type WalletOptions } from "./request-from-wallet";
import { walletObstacle } from "./wallet-failure";
import { WalletSnippets } from "./wallet-snippets";

export { PhoneDeclined, PhoneResult } from "./phone-result";

type Pressed = {
	tool: Tool;
	form: HTMLFormElement;
	baseline: TemplateContent | null;
	values: TemplateFormValues;
	/** What the values request. */
	names: readonly string[];
};

/**
 * Runs the tool of a pressed button with the form's values, and with what was typed under “Try it”. Nothing is sent that
 * would be refused for its size, and no private key beside the root. Never rejects.
 */
export async function runTool(pressed: Pressed, options: WalletOptions): Promise<TryItResponse> {
	const { tool, form, baseline, values, names } = pressed;
	const submitted = new FormData(form);
	const input = tryItInput(submitted);
	if (tool === "wallet") {
		const requested = {
			templateId: String(submitted.get("templateId") ?? ""),
			names,
			isRetained: input.retain === "on",
			isClockStrict: input.clock === "on",
			certificateAuthority: input.authority || values.certificateAuthority,
		};
		return requestFromWallet(requested, options);
	}
	const sent = { ...input, response: withoutNoise(input.response) };
	const faults = tool === "check" ? faultsInBrowser(form, sent) : null;
	if (faults) return { faults };
	const body = new FormData();
	if (baseline) body.set("opened", JSON.stringify(baseline));
	body.set("values", JSON.stringify(values));
	body.set("intent", `try ${tool}`);
	for (const field of TRY_IT_FIELDS) body.set(controlName(field), sent[field]);
	return readJson("/templates/try-it", { method: "POST", body, refused });
}

/** The server's own refusals, such as for too large a form, are plain text. */
async function refused(response: Response): Promise<Problem> {
	if (!response.headers.get("content-type")?.startsWith("text/plain")) return noAnswerToRead;
	return notCarriedOut((await response.text()).trim());
}

const ROOT_KEY =
	"This held a private key. It was removed at once and has not left your browser. Give a certificate alone.";

/** The faults found before anything is sent: a private key beside the root, and more than the server accepts. */
function faultsInBrowser(form: HTMLFormElement, { root, response }: TryItInput): TryItResponse["faults"] | null {
	if (holdsPrivateKey(root)) {
		const area = form.querySelector<HTMLTextAreaElement>(`#${controlName("root")}`);
		if (area) area.value = withoutPrivateKey(root).text;
		return { root: ROOT_KEY };
	}
	const isHex = /^[\da-f]*$/i.test(response);
	const bytes = Math.floor(isHex ? response.length / 2 : (response.length * 3) / 4);
	// Twice as many characters are hexadecimal digits, or JSON.
	if (bytes <= RESPONSE_BYTES_MAX && response.length <= 2 * RESPONSE_BYTES_MAX) return null;
	const [has, most] = [bytes, RESPONSE_BYTES_MAX].map((count) => count.toLocaleString("en"));
	return { response: `The response has ${has} bytes decoded; at most ${most} (200 KB) are read. Nothing was sent.` };
}

/**
 * Removes what the server would remove from hexadecimal digits and base64 itself, and what alone could make it too large;
 * JSON stays unchanged.
 */
function withoutNoise(text: string): string {
	return /^\s*[[{"]/.test(text) ? text : text.replace(/0x|[\s:,]/gi, (noise) => (/^0x$/i.test(noise) ? noise : ""));
}

/** What is ticked now. */
function useTicked(): readonly string[] {
	const { values, baseline } = useEditInWords();
	return requestedNamesOf(values, baseline);
}

/** The result of a tool. @param names those that it was run with */
export function Outcome({ names, response }: { names: readonly string[]; response: TryItResponse }) {
	const isCurrent = useTicked().join() === names.join();
	return (
		<>
			{response.report && !isCurrent ? (
				<p role="status" className="mb-2 text-sm font-medium text-warning">
					What is ticked has changed since. Press the button again.
				</p>
			) : null}
			<TryItResult response={response} />
		</>
	);
}

/** Why this browser can't ask a wallet, and the same request as code. */
export function WalletCode() {
	const names = useTicked();
	const obstacle = walletObstacle();
	const [isRetained, setRetained] = useState(isRetainTicked);
	useWindowEvent("change", () => setRetained(isRetainTicked()));
	return (
		<div className="grid gap-3">
			{obstacle ? (
				<Alert tone="info" title={obstacle.title}>
					{obstacle.message}
				</Alert>
			) : null}
			<WalletSnippets names={names} isRetained={isRetained} />
		</div>
	);
}

function isRetainTicked(): boolean {
	return document.querySelector<HTMLInputElement>(`input[name=${controlName("retain")}]`)?.checked ?? false;
}
