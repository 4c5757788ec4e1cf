import "server-only";
import { dashboardConfig } from "../config";
import type { IncidentPorts } from "../incidents/incident-ports";
import { factsOf } from "../incidents/incident-user";
import { byEmail, byId } from "../incidents/resolve-entry";
import { ERRORS_OF_ONE, ManagementError } from "../management/call/errors";
import { oneSaveAtATime } from "../management/safe-writes";
import { adminRole } from "../session/session";
import { subjectsWithClaim } from "../store/claimed-roles";
import type { IncidentAct, ListedUser } from "../store/incident";

const LAST_EDITOR = "No other editor of this console would remain.";
const MAYBE_LAST_EDITOR =
	"We can't tell whether this is an editor of this console, and know of none who would remain. To block, first let an editor who " +
	"is not in the list sign in to the console, or name one by ID in EDITORS. Without --block, sessions and refresh tokens can be ended now.";

type Options = {
	ports: IncidentPorts;
	acts: readonly IncidentAct[];
	/** The editors of the embedded tenant, by ID; null: of a real one, by the settings. */
	editorsHere: readonly string[] | null;
};

/** The command line is no user: of the editors one must remain who is not acted on, and can sign in. */
export type LastEditor = {
	/**
	 * @returns the IDs of those who are left out: none where an editor remains; else an editor of the list, or, where none of them
	 * is sure to be able to sign in, all for whom one must remain
	 */
	leftOut: (users: readonly ListedUser[]) => Promise<string[]>;
	/**
	 * Acts on a user for whom an editor must remain, where one does at this moment, one run after the other.
	 * @param actedOn the IDs of all users who are acted on
	 * @param leftOut the IDs of those who are left out
	 * @returns null: none remains, and nothing was done
	 */
	ifOneRemains: <Result>(
		actedOn: ReadonlySet<string>,
		leftOut: readonly string[],
		act: () => Promise<Result>,
	) => Promise<Result | null>;
};

/** All methods throw SessionError, StoreError, and ManagementError that concerns every user. */
export function lastEditor({ ports, acts, editorsHere }: Options): LastEditor {
	/** Also those whom a value of the claim made editors at their last sign-in, while that counts. */
	async function named(): Promise<readonly string[]> {
		if (editorsHere) return editorsHere;
		const { editors, roleClaim } = dashboardConfig();
		const byClaim = roleClaim ? await subjectsWithClaim(roleClaim.name, roleClaim.values.editor) : [];
		return [...editors, ...byClaim];
	}
	async function remains(entries: readonly string[], actedOn: ReadonlySet<string>): Promise<boolean> {
		for (const entry of entries) {
			if (!actedOn.has(entry) && (await leadsToEditor(entry, actedOn, ports))) return true;
		}
		return false;
	}
	return {
		async leftOut(users) {
			const concerned = users.filter((user) => mustOneRemain(user, acts));
			if (concerned.length === 0 || (await remains(await named(), new Set(users.map(({ id }) => id))))) return [];
			for (const user of concerned.toReversed()) if (await isEditorNow(user)) return [user.id];
			return concerned.map(({ id }) => id);
		},
		ifOneRemains: (actedOn, leftOut, act) =>
			oneSaveAtATime("the last editor", async () =>
				(await remains([...(await named()), ...leftOut], actedOn)) ? act() : null,
			),
	};
}

/** Of whom it is not known whether they are an editor, the block alone may take the last one's access. */
export function mustOneRemain({ role }: Pick<ListedUser, "role">, acts: readonly IncidentAct[]): boolean {
	return role === "editor" || (role === "unknown" && acts.includes("block"));
}

/** Why one is left out for whom none would remain. */
export function whyLeftOut({ role }: Pick<ListedUser, "role">): string {
	return role === "unknown" ? MAYBE_LAST_EDITOR : LAST_EDITOR;
}

/** Whether an entry leads to an editor, other than these users. Who can't be read is not known to remain. */
async function leadsToEditor(entry: string, actedOn: ReadonlySet<string>, ports: IncidentPorts): Promise<boolean> {
	const isAddress = entry.includes("@") && !entry.includes("|");
	const found = await (isAddress ? byEmail(entry, ports) : byId(entry, ports)).catch((error: unknown) => {
		if (error instanceof ManagementError && [...ERRORS_OF_ONE, "rejected"].includes(error.kind)) return [];
		throw error;
	});
	for (const user of found) {
		if (!actedOn.has(user.user_id) && (await isEditorNow(await factsOf(user, isAddress ? entry : null)))) return true;
	}
	return false;
}

/**
 * Whether a user is an editor at this moment who can sign in. An e-mail address counts only where the tenant says that it is
 * verified, and a claim until its role ends. A tenant says whether a user is blocked once they were.
 */
async function isEditorNow({ id, email, emailVerified, blocked }: Omit<ListedUser, "sessions" | "tokens">) {
	if (blocked === true) return false;
	return (await adminRole({ subject: id, email, emailVerified: emailVerified === true })) === "editor";
}
