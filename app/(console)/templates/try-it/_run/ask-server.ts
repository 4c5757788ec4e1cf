import { notCarriedOut } from "@/app/_forms/not-carried-out";
import { readJson } from "@/app/_forms/read-json";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { TemplateContent, TemplateFormValues } from "../../_edit/template-editor";
import { controlName, TRY_IT_FIELDS, type TryItField } from "../fields";
import { faultsInBrowser, withoutNoise } from "./faults-in-browser";
import type { TryItAnswer, TryItKind } from "./try-it-answer";

const noAnswer: Problem = {
	title: "No answer",
	message: "The console could not be reached, or gave no answer that can be read. Nothing is lost: try again.",
};

type Asked = { kind: TryItKind; opened: TemplateContent | null; values: TemplateFormValues };

/**
 * Sends what the form holds, and what was typed under “Try it”. Nothing is sent that would be refused for its size, and no private key
 * beside the root. Never rejects.
 */
export async function askServer({ kind, opened, values }: Asked): Promise<TryItAnswer> {
	const faults = kind === "check" ? faultsInBrowser() : undefined;
	if (faults) return { kind, faults };
	const body = new FormData();
	if (opened) body.set("opened", JSON.stringify(opened));
	body.set("values", JSON.stringify(values));
	body.set("intent", `try ${kind}`);
	for (const field of TRY_IT_FIELDS) {
		const control = document.getElementById(controlName(field));
		if (control instanceof HTMLInputElement && control.type === "checkbox" && !control.checked) continue;
		if (control && "value" in control) body.set(controlName(field), sentText(field, String(control.value)));
	}
	const answer = await readJson<Partial<TryItAnswer>>("/templates/try-it", { method: "POST", body, noAnswer, refused });
	return { kind, ...answer };
}

/** The server's own refusals, as of too large a form, come in plain text. */
async function refused(answer: Response): Promise<Problem> {
	if (!answer.headers.get("content-type")?.startsWith("text/plain")) return noAnswer;
	return notCarriedOut((await answer.text()).trim());
}

/** White space alone could make it larger than the server reads. */
function sentText(field: TryItField, text: string): string {
	return field === "response" ? withoutNoise(text) : text;
}
