import { runRequest } from "@/lib/process/request-context";
import { heldConfig, readConfig } from "../../config";
import { browser } from "../../testing/next-headers";
import { applyApproved, resumeProposal } from "../apply-approved";
import { acceptProposal } from "../decide";

/** `session`: of the editor who presses. `hash`: of the result that is accepted; absent: what is accepted is resumed. */
export type Press = { id: string; revision: number; session: string | null; hash?: string };

/** Accepts and saves a proposal, or resumes its save, as the page's button does. @param settings JSON: the environment; @param press JSON */
export async function run(settings: string, press: string): Promise<void> {
	const config = readConfig(JSON.parse(settings));
	heldConfig.set(config);
	const { id, revision, session, hash }: Press = JSON.parse(press);
	Object.assign(browser, { session, origin: config.appUrl });
	await runRequest(async () => {
		const accepted = hash === undefined ? null : await acceptProposal({ id, revision }, hash);
		const lease = accepted?.kind === "accepted" ? accepted.lease : await resumeProposal(id);
		if (lease !== null) await applyApproved(id, lease, { isResumed: hash === undefined });
	});
	process.exit(0);
}
