import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { nameOrId } from "@/lib/contract/name-or-id";
import type { Template } from "@/lib/contract/template/template";
import type { Actor } from "../management/call/client";
import { ManagementError, WriteRefused } from "../management/call/errors";
import { secondsUntilRoomFor } from "../management/call/rate-pause";
import { lastRateGauge } from "../management/call/response";
import { deadlineIn, hasTimeFor, requestDeadline } from "../management/call/send";
import { readCheckpointList } from "../management/list-pages";
import {
	createTemplate,
	deleteTemplate,
	getTemplate,
	listTemplates,
	unreadFormOf,
	updateTemplate,
} from "../management/templates";
import { requireSecondEditorToCreate } from "../proposals/require-second-editor";
import type { CommandLine } from "../session/command-line";
import { TokenReader } from "../session/token-reader";
import { readPurpose, readPurposes, writePurpose } from "../store/template-purposes";
import { type ApplyPorts, PartlyWritten } from "./apply-templates";
import { digestOf } from "./digest";
import type { StoredTemplate } from "./plan-templates";
import { type Purpose, purposeFieldNames } from "./purpose";
import { createRequest, updateRequest, type WholeTemplate, wholeTemplate } from "./whole-template";

const PAGE_SIZE = 100;

const INCOMPLETE =
	"The tenant lists templates in an unknown form, without a usable ID. Without them a folder would look complete, so nothing was done.";

const NAME_UNKNOWN =
	"The tenant lists templates in an unknown form, without a usable ID. One of them may have the name that is given.";

/** The tenant lists templates that can't be read: a part would look complete. Nothing was written. */
export class ListIncomplete extends WriteRefused {
	override name = "ListIncomplete";

	constructor(unreadable: number, message: string) {
		super(`${unreadable} ${unreadable === 1 ? "entry" : "entries"} could not be read`, message);
	}
}

/** A call to the tenant, repeated or paused as its caller sees fit. */
type Call = <Result>(call: () => Promise<Result>) => Promise<Result>;

/**
 * Reads all templates of the tenant with their purposes. What a list leaves out is read one by one.
 * @param onCount called with the number of templates so far
 * @throws ListIncomplete where some can't be read
 */
export async function readAllTemplates(
	call: Call,
	onCount: (count: number) => void,
	actor?: Actor,
): Promise<StoredTemplate[]> {
	const { listed, unreadable } = await listAll(call, onCount, actor);
	if (unreadable > 0) throw new ListIncomplete(unreadable, INCOMPLETE);
	const templates: Template[] = [];
	for (const template of listed.values()) {
		const whole = isWhole(template) ? template : await call(() => readOne(template.id, actor));
		if (whole) templates.push(whole);
	}
	return withPurposes(templates);
}

async function listAll(call: Call, onCount: (count: number) => void, actor?: Actor) {
	// By id: one that is created meanwhile shifts the others, and one of them is listed twice.
	const listed = new Map<string, Template>();
	const { unreadable } = await readCheckpointList(async (from) => {
		const page = await call(() => listTemplates(from, PAGE_SIZE, actor));
		for (const template of page.templates) listed.set(template.id, template);
		onCount(listed.size);
		return { ...page, items: page.templates };
	}, Number.POSITIVE_INFINITY);
	return { listed, unreadable };
}

function isWhole({ name, presentation, custom_certificate_authority }: Template): boolean {
	return name !== undefined && presentation !== undefined && custom_certificate_authority !== undefined;
}

/** Null: it does not exist. */
async function readOne(id: string, actor?: Actor): Promise<Template | null> {
	try {
		return await getTemplate(id, undefined, actor);
	} catch (error) {
		if (error instanceof ManagementError && error.kind === "not-found") return null;
		throw error;
	}
}

async function withPurposes(templates: readonly Template[]): Promise<StoredTemplate[]> {
	const purposes = new Map<string, Purpose>();
	for (let start = 0; start < templates.length; start += PAGE_SIZE) {
		const ids = templates.slice(start, start + PAGE_SIZE).map(({ id }) => id);
		for (const [id, purpose] of await readPurposes(ids)) purposes.set(id, purpose);
	}
	return templates.map((stored) => {
		const template = wholeTemplate(stored, purposes.get(stored.id));
		const { id, name, type, custom_certificate_authority } = stored;
		return {
			...{ id, label: nameOrId(name, id), template },
			...(!template && {
				form: digestOf([name ?? null, type ?? null, unreadFormOf(stored), custom_certificate_authority ?? null]),
			}),
		};
	});
}

/** The tenant and the console's store as an apply uses them. @param actor absent: the admin whose session the request has */
export function templatePorts(call: Call, actor?: CommandLine): ApplyPorts {
	return {
		async read(id) {
			const template = await call(() => readOne(id, actor));
			return template && ((await withPurposes([template]))[0] ?? null);
		},
		async create(template) {
			const { id } = await call(() => createTemplate(createRequest(template), template.purpose, actor));
			return id;
		},
		async change(id, before, after) {
			const body = updateRequest(before, after);
			if (body) await call(() => updateTemplate(id, body, currentOf(id, before), actor));
			if (purposeFieldNames.every((name) => before.purpose[name] === after.purpose[name])) return;
			await writePurpose(actor, id, after.name, before.purpose, after.purpose).catch((cause: unknown) => {
				throw body ? new PartlyWritten(id, cause) : cause;
			});
		},
		async remove(id, { name }, then) {
			if (then) requireSecondEditorToCreate(createRequest(then), actor);
			await call(() => deleteTemplate(id, name, actor));
		},
	};
}

/** The template before the change, for the audit trail. */
function currentOf(id: string, before: WholeTemplate): Template {
	return { id, ...createRequest(before) };
}

/** A template of the tenant, with the purpose that the console keeps beside it. */
export type TemplateWithPurpose = Template & { purpose: Purpose };

/** @throws SessionError, ManagementError */
export async function getTemplateWithPurpose(id: string): Promise<TemplateWithPurpose> {
	return { ...(await getTemplate(id)), purpose: await readPurpose(id) };
}

/** Less than most proxies wait for a response; at two requests a second the list of 3,000 templates needs 15 s. */
const READ_ALL_WITHIN_MS = 50_000;

/**
 * Reads all templates of the tenant for one request, which gets the time that this needs within the rate limit.
 * @param actor absent: the admin whose session the request has
 * @throws SessionError, ManagementError where not all could be read
 */
export function readStoredTemplates(actor?: Actor): Promise<StoredTemplate[]> {
	requestDeadline.set(deadlineIn(READ_ALL_WITHIN_MS));
	return readAllTemplates(withinLimit(TokenReader.isOne(actor) ? leftToAdmins : () => 0), () => {}, actor);
}

/** More are read with the list of all. */
const READ_ONE_BY_ONE_MAX = 20;

/**
 * Reads some templates with their purposes, within the rate limit. Those that do not exist have no entry. Where a list is read,
 * what it leaves out of these is read one by one.
 * @param names those that have one of them are read as well, and those that the list gives no name
 * @throws SessionError, ManagementError where not all could be read, ListIncomplete where it is not known who has a name
 */
export async function readTemplatesOf(
	ids: readonly string[],
	actor?: Actor,
	names: readonly string[] = [],
): Promise<Map<string, StoredTemplate>> {
	const wanted = new Set(ids);
	const call = withinLimit(() => 0);
	let listed: ReadonlyMap<string, Template> = new Map();
	let unreadable = 0;
	if (names.length > 0 || wanted.size > READ_ONE_BY_ONE_MAX) {
		requestDeadline.set(deadlineIn(READ_ALL_WITHIN_MS));
		({ listed, unreadable } = await listAll(call, () => {}, actor));
		const given = new Set(names);
		for (const { id, name } of listed.values())
			if (given.size > 0 && (typeof name !== "string" || given.has(name))) wanted.add(id);
	}
	const found: Template[] = [];
	for (const id of wanted) {
		const inList = listed.get(id);
		const template = inList?.presentation && isWhole(inList) ? inList : await call(() => readOne(id, actor));
		if (template) found.push(template);
	}
	const isFound = (given: string) => found.some(({ name }) => name === given);
	if (unreadable > 0 && !names.every(isFound)) throw new ListIncomplete(unreadable, NAME_UNKNOWN);
	return new Map((await withPurposes(found)).map((one) => [one.id, one]));
}

/** How many requests a program tries to leave to admins. */
function leftToAdmins(): number {
	return Math.floor((lastRateGauge()?.limit ?? 0) / 4);
}

function secondsUntilReset(): number {
	return Math.max(0, Math.ceil(((lastRateGauge()?.resetsAt ?? 0) - Date.now()) / 1000));
}

/**
 * For reads one after the other: each is sent once it fits into the rate limit, and again after a refusal by it, as long as the
 * request has time.
 * @param leaves how many requests must fit beside it
 */
function withinLimit(leaves: () => number): Call {
	// At a reset the limit is filled again whole, or by one request: a first wait ends there, and what the response says then
	// is waited for.
	let hasWaited = false;
	const secondsUntilRoom = () => {
		const seconds = secondsUntilRoomFor(1 + leaves());
		return hasWaited ? seconds : Math.min(seconds, secondsUntilReset());
	};
	return async (read) => {
		for (;;) {
			for (let seconds = secondsUntilRoom(); seconds > 0; seconds = secondsUntilRoom()) {
				await pause(seconds);
				hasWaited = true;
			}
			try {
				return await read();
			} catch (error) {
				if (!(error instanceof ManagementError) || error.kind !== "rate-limited") throw error;
				await pause(error.retryAfterSeconds ?? 1);
				hasWaited = true;
			}
		}
	};
}

async function pause(seconds: number): Promise<void> {
	if (!hasTimeFor(seconds * 1000, requestDeadline.get()))
		throw new ManagementError("rate-limited", { status: 429, retryAfterSeconds: seconds });
	await delay(seconds * 1000);
}
