import { cache } from "react";
import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import { flagsOf } from "@/lib/dashboard/devices/flags";
import { clientNames } from "@/lib/dashboard/management/applications/client-names";
import { getRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import { noteOwnedName } from "@/lib/dashboard/management/seen";
import { knownUserLabel } from "@/lib/dashboard/management/users";
import { resources } from "@/lib/dashboard/resources/resources";
import { type HolderParts, holderPage, holderReader, holderTitle, type Shown } from "../../_metadata/holder-page";
import { presenceOf } from "../../_revocation/presence";
import { requestRevocationAction } from "../../_revocation/revocation-action";
import { rememberOpened } from "../recently-opened";
import { TokenAccess, TokenFacts } from "./token-facts";

const read = holderReader("refresh token", getRefreshToken);

export const generateMetadata = holderTitle("refresh token", read, async (token) => {
	const known = await knownNames(token);
	if (known.application === null && known.user === null) return null;
	const { user } = labelsOf(token, known);
	return `${known.application === null ? "Refresh token" : nameInWords(known.application)} of ${nameInWords(user)}`;
});

export default holderPage("refresh token", {
	read,
	deviceWords: { first: "At issue", latest: "At the latest exchange", differs: "differs from issue" },
	onMissing: (id, subject) => rememberOpened(subject, id, null),
	partsOf: partsOfToken,
	unread: { user: "A user", detail: "an application" },
});

/** Of a token's application and user; null where a name is not known. */
const knownNames = cache(async ({ client_id, user_id }: RefreshToken) => {
	const [names, user] = await Promise.all([clientNames([client_id]), user_id ? knownUserLabel(user_id) : null]);
	return { user, application: names.get(client_id ?? "") ?? null };
});

function labelsOf({ client_id, user_id }: RefreshToken, known: Awaited<ReturnType<typeof knownNames>>) {
	return {
		user: known.user ?? user_id ?? "an unnamed user",
		application: known.application ?? client_id ?? "an unnamed application",
	};
}

async function partsOfToken(token: RefreshToken, { clock, subject, search }: Shown): Promise<HolderParts> {
	const { id, user_id, session_id, resource_servers } = token;
	const flags = flagsOf(token, clock.now);
	// Only names are stored; for what is shown, identifiers take the place of names that are not known.
	const [known, sessionPresence] = await Promise.all([knownNames(token), session_id ? presenceOf(session_id) : null]);
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
		end: (
			<ConfirmedAction
				verb="Revoke token"
				title="Revoke this refresh token?"
				action={requestRevocationAction}
				acts={["revoke"]}
				sends={{ tokenId: id, userId: user_id ?? "" }}
			>
				<p>
					<Name className="font-semibold" text={labels.application} /> can no longer renew the access of{" "}
					<Name className="font-semibold" text={labels.user} /> with the token{" "}
					<code>
						<Breakable text={id} />
					</code>
					. Its metadata is deleted with it.
				</p>
				<p>{`${resources["refresh token"].ends.stays.one} This can't be undone.`}</p>
			</ConfirmedAction>
		),
		aside: (
			<>
				<TokenFacts token={token} clock={clock} search={search} sessionPresence={sessionPresence} {...labels} />
				<TokenAccess resourceServers={resource_servers} />
			</>
		),
	};
}
