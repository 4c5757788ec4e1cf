import { cache } from "react";
import { Badge } from "@/components/ui/badge";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import type { Session } from "@/lib/contract/session";
import { isDeviceOfUserChanged } from "@/lib/dashboard/devices/flags";
import { actorNames, openedBy, sessionName } from "@/lib/dashboard/devices/opened-by";
import { lastDeviceName } from "@/lib/dashboard/devices/user-agent";
import { clientLogouts, clientNames } from "@/lib/dashboard/management/applications/client-names";
import { clientIdsOf } from "@/lib/dashboard/management/held-by-users";
import { noteOwnedName } from "@/lib/dashboard/management/seen";
import { getUserSession } from "@/lib/dashboard/management/sessions";
import { knownUserLabel, userLabel } from "@/lib/dashboard/management/users";
import { type HolderParts, holderPage, holderReader, holderTitle, type Shown } from "../../_metadata/holder-page";
import { EndSession } from "../end-session";
import { metadataNotices, servedBy } from "../logout-notices";
import { OpenedBy, SessionFacts } from "../session-facts";
import { readSessionTokens, SessionTokenList } from "../session-tokens";

const read = holderReader("session", getUserSession);

export const generateMetadata = holderTitle("session", read, async ({ user_id }) => {
	const user = user_id ? await knownUserLabel(user_id) : null;
	return user && nameInWords(user);
});

export default holderPage("session", {
	read,
	deviceWords: { first: "At the start", latest: "At the last use", differs: "differs from start" },
	partsOf: partsOfSession,
	unread: { user: "a user", detail: "device not reported" },
});

const nameOfUser = cache(async ({ user_id }: Session) => (user_id ? await userLabel(user_id) : "an unreported user"));

async function partsOfSession(session: Session, { clock, search }: Shown): Promise<HolderParts> {
	const { id, user_id } = session;
	const device = lastDeviceName(session.device) ?? "device not reported";
	const reading = clientNames(clientIdsOf(session));
	const [names, user, tokens, actorName] = await Promise.all([
		reading,
		nameOfUser(session),
		readSessionTokens(session, reading),
		actorNames([session]),
	]);
	if (user_id) noteOwnedName(id, sessionName(session, actorName), user_id);
	const served = servedBy([session], names, await clientLogouts());
	const opener = openedBy(session, actorName);
	const shown = { session, user, served, openedBy: opener };
	return {
		user,
		detail: `${device}${opener === null ? "" : `, opened by ${opener}`}`,
		head: (
			<>
				<span>
					<Name text={user} /> · {device}
				</span>
				{isDeviceOfUserChanged(session) ? <Badge tone="warning">device changed</Badge> : null}
				{session.actor ? <Badge tone="accent">not the user’s own</Badge> : null}
			</>
		),
		note: opener === null ? null : <OpenedBy name={opener} />,
		end: <EndSession {...shown} userId={user_id ?? null} tokens={tokens?.value} />,
		openedBy: opener,
		leaves: metadataNotices(served),
		aside: (
			<>
				<SessionFacts {...shown} clock={clock} />
				<SessionTokenList outcome={tokens} search={search} />
			</>
		),
	};
}
