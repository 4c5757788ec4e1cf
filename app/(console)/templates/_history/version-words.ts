import { setImmediate as afterOthers } from "node:timers/promises";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import { someSentences } from "@/lib/dashboard/in-short";
import type { TemplateVersion } from "@/lib/dashboard/store/template-versions";
import { attributesInWords, requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import { differ, type TemplateSnapshot } from "@/lib/dashboard/templates/history/snapshot";
import { changesInWords } from "@/lib/dashboard/templates/history/version-changes";

/** A version, and what it changed of the one before. */
export type VersionInWords = { version: TemplateVersion; changes: string[]; isNow: boolean };

/**
 * The versions in words, newest first. Other requests go on between one and the next, since each may have thousands of names.
 * @param now the template as it was just read; null where it is gone or was not read
 */
export async function versionsInWords(
	versions: readonly TemplateVersion[],
	now: TemplateSnapshot | null,
): Promise<VersionInWords[]> {
	const current = versions.findIndex(({ content, isGone }) => now && !isGone && !differ(content, now));
	const found: VersionInWords[] = [];
	for (const [index, version] of versions.entries()) {
		found.push({ version, changes: changesOf(version, versions[index + 1]), isNow: index === current });
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
export function requestInWords({ presentation }: TemplateSnapshot): string {
	if (!presentation) return "with a request that is not known";
	const names = requestedNames(elementsOf(presentation));
	return names.length > 0 ? `asking for ${attributesInWords(names)}` : "asking for nothing";
}
