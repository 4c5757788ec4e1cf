import type { ReactNode } from "react";
import { LineLink } from "@/components/layout/links";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { TimeText } from "@/components/ui/time-text";
import { type AuditEntry, personName } from "@/lib/dashboard/audit/audit-entry";
import { auditOfTarget } from "@/lib/dashboard/audit/audit-trail";
import { reasonLinks } from "@/lib/dashboard/audit/reason-links";
import { actOnPage } from "@/lib/dashboard/audit/sentence";
import { inSentence } from "@/lib/dashboard/change-in-words";
import { pageClock } from "@/lib/dashboard/request/page";
import type { ResourceName } from "@/lib/dashboard/resources/resources";
import { writeEntry, writesOfResource } from "@/lib/dashboard/resources/writes";
import { EmergencyBadge } from "./emergency-badge";
import { ReasonLine } from "./history-list";
import { ProposedBy } from "./proposed-by";

type EndedHereProps = {
	what: ResourceName;
	id: string;
	/** Where the audit trail has no such write. */
	children: ReactNode;
};

/** Of what no longer exists: who ended it through this console, when and why, or requested that. */
export async function EndedHere({ what, id, children }: EndedHereProps) {
	const entry = await endOf(what, id);
	const write = writeEntry(entry?.operation ?? "");
	if (!entry || !write) return children;
	return (
		<>
			<p>
				<Name title={nameInWords(entry.person)} text={personName(entry)} /> {inSentence(actOnPage(write, entry))}{" "}
				<TimeText value={entry.at} clock={await pageClock()} />
				{entry.proposal ? ", " : null}
				<ProposedBy proposal={entry.proposal} />. <EmergencyBadge {...entry} />
			</p>
			<ReasonLine reason={reasonLinks(entry.reason)} />
			<p>
				<LineLink href={`/activity?${new URLSearchParams({ subject: id })}`}>All activity of this ID</LineLink>
			</p>
		</>
	);
}

/** Of one target, with tries that failed. */
const WRITES_MAX = 20;

/** The newest write that was carried out, after which the target no longer exists. */
async function endOf(what: ResourceName, id: string): Promise<AuditEntry | undefined> {
	const ends = writesOfResource(what).filter((operation) => writeEntry(operation)?.isDelete);
	if (ends.length === 0) return undefined;
	return (await auditOfTarget(ends, id, WRITES_MAX)).find(({ outcome }) => outcome === "done");
}
