import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { COMMAND_LINE_SUBJECT } from "../audit/audit-entry";
import type { Session } from "./session";

const isCommandProcess = processWide("is-command-process", () => false);

/**
 * The actor of a command at the terminal. Who can start one can read the settings, with the credentials of the management
 * interface: an editor.
 */
export class CommandLine implements Session {
	readonly #isMade = true;
	readonly subject = COMMAND_LINE_SUBJECT;
	readonly name = "Command line";
	readonly email = null;
	readonly role = "editor";
	/** Why it acts, for the audit trail. */
	readonly reason: string | null;
	/** It saves without the second editor that the rule of this console wants. */
	readonly isEmergency: boolean;

	/** @throws Error in any process but that of a command, which accepts no requests */
	constructor(reason: string | null = null, { isEmergency = false } = {}) {
		this.reason = reason;
		this.isEmergency = isEmergency;
		if (!isCommandProcess.get()) throw new Error("Only a command can act for the command line.");
	}

	static isOne(actor: unknown): actor is CommandLine {
		return typeof actor === "object" && actor !== null && #isMade in actor;
	}
}

/** Called by the start of a process for one command; the process never accepts a request. */
export function markCommandProcess(): void {
	isCommandProcess.set(true);
}

/** @throws Error for anything else, whatever its shape */
export function requireCommandLine(actor: CommandLine): Session {
	if (!CommandLine.isOne(actor)) throw new Error("This actor is not the command line.");
	return actor;
}
