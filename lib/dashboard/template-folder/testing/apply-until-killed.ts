import { heldConfig, readConfig } from "../../config";
import { runTemplatesCommand } from "../templates-command";

/** Carries out a command of `npm run templates`. @param settings JSON: the environment; @param command JSON */
export async function run(settings: string, command: string): Promise<void> {
	heldConfig.set(readConfig(JSON.parse(settings)));
	const terminal = { progress: () => {}, lines: () => {}, tally: () => {}, ask: async () => false };
	const result = await runTemplatesCommand(JSON.parse(command), terminal);
	console.log(`exit code: ${"refusal" in result ? result.refusal : result.exitCode}`);
	process.exit(0);
}
