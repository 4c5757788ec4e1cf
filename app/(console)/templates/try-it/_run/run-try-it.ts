import "server-only";
import { holdsPrivateKey, withoutPrivateKey } from "@/app/_certificates/pem";
import { dashboardConfig } from "@/lib/dashboard/config";
import { checkResponse } from "@/lib/dashboard/presentation/check";
import { SAMPLE_LICENCES } from "@/lib/dashboard/presentation/sample-licences";
import { simulate } from "@/lib/dashboard/presentation/simulate";
import { ownRoots, TrustListFault } from "@/lib/dashboard/presentation/trusted-roots";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { submittedBaseline } from "@/lib/dashboard/request/page";
import { requirePermission } from "@/lib/dashboard/session/session";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { requestedNamesOf } from "../../_edit/template-editor";
import type { SubmittedTemplate } from "../../_edit/template-save";
import {
	AUTHORITY_UNREADABLE,
	NOTHING_TICKED,
	type Tool,
	type TryItInput,
	type TryItResponse,
	tryItInput,
} from "./try-it-fields";

const EXPIRY_NOT_REQUESTED =
	"“Expires on” is not requested, so you can't tell that this licence has expired: a copy on a phone may outlive it.";
const ROOT_KEY = "This held a private key. It was removed and not kept. Give a certificate alone.";
const NO_VALUE = "Nothing is ticked, so no value is shown: only what was asked for is.";

/**
 * The simulation or check of the pressed button with the form's template, for a caller who may look. Nothing of it is
 * stored, forwarded or logged.
 */
export async function runTryIt(
	tool: Exclude<Tool, "wallet">,
	{ baseline, values, form }: SubmittedTemplate,
): Promise<TryItResponse> {
	try {
		const { role } = await requirePermission("look");
		const input = tryItInput(form);
		// A stored template's page contains its authority; a new one has it in the form.
		const own = ownRoots(baseline ? input.authority : values.certificateAuthority);
		const common = {
			names: requestedNamesOf(values, baseline),
			roots: own ?? [],
			role,
			labelOf: attributeLabel,
			now: new Date(),
		};
		const response = tool === "simulate" ? simulated(input, common) : await checked(input, common);
		return response.notes && !own ? { ...response, notes: [...response.notes, AUTHORITY_UNREADABLE] } : response;
	} catch (error) {
		if (!(error instanceof TrustListFault)) return { problem: problemOf(error, "template") };
		return { problem: { title: "Nothing was checked", message: error.message } };
	}
}

/** What the form requests now, and the template's own roots, beyond the trust list. */
type Common = Pick<Parameters<typeof simulate>[0], "names" | "roots" | "role" | "labelOf" | "now">;

function simulated({ licence, rules, retain }: TryItInput, common: Common): TryItResponse {
	const sample = SAMPLE_LICENCES.find(({ id }) => id === licence);
	if (!sample) return { faults: { licence: "Choose one of the licences." } };
	if (rules !== "iso" && rules !== "browser") return { faults: { rules: "Choose one of the rules." } };
	if (common.names.length === 0) return { faults: { attributes: NOTHING_TICKED } };
	const { appUrl: origin } = dashboardConfig();
	const report = simulate({ ...common, origin, isRetained: retain === "on", licence: sample.id, rules });
	const isHidden = sample.id === "expired-licence" && !common.names.includes("expiry_date");
	return { report, licence: sample.title, notes: [sample.describes, ...(isHidden ? [EXPIRY_NOT_REQUESTED] : [])] };
}

async function checked(input: TryItInput, common: Common): Promise<TryItResponse> {
	if (holdsPrivateKey(input.root)) return { faults: { root: ROOT_KEY } };
	const outcome = await checkResponse({ ...common, texts: input, isClockStrict: input.clock === "on" });
	if (outcome.fault) return { faults: { [outcome.fault.field]: outcome.fault.message } };
	const day = `Judged as of ${outcome.at.toISOString().slice(0, 16).replace("T", " ")} UTC.`;
	return { report: outcome.report, notes: [day, ...(common.names.length === 0 ? [NO_VALUE] : [])] };
}

/** The form data, for the page that shows it again. A root's field never contains a private key. */
export function shownAgain(input: TryItInput): TryItInput {
	return { ...input, root: withoutPrivateKey(input.root).text };
}

/**
 * What was typed under “Try it” and its result, for the page that is rendered in the same response, and no longer. By the
 * template's identifier, empty for a new one.
 */
export const submittedTryIt = submittedBaseline<{ input: TryItInput; response: TryItResponse | null }>("posted-try-it");
