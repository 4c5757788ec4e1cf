import "server-only";
import { type ProposedItem, pathOfProposal } from "@/lib/dashboard/proposals/proposal";
import { proposeTemplates } from "@/lib/dashboard/proposals/propose";
import { continueInPlace } from "./after-write";

/**
 * Ends an action with the page of what it has proposed in place of saving it.
 * @throws as `proposeTemplates`
 */
export async function proposeInstead(items: readonly ProposedItem[]): Promise<never> {
	return continueOnProposal(await proposeTemplates(items));
}

export function continueOnProposal(id: string): Promise<never> {
	return continueInPlace(pathOfProposal(id), "Proposed. Send the URL of this page to an editor who decides it.");
}
