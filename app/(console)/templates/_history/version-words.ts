import { setImmediate as afterOthers } from "node:timers/promises";
import { someSentences } from "@/lib/dashboard/in-short";
import type { TemplateVersion } from "@/lib/dashboard/store/template-versions";
import { attributesInWords } from "@/lib/dashboard/templates/attribute-facts";
import { namesRequested, type TemplateSnapshot } from "@/lib/dashboard/templates/history/snapshot";
import { changesInWords } from "@/lib/dashboard/templates/history/version-changes";

/**
 * The versions, newest first, with what each changed of the one before. Other requests go on between one and the next, since
 * each may have thousands of names.
 */
export async function versionsInWords(versions: readonly TemplateVersion[]) {
	const found: { version: TemplateVersion; changes: string[] }[] = [];
	for (const [index, version] of versions.entries()) {
		found.push({ version, changes: changesOf(version, versions[index + 1]) });
		await afterOthers();
	}
	return found;
}

/** Of one version. */
const CHANGES_MAX = 20;

function changesOf(
	{ content, isGone, origin, position }: TemplateVersion,
	before: TemplateVersion | undefined,
): string[] {
	if (isGone) return ["Deleted"];
	if (!before) {
		if (position > 1) return ["What it changed is no longer known: the version before is not kept"];
		return [`${origin === "own" ? "Created" : "First seen here"}, ${requestInWords(content)}`];
	}
	const changes = changesInWords(before.content, content);
	if (before.isGone) return ["Was there again", ...someSentences(changes, CHANGES_MAX)];
	return changes.length > 0 ? someSentences(changes, CHANGES_MAX) : ["No difference that is known here"];
}

/** "asking for Photo and City". */
export function requestInWords(content: TemplateSnapshot): string {
	const names = namesRequested(content);
	if (!names) return "with a request that is not known";
	return names.length > 0 ? `asking for ${attributesInWords(names)}` : "asking for nothing";
}
