import { attributeLabel } from "../../_attributes/attribute-catalogue";
import { holderRequest } from "../../_holder/holder-request";
import type { Consent } from "./try-it-answer";

/** What the wallet put before its holder, in the form's own words. */
export function consentTo(names: readonly string[], isRetained: boolean, verifier: string): Consent {
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
