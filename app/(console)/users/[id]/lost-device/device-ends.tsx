import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import {
	addressOf,
	type DeviceGroup,
	type HeldSession,
	lastExchanged,
	lastUsed,
} from "@/lib/dashboard/devices/group-devices";
import { inShort } from "@/lib/dashboard/in-short";
import type { ClientLogouts } from "@/lib/dashboard/management/applications/client-names";
import { endNotices, servedBy } from "../../../sessions/logout-notices";
import { Address } from "../sign-in-blocks";
import { areTokensApart, type CanEnd, itemsOf, markOf } from "./device-items";
import { fieldsOf, sessionItem, tokenItem } from "./lost-device-state";
import { type Devices, isWhole } from "./read-devices";
import { type Ends, isUnderWay } from "./requested-writes";
import { submittedChoice } from "./submitted-choice";
import { otherDevices } from "./what-lives-on";

export type DeviceProps = {
	userId: string;
	devices: Devices;
	logouts: ClientLogouts;
	requested: Ends;
	can: CanEnd;
	clock: Clock;
};

/** What ends with the access of a device, each with a box, and what lives on beside it. */
export function DeviceEnds({ group, ...props }: DeviceProps & { group: DeviceGroup }) {
	const { devices, logouts, can } = props;
	const served = servedBy(
		group.sessions.map(({ session }) => session),
		devices.names,
		logouts,
	);
	const areTokensKnown = isWhole(devices.tokens.value);
	const shown = [...itemsOf(group, can).map(markOf), devices.shown].join(" ").trim();
	return (
		<>
			<input type="hidden" name={fieldsOf(group.key).shown} value={shown} />
			{notesOn(group).map((note) => (
				<p key={note}>{note}</p>
			))}
			<p className="font-medium">What ends</p>
			<ul className="grid gap-2">
				{group.sessions.map((held) => (
					<li key={held.session.id}>
						<SessionBox held={held} group={group} {...props} />
						<ul className="grid gap-1 pl-6 text-muted">
							{held.tokens.map((token) => (
								<li key={token.id}>
									{areTokensApart(can) ? (
										<TokenBox token={token} group={group} {...props} />
									) : (
										<>
											Ends with it: <TokenLine token={token} {...props} />
										</>
									)}
								</li>
							))}
							{areTokensKnown ? null : (
								<li>Other refresh tokens that were issued in it end with it (not known which).</li>
							)}
						</ul>
					</li>
				))}
				{group.tokens.map((token) => (
					<li key={token.id}>
						<TokenBox token={token} group={group} {...props} />
					</li>
				))}
			</ul>
			<p className="font-medium">What lives on</p>
			<ul className="list-disc pl-5">
				{[otherDevices(new Set([group.key]), devices), ...(group.sessions.length > 0 ? endNotices(served) : [])].map(
					(sentence) => (
						<li key={sentence}>{sentence}</li>
					),
				)}
			</ul>
		</>
	);
}

function notesOn({ name, began, actor, sessions, tokens }: DeviceGroup): string[] {
	const notes: string[] = [];
	if (actor !== null) notes.push("Someone else opened these as the user: the device is not one of the user’s.");
	if (name === null) notes.push("The tenant does not report a device of these: they may be of any device.");
	else if (sessions.length + tokens.length > 1)
		notes.push(
			"Two devices with the same browser and system look the same here. Compare times and IP addresses, and untick what is of another device.",
		);
	if (began !== null)
		notes.push("The device changed after the sign-in: another browser or system, or someone else with a copy.");
	return notes;
}

type BoxProps = Pick<DeviceProps, "userId" | "requested"> & {
	id: string;
	item: string;
	group: DeviceGroup;
	canEnd: boolean;
	children: ReactNode;
};

/** Ticked at first; without a box where the end was just requested, or can't be here. */
function Box({ userId, requested, id, item, group, canEnd, children }: BoxProps) {
	const submitted = submittedChoice.of(userId);
	const isChosen = submitted?.device !== group.key || submitted.ends.has(item);
	const write = requested.get(id);
	if (!canEnd || isUnderWay(write))
		return (
			<p className="min-h-6">
				{children} {isUnderWay(write) ? <Badge tone="warning">end requested</Badge> : null}
			</p>
		);
	return (
		<label className="flex min-h-6 items-start gap-2">
			<input
				type="checkbox"
				name={fieldsOf(group.key).end}
				value={item}
				defaultChecked={isChosen}
				className="mt-0.5 size-4 shrink-0"
			/>
			<span>
				{children} {write?.outcome === "done" ? <Badge tone="warning">end requested, still listed</Badge> : null}
			</span>
		</label>
	);
}

function SessionBox({ held: { session }, ...props }: DeviceProps & { held: HeldSession; group: DeviceGroup }) {
	const { devices, clock, can } = props;
	const { applications, mayBeMore } = servedBy([session], devices.names, props.logouts);
	const names = applications.map(({ name }) => nameInWords(name)).join(", ");
	return (
		<Box {...props} id={session.id} item={sessionItem(session.id)} canEnd={can.end}>
			Session, last used{" "}
			<TimeText value={lastUsed(session) || null} clock={clock} missing="at a time that is not reported" isCompact />
			<Address word="from" ip={addressOf(session)} />, {names === "" ? "" : `applications: ${names}, `}
			{mayBeMore ? "others are not reported, " : ""}
			{metadataInWords(session.session_metadata)} <Id id={session.id} />
		</Box>
	);
}

type TokenProps = DeviceProps & { token: RefreshToken };

function TokenBox({ token, ...props }: TokenProps & { group: DeviceGroup }) {
	return (
		<Box {...props} id={token.id} item={tokenItem(token.id)} canEnd={props.can.revoke}>
			<TokenLine token={token} {...props} />
		</Box>
	);
}

function TokenLine({ token, devices, clock }: TokenProps) {
	const { id, client_id, last_exchanged_at, refresh_token_metadata } = token;
	const application = client_id ? (devices.names.get(client_id) ?? client_id) : "an application that is not reported";
	return (
		<>
			refresh token of <Name text={application} />, {last_exchanged_at ? "last exchanged" : "created"}{" "}
			<TimeText value={lastExchanged(token) || null} clock={clock} missing="at a time that is not reported" isCompact />
			, {metadataInWords(refresh_token_metadata)} <Id id={id} />
		</>
	);
}

const NOTES_MAX = 3;
const NOTE_LENGTH_MAX = 60;

/** "metadata: ticket: 4711", "no metadata". */
function metadataInWords(metadata: Readonly<Record<string, unknown>> | null | undefined): string {
	if (metadata === undefined) return "metadata not reported";
	const notes = Object.entries(metadata ?? {}).map(([key, value]) =>
		nameInWords(inShort(`${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`, NOTE_LENGTH_MAX)),
	);
	if (notes.length === 0) return "no metadata";
	const more = notes.length > NOTES_MAX ? ` and ${notes.length - NOTES_MAX} more` : "";
	return `metadata: ${notes.slice(0, NOTES_MAX).join(", ")}${more}`;
}

/** An ID within a line. */
function Id({ id }: { id: string }) {
	return (
		<code className="text-xs wrap-anywhere text-muted">
			<Breakable text={id} />
		</code>
	);
}
