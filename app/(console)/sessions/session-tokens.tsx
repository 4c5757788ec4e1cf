import { NameLink } from "@/components/layout/links";
import { Breakable } from "@/components/ui/breakable";
import { Section } from "@/components/ui/section";
import type { Session } from "@/lib/contract/session";
import { listUserRefreshTokens } from "@/lib/dashboard/management/refresh-tokens";
import { type Outcome, outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { pageFoundBy } from "@/lib/dashboard/search-text";
import { unlistedTokens } from "./logout-notices";

/** The refresh tokens of a session. Data for the browser, built field by field. */
export type SessionTokens = {
	tokens: { id: string; application: string }[];
	/** The user has more tokens than were read, or than can be. */
	isCut: boolean;
};

/**
 * The refresh tokens that were issued in a session, of the first page of the user's; one request. Null: the session's user
 * is not known.
 * @param names of applications, by identifier
 */
export async function readSessionTokens(
	{ id, user_id }: Session,
	names: Promise<ReadonlyMap<string, string>>,
): Promise<Outcome<SessionTokens> | null> {
	if (!user_id) return null;
	const [outcome, applications] = await Promise.all([outcomeOf(listUserRefreshTokens(user_id), "user"), names]);
	if (outcome.problem) return outcome;
	const { items, unreadable, next } = outcome.value;
	const issued = items.filter(({ session_id }) => session_id === id);
	return {
		value: {
			tokens: issued.map((token) => ({
				id: token.id,
				application: token.client_id
					? (applications.get(token.client_id) ?? token.client_id)
					: "An application not reported",
			})),
			isCut: next !== null || unreadable > 0,
		},
	};
}

type SessionTokenListProps = {
	outcome: Outcome<SessionTokens> | null;
	/** What was searched for to find the session. */
	search: string | null;
};

export function SessionTokenList({ outcome, search }: SessionTokenListProps) {
	return (
		<Section title="Refresh tokens">
			{outcome?.value ? (
				<Tokens {...outcome.value} search={search} />
			) : (
				<p className="text-sm">
					Not known.{" "}
					{outcome ? `${outcome.problem.title}. ${outcome.problem.message}` : "The session's user is not reported."}
				</p>
			)}
		</Section>
	);
}

function Tokens({ tokens, isCut, search }: SessionTokens & Pick<SessionTokenListProps, "search">) {
	const notes = [
		tokens.length === 0 &&
			(isCut ? "None of the tokens that were read belongs to it." : "No refresh token of this session is listed."),
		unlistedTokens("it"),
		isCut && "The user has more tokens than were read; others may belong to it.",
	].filter(Boolean);
	return (
		<>
			<ul className="grid gap-1.5 text-sm empty:hidden">
				{tokens.map(({ id, application }) => (
					<li key={id}>
						<NameLink
							href={pageFoundBy(search, pageOf("refresh token", id))}
							className="text-accent underline"
							name={application}
						/>{" "}
						<code className="wrap-anywhere text-xs text-muted">
							<Breakable text={id} />
						</code>
					</li>
				))}
			</ul>
			<p className="text-xs text-muted empty:hidden">{notes.join(" ")}</p>
		</>
	);
}
