import type { NextRequest } from "next/server";
import { dashboardConfig } from "@/lib/dashboard/config";
import { FOR_PROGRAMS, refused } from "@/lib/dashboard/console-tokens/admit-token";
import { planInTurn } from "@/lib/dashboard/console-tokens/plans-in-turn";
import { respondToProgram } from "@/lib/dashboard/console-tokens/respond-to-program";
import { TokenReader } from "@/lib/dashboard/session/token-reader";
import { FolderRefusal, type ReadFolder } from "@/lib/dashboard/template-folder/folder-entries";
import { planOfFolder } from "@/lib/dashboard/template-folder/plan-of-folder";
import { readZip } from "@/lib/dashboard/template-folder/zip-archive";
import { planLines } from "@/lib/dashboard/templates/plan-words";
import { readStoredTemplates } from "@/lib/dashboard/templates/template-access";
import { exitCodeOfPlan, isWrite, needsResolution, type TemplatePlan } from "@/lib/dashboard/templates/template-plan";
import { filesInJson, modeOfQuery } from "./plan-request";

/**
 * What a folder of templates would change at the tenant, for a program with a token of this console, as `npm run templates -- plan`
 * says it. Nothing is changed. The body is a ZIP archive, or JSON: `{ "files": { "name.json": { … } } }`; the query has the
 * choices of the import's form: `deletes`, `recreates`, `keep=files|tenant`.
 */
export async function POST(request: NextRequest): Promise<Response> {
	return respondToProgram(request.headers, FOR_PROGRAMS, async (token) => {
		const response = await planInTurn(token.id, () => planned(request, new TokenReader(token)));
		if (response === "own") return busy(429, "Another plan with this token is being made.");
		return response === "others" ? busy(503, "Other plans are being made.") : response;
	});
}

function busy(status: number, reason: string): Response {
	return refused(status, `${reason} Try again.`, { "retry-after": "5" });
}

async function planned(request: NextRequest, reader: TokenReader): Promise<Response> {
	try {
		const mode = modeOfQuery(request.nextUrl.searchParams);
		const folder = await readBody(request);
		const { baseUrl: tenant } = dashboardConfig().management;
		const plan = planOfFolder(folder, { tenant, mode, stored: await readStoredTemplates(reader) });
		const body = { ...planInShort(plan), ignored: folder.ignored.toSorted() };
		return Response.json(body, { headers: { "cache-control": "private, no-store" } });
	} catch (error) {
		if (error instanceof FolderRefusal) return refused(400, error.message);
		throw error;
	}
}

/** The plan without the templates themselves. `changes`: 0 where the tenant is as the files say. */
function planInShort(plan: TemplatePlan) {
	const items = plan.items.map(({ before: _, after: __, ofFile: ___, ...item }) => item);
	return {
		changes: items.filter(isWrite).length,
		unresolved: items.filter(needsResolution).length,
		exitCode: exitCodeOfPlan(plan),
		tenant: plan.tenant,
		basis: plan.basis,
		mode: plan.mode,
		items,
		lines: planLines(plan),
	};
}

/** @throws FolderRefusal */
async function readBody(request: NextRequest): Promise<ReadFolder> {
	const bytes = Buffer.from(await request.arrayBuffer());
	const isZip = /^application\/zip\b/i.test(request.headers.get("content-type") ?? "");
	return isZip ? readZip(bytes) : filesInJson(bytes.toString());
}
