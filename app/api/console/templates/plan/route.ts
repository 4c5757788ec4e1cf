import type { NextRequest } from "next/server";
import { modeOfForm } from "@/app/(console)/templates/import/import-form";
import { isTooDeep } from "@/lib/contract/limits";
import { isJsonObject } from "@/lib/contract/safe-object";
import { dashboardConfig } from "@/lib/dashboard/config";
import { admitToken, FOR_PROGRAMS, refused } from "@/lib/dashboard/console-tokens/admit-token";
import { onePlanAtATime } from "@/lib/dashboard/console-tokens/one-plan-at-a-time";
import { ManagementError, WriteRefused } from "@/lib/dashboard/management/call/errors";
import { problemOfRead } from "@/lib/dashboard/problem/problem-of";
import { TokenReader } from "@/lib/dashboard/session/token-reader";
import { FolderEntries, FolderRefusal, type ReadFolder } from "@/lib/dashboard/template-folder/folder-entries";
import { planOfFolder } from "@/lib/dashboard/template-folder/plan-of-folder";
import { readZip } from "@/lib/dashboard/template-folder/zip-archive";
import { planLines } from "@/lib/dashboard/templates/plan-words";
import { readStoredTemplates } from "@/lib/dashboard/templates/template-access";
import { exitCodeOfPlan, isWrite, needsResolution, type TemplatePlan } from "@/lib/dashboard/templates/template-plan";

/**
 * What a folder of templates would change at the tenant, for a program with a read token, as `npm run templates -- plan`
 * says it. Nothing is changed. The body is a ZIP archive, or JSON: `{ "files": { "name.json": { … } } }`; the query has the
 * choices of the import's form: `deletes`, `recreates`, `keep=files|tenant`.
 */
export async function POST(request: NextRequest): Promise<Response> {
	const { token, refusal } = await admitToken(request.headers, FOR_PROGRAMS);
	if (refusal) return refusal;
	const response = await onePlanAtATime(token.id, () => planned(request, new TokenReader(token)));
	return response ?? refused(429, "Another plan with this token is being made. Try again.", { "retry-after": "5" });
}

async function planned(request: NextRequest, reader: TokenReader): Promise<Response> {
	try {
		const folder = await readBody(request);
		const { baseUrl: tenant } = dashboardConfig().management;
		const mode = modeOfForm(request.nextUrl.searchParams);
		const plan = planOfFolder(folder, { tenant, mode, stored: await readStoredTemplates(reader) });
		const body = { ...planInShort(plan), ignored: folder.ignored.toSorted() };
		return Response.json(body, { headers: { "cache-control": "private, no-store" } });
	} catch (error) {
		if (error instanceof FolderRefusal) return refused(400, error.message);
		const { title, message, reference } = problemOfRead(error, "template");
		const words = [`${title}.`, message, ...(reference ? [`(${reference})`] : [])].filter(Boolean).join(" ");
		if (error instanceof ManagementError) return refusedByTenant(error, words);
		return refused(error instanceof WriteRefused ? 502 : 500, words);
	}
}

function refusedByTenant({ kind, retryAfterSeconds = 1 }: ManagementError, words: string): Response {
	if (kind !== "rate-limited") return refused(502, words);
	return refused(503, words, { "retry-after": String(Math.ceil(retryAfterSeconds)) });
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

/** The files of a JSON body: each as the object that it holds, or as its text. */
function filesInJson(text: string): ReadFolder {
	const files = filesIn(text);
	if (!files) throw new FolderRefusal('The JSON must be { "files": { "name.json": { … } } }.');
	const entries = new FolderEntries();
	for (const [name, content] of Object.entries(files)) {
		const bytes = Buffer.from(typeof content === "string" ? content : JSON.stringify(content, null, 2));
		if (entries.admit(name, bytes.byteLength)) entries.add(name, bytes);
	}
	return entries.folder();
}

function filesIn(text: string): Record<string, unknown> | null {
	try {
		const body: unknown = JSON.parse(text);
		return isJsonObject(body) && !isTooDeep(body) && isJsonObject(body.files) ? body.files : null;
	} catch {
		return null;
	}
}
