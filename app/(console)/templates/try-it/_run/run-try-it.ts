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
import {
	AUTHORITY_UNREADABLE,
	type Consent,
	type TryItInput,
	type TryItKind,
	type TryItResponse,
} from "./try-it-fields";

type Submission = {
	kind: TryItKind;
	/** The elements that the form requests now. */
	names: readonly string[];
	/** The certificate authority of a new template, from the form; null for a stored one, whose page contains it. */
	newAuthority: string | null;
	input: TryItInput;
};

const NOTHING_TICKED = "Nothing is ticked, so there is nothing to ask a wallet for.";
const EXPIRY_NOT_REQUESTED =
	"“Expires on” is not asked for, so nobody can tell that this licence has expired: a copy on a phone may outlive it.";
const ROOT_KEY = "This held a private key. It was taken out and is kept nowhere. Give a certificate alone.";

/** Runs a simulation or a check with the form's template. Nothing of it is stored, forwarded or logged. */
export async function runTryIt(submission: Submission): Promise<TryItResponse> {
	const { kind } = submission;
	try {
		await requireActionPermission("look");
		return { kind, ...(kind === "simulate" ? simulated(submission) : await checked(submission)) };
	} catch (error) {
		if (error instanceof TrustListFault) {
			return { kind, problem: { title: "Nothing was checked", message: error.message } };
		}
		return { kind, problem: problemOf(error, "template") };
	}
}

/** The template's trusted roots beyond the trust list. */
function ownAuthority({ newAuthority, input }: Submission) {
	const roots = ownRoots(newAuthority ?? input.authority);
	return { roots: roots ?? [], notes: roots ? [] : [AUTHORITY_UNREADABLE] };
}

function simulated(submission: Submission): Omit<TryItResponse, "kind"> {
	const { input, names } = submission;
	const { roots, notes } = ownAuthority(submission);
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

async function checked(submission: Submission): Promise<Omit<TryItResponse, "kind">> {
	const { input, names } = submission;
	if (holdsPrivateKey(input.root)) return { faults: { root: ROOT_KEY } };
	const { roots, notes } = ownAuthority(submission);
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
