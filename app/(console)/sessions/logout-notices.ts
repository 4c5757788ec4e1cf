import "server-only";
import type { OidcLogout } from "@/lib/contract/client/application";
import type { Session } from "@/lib/contract/session";
import { dashboardConfig } from "@/lib/dashboard/config";
import { listed } from "@/lib/dashboard/listed";
import type { ClientLogouts } from "@/lib/dashboard/management/applications/client-names";
import { clientIdsOf } from "@/lib/dashboard/management/sessions";
import type { Application } from "../refresh-tokens/find-tokens";

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

/** The applications that sessions serve. */
export type Served = {
	applications: readonly Application[];
	/** There may be others: the tenant does not report them, or not all sessions are loaded. */
	mayBeMore: boolean;
	logouts: ClientLogouts;
	/** The embedded service notifies none. */
	isEmbedded: boolean;
};

type Serving = { applications: readonly Application[] | null; servesUnnamed: boolean | undefined };

/** @param isPart not all of the sessions are loaded */
export function servedBy(sessions: readonly Serving[], logouts: ClientLogouts, isPart = false): Served {
	const byId = new Map(sessions.flatMap(({ applications }) => applications ?? []).map((one) => [one.id, one]));
	return {
		applications: [...byId.values()],
		mayBeMore: isPart || sessions.some(({ servesUnnamed }) => servesUnnamed !== false),
		logouts,
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

/** The applications that a session serves; null where the tenant does not report them. @param names by identifier */
export function applicationsOf(
	{ clients }: Pick<Session, "clients">,
	names: ReadonlyMap<string, string>,
): Application[] | null {
	return clients ? clientIdsOf({ clients }).map((id) => ({ id, name: names.get(id) ?? id })) : null;
}

/** What the end of sessions tells their applications, in sentences. */
export function endNotices({ applications, mayBeMore, logouts, isEmbedded }: Served): string[] {
	if (isEmbedded) {
		return [
			"No application is notified: one that keeps a session of its own may leave the person signed in there until that one ends. Applications that use SAML are notified by the next logout in that browser.",
		];
	}
	const named = namesBy(applications, (id) => noticeOf(logouts.get(id)).isSent);
	return [
		...about(named.yes, (names, are) => `${names} ${are} notified of it (back-channel logout).`),
		...about(
			named.no,
			(names, are) => `${names} ${are} not notified, and may leave the person signed in until the session there ends.`,
		),
		...about(
			named["not known"],
			(names, are) =>
				`Whether ${names} ${are} notified is not known: the person may stay signed in there until the session there ends.`,
		),
		...(mayBeMore
			? [
					`Not all applications are known here: ${applications.length > 0 ? "others" : "some"} may be notified, or leave the person signed in.`,
				]
			: []),
	];
}

/** Where the metadata of a session goes with its end, in sentences; none where it stays in the tenant. */
export function metadataNotices({ applications, mayBeMore, logouts, isEmbedded }: Served): string[] {
	if (isEmbedded) return [];
	const named = namesBy(applications, (id) => noticeOf(logouts.get(id)).hasMetadata);
	return [
		...about(named.yes, (names) => `All metadata of the session goes to ${names} in a logout token when it ends.`),
		...about(
			named["not known"],
			(names) =>
				`It is not known whether the metadata goes to ${names} in a logout token when the session ends: it may.`,
		),
		...(mayBeMore
			? [
					`Not all applications are known here: the metadata may go to ${applications.length > 0 ? "others" : "some"} in a logout token when the session ends.`,
				]
			: []),
	];
}

function namesBy(applications: readonly Application[], of: (id: string) => Answer): Record<Answer, string[]> {
	const names: Record<Answer, string[]> = { yes: [], no: [], "not known": [] };
	for (const { id, name } of applications) names[of(id)].push(name);
	return names;
}

const NAMES_MAX = 5;

/** A sentence about these names; none without any. */
function about(names: readonly string[], sentence: (names: string, are: "is" | "are") => string): string[] {
	const more = Math.max(0, names.length - NAMES_MAX);
	const are = names.length === 1 ? "is" : "are";
	return names.length === 0 ? [] : [sentence(listed(names.slice(0, NAMES_MAX), more), are)];
}
