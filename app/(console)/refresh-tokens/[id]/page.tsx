import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { Badge } from "@/components/ui/badge";
import { Name } from "@/components/ui/name";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { flagsOf } from "@/lib/dashboard/devices/flags";
import { clientNames } from "@/lib/dashboard/management/applications/client-names";
import { getRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import { noteOwnedName } from "@/lib/dashboard/management/seen-names";
import { knownUserLabel } from "@/lib/dashboard/management/users";
import {
	type HolderPageProps,
	type HolderParts,
	holderPage,
	holderTitle,
	type Shown,
} from "../../_metadata/holder-page";
import { presenceOf } from "../../_revocation/presence";
import { requestRevocationAction } from "../../_revocation/revocation-action";
import { rememberOpened } from "../recently-opened";
import { TokenAccess, TokenFacts, type TokenLabels } from "./token-facts";

export const generateMetadata = holderTitle("refresh token");

export default function RefreshTokenPage(props: HolderPageProps) {
	return holderPage("refresh token", props, {
		read: getRefreshToken,
		metadataOf: ({ refresh_token_metadata }) => refresh_token_metadata,
		deviceWords: { first: "At issue", latest: "At the latest exchange", differs: "differs from issue" },
		onMissing: (id, subject) => rememberOpened(subject, id, null),
		partsOf: partsOfToken,
	});
}

async function partsOfToken(token: RefreshToken, { isRead, clock, subject }: Shown): Promise<HolderParts> {
	const { id, user_id, session_id, resource_servers } = token;
	if (!isRead) return { user: "A user", detail: "an application" };
	const flags = flagsOf(token, clock.now);
	const [known, sessionPresence] = await Promise.all([
		namesOf(token),
		session_id ? presenceOf("session", session_id) : null,
	]);
	if (user_id) noteOwnedName(id, known.application, user_id);
	rememberOpened(subject, id, { ...known, flags });
	const labels = labelsOf(token, known);
	return {
		user: labels.user,
		detail: labels.application,
		head: (
			<>
				<span>
					<Name text={labels.user} /> · <Name text={labels.application} />
				</span>
				{flags.map((flag) => (
					<Badge key={flag} tone="warning">
						{flag}
					</Badge>
				))}
			</>
		),
		end: <RevokeToken token={labels} userId={user_id ?? null} />,
		aside: (
			<>
				<TokenFacts {...{ token, labels, clock, sessionPresence }} />
				<TokenAccess resourceServers={resource_servers} />
			</>
		),
	};
}

/** Of the user and the application, null where they are not known: only names are stored. */
type Names = { user: string | null; application: string | null };

async function namesOf({ client_id, user_id }: RefreshToken): Promise<Names> {
	const [names, user] = await Promise.all([clientNames([client_id]), user_id ? knownUserLabel(user_id) : null]);
	return { user, application: names.get(client_id ?? "") ?? null };
}

/** For what is shown: identifiers in place of names that are not known. */
function labelsOf({ id, client_id, user_id }: RefreshToken, { user, application }: Names): TokenLabels {
	return {
		id,
		user: user ?? user_id ?? "a user that is not named",
		application: application ?? client_id ?? "an application that is not named",
	};
}

/** Revokes a token after a dialog that names it, its application and its user. */
function RevokeToken({ token, userId }: { token: TokenLabels; userId: string | null }) {
	return (
		<ConfirmedAction
			id="revoke-token"
			verb="Revoke token"
			title="Revoke this refresh token?"
			action={requestRevocationAction}
			sends={{ tokenId: token.id, userId: userId ?? "" }}
		>
			<p>
				<Name className="font-semibold" text={token.application} /> can no longer renew the access of{" "}
				<Name className="font-semibold" text={token.user} /> with the token <code>{token.id}</code>. Its metadata is
				gone with it.
			</p>
			<p>The person has to sign in again. This can't be undone.</p>
		</ConfirmedAction>
	);
}
