import type { NextRequest } from "next/server";
import { dashboardConfig } from "@/lib/dashboard/config";
import { refused, TO_PROPOSE } from "@/lib/dashboard/console-tokens/admit-token";
import type { TokenRow } from "@/lib/dashboard/console-tokens/console-tokens";
import { planInTurn } from "@/lib/dashboard/console-tokens/plans-in-turn";
import { respondToProgram } from "@/lib/dashboard/console-tokens/respond-to-program";
import { WriteRefused } from "@/lib/dashboard/management/call/errors";
import { proposedItemsOf } from "@/lib/dashboard/proposals/of-plan";
import { DECIDED, PROPOSED_TEMPLATES_MAX, type Proposal, pathOfProposal } from "@/lib/dashboard/proposals/proposal";
import { proposedInWords } from "@/lib/dashboard/proposals/proposal-words";
import {
	KeyTaken,
	NotKnown,
	proposeByProgram,
	proposedBefore,
	requireRoom,
} from "@/lib/dashboard/proposals/propose-by-program";
import { TokenBound, TooManyOpen } from "@/lib/dashboard/proposals/token-bounds";
import { TokenReader } from "@/lib/dashboard/session/token-reader";
import { FolderRefusal, shown } from "@/lib/dashboard/template-folder/folder-entries";
import { planOfFolder } from "@/lib/dashboard/template-folder/plan-of-folder";
import { planOfPatch } from "@/lib/dashboard/template-folder/plan-of-patch";
import { ListIncomplete, readStoredTemplates } from "@/lib/dashboard/templates/template-access";
import { isWrite, needsResolution, type PlanItem, type TemplatePlan } from "@/lib/dashboard/templates/template-plan";
import { type ProposalRequest, readProposalRequest } from "./proposal-request";

/**
 * A proposal of a program, by a token that may propose and nothing else. The body is JSON: `{ key, reason?, files }` with
 * files of templates, or `{ key, reason?, patch }` with parts of them. 201 with the plan in words and the proposal's link;
 * the same again is the same proposal as it is now (200), and the same key with another content is refused (409). Where
 * nothing would change there is no proposal (200). Nothing is written to the tenant.
 */
export async function POST(request: NextRequest): Promise<Response> {
	return respondToProgram(request.headers, TO_PROPOSE, async (token) => {
		const [parameter] = request.nextUrl.searchParams.keys();
		if (parameter !== undefined) return refused(400, `There is no parameter ${shown(parameter)}.`);
		try {
			const sent = readProposalRequest(await request.text());
			const before = await proposedBefore(token, sent);
			if (before) return responseOf(200, before);
			await requireRoom(token);
			const response = await planInTurn(token.id, () => proposed(token, sent));
			if (response === "own") return later(429, "Another proposal with this token is being made.", 1);
			return response === "others" ? later(503, "Other plans are being made.", 5) : response;
		} catch (error) {
			return refusalOf(error);
		}
	});
}

async function proposed(token: TokenRow, sent: ProposalRequest): Promise<Response> {
	const { baseUrl: tenant } = dashboardConfig().management;
	const stored = await readStoredTemplates(new TokenReader(token));
	const plan = sent.folder
		? planOfFolder(sent.folder, { tenant, stored, mode: { deletes: false, recreates: true, keep: null } })
		: planOfPatch(sent.patch, { tenant, stored });
	const faults = faultsOfRequest(plan);
	if (faults.length > 0) return faulty(faults);
	if (!plan.items.some(isWrite)) return withoutCache({ id: null, url: null, state: null, plan: [] }, 200);
	const { proposal, isNew } = await proposeByProgram(token, sent, sent.reason, proposedItemsOf(plan.items));
	return responseOf(isNew ? 201 : 200, proposal);
}

/** Without those of templates that the request does not concern, such as two of one name. */
function faultsOfRequest({ items }: TemplatePlan): PlanItem[] {
	const sent = new Set(items.flatMap(({ file, name }) => (file === null ? [] : [name])));
	return items.filter((item) => needsResolution(item) && (item.file !== null || sent.has(item.name)));
}

function responseOf(status: 200 | 201, { id, state, items, decision, results, expiresAt }: Proposal): Response {
	const plan = items.map((item, index) => ({
		action: item.action,
		name: item.name,
		id: item.id,
		changes: proposedInWords(item),
		outcome: results[index]?.outcome ?? null,
		message: results[index]?.message ?? null,
	}));
	const decided = decision && DECIDED.includes(state) ? { at: decision.at, reason: decision.reason } : null;
	const url = dashboardConfig().appUrl + pathOfProposal(id);
	return withoutCache({ id, url, state, expiresAt, decided, plan }, status);
}

function withoutCache(body: object, status: number): Response {
	return Response.json(body, { status, headers: { "cache-control": "private, no-store" } });
}

function faulty(items: readonly PlanItem[]): Response {
	const error = `Nothing was proposed: ${items.length === 1 ? "1 template has" : `${items.length} templates have`} to be corrected first.`;
	const faults = items.slice(0, PROPOSED_TEMPLATES_MAX).flatMap(faultsOf);
	return withoutCache({ error, faults }, 400);
}

/** By name and line; a line is null where it is not one of a file that was sent. */
function faultsOf({ name, file, faults, contested }: PlanItem) {
	return [
		...faults.map(({ line, message }) => ({ file: file ?? name, line: line || null, message })),
		...contested.map(({ label, baseline, theirs, yours }) => ({
			file: file ?? name,
			line: null,
			message: `${label}: at the export ${baseline}; now in the tenant ${theirs}; in the file ${yours}`,
		})),
	];
}

function later(status: number, reason: string, seconds: number): Response {
	return refused(status, `${reason} Nothing was proposed. Try again.`, { "retry-after": String(seconds) });
}

function refusalOf(error: unknown): Response {
	if (error instanceof FolderRefusal) return refused(400, error.message);
	// The tenant's list, and nothing that was sent.
	if (!(error instanceof WriteRefused) || error instanceof ListIncomplete) throw error;
	const words = `${error.title}. ${error.message}`;
	if (error instanceof KeyTaken) return refused(409, words);
	if (error instanceof NotKnown) return refused(503, words, { "retry-after": "5" });
	if (error instanceof TooManyOpen) return refused(409, words);
	if (!(error instanceof TokenBound)) return refused(400, words);
	const { retryAfterSeconds: seconds } = error;
	return seconds === null ? refused(409, words) : refused(429, words, { "retry-after": String(seconds) });
}
