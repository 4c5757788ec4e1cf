import { Alert } from "@/components/ui/alert";
import { nameInWords } from "@/components/ui/invisible-characters";
import type { Clock } from "@/components/ui/time-text";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { resources } from "@/lib/dashboard/resources/resources";
import { presenceOfEach } from "../../../_revocation/presence";
import { RevocationStatus } from "../../../_revocation/revocation-status";
import type { Devices } from "./read-devices";
import { isWhole } from "./read-devices";

/** For how long a page says what has become of an end that its admin requested. */
const SAID_FOR_MS = 10 * 60_000;
const LISTED_MAX = 20;

type JustRequestedProps = { requested: readonly AuditEntry[]; devices: Devices; clock: Clock };

/** What has become of the sessions and refresh tokens of which this admin has requested the end a short time ago. */
export async function JustRequested({ requested, devices, clock }: JustRequestedProps) {
	const recent = requested.filter(({ at }) => clock.now.getTime() - Date.parse(at) < SAID_FOR_MS);
	if (recent.length === 0) return null;
	const ofSessions: readonly string[] = resources.session.ends.one;
	const isSession = ({ operation }: AuditEntry) => ofSessions.includes(operation);
	const list = (write: AuditEntry) => devices[isSession(write) ? "sessions" : "tokens"].value;
	const isListed = (write: AuditEntry) => list(write)?.items.some(({ id }) => id === write.target) ?? false;
	// Only a read by its ID tells that a session has ended.
	const presence = await presenceOfEach(
		recent.filter((write) => isSession(write) && !isListed(write)).map(({ target }) => target),
	);
	const stateOf = (write: AuditEntry): string => {
		if (isListed(write)) return "still listed";
		if (isSession(write)) return presence.get(write.target) === "ended" ? "ended" : "not known whether it has ended";
		return isWhole(list(write)) ? "no longer listed" : "not known whether it is revoked";
	};
	const there = recent.find(isListed);
	return (
		<>
			{there ? (
				<RevocationStatus watched={{ resource: isSession(there) ? "session" : "refresh token", id: there.target }} />
			) : null}
			<Alert tone={there ? "info" : "success"} title="Requested here in the last 10 minutes">
				<ul className="list-disc pl-5">
					{recent.slice(0, LISTED_MAX).map((write) => (
						<li key={write.target} className="wrap-anywhere">
							{isSession(write) ? "Session" : "Refresh token"} {write.name ? nameInWords(write.name) : ""} (
							{write.target}): {stateOf(write)}
						</li>
					))}
					{recent.length > LISTED_MAX ? <li>{recent.length - LISTED_MAX} more</li> : null}
				</ul>
			</Alert>
		</>
	);
}
