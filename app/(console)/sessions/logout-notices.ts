import { nameInWords } from "@/components/ui/invisible-characters";
import "server-only";
import type { OidcLogout } from "@/lib/contract/client/application";
import type { Session } from "@/lib/contract/session";
import { dashboardConfig } from "@/lib/dashboard/config";
import { listed } from "@/lib/dashboard/in-short";
import type { ClientLogouts } from "@/lib/dashboard/management/applications/client-names";
import { clientIdsOf } from "@/lib/dashboard/management/held-by-users";
import { hasUnnamedClient } from "@/lib/dashboard/management/sessions";

// What applications learn of the end of a session, by OpenID Connect Back-Channel Logout. What a tenant does not report is
// not known.

type Answer = "yes" | "no" | "not known";

/** Of the ends of sessions that an application can be notified of, the one that this console requests. */
const INITIATOR = "session-revoked";

/** Whether an application is notified of an end, and whether its notices hold the session's metadata. */
function noticeOf(logout: OidcLogout | null | undefined): { isSent: Answer; hasMetadata: Answer } {
	const hasAddress = answer(logout?.backchannel_logout_urls, (urls) => urls.length > 0);
	const { mode, selected_initiators } = logout?.backchannel_logout_initiators ?? {};
	const isSelected = mode === "all" ? "yes" : answer(selected_initiators, (selected) => selected.includes(INITIATOR));
	const metadata = logout?.backchannel_logout_session_metadata;
	// The default is null.
	const isIncluded = metadata === null ? "no" : answer(metadata?.include, (include) => include);
	return { isSent: both(hasAddress, isSelected), hasMetadata: both(hasAddress, isIncluded) };
}

function answer<Value>(value: Value | null | undefined, isYes: (value: Value) => boolean): Answer {
	if (value === null || value === undefined) return "not known";
	return isYes(value) ? "yes" : "no";
}

function both(one: Answer, other: Answer): Answer {
	if (one === "no" || other === "no") return "no";
	return one === "yes" && other === "yes" ? "yes" : "not known";
}

export type Served = ReturnType<typeof servedBy>;

/**
 * The applications that sessions serve.
 * @param names of applications by identifier
 * @param isPart not all of the sessions are loaded
 */
export function servedBy(
	sessions: readonly Pick<Session, "clients">[],
	names: ReadonlyMap<string, string>,
	logouts: ClientLogouts,
	isPart = false,
) {
	return {
		applications: [...new Set(sessions.flatMap(clientIdsOf))].map((id) => ({ id, name: names.get(id) ?? id })),
		/** There may be others: the tenant does not report them, or not all sessions are loaded. */
		mayBeMore: isPart || sessions.some((session) => hasUnnamedClient(session) !== false),
		logouts,
		/** The embedded service notifies none. */
		isEmbedded: isEmbedded(),
	};
}

function isEmbedded(): boolean {
	return dashboardConfig().tenant.embedded;
}

/** About refresh tokens that no list shows; null where the tenant issues none. @param sessions "it", "them" */
export function unlistedTokens(sessions: string): string | null {
	if (isEmbedded()) return null;
	return `Online refresh tokens, where the tenant issues any, are in no list and end with ${sessions}.`;
}

/** What the end of sessions tells their applications, in sentences. */
export function endNotices(served: Served): string[] {
	if (served.isEmbedded) {
		return ["No application is notified; those that use SAML are, at the next sign-out in that browser."];
	}
	return sentences(served, "isSent", "may be notified, or leave the user signed in.", {
		yes: (names, are) => `${names} ${are} notified of it (back-channel logout).`,
		no: (names, are) => `${names} ${are} not notified, and may leave the user signed in until the session there ends.`,
		"not known": (names, are) =>
			`Whether ${names} ${are} notified is not known: the user may stay signed in there until the session there ends.`,
	});
}

/** Where the metadata of a session goes with its end, in sentences; none where it stays in the tenant. */
export function metadataNotices(served: Served): string[] {
	if (served.isEmbedded) return [];
	return sentences(served, "hasMetadata", "may get the metadata in a logout token when the session ends.", {
		yes: (names) => `All metadata of the session goes to ${names} in a logout token when it ends.`,
		"not known": (names) =>
			`It is not known whether ${names} may get the metadata in a logout token when the session ends.`,
	});
}

const NAMES_MAX = 5;

/** About the applications of each answer, and about those that are not known. @param may what others may do or get */
function sentences(
	{ applications, mayBeMore, logouts }: Served,
	part: "isSent" | "hasMetadata",
	may: string,
	words: Partial<Record<Answer, (names: string, are: "is" | "are") => string>>,
): string[] {
	const about = (["yes", "no", "not known"] as const).map((answer) => {
		const names = applications
			.filter(({ id }) => noticeOf(logouts.get(id))[part] === answer)
			.map(({ name }) => nameInWords(name));
		const shown = listed(names.slice(0, NAMES_MAX), Math.max(0, names.length - NAMES_MAX));
		return names.length > 0 && words[answer]?.(shown, names.length === 1 ? "is" : "are");
	});
	const others = `Not all applications are known here: ${applications.length > 0 ? "others" : "some"} ${may}`;
	return [...about, mayBeMore && others].filter((sentence) => typeof sentence === "string");
}
