import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ManagementError } from "../management/call/errors";
import { SessionError } from "../session/session";
import type { BulkItemState } from "../store/bulk-edit";
import { type ActProgress, INCIDENT_ACTS, type IncidentAct } from "../store/incident";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { type EndItem, type EndOutcome, endUser, lookUpUser } from "./end-user";
import type { IncidentPorts } from "./incident-ports";

beforeEach(() => pointAtService("http://127.0.0.1:9"));
afterEach(clearDashboardState);

/** What happens to a write: it is carried out or not, and this process learns of it, or is killed. */
const FATES = [
	"done",
	"rate-limited",
	"refused",
	"lost",
	"lost before",
	"killed",
	"killed before",
	"unreachable",
] as const;
type Fate = (typeof FATES)[number];

class Killed extends Error {}

/** A user of a tenant whose next writes have these fates; afterwards all are done. `isTogether`: sessions and tokens end in one. */
function tenantOf(fates: Fate[], { later = true, isTogether = true } = {}) {
	const effects: IncidentAct[] = [];
	/** How often what a block ends of the console itself was ended. There is something the first time. */
	const ended: string[] = [];
	const count = (act: IncidentAct) => ({ count: effects.includes(act) && !later ? 0 : 2, isAtLeast: false });
	function write(acts: readonly IncidentAct[]): void {
		const fate = fates.shift() ?? "done";
		if (["done", "lost", "killed"].includes(fate)) effects.push(...acts);
		if (fate.startsWith("killed")) throw new Killed();
		if (fate.startsWith("lost")) throw new ManagementError("unavailable", { outcomeUnknown: true });
		if (fate === "refused") throw new ManagementError("rejected", { status: 400, serviceMessage: "No." });
		if (fate === "rate-limited" || fate === "unreachable") throw new ManagementError(fate);
	}
	const ports: IncidentPorts = {
		actor: async () => ({ subject: "editor", role: "editor" }),
		read: async () => ({ user_id: "u", email: "u@example.com", blocked: effects.includes("block") }) as never,
		readByEmail: async () => [],
		countSessions: async () => count("end"),
		countTokens: async () => count("revoke"),
		block: async () => {
			write(["block"]);
			return true;
		},
		hasConsoleAccess: async () => true,
		endConsoleAccess: async () => ended.push("console") === 1,
		end: async (_, { keepsTokens, apart }) => {
			if (!isTogether) await apart();
			write(keepsTokens || !isTogether ? ["end"] : ["end", "revoke"]);
		},
		revoke: async () => write(["revoke"]),
	};
	return { effects, ended, ports };
}

const FINAL: readonly BulkItemState[] = ["done", "refused", "unconfirmed"];

/** Works on the user as a run does, over kills and pauses, until there is a final result. */
async function runOut(ports: IncidentPorts, acts: readonly IncidentAct[]): Promise<EndOutcome & { attempts: number }> {
	let kept: ActProgress | undefined;
	let isInterrupted = false;
	for (let attempts = 1; attempts < 50; attempts += 1) {
		const item: EndItem = { id: "u", progress: structuredClone(kept) };
		try {
			const outcome = isInterrupted
				? await lookUpUser(item, acts, ports)
				: await endUser(item, acts, ports, async (progress) => {
						kept = structuredClone(progress);
						return true;
					});
			// As the store has it.
			if (outcome.state !== "planned") return { ...outcome, attempts };
			kept = outcome.note as ActProgress;
			isInterrupted = false;
		} catch (error) {
			if (error instanceof Killed) isInterrupted = true;
			else if (!(error instanceof ManagementError)) throw error;
		}
	}
	throw new Error("no result");
}

it("gives each user one final result, and carries out no act twice, whatever becomes of the requests", async () => {
	const acts = fc.subarray([...INCIDENT_ACTS], { minLength: 1 });
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.constantFrom(...FATES), { maxLength: 8 }),
			acts,
			fc.boolean(),
			fc.boolean(),
			async (fates, chosen, later, isTogether) => {
				const { effects, ports } = tenantOf([...fates], { later, isTogether });
				const { state, note } = await runOut(ports, chosen);
				expect(FINAL).toContain(state);
				expect(effects).toEqual([...new Set(effects)]);
				for (const act of note.did ?? []) if (act !== "console-access") expect(effects).toContain(act);
				if (state === "done") expect(effects.toSorted()).toEqual(chosen.toSorted());
			},
		),
		{ numRuns: 500 },
	);
});

it("blocks first, and ends sessions and tokens in one request", async () => {
	const { ports, effects } = tenantOf([]);
	expect(await endUser({ id: "u" }, ["revoke", "end", "block"], ports)).toMatchObject({ state: "done" });
	expect(effects).toEqual(["block", "end", "revoke"]);
});

it.each(["lost before", "killed before"] as const)(
	"revokes the tokens in a request of their own, whatever becomes of that for the sessions: %s",
	async (fate) => {
		const { ports, effects } = tenantOf([fate], { isTogether: false });
		expect(await runOut(ports, ["end", "revoke"])).toMatchObject({
			state: "unconfirmed",
			note: { did: ["revoke"], unsure: ["end"] },
		});
		expect(effects).toEqual(["revoke"]);
	},
);

it("ends the sessions where who acts may not block any more, and says so", async () => {
	const { ports, effects } = tenantOf([]);
	const block = async () => {
		throw new SessionError("role", "Blocking users needs the editor role.");
	};
	expect(await endUser({ id: "u" }, ["block", "end"], { ...ports, block })).toMatchObject({
		state: "protected",
		note: { did: ["end"], message: "Blocking users needs the editor role." },
	});
	expect(effects).toEqual(["end"]);
	const blocked = { ...ports, read: async () => ({ user_id: "u", blocked: true }) as never, endConsoleAccess: block };
	expect((await endUser({ id: "u" }, ["block", "end"], blocked)).state).toBe("protected");
	const actor = async () => {
		throw new SessionError("role", "No role.");
	};
	const lost = {
		...ports,
		block,
		actor: vi.fn(ports.actor).mockImplementationOnce(ports.actor).mockImplementation(actor),
	};
	await expect(endUser({ id: "u" }, ["block", "end"], lost)).rejects.toThrow("Blocking users");
});

it.each([
	["with the block", [], ["block"]],
	["where the attempt was killed then", ["killed"], ["block"]],
	["where the tenant does not report the block", [], ["block", "not-reported"]],
] as const)("ends the access to the console, and says so: %s", async (_, fates, did) => {
	const { ports, effects, ended } = tenantOf([...fates]);
	const block = (id: string) => ports.block(id).then((isBlocked) => (did.length > 1 ? null : isBlocked));
	const { state, note } = await runOut({ ...ports, block }, ["block"]);
	expect([state, note.did, effects, ended]).toEqual(["done", [...did, "console-access"], ["block"], ["console"]]);
	expect((await endUser({ id: "u" }, ["block", "end"], ports)).note.did).toEqual(["block", "end"]);
});

it("ends the access to the console of who was blocked before, and nothing else where there is nothing", async () => {
	const { ports, effects, ended } = tenantOf([]);
	await ports.block("u");
	const none = { count: 0, isAtLeast: false };
	const listed = { sessions: none, tokens: none } as never;
	const empty = { ...ports, countSessions: async () => none, countTokens: async () => none };
	const again = () => endUser({ id: "u", listed }, ["block", "end", "revoke"], empty);
	expect(await again()).toMatchObject({ state: "done", note: { did: ["block", "console-access"] } });
	expect(await again()).toEqual({ state: "unchanged", note: {} });
	expect([effects, ended]).toEqual([["block"], ["console", "console"]]);
});

it("blocks no user who is blocked, and ends their sessions all the same", async () => {
	const { ports, effects } = tenantOf(["done", "refused"]);
	await endUser({ id: "u" }, ["block"], ports);
	expect(await endUser({ id: "u" }, ["block", "end"], ports)).toMatchObject({
		state: "refused",
		note: { did: ["block"] },
	});
	expect(effects).toEqual(["block"]);
});

it("sends nothing where nothing was there before, and nothing is now", async () => {
	const none = { count: 0, isAtLeast: false };
	const { ports, effects } = tenantOf([]);
	const listed = { sessions: none, tokens: none } as never;
	const empty = { ...ports, countSessions: async () => none, countTokens: async () => none };
	expect(await endUser({ id: "u", listed }, ["end", "revoke"], empty)).toEqual({ state: "unchanged", note: {} });
	expect(effects).toEqual([]);
	expect((await endUser({ id: "u", listed }, ["end"], ports)).state).toBe("done");
});

it("sends no more once another writer has the user", async () => {
	const { ports, effects } = tenantOf([]);
	expect((await endUser({ id: "u" }, ["block", "end"], ports, async () => false)).state).toBe("writing");
	expect(effects).toEqual([]);
});

it("ends neither oneself, nor for support an editor", async () => {
	const { heldConfig, dashboardConfig } = await import("../config");
	const { tenant, ...others } = dashboardConfig();
	heldConfig.set({ ...others, tenant: { ...tenant, embedded: false }, editors: ["ed@example.com", "auth0|boss"] });
	const { ports, effects } = tenantOf([]);
	const resultFor = async (user: object, role: "editor" | "support", subject = "someone") => {
		const of = { ...ports, read: async () => user as never, actor: async () => ({ subject, role }) };
		return (await endUser({ id: "u" }, ["end"], of)).state;
	};
	const editor = { user_id: "u", email: "Ed@example.com" };
	expect(await resultFor({ user_id: "u", email: "x@example.com" }, "editor", "u")).toBe("protected");
	expect(await resultFor(editor, "support")).toBe("protected");
	expect(await resultFor({ user_id: "auth0|boss" }, "support")).toBe("protected");
	expect(effects).toEqual([]);
	// Without an e-mail address in the response it is not known.
	expect(await resultFor({ user_id: "u" }, "support")).toBe("done");
	expect(await resultFor({ ...editor, email_verified: false }, "support")).toBe("done");
	expect(await resultFor(editor, "editor")).toBe("done");
});
