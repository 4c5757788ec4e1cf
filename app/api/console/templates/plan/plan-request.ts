import "server-only";
import { isTooDeep } from "@/lib/contract/limits";
import { isJsonObject, type JsonObject } from "@/lib/contract/safe-object";
import { FolderEntries, FolderRefusal, type ReadFolder, shown } from "@/lib/dashboard/template-folder/folder-entries";
import type { PlanMode } from "@/lib/dashboard/templates/template-plan";

const TICKED = ["", "on", "true"];
/** The parameters of a plan, by the values that each may have. */
const VALUES: Readonly<Record<keyof PlanMode, readonly string[]>> = {
	deletes: TICKED,
	recreates: TICKED,
	keep: ["files", "tenant"],
};

const isParameter = (name: string): name is keyof PlanMode => Object.hasOwn(VALUES, name);

/**
 * The choices in a query: one that is misspelt is refused, because a check of drift without it would find none.
 * @throws FolderRefusal
 */
export function modeOfQuery(query: URLSearchParams): PlanMode {
	for (const name of query.keys()) {
		if (!isParameter(name)) throw new FolderRefusal(`There is no parameter ${shown(name)}.`);
		const [value = "", ...others] = query.getAll(name);
		if (others.length > 0) throw new FolderRefusal(`The parameter ${name} appears twice.`);
		if (VALUES[name].includes(value)) continue;
		const may = VALUES[name] === TICKED ? "true, or is left out" : VALUES[name].join(" or ");
		throw new FolderRefusal(`The parameter ${name} is ${may}.`);
	}
	const keep = query.get("keep") === "files" ? "files" : query.has("keep") ? "tenant" : null;
	return { deletes: query.has("deletes"), recreates: query.has("recreates"), keep };
}

/** The files of a JSON body: each as the object that it holds, or as its text. @throws FolderRefusal */
export function filesInJson(text: string): ReadFolder {
	const files = filesIn(text);
	if (!files) throw new FolderRefusal('The JSON must be { "files": { "name.json": { … } } }, and nothing else.');
	return folderOf(files);
}

/** The files of a folder by their names. @throws FolderRefusal */
export function folderOf(files: JsonObject): ReadFolder {
	const entries = new FolderEntries();
	for (const [name, content] of Object.entries(files)) {
		const bytes = Buffer.from(typeof content === "string" ? content : JSON.stringify(content, null, 2));
		if (entries.admit(name, bytes.byteLength)) entries.add(name, bytes);
	}
	return entries.folder();
}

function filesIn(text: string): Record<string, unknown> | null {
	const body = parsed(text);
	if (!isJsonObject(body) || isTooDeep(body) || !isJsonObject(body.files)) return null;
	if (namesIn(text, 1).length > 1) return null;
	requireOnce(text, 2);
	return body.files;
}

/** Refuses a name that members at a depth have twice. @param text JSON @throws FolderRefusal */
export function requireOnce(text: string, depth: number): void {
	const seen = new Set<string>();
	for (const name of namesIn(text, depth)) {
		if (seen.has(name)) throw new FolderRefusal(`${shown(name)} appears twice.`);
		seen.add(name);
	}
}

/** Null where it is not JSON. */
export function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/** The names of members at a depth, each as often as it is there: of several values the parser takes the last. @param text JSON */
function namesIn(text: string, depth: number): string[] {
	const names: string[] = [];
	let [current, last] = [0, ""];
	for (let at = 0; at < text.length; at += 1) {
		const character = text.charAt(at);
		if (character === "{" || character === "[") current += 1;
		else if (character === "}" || character === "]") current -= 1;
		else if (character === ":" && current === depth) names.push(JSON.parse(last));
		else if (character === '"') {
			const start = at;
			for (at += 1; text.charAt(at) !== '"'; at += 1) if (text.charAt(at) === "\\") at += 1;
			last = text.slice(start, at + 1);
		}
	}
	return names;
}
