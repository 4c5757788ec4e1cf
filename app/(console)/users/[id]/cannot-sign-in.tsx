import type { ReactNode } from "react";
import { TextLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { localTime, timeInZone } from "@/components/ui/time-in-zone";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { LogEntry } from "@/lib/contract/log-entry";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { dashboardConfig } from "@/lib/dashboard/config";
import { canUse, missingScope } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { may, type Role, whoMay } from "@/lib/dashboard/session/permissions";
import type { Part } from "@/lib/dashboard/tenant-log/cause-in-words";
import { blockedSince } from "@/lib/dashboard/tenant-log/entries-of-acts";
import { entryInWords } from "@/lib/dashboard/tenant-log/entry-in-words";
import { type SignInCause, signInCauses, type UserNow } from "@/lib/dashboard/tenant-log/sign-in-cause";
import { entryPage } from "../../log/entry-table";
import type { UserLog } from "./read-log";
import { IpAddress } from "./story-line";

type CannotSignInProps = {
	log: UserLog;
	user: Omit<UserNow, "blockedSince">;
	/** Of this console, on the user. */
	acts: readonly AuditEntry[];
	role: Role;
	/** The page is the admin's own. */
	isSelf: boolean;
	clock: Clock;
	/** It replaces `LateCause`, and moves nothing. */
	isLate: boolean;
};

/** Why the person can't sign in, or what else was refused, as far as the log or the tenant says it, and what can be done; nothing where neither does. */
export function CannotSignIn({ log, user, acts, role, isSelf, clock, isLate }: CannotSignInProps) {
	const entries = log.kind === "read" ? log.entries : [];
	const isWhole = log.kind !== "read" || (!log.hasOlder && !log.isCut && log.unreadable === 0);
	const { causes, more, isShutOut } = signInCauses(
		{ entries, isWhole, now: clock.now },
		{ ...user, blockedSince: blockedSince({ entries, acts }) },
	);
	if (causes.length === 0) return isLate ? <LateCause>{NO_CAUSE[log.kind]}</LateCause> : null;
	const region = (
		<Section title={isShutOut ? "Cannot sign in" : "Failed attempts"}>
			<Alert tone="warning">
				{causes.map((cause) => (
					<div key={`${cause.kind} ${cause.logId} ${cause.clientId}`}>
						<p>
							{cause.parts.map((part, index) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence have no identity.
								<PartOfSentence key={index} part={part} clock={clock} />
							))}
						</p>
						<p className="text-muted">
							<Remedy cause={cause} user={user} role={role} isSelf={isSelf} />
							{cause.logId ? (
								<>
									{" "}
									<TextLink href={entryPage(cause.logId)}>
										In the log
										<span className="sr-only">
											: <Name text={titleOf(cause.logId, entries)} />
										</span>
									</TextLink>
								</>
							) : null}
						</p>
					</div>
				))}
				{more > 0 ? <p className="text-muted">And {more.toLocaleString("en")} more in the log.</p> : null}
			</Alert>
		</Section>
	);
	return isLate ? <div className={LATE}>{region}</div> : region;
}

function titleOf(logId: string, entries: readonly LogEntry[]): string {
	return entryInWords(entries.find(({ log_id }) => log_id === logId) ?? {}).title;
}

/** As high as most causes are. */
const LATE = "min-h-40 sm:min-h-28";
const NO_CAUSE: Partial<Record<UserLog["kind"], string>> = {
	read: "Nothing in the log says that this user can’t sign in.",
};

/** In place of the causes while the log is read, and where it then has none. */
export function LateCause({ children }: { children: ReactNode }) {
	return (
		<p role="status" className={`border-t border-line pt-4 text-sm text-muted ${LATE}`}>
			{children}
		</p>
	);
}

function PartOfSentence({ part, clock }: { part: Part; clock: Clock }) {
	if (typeof part === "string") return part;
	if ("time" in part) return <TimeText value={part.time} clock={clock} isCompact />;
	if ("until" in part) {
		const time = new Date(part.until);
		return (
			<time dateTime={time.toISOString()} title={timeInZone(time, clock.timeZone)}>
				{localTime(time, clock.timeZone)}
			</time>
		);
	}
	if ("name" in part) return <Name className="font-medium wrap-anywhere" text={part.name} />;
	return <IpAddress {...part} />;
}

type RemedyProps = { cause: SignInCause; user: CannotSignInProps["user"]; role: Role; isSelf: boolean };

function Remedy({ cause: { kind, clientId }, user, role, isSelf }: RemedyProps) {
	if (kind === "blocked") {
		if (!user.blocked) return "Whether they are blocked now is not known.";
		if (isSelf) return "You can’t unblock yourself.";
		return canUse(role, "patch_users_by_id")
			? "“Unblock user” lets them sign in again."
			: may(role, "blockUsers")
				? missingScope("patch_users_by_id")
				: whoMay("blockUsers");
	}
	if (user.blocks?.length && (kind === "password" || kind === "code" || kind === "limit")) {
		if (!may(role, "blockUsers")) return whoMay("blockUsers", "Lifting blocks");
		// Those of a blocked user are lifted with that block.
		if (user.blocked)
			return isSelf || !canUse(role, "patch_users_by_id") ? null : "“Unblock user” can lift these blocks too.";
		return missingScope("delete_user-blocks_by_id") ?? "“Lift sign-in blocks” lets them try again at once.";
	}
	switch (kind) {
		case "password":
		case "leaked":
			return dashboardConfig().tenant.embedded
				? "“Forgot your password?” on the sign-in page sends a link to set a new one."
				: "A new password can be set where the sign-in page offers that.";
		case "code":
		case "expired":
			return "The next sign-in sends a new code.";
		case "unconfirmed":
			return "The link in the message that the tenant sent confirms the e-mail address.";
		case "renewal":
			return "It has to send the user to sign in again.";
		case "connection":
			return clientId ? (
				<TextLink href={pageOf("application", clientId)}>Open the application</TextLink>
			) : (
				<TextLink href="/applications">Applications</TextLink>
			);
		case "provider":
			return <TextLink href="/connections">Identity providers</TextLink>;
		default:
			return null;
	}
}
