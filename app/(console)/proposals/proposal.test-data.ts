import { formDataOf } from "@/app/_testing/page-form";
import { renderPage } from "@/app/_testing/render-page";
import type { TemplateTenant } from "@/app/_testing/template-tenant";
import type { ProposedItem } from "@/lib/dashboard/proposals/proposal";
import { proposeTemplates } from "@/lib/dashboard/proposals/propose";
import type { Role } from "@/lib/dashboard/session/permissions";
import { readTemplatesOf } from "@/lib/dashboard/templates/template-access";
import type { WholeTemplate } from "@/lib/dashboard/templates/whole-template";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import ProposalPage from "./[id]/page";
import ProposalsPage from "./page";
import { decideProposalAction } from "./proposal-actions";

type Page = Parameters<typeof renderPage>[0];

/** The page of a proposal, as an admin sees it. */
export function openProposal(id: string, who?: Role) {
	if (who) signInAs(who);
	const route = { route: "/proposals/[id]", Page: ProposalPage as Page["Page"], id: "proposal", needs: [], uses: [] };
	return renderPage(route as Page, { proposal: id } as never);
}

export function openList(query: Record<string, string> = {}, who?: Role) {
	if (who) signInAs(who);
	const route = { route: "/proposals", Page: ProposalsPage as Page["Page"], query: () => query, needs: [], uses: [] };
	return renderPage(route, {} as never);
}

/** Presses a button of the page, without scripts, as the admin who has opened it. */
export async function pressOn(html: string, button: string, filled?: Parameters<typeof formDataOf>[2]) {
	return decideProposalAction({}, formDataOf(html, button, filled));
}

/** A change of a template of the tenant, by whoever is signed in. */
export async function itemOf(id: string, change: (now: WholeTemplate) => WholeTemplate | null): Promise<ProposedItem> {
	const baseline = (await readTemplatesOf([id])).get(id)?.template ?? null;
	if (!baseline) throw new Error("There is no such template.");
	const after = change(baseline);
	return { action: after ? "change" : "remove", name: baseline.name, id, baseline, after };
}

/** The same proposed by an admin. @returns the proposal's ID */
export async function proposeAs(
	who: Role,
	id: string,
	change: (now: WholeTemplate) => WholeTemplate | null,
): Promise<string> {
	signInAs(who);
	return proposeTemplates([await itemOf(id, change)]);
}

export const requesting =
	(...names: string[]) =>
	(now: WholeTemplate): WholeTemplate => ({
		...now,
		elements: { ...now.elements, ...Object.fromEntries(names.map((name) => [name, true])) },
	});

/** Another client of the tenant changes a template. */
export function changeBeneath(tenant: TemplateTenant, id: string, change: object): void {
	Object.assign(tenant.stored.get(id) ?? {}, change);
}
