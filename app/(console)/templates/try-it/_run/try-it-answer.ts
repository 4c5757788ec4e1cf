import type { PresentationReport } from "@/lib/dashboard/presentation/presentation-report";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { TryItField } from "./try-it-fields";

/** The two that the server answers at once; a wallet is asked in more steps. */
export type TryItKind = "simulate" | "check";

/** What became of a simulation or a check. Data only: it crosses to the browser, and is kept nowhere. */
export type TryItAnswer = {
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
