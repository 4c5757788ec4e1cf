import type { PresentationReport } from "@/lib/dashboard/presentation/presentation-report";
import type { Problem } from "@/lib/dashboard/problem/problem";

/** Names of the controls of “Try it” in the template's form. They post with it and are no part of the template. */
export const TRY_IT_FIELDS = [
	"licence",
	"rules",
	"retain",
	"authority",
	"response",
	"session",
	"origin",
	"nonce",
	"key",
	"encryptionInfo",
	"clientId",
	"responseUri",
	"transcript",
	"privateKey",
	"date",
	"root",
] as const;

export type TryItField = (typeof TRY_IT_FIELDS)[number];

/** What was typed and chosen, as it was. A control that was not posted is empty. */
export type TryItInput = Record<TryItField, string>;

/** In the form a name has this before it. */
const PREFIX = "try-";

/** The name of a field's control, and its id. */
export function controlName(field: TryItField): string {
	return PREFIX + field;
}

/** What the controls of a form hold. */
export function tryItInput(form: FormData): TryItInput {
	const entries = TRY_IT_FIELDS.map((field) => [field, String(form.get(controlName(field)) ?? "")]);
	return Object.fromEntries(entries) as TryItInput;
}

/** The place of what a browser lacks for asking a wallet, and of the same request as code. */
export const WALLET_CODE_PLACE = "try-it-wallet-code";

/** Where the result of a section stands: what the server drew, or what came later, with scripts. */
export function resultPlaceId(kind: "simulate" | "check" | "wallet"): string {
	return `try-it-result-${kind}`;
}

/** A button of the tab that was pressed: a new one for every press. */
export type Press = { intent: string };

/** The two that the server answers at once; a wallet is asked in more steps. */
export type TryItKind = "simulate" | "check";

/** What became of a simulation or a check. Data only: it crosses to the browser, and is kept nowhere. */
export type TryItResponse = {
	kind: TryItKind;
	report?: PresentationReport;
	/** What the wallet put before its holder, in words; of a simulation. */
	consent?: Consent;
	/** What is to be known beside it. */
	notes?: readonly string[];
	/** What stops it, by field; `attributes` are those of the template. */
	faults?: Partial<Record<TryItField | "attributes", string>>;
	/** What stops it and belongs to no field. */
	problem?: Problem;
};

export type Consent = {
	/** Who asks. */
	verifier: string;
	labels: readonly string[];
	notes: readonly string[];
};

/** What a result says where the text is no certificate: the service takes any. */
export const AUTHORITY_UNREADABLE = "The custom certificate authority can't be read, so it is not believed here.";
