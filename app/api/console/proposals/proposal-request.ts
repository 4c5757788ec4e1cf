import "server-only";
import { createHash } from "node:crypto";
import { isTooDeep } from "@/lib/contract/limits";
import { isJsonObject, type JsonObject } from "@/lib/contract/safe-object";
import { FolderRefusal, type ReadFolder, shown } from "@/lib/dashboard/template-folder/folder-entries";
import type { TemplatePatch } from "@/lib/dashboard/template-folder/plan-of-patch";
import { sorted } from "@/lib/dashboard/templates/whole-template";
import { folderOf, parsed, requireOnce } from "../templates/plan/plan-request";

/** What a program proposes. `digest`: the SHA-256 of all but the key. */
export type ProposalRequest = { key: string; digest: string; reason?: string } & (
	| { folder: ReadFolder; patch?: undefined }
	| { folder?: undefined; patch: TemplatePatch }
);

const MEMBERS = ["key", "reason", "files", "patch"];
const KEY = /^[\x20-\x7e]{1,200}$/;

const FORM =
	'The JSON must be { "key": "…", "files": { "name.json": { … } } }, or have "patch" in place of "files"; "reason" may stand beside them.';

/** @throws FolderRefusal */
export function readProposalRequest(text: string): ProposalRequest {
	const body = parsed(text);
	if (!isJsonObject(body) || isTooDeep(body)) throw new FolderRefusal(FORM);
	requireOnce(text, 1);
	requireOnce(text, 2);
	const other = Object.keys(body).find((name) => !MEMBERS.includes(name));
	if (other !== undefined) throw new FolderRefusal(`There is no member ${shown(other)}. ${FORM}`);
	const { key, reason, files, patch } = body;
	if (typeof key !== "string" || !KEY.test(key))
		throw new FolderRefusal("The key must be a text of 1 to 200 printable ASCII characters.");
	if (reason !== undefined && typeof reason !== "string") throw new FolderRefusal("The reason must be a text.");
	const head = { key, digest: digestOf({ reason, files, patch }), ...(reason !== undefined && { reason }) };
	if (isJsonObject(files) && patch === undefined) return { ...head, folder: folderOf(files) };
	if (isJsonObject(patch) && files === undefined) return { ...head, patch: patchIn(patch) };
	throw new FolderRefusal(FORM);
}

function patchIn(patch: JsonObject): TemplatePatch {
	const parts = new Map<string, JsonObject | null>();
	for (const [name, part] of Object.entries(patch)) {
		if (part !== null && !isJsonObject(part))
			throw new FolderRefusal(`${shown(name)} must be an object with what changes, or null to delete the template.`);
		parts.set(name, part);
	}
	return parts;
}

function digestOf(content: object): string {
	return createHash("sha256")
		.update(JSON.stringify(sorted(content)))
		.digest("base64url");
}
