import "server-only";
import { ConfigError, dashboardConfig } from "../config";
import { subjectsWithClaim } from "../store/claimed-roles";
import { hasRule } from "./second-editor";

/**
 * The rule for a second editor holds only where there is one: a console that knows of fewer than two does not start with it,
 * unless an editor may save without the second one in an emergency.
 * @param editorsHere the IDs of the editors of the embedded tenant; null: those of a real one, by the settings
 * @throws ConfigError
 */
export async function requireTwoEditors(editorsHere: readonly string[] | null): Promise<void> {
	const { secondEditor, allowsEmergencySave } = dashboardConfig();
	if (!hasRule(secondEditor) || allowsEmergencySave) return;
	const known = new Set(editorsHere ?? (await editorsBySettings()));
	if (known.size >= 2) return;
	const who = known.size === 1 ? "one editor" : "no editor";
	const add = editorsHere
		? "Add another one: npm run admin -- add EMAIL editor"
		: "Name two users in EDITORS. Those whom a claim makes editors are known once they have signed in.";
	throw new ConfigError(
		`SECOND_EDITOR is set, but this console knows of ${who}: no one could accept what another proposes.\n${add}\nOr let editors save without the second one in an emergency: EMERGENCY_SAVE=on`,
	);
}

/** Entries that differ may still be one user: who that is, only a sign-in tells. */
async function editorsBySettings(): Promise<string[]> {
	const { editors, roleClaim } = dashboardConfig();
	const byClaim = roleClaim ? await subjectsWithClaim(roleClaim.name, roleClaim.values.editor, { evenOver: true }) : [];
	return [...editors.map((entry) => (entry.includes("|") ? entry : entry.toLowerCase())), ...byClaim];
}
