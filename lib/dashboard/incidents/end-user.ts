import "server-only";
import { ERRORS_OF_ONE, ManagementError, StoreError, WriteRefused } from "../management/call/errors";
import { SessionError } from "../session/session";
import type { BulkItemState, BulkNote } from "../store/bulk-edit";
import {
	type ActProgress,
	type Deed,
	INCIDENT_ACTS,
	type IncidentAct,
	type ListedUser,
	type RefusedAct,
} from "../store/incident";
import { type IncidentPorts, isNone } from "./incident-ports";
import { factsOf, protectionOf } from "./incident-user";

/** `stop`: why the next one should not be begun. */
export type EndOutcome = { state: BulkItemState; note: BulkNote; stop?: ManagementError };

export type EndItem = {
	id: string;
	/** As looked up; absent: nothing is known of what would end. */
	listed?: ListedUser | undefined;
	/** How far an interrupted attempt has come. */
	progress?: ActProgress | undefined;
};

/**
 * Keeps how far it has come before anything is sent and after it. @returns false where another writer has taken over: nothing
 * more is sent then
 */
export type KeepProgress = (progress: ActProgress) => Promise<boolean>;

const begun: ActProgress = { did: [], sending: [], unsure: [], refused: [] };

/** The end of one user's access as it goes on. */
type Run = {
	id: string;
	ports: IncidentPorts;
	progress: ActProgress;
	keep: (changed: Partial<ActProgress>) => Promise<boolean>;
	/** Of an outcome that is not known. */
	reference: string | null;
};

/**
 * Blocks a user, then ends their sessions and refresh tokens, each at most once, also over several attempts. Whom it is, and who
 * acts, is read again first.
 * @returns the outcome; errors of this user are part of it
 * @throws SessionError, StoreError; ManagementError that concerns every user (rate limit, credentials, scope, not reachable): what
 * was done is kept, and the act that threw was not carried out
 */
export async function endUser(
	item: EndItem,
	acts: readonly IncidentAct[],
	ports: IncidentPorts,
	keepProgress: KeepProgress = async () => true,
): Promise<EndOutcome> {
	if (item.progress && item.progress.sending.length > 0) {
		const found = await lookUpUser(item, acts, ports);
		if (found.state !== "planned") return found;
		return endUser({ ...item, progress: progressOf(found.note) }, acts, ports, keepProgress);
	}
	const run = runOf(item, ports, keepProgress);
	const read = await readUser(item, ports);
	if ("state" in read) return item.progress ? { ...read, note: { ...run.progress, ...read.note } } : read;
	const hasNothing = await hasNothingToEnd(item, acts, read.blocked, ports);
	// What the tenant does not report may be there: what a blocked user has of the console itself.
	const left = hasNothing ? acts.filter((act) => act === "block") : acts;
	for (const step of stepsOf(left)) {
		const unsettled = () => step.filter((act) => !isSettled(run.progress, act));
		for (let left = unsettled(); left.length > 0; left = unsettled()) {
			const protection = await carryOut(left, run, read.blocked === true);
			if (protection === "lost") return lost;
			if (protection) return { state: "protected", note: { ...run.progress, message: protection } };
		}
	}
	const outcome = finished(run, left);
	const isUnchanged = hasNothing && outcome.state === "done" && !run.progress.did.includes("console-access");
	return isUnchanged ? { state: "unchanged", note: {} } : outcome;
}

/**
 * Finds out what became of a user whose writer was interrupted. Nothing is sent: what was not carried out is planned again, and
 * of what can't be known the outcome says so.
 * @throws SessionError, ManagementError
 */
export async function lookUpUser(
	item: EndItem,
	acts: readonly IncidentAct[],
	ports: IncidentPorts,
): Promise<EndOutcome> {
	const run = runOf(item, ports, async () => true);
	const { did, sending, unsure, refused } = run.progress;
	for (const act of sending) {
		if (act === "block") {
			const { blocked } = await ports.read(item.id).catch(goneOrThrow);
			// Of one who is blocked the step is taken up again: it ends more than the tenant reports.
			if (typeof blocked !== "boolean") unsure.push(act);
		} else {
			const count = await (act === "end" ? ports.countSessions(item.id) : ports.countTokens(item.id)).catch(
				unknownOrThrow,
			);
			(isNone(count) ? did : unsure).push(act);
		}
	}
	run.progress = { did, sending: [], unsure, refused };
	const isOver = acts.every((act) => isSettled(run.progress, act));
	return isOver ? finished(run, acts) : { state: "planned", note: { ...run.progress } };
}

/** The progress in what is noted of a user; undefined: nothing was begun. */
export function progressOf({ did, sending = [], unsure = [], refused = [] }: BulkNote): ActProgress | undefined {
	return did && { did, sending, unsure, refused };
}

function isSettled({ did, unsure, refused }: ActProgress, act: IncidentAct): boolean {
	return did.includes(act) || unsure.includes(act) || refused.some((one) => one.act === act);
}

function runOf({ id, progress = begun }: EndItem, ports: IncidentPorts, keepProgress: KeepProgress): Run {
	const run: Run = {
		id,
		ports,
		progress: structuredClone(progress),
		keep(changed) {
			run.progress = { ...run.progress, ...changed };
			return keepProgress(run.progress);
		},
		reference: null,
	};
	return run;
}

/** Another writer has the user now: what this one would say is not kept. */
const lost: EndOutcome = { state: "writing", note: {} };

/** Sessions and tokens end together, where both do and the tenant offers it; else the tokens are left for a request of their own. */
function stepsOf(acts: readonly IncidentAct[]): IncidentAct[][] {
	const ends = INCIDENT_ACTS.filter((act) => act !== "block" && acts.includes(act));
	return [...(acts.includes("block") ? [["block"] as IncidentAct[]] : []), ...(ends.length > 0 ? [ends] : [])];
}

/** @returns whether they are blocked, or why nothing is sent */
async function readUser({ id }: EndItem, ports: IncidentPorts): Promise<{ blocked: boolean | null } | EndOutcome> {
	const actor = await ports.actor();
	try {
		const facts = await factsOf(await ports.read(id));
		const protection = protectionOf(facts, actor);
		return protection === null ? { blocked: facts.blocked } : { state: "protected", note: { message: protection } };
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		if (error.kind === "not-found") return { state: "gone", note: {} };
		if (!ERRORS_OF_ONE.includes(error.kind)) throw error;
		return { state: "unread", note: { reference: error.reference }, stop: error };
	}
}

/** Read again only where nothing was there before: who had something is not counted twice. */
async function hasNothingToEnd(
	{ id, listed, progress }: EndItem,
	acts: readonly IncidentAct[],
	blocked: boolean | null,
	ports: IncidentPorts,
) {
	if (progress || !listed || (acts.includes("block") && blocked !== true)) return false;
	const counted = [
		...(acts.includes("end") ? [[listed.sessions, ports.countSessions] as const] : []),
		...(acts.includes("revoke") ? [[listed.tokens, ports.countTokens] as const] : []),
	];
	if (!counted.every(([before]) => isNone(before))) return false;
	for (const [, count] of counted) if (!isNone(await count(id).catch(unknownOrThrow))) return false;
	return true;
}

function unknownOrThrow(error: unknown): null {
	if (!(error instanceof ManagementError)) throw error;
	if (error.kind === "rate-limited" || error.kind === "unreachable" || error.kind === "credentials") throw error;
	return null;
}

function goneOrThrow(error: unknown): { blocked?: undefined } {
	if (error instanceof ManagementError && error.kind === "not-found") return {};
	throw error;
}

/** Another writer has taken over between two requests. */
class TakenOver extends Error {}

/**
 * Carries out one request: all of a step, or its first act where the tenant does not offer them together. Of a user who is
 * blocked already, maybe by an attempt that was interrupted then, what else a block ends is ended.
 * @returns why the user is protected; "lost" where another writer has taken over
 */
async function carryOut(step: readonly IncidentAct[], run: Run, isBlocked: boolean): Promise<string | null> {
	const { id, ports } = run;
	let acts = step;
	if (!(await run.keep({ sending: [...acts] }))) return "lost";
	const did = async (...more: Deed[]) =>
		(await run.keep({ did: [...run.progress.did, ...acts, ...more], sending: [] })) ? null : "lost";
	async function apart() {
		acts = ["end"];
		if (!(await run.keep({ sending: [...acts] }))) throw new TakenOver();
	}
	try {
		if (acts.includes("block")) {
			const blocked = isBlocked || (await ports.block(id));
			if (blocked === false) {
				const message = "It accepted the request to block, but did not store it.";
				const refused = refusalsOf(acts, { state: "refused", message });
				return (await run.keep({ sending: [], refused: [...run.progress.refused, ...refused] })) ? null : "lost";
			}
			const hadAccess = await ports.endConsoleAccess(id);
			const more: Deed[] = [
				...(blocked === null ? ["not-reported" as const] : []),
				...(hadAccess ? ["console-access" as const] : []),
			];
			return await did(...more);
		}
		if (acts.includes("end")) await ports.end(id, { keepsTokens: !acts.includes("revoke"), apart });
		else await ports.revoke(id);
		return await did();
	} catch (error) {
		if (error instanceof TakenOver) return "lost";
		return await failed(acts, error, run);
	}
}

const NOTHING_SENT = [ManagementError, SessionError, StoreError, WriteRefused];

/** What an error says of the acts that it concerns. @throws what concerns every user, once it is kept that nothing was sent */
async function failed(acts: readonly IncidentAct[], error: unknown, run: Run): Promise<string | null> {
	const keep = async (changed: Partial<ActProgress> = {}) =>
		(await run.keep({ sending: [], ...changed })) ? null : "lost";
	if (error instanceof SessionError && (error.reason === "person" || error.reason === "oneself")) {
		return (await keep()) ?? error.message;
	}
	const refuse = (why: Omit<RefusedAct, "act">) =>
		keep({ refused: [...run.progress.refused, ...refusalsOf(acts, why)] });
	// Who may end sessions may not always block: the others are carried out all the same.
	if (error instanceof SessionError && error.reason === "role" && acts.includes("block")) {
		const mayEnd = await run.ports.actor().then(
			() => true,
			() => false,
		);
		if (mayEnd) return refuse({ state: "protected", message: error.message });
	}
	if (error instanceof ManagementError) {
		const { kind, reference, serviceMessage } = error;
		if (error.outcomeUnknown) {
			run.reference = reference;
			return keep({ unsure: [...run.progress.unsure, ...acts] });
		}
		if (error.lookedUp) return refuse({ state: "not-written", reference });
		if (kind === "not-found") return refuse({ state: "gone", reference });
		if (kind === "rejected" || kind === "conflict") {
			return refuse({ state: "refused", message: serviceMessage ?? "It did not say why.", reference });
		}
	}
	// After any other error it may have been sent: it is looked up first then.
	if (NOTHING_SENT.some((one) => error instanceof one)) await keep();
	throw error;
}

function refusalsOf(acts: readonly IncidentAct[], why: Omit<RefusedAct, "act">): RefusedAct[] {
	return acts.map((act) => ({ act, ...why }));
}

/** The one result of a user, from what became of each act. */
function finished({ progress, reference }: Run, acts: readonly IncidentAct[]): EndOutcome {
	const { did, unsure, refused } = progress;
	const note: BulkNote = { did, unsure, refused };
	if (unsure.length > 0) return { state: "unconfirmed", note: { ...note, ...(reference && { reference }) } };
	const [worst] = refused.toSorted((one, other) => WORST.indexOf(one.state) - WORST.indexOf(other.state));
	if (worst) {
		const { state, act, ...why } = worst;
		return { state, note: { ...note, ...why } };
	}
	return acts.every((act) => did.includes(act)) ? { state: "done", note } : { state: "not-written", note };
}

const WORST: readonly RefusedAct["state"][] = ["refused", "not-written", "protected", "gone"];
