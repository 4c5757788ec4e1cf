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

/** The name of a field's control in the form, and its id. */
export function controlName(field: string): string {
	return `try-${field}`;
}

/** Reads the controls of a form. */
export function tryItInput(form: FormData): TryItInput {
	const entries = TRY_IT_FIELDS.map((field) => [field, String(form.get(controlName(field)) ?? "")]);
	return Object.fromEntries(entries) as TryItInput;
}

const TOOLS = ["simulate", "check", "wallet"] as const;

/** The tab's buttons. A request to a wallet needs scripts. */
export type Tool = (typeof TOOLS)[number];

/** The tool of a pressed button's value; null for a button of another part of the form. */
export function pressedTool(intent: string): Tool | null {
	return TOOLS.find((tool) => intent === `try ${tool}`) ?? null;
}

/** The result of a tool. Data only: it is serialised to the browser, and not stored. */
export type TryItResponse = {
	report?: PresentationReport;
	/** Title of the sample licence that was simulated with. */
	licence?: string;
	/** Notes on the report. */
	notes?: readonly string[];
	/** Faults by field; `attributes` are those of the template. */
	faults?: Partial<Record<TryItField | "attributes", string>>;
	/** A problem that belongs to no field. */
	problem?: Problem;
	/** Why there is no result, where that is no error. */
	notice?: Problem;
};

export const NOTHING_TICKED = "Nothing is ticked, so there is nothing to ask a wallet for.";

/** The note where the text isn't a certificate: the service accepts any text. */
export const AUTHORITY_UNREADABLE = "The custom certificate authority can't be read, so it is not trusted here.";
