import "server-only";
import { someOf } from "@/lib/dashboard/in-short";
import type { NotSwitched } from "@/lib/dashboard/management/identity-providers/write-connections";
import { seenNames } from "@/lib/dashboard/management/seen";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { nameOf } from "./option-kinds";

const NAMES_MAX = 10;

/** What was done, what was not, and why. @param done a sentence, or nothing @throws SessionError */
export async function notSwitchedProblem(
	title: string,
	done: string,
	{ switches, error }: NonNullable<NotSwitched>,
): Promise<Problem> {
	const { title: reason, message, about: _, ...rest } = problemOf(error, "identity provider");
	const names = await seenNames();
	const inWords = (status: boolean, words: string) => {
		const of = switches.filter((each) => each.status === status).map(({ client_id }) => nameOf(client_id, names));
		return of.length > 0 && `${words} ${someOf(of, { max: NAMES_MAX })}.`;
	};
	const words = [inWords(true, "Not switched on for"), inWords(false, "Not switched off for")];
	const sentences = [done, ...words, `${reason}: ${message}`, "Saving again sends what is left."];
	return { ...rest, title, message: sentences.filter(Boolean).join(" ") };
}

const TO_SWITCH = "on";
/** In an address, which has to stay short. */
const TO_SWITCH_MAX = 50;

/** The page of a connection on which these applications are ticked, so that saving switches them on. */
export function pageToSwitch(id: string, switches: NonNullable<NotSwitched>["switches"]): string {
	const query = new URLSearchParams();
	for (const { client_id } of switches.slice(0, TO_SWITCH_MAX)) query.append(TO_SWITCH, client_id);
	return `${pageOf("identity provider", id)}?${query}`;
}

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The applications to tick by the query of that page: of those that are offered, the ones that can't use it yet. */
export function toSwitch(query: Query, offered: { id: string }[], clients: readonly string[]): string[] {
	const named = [query[TO_SWITCH] ?? []].flat();
	return offered.map(({ id }) => id).filter((id) => named.includes(id) && !clients.includes(id));
}
