import "server-only";
import type { Found, JumpPlace } from "@/app/_frame/jump";
import { foundGroups } from "@/app/_frame/jump-groups";
import { findJumpUsers, readJumpStart } from "@/app/_frame/read-jump";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf, resourceOfId } from "@/lib/dashboard/resources/resources";
import { findWords } from "@/lib/dashboard/search-text";
import { findById } from "../refresh-tokens/find-by-id";

/**
 * Everything that a text finds, in groups; or the one place that it means: a whole ID, a whole e-mail address, the only user
 * in whom words begin with it, the only user, the only result.
 * @param subject whose opened tokens are searched
 * @throws SessionError, ManagementError
 */
export async function findAnything(text: string, subject: string) {
	const what = resourceOfId(text);
	if (what) return { place: pageOf(what, text) };
	const [start, users] = await Promise.all([readJumpStart(subject), outcomeOf(findJumpUsers(text), "user")]);
	const found = [...start.found, ...(users.value?.found ?? [])];
	const groups = foundGroups(text, found);
	const place = onlyPlace(text, groups, found);
	if (place) return { place };
	const byId = groups.length === 0 ? await findById(text) : null;
	if (byId) return { place: pageOf(byId.resource, byId.id) };
	return { groups, problem: start.unread ?? users.problem ?? null, notes: users.value?.notes ?? [] };
}

function onlyPlace(text: string, groups: ReturnType<typeof foundGroups>, found: readonly Found[]): string | null {
	const { found: users = [], isWhole = false } = found.find(({ are }) => are === "matching") ?? {};
	const exact = users.filter(({ name }) => name?.toLowerCase() === text.toLowerCase());
	const begun = users.filter(({ name, detail }) => findWords(text, [name, detail]) === "at the beginning");
	const rivals = groups.filter(({ what, isBegun, isOpened }) => what !== "user" && isBegun && !isOpened);
	// Of a part of those that match, another one may begin with the text as well.
	for (const meant of rivals.length === 0 && isWhole ? [exact, begun, users] : [exact]) {
		const [user, ...others] = meant;
		if (user && others.length === 0) return pageOf("user", user.id);
	}
	const [only, ...others]: JumpPlace[] = groups.flatMap(({ options }) => options);
	return only && others.length === 0 ? only.href : null;
}
