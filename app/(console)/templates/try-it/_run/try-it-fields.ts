import type { PresentationReport } from "@/lib/dashboard/presentation/presentation-report";
import type { Problem } from "@/lib/dashboard/problem/problem";

/** Names of the controls of “Try it” in the template's form. They are submitted with it and not part of the template. */
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
	"clock",
	"date",
	"root",
] as const;

export type TryItField = (typeof TRY_IT_FIELDS)[number];

/** The typed and chosen values. A control that was not submitted is empty. */
export type TryItInput = Record<TryItField, string>;

/** Prefix of the names in the form. */
const PREFIX = "try-";

/** The name of a field's control, and its id. */
export function controlName(field: TryItField): string {
	return PREFIX + field;
}

/** Id of what describes a field's control: its help, and its fault. */
export function helpId(field: TryItField): string {
	return `${controlName(field)}-help`;
}

/** Reads the controls of a form. */
export function tryItInput(form: FormData): TryItInput {
	const entries = TRY_IT_FIELDS.map((field) => [field, String(form.get(controlName(field)) ?? "")]);
	return Object.fromEntries(entries) as TryItInput;
}

/** Id of the place for what a browser lacks for a wallet request, and for the same request as code. */
export const WALLET_CODE_PLACE = "try-it-wallet-code";

/** Id of the place for a section's result: server-rendered, or added later by scripts. */
export function resultPlaceId(kind: "simulate" | "check" | "wallet"): string {
	return `try-it-result-${kind}`;
}

/** A press of one of the tab's buttons: a new object for every press. */
export type Press = { intent: string };

/** The two kinds with one request to the server; a wallet request needs more. */
export type TryItKind = "simulate" | "check";

/** The tool of a pressed button's value; null for a button of another part of the form. */
export function pressedTool(intent: string): TryItKind | "wallet" | null {
	const tool = (["simulate", "check", "wallet"] as const).find((each) => intent === `try ${each}`);
	return tool ?? null;
}

/** The result of a simulation or a check. Data only: it is serialised to the browser, and not stored. */
export type TryItResponse = {
	kind: TryItKind;
	report?: PresentationReport;
	/** Of a simulation: the consent that the wallet showed to its holder. */
	consent?: Consent;
	/** Notes on the report. */
	notes?: readonly string[];
	/** Faults by field; `attributes` are those of the template. */
	faults?: Partial<Record<TryItField | "attributes", string>>;
	/** A problem that belongs to no field. */
	problem?: Problem;
};

export type Consent = {
	/** The verifier's name. */
	verifier: string;
	labels: readonly string[];
	notes: readonly string[];
};

/** The note where the text isn't a certificate: the service accepts any text. */
export const AUTHORITY_UNREADABLE = "The custom certificate authority can't be read, so it is not believed here.";
