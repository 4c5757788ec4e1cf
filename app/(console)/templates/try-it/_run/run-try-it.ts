import "server-only";
import { holdsPrivateKey, withoutPrivateKey } from "@/app/_certificates/pem";
import { dashboardConfig } from "@/lib/dashboard/config";
import { checkResponse } from "@/lib/dashboard/presentation/check";
import { SAMPLE_LICENCES } from "@/lib/dashboard/presentation/sample-licences";
import { simulate } from "@/lib/dashboard/presentation/simulate";
import { ownRoots, TrustListFault } from "@/lib/dashboard/presentation/trusted-roots";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { submittedBaseline } from "@/lib/dashboard/request/submitted-baseline";
import { requireActionPermission } from "@/lib/dashboard/session/session";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { holderRequest } from "@/lib/dashboard/templates/holder-request";
import { requestedNamesOf } from "../../_edit/template-editor";
import type { SubmittedTemplate } from "../../_edit/template-save";
import {
	AUTHORITY_UNREADABLE,
	type Consent,
	type TryItInput,
	type TryItKind,
	type TryItResponse,
	tryItInput,
} from "./try-it-fields";

const NOTHING_TICKED = "Nothing is ticked, so there is nothing to ask a wallet for.";
const EXPIRY_NOT_REQUESTED =
	"“Expires on” is not asked for, so nobody can tell that this licence has expired: a copy on a phone may outlive it.";
const ROOT_KEY = "This held a private key. It was taken out and is kept nowhere. Give a certificate alone.";

/** What the form requests now, and what was typed under “Try it”. */
type Submission = {
	names: readonly string[];
	input: TryItInput;
	/** The template's own, beyond the trust list. */
	roots: NonNullable<ReturnType<typeof ownRoots>>;
	notes: string[];
};

/** The simulation or check of the pressed button with the form's template. Nothing of it is stored, forwarded or logged. */
export async function runTryIt(kind: TryItKind, { baseline, values, form }: SubmittedTemplate): Promise<TryItResponse> {
	try {
		await requireActionPermission("look");
		const input = tryItInput(form);
		// A stored template's page contains its authority; a new one has it in the form.
		const roots = ownRoots(baseline ? input.authority : values.certificateAuthority);
		const submission = {
			names: requestedNamesOf(values, baseline),
			input,
			roots: roots ?? [],
			notes: roots ? [] : [AUTHORITY_UNREADABLE],
		};
		return { kind, ...(kind === "simulate" ? simulated(submission) : await checked(submission)) };
	} catch (error) {
		if (error instanceof TrustListFault) {
			return { kind, problem: { title: "Nothing was checked", message: error.message } };
		}
		return { kind, problem: problemOf(error, "template") };
	}
}

function simulated({ input, names, roots, notes }: Submission): Omit<TryItResponse, "kind"> {
	const sample = SAMPLE_LICENCES.find(({ id }) => id === input.licence);
	if (!sample) return { faults: { licence: "Choose one of the licences." } };
	if (input.rules !== "iso" && input.rules !== "browser") return { faults: { rules: "Choose one of the rules." } };
	if (names.length === 0) return { faults: { attributes: NOTHING_TICKED } };
	const { rules } = input;
	const isRetained = input.retain === "on";
	const { appUrl: origin, tenant } = dashboardConfig();
	const report = simulate({
		origin,
		names,
		isRetained,
		licence: sample.id,
		rules,
		roots,
		labelOf: attributeLabel,
		now: new Date(),
	});
	const hidden = sample.id === "expired-licence" && !names.includes("expiry_date") ? [EXPIRY_NOT_REQUESTED] : [];
	return {
		report,
		notes: [sample.describes, ...hidden, ...notes],
		consent: consentTo(names, isRetained, tenant.name),
	};
}

async function checked({ input, names, roots, notes }: Submission): Promise<Omit<TryItResponse, "kind">> {
	if (holdsPrivateKey(input.root)) return { faults: { root: ROOT_KEY } };
	const outcome = await checkResponse({
		names,
		texts: input,
		isClockStrict: input.clock === "on",
		roots,
		labelOf: attributeLabel,
		now: new Date(),
	});
	if (outcome.fault) return { faults: { [outcome.fault.field]: outcome.fault.message } };
	const nothing =
		names.length === 0 ? ["Nothing is ticked, so no value is shown: values stand here where they were asked for."] : [];
	const day = `Judged as of ${outcome.at.toISOString().slice(0, 16).replace("T", " ")} UTC.`;
	return { report: outcome.report, notes: [day, ...nothing, ...notes] };
}

/** The form data, for the page that shows it again. A root's field never contains a private key. */
export function shownAgain(input: TryItInput): TryItInput {
	return { ...input, root: withoutPrivateKey(input.root).text };
}

/** The consent that the wallet showed to its holder, with the form's labels. */
function consentTo(names: readonly string[], isRetained: boolean, verifier: string): Consent {
	const { isPhotoBound } = holderRequest(Object.fromEntries(names.map((name) => [name, true])));
	return {
		verifier,
		labels: names.map(attributeLabel),
		notes: [
			isRetained ? "It says that the answers will be stored." : "It says that the answers will not be stored.",
			...(isPhotoBound ? ["The photo can't be held back while anything else here is shared."] : []),
		],
	};
}

/**
 * What was typed under “Try it” and its result, for the page that is rendered in the same response, and no longer. By the
 * template's identifier, empty for a new one.
 */
export const submittedTryIt = submittedBaseline<{ input: TryItInput; response: TryItResponse | null }>("posted-try-it");
