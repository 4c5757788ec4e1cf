import "server-only";
import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isTooDeep } from "@/lib/contract/limits";
import { isJsonObject } from "@/lib/contract/safe-object";
import { jsonFileText } from "../templates/template-file";
import type { TemplatePlan } from "../templates/template-plan";
import { reasonOf } from "./disk-folder";
import { FolderRefusal } from "./folder-entries";

/** @param folder of the templates, in which a plan would be read as one @throws FolderRefusal */
export async function savePlan(file: string, plan: TemplatePlan, folder: string): Promise<void> {
	if (dirname(file) === folder) throw new FolderRefusal("Save the plan outside of the folder of the templates.");
	await writeFile(/*turbopackIgnore: true*/ file, jsonFileText(plan), { mode: 0o600 }).catch((error: unknown) => {
		throw new FolderRefusal(`The plan can't be saved as ${file}: ${reasonOf(error)}.`);
	});
}

/**
 * Reads a saved plan. It decides nothing by itself: it is compared with the plan of the moment, and that is applied.
 * @throws FolderRefusal
 */
export async function readSavedPlan(file: string): Promise<TemplatePlan> {
	const text = await readFile(/*turbopackIgnore: true*/ file, "utf8").catch((error: unknown) => {
		throw new FolderRefusal(`The plan ${file} can't be read: ${reasonOf(error)}.`);
	});
	const plan = parsed(text);
	if (!isPlan(plan)) throw new FolderRefusal(`${file} is not a plan that this version of the console saved.`);
	return plan;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

function isPlan(plan: unknown): plan is TemplatePlan {
	return (
		isJsonObject(plan) &&
		!isTooDeep(plan) &&
		plan.version === 1 &&
		typeof plan.tenant === "string" &&
		isJsonObject(plan.mode) &&
		Array.isArray(plan.items) &&
		plan.items.every((item) => isJsonObject(item) && typeof item.action === "string")
	);
}
