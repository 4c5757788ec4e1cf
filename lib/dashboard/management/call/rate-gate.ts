import "server-only";
import { performance } from "node:perf_hooks";
import { processWide } from "@/lib/process/process-wide";
import { type Deadline, waitWithin } from "./deadline";

/** Who may pass: everybody; nobody for some seconds; or the one caller that finds out whether the limit is over. */
export type Passage = { kind: "open" } | { kind: "closed"; seconds: number } | { kind: "probe"; done: () => void };

type Gate = { closedUntil: number; isLimited: boolean; probe: Promise<void> | null };

const gates = processWide("rate-gates", () => new Map<string, Gate>());

function gateOf(name: string): Gate {
	const gate = gates.get().get(name) ?? { closedUntil: 0, isLimited: false, probe: null };
	gates.get().set(name, gate);
	return gate;
}

/**
 * Asks for passage to an interface. After a 429 the gate is closed for the whole process until the reset; then one
 * caller probes while the others wait for what it learns, so that a limit is met by one request, not by a storm.
 * @throws ManagementError "unavailable" when the caller's deadline comes before what the probe learns
 */
export async function passGate(name: string, deadline: Deadline): Promise<Passage> {
	const gate = gateOf(name);
	while (gate.probe !== null) await waitWithin(gate.probe, deadline);
	const seconds = (gate.closedUntil - performance.now()) / 1000;
	if (seconds > 0) return { kind: "closed", seconds: Math.ceil(seconds) };
	if (!gate.isLimited) return { kind: "open" };
	let done = () => {};
	gate.probe = new Promise((resolve) => {
		done = () => {
			gate.probe = null;
			resolve();
		};
	});
	return { kind: "probe", done };
}

/** The interface answered 429: nobody passes for that long. */
export function closeGate(name: string, seconds: number): void {
	const gate = gateOf(name);
	gate.closedUntil = performance.now() + seconds * 1000;
	gate.isLimited = true;
}

/** The interface answered something else: the limit is over. */
export function openGate(name: string): void {
	gateOf(name).isLimited = false;
}
