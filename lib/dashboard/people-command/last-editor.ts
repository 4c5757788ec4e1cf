import "server-only";
import { dashboardConfig } from "../config";
import type { IncidentPorts } from "../incidents/incident-ports";
import { factsOf } from "../incidents/incident-user";
import { byEmail, byId } from "../incidents/resolve-entry";
import { ManagementError, type ManagementErrorKind } from "../management/call/errors";
import { oneSaveAtATime } from "../management/safe-writes";
import { subjectsWithClaim } from "../store/claimed-roles";
import type { ListedUser } from "../store/incident";

export const LAST_EDITOR = "No other editor of this console would remain.";

type Options = {
	ports: IncidentPorts;
	/** The editors of the embedded tenant, by ID; null: of a real one, by the settings. */
	editorsHere: readonly string[] | null;
};

/** The command line is no user: of the editors one must remain who is not acted on, and can sign in. */
export type LastEditor = {
	/**
	 * @returns the IDs of those who are or may be editors and are left out: none where another one remains, one of them, or all where
	 * none is sure to be able to sign in
	 */
	leftOut: (users: readonly ListedUser[]) => Promise<string[]>;
	/**
	 * Acts on an editor where another one remains at this moment, one run after the other.
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
export function lastEditor({ ports, editorsHere }: Options): LastEditor {
	/** Also those whom a value of the claim made editors at their last sign-in. */
	async function named(): Promise<readonly string[]> {
		if (editorsHere) return editorsHere;
		const { editors, roleClaim } = dashboardConfig();
		const byClaim = roleClaim ? await subjectsWithClaim(roleClaim.name, roleClaim.values.editor) : [];
		return [...editors, ...byClaim];
	}
	async function remains(entries: readonly string[], actedOn: ReadonlySet<string>): Promise<boolean> {
		for (const entry of entries) {
			if (!actedOn.has(entry) && (await canSignIn(entry, actedOn, ports))) return true;
		}
		return false;
	}
	return {
		async leftOut(users) {
			const editors = users.filter(mayBeEditor).map(({ id }) => id);
			if (editors.length === 0 || (await remains(await named(), new Set(users.map(({ id }) => id))))) return [];
			for (const id of editors.toReversed()) if (await remains([id], new Set())) return [id];
			return editors;
		},
		ifOneRemains: (actedOn, leftOut, act) =>
			oneSaveAtATime("the last editor", async () =>
				(await remains([...(await named()), ...leftOut], actedOn)) ? act() : null,
			),
	};
}

/** Of whom it is not known, the last editor may be one. */
export function mayBeEditor({ role }: Pick<ListedUser, "role">): boolean {
	return role === "editor" || role === "unknown";
}

/** Who can't be read is not known to remain. */
const NOT_KNOWN: readonly ManagementErrorKind[] = [
	...(["rejected", "unavailable", "too-large", "headers-too-large", "redirected", "not-understood"] as const),
];

/**
 * Whether an entry leads to an editor, other than these users, who can sign in. An e-mail address counts only where the tenant
 * says that it is verified. A tenant says whether a user is blocked once they were.
 */
async function canSignIn(entry: string, actedOn: ReadonlySet<string>, ports: IncidentPorts): Promise<boolean> {
	const isAddress = entry.includes("@") && !entry.includes("|");
	const found = await (isAddress ? byEmail(entry, ports) : byId(entry, ports)).catch((error: unknown) => {
		if (error instanceof ManagementError && NOT_KNOWN.includes(error.kind)) return [];
		throw error;
	});
	for (const user of found) {
		if (actedOn.has(user.user_id) || user.blocked === true) continue;
		const verified = { ...user, email_verified: user.email_verified === true };
		if ((await factsOf(verified, isAddress ? entry : null)).role === "editor") return true;
	}
	return false;
}
