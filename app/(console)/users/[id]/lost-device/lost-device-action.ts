"use server";

import { z } from "zod";
import { renewPages } from "@/app/_forms/after-write";
import { outdatedPage } from "@/app/_forms/json-response";
import { deviceInWords, deviceOfKey } from "@/lib/dashboard/devices/group-devices";
import { WRITES_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import { userLabel } from "@/lib/dashboard/management/users";
import { problemOf } from "@/lib/dashboard/problem/problem-of";
import { permittedForm, type Session } from "@/lib/dashboard/session/session";
import { endChosen } from "./end-chosen";
import { labelledItems } from "./item-labels";
import {
	fieldsOf,
	idsOf,
	type LostDeviceState,
	nothingEnded,
	sessionItem,
	submittedState,
	tokenItem,
} from "./lost-device-state";
import { type Devices, LISTS_WITHIN_MS, readDevices } from "./read-devices";
import { requestedWrites } from "./requested-writes";
import { submittedChoice } from "./submitted-choice";
import { ticketText } from "./ticket-text";
import { whatLivesOn } from "./what-lives-on";

const ITEMS_MAX = 1_000;
const items = z.array(z.string().min(1).max(300)).max(ITEMS_MAX);
const chosen = z.object({ userId: z.string().min(1), device: z.string().min(1).max(1_000), ends: items, shown: items });

/**
 * Requests the end of the sessions and refresh tokens of one device that the form names, as far as the tenant still has them
 * for this user. The state has what became of each, so that another press continues, and a paragraph for a ticket.
 */
export async function endLostDeviceAction(before: LostDeviceState, sent: FormData): Promise<LostDeviceState> {
	let state: LostDeviceState = { ...nothingEnded, ...submittedState.safeParse(before).data };
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
			shown: form.getAll(fields.shown),
		}).data;
		const name = deviceOfKey(device);
		if (!read || !name) return { ...state, problem: outdatedPage };
		submittedChoice.keep(userId, { device, ends: new Set(read.ends) });
		if (state.device !== device) state = { ...nothingEnded, device };
		const settled = state.results.filter(({ outcome }) => outcome === "requested" || outcome === "gone");
		const isSettled = (item: string) => settled.some((result) => result.item === item);
		const open = [...new Set(read.ends)].filter((item) => !isSettled(item));
		if (open.length === 0) return { ...state, problem: nothingTicked };

		const until = Date.now() + WRITES_WITHIN_MS;
		const devices = await readDevices(userId, LISTS_WITHIN_MS.action);
		const ended = await endChosen(userId, idsOf(open), devices, { until, isOneByOne: state.isOneByOne });
		const labels = labelledItems(devices);
		state = {
			device,
			isOneByOne: ended.isOneByOne,
			results: [
				...settled,
				...open.map((item) => {
					const { outcome, why } = ended.outcomes.get(item) ?? { outcome: "not tried" as const };
					return { item, label: labels(item), outcome, ...(why && { why }) };
				}),
			],
			newer: newerThanPage(device, devices, read.shown),
			...(ended.error !== undefined && { problem: problemOf(ended.error, "session") }),
		};
		const kept = read.shown.filter((item) => !read.ends.includes(item) && !isSettled(item));
		const text = await textOf(session, userId, state, devices, kept.map(labels));
		await renewPages();
		return text === null ? state : { ...state, text };
	} catch (error) {
		return { ...state, problem: problemOf(error, "user") };
	}
}

const noDevice = { title: "No device is chosen", message: "Choose the lost device. Nothing was changed." };
const nothingTicked = { title: "Nothing is ticked", message: "Tick what is to end. Nothing was changed." };

/** How many sessions and tokens of the device the page did not show. */
function newerThanPage(device: string, { groups }: Devices, shown: readonly string[]): number {
	const group = groups.find((one) => one.key === device);
	const now = [
		...(group?.sessions ?? []).map(({ session }) => sessionItem(session.id)),
		...(group?.tokens ?? []).map(({ id }) => tokenItem(id)),
	];
	return now.filter((item) => !shown.includes(item)).length;
}

/** Null where nothing was requested. */
async function textOf(
	session: Session,
	userId: string,
	{ device, results }: LostDeviceState,
	devices: Devices,
	kept: readonly string[],
): Promise<string | null> {
	const writes = await requestedWrites(session.subject, userId, results);
	const name = deviceOfKey(device);
	if (writes.length === 0 || !name) return null;
	const user = await userLabel(userId);
	const words = deviceInWords(name, devices.actorName);
	return ticketText({ user, userId, device: words, results, kept, writes, livesOn: whatLivesOn(device, devices) });
}
