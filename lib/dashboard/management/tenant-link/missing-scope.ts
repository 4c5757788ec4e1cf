import "server-only";
import { type OperationName, type PartName, partScopes } from "@/lib/contract/operations";
import { inSentence } from "../../change-in-words";
import { featureFor } from "../../resources/features";
import { lackedPartScopes, lackedScopes } from "./granted-scopes";

/** An operation, or a part of a resource that needs a scope of its own. */
export type Needed = OperationName | PartName;

/**
 * Why something is not known or not possible, as a part of a sentence: "the tenant has not granted this console …". Null where
 * the scopes of the last access token are enough, or are not known.
 */
export function lackInWords(needed: Needed): string | null {
	const lacked = isPart(needed) ? lackedPartScopes(needed) : lackedScopes(needed);
	return lacked.length === 0
		? null
		: `the tenant has not granted this console ${lacked.join(featureFor(needed).joiner)}`;
}

/** "The tenant has not granted this console create:clients, so it can't create applications." Null where nothing is missing. */
export function missingScope(needed: Needed): string | null {
	const lack = lackInWords(needed);
	return lack && `${lack.replace(/^t/, "T")}, so it can't ${inSentence(featureFor(needed).feature)}.`;
}

function isPart(needed: Needed): needed is PartName {
	return Object.hasOwn(partScopes, needed);
}
