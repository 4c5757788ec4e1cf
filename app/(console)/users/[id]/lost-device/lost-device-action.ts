"use server";

import { z } from "zod";
import { renewPages } from "@/app/_forms/after-write";
import { outdatedPage } from "@/app/_forms/json-response";
import { deviceInWords, deviceOfKey } from "@/lib/dashboard/devices/group-devices";
import { WRITES_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import { nameSeen, noteOwnedName } from "@/lib/dashboard/management/seen";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import type { ActKind } from "@/lib/dashboard/resources/act-kinds";
import { requireReason, statedReason } from "@/lib/dashboard/session/reason";
import { accessTo, permittedForm } from "@/lib/dashboard/session/session";
import { itemsOf, markOf, whatCanEnd } from "./device-items";
import { endChosen } from "./end-chosen";
import { labelledItems } from "./item-labels";
import { type EndResult, fieldsOf, idOf, idsOf, type LostDeviceState, nothingEnded } from "./lost-device-state";
import { LISTS_WITHIN_MS, type Lists, readLists, withNames } from "./read-devices";
import { endsRequested, isUnderWay, itemOf } from "./requested-writes";
import { submittedChoice } from "./submitted-choice";
import { ticketOf } from "./ticket";

const ITEMS_MAX = 1_000;
const chosen = z.object({
	userId: z.string().min(1),
	device: z.string().min(1).max(1_000),
	ends: z.array(z.string().min(1).max(300)).max(ITEMS_MAX),
	/** Marks. */
	shown: z.string().max(20_000),
});

/** However long the lists took: each press requests one at least. */
const WRITES_FOR_MS_MIN = 1_000;

/**
 * Requests the end of the sessions and refresh tokens of one device that the form names, as far as the tenant still has them
 * for this user and it was not requested a moment ago. The state has what became of each, so that another press continues, and
 * a paragraph for a ticket.
 */
export async function endLostDeviceAction(_before: LostDeviceState, sent: FormData): Promise<LostDeviceState> {
	let state: LostDeviceState = nothingEnded;
	try {
		const { session, form } = await permittedForm("endSessions", sent);
		const device = String(form.get("device") ?? "");
		const fields = fieldsOf(device);
		const userId = String(form.get("userId") ?? "");
		if (userId === "") return { ...state, problem: outdatedPage };
		if (device === "") return { ...state, problem: noDevice };
		const read = chosen.safeParse({
			userId,
			device,
			ends: form.getAll(fields.end),
			shown: form.get(fields.shown) ?? "",
		}).data;
		if (!read || !deviceOfKey(device)) return { ...state, problem: outdatedPage };
		const choice = { device, ends: new Set(read.ends), shown: read.shown };
		submittedChoice.keep(userId, choice);
		const ends = [...new Set(read.ends)];
		const shown = new Set(read.shown.split(" "));
		const { sessions, tokens } = idsOf(ends);
		const before = (await endsRequested(userId, [...sessions, ...tokens], session.subject)).all;
		if (ends.length === 0) {
			const asked = new Set([...before.values()].filter(isUnderWay).map((row) => markOf(itemOf(row))));
			const isAll = read.shown !== "" && [...shown].every((mark) => asked.has(mark));
			return { ...state, problem: isAll ? allRequested : nothingTicked };
		}
		const open = ends.filter((item) => !isUnderWay(before.get(idOf(item))));
		requireReason(kindsOf(idsOf(open)));

		const begun = Date.now();
		const lists = await readLists(userId, LISTS_WITHIN_MS.action);
		submittedChoice.keep(userId, { ...choice, lists });
		nameSessions(lists, userId);
		const until = Math.max(begun + WRITES_WITHIN_MS, Date.now() + WRITES_FOR_MS_MIN);
		const { outcomes, problem } = await endChosen(userId, idsOf(open), lists, until);
		// Words for what was done come after it.
		const devices = await withNames(lists);
		const label = labelledItems(devices, before);
		const results = ends.map((item): EndResult => {
			const row = open.includes(item) ? undefined : before.get(idOf(item));
			if (row)
				return {
					item,
					label: label(item),
					outcome: "before",
					...(row.subject !== session.subject && { why: `by ${row.person}` }),
				};
			return { item, label: label(item), ...(outcomes.get(item) ?? { outcome: "not tried" }) };
		});
		const can = whatCanEnd((await accessTo(session.role, userId)).towards);
		const group = lists.groups.find(({ key }) => key === device);
		const rest = group ? itemsOf(group, can).filter((item) => !ends.includes(item)) : [];
		const isShown = (item: string) => shown.has(markOf(item));
		state = { results, newer: rest.filter((item) => !isShown(item)).length, ...(problem && { problem }) };
		await renewPages();
		const ids = [...ends, ...rest].map(idOf);
		const requested = await endsRequested(userId, ids, session.subject);
		const press = { device, reason: statedReason(), results, kept: rest.filter(isShown), can };
		const text = await ticketOf(session, userId, devices, requested, press);
		return text === null ? state : { ...state, text };
	} catch (error) {
		return { ...state, problem: problemOf(error, "user") };
	}
}

/** For the rows of the trail: of a session that has ended no list tells the device. */
function nameSessions({ groups }: Lists, userId: string): void {
	for (const group of groups) {
		const name = group.name === null ? null : deviceInWords(group, nameSeen);
		for (const { session } of group.sessions) noteOwnedName(session.id, name, userId);
	}
}

/** What an end of these is: that of a session revokes its refresh tokens. */
function kindsOf({ sessions, tokens }: ReturnType<typeof idsOf>): ActKind[] {
	return [
		...(sessions.length > 0 ? (["end", "revoke"] as const) : []),
		...(tokens.length > 0 ? ["revoke" as const] : []),
	];
}

const noDevice = { title: "No device is chosen", message: "Choose the lost device. Nothing was changed." };
const nothingTicked = { title: "Nothing is ticked", message: "Tick what is to end. Nothing was changed." };
const allRequested = {
	title: "All of it was requested",
	message: "The end of all that this device has was requested a moment ago. Nothing was changed.",
};
