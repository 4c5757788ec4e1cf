import { Alert } from "@/components/ui/alert";
import { nameInWords } from "@/components/ui/invisible-characters";
import { type AuditEntry, personName } from "@/lib/dashboard/audit/audit-entry";
import { presenceOfEach } from "../../../_revocation/presence";
import { RevocationStatus } from "../../../_revocation/revocation-status";
import type { Devices } from "./read-devices";
import { isWhole } from "./read-devices";
import { type Ends, isSaid, isOfSession as isSession } from "./requested-writes";

const LISTED_MAX = 20;

type JustRequestedProps = { requested: Ends; subject: string; devices: Devices };

/**
 * What has become of the sessions and refresh tokens of which an admin has requested the end a short time ago.
 * @param subject the admin who reads it
 */
export async function JustRequested({ requested, subject, devices }: JustRequestedProps) {
	const recent = [...requested.values()].filter(isSaid);
	if (recent.length === 0) return null;
	const list = (write: AuditEntry) => devices[isSession(write) ? "sessions" : "tokens"].value;
	const isListed = (write: AuditEntry) => list(write)?.items.some(({ id }) => id === write.target) ?? false;
	// Only a read by its ID tells that a session has ended.
	const presence = await presenceOfEach(
		recent.filter((write) => isSession(write) && !isListed(write)).map(({ target }) => target),
	);
	const stateOf = (write: AuditEntry): string => {
		if (isListed(write)) return "still listed";
		if (isSession(write)) {
			const found = presence.get(write.target);
			if (found === undefined) return "not looked up, as there are many here";
			return found === "ended" ? "ended" : "not known whether it has ended";
		}
		return isWhole(list(write)) ? "no longer listed" : "not known whether it is revoked";
	};
	const there = recent.find((write) => write.outcome === "done" && isListed(write));
	const isAllGone = !recent.some(isListed);
	return (
		<>
			{there ? (
				<RevocationStatus watched={{ resource: isSession(there) ? "session" : "refresh token", id: there.target }} />
			) : null}
			<Alert tone={isAllGone ? "success" : "info"} title="Requested here in the last 10 minutes">
				<ul className="list-disc pl-5">
					{recent.slice(0, LISTED_MAX).map((write) => (
						<li key={write.target} className="wrap-anywhere">
							{isSession(write) ? "Session" : "Refresh token"} {write.name ? nameInWords(write.name) : ""} (
							{write.target}){write.subject === subject ? "" : `, by ${nameInWords(personName(write))}`}
							{write.outcome === "unknown" ? ", not confirmed" : ""}: {stateOf(write)}
						</li>
					))}
					{recent.length > LISTED_MAX ? <li>{recent.length - LISTED_MAX} more</li> : null}
				</ul>
			</Alert>
		</>
	);
}
