import { afterEach, beforeEach } from "vitest";
import { findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { previewAgainAction, previewBulkEditAction, runBulkEditAction, undoBulkEditAction } from "./bulk-actions";
import { bulkService } from "./bulk-service.test-data";

/** New for each test of a file that calls `startBulkService`, with an editor signed in and three tokens. */
export let server: FaultServer;
export let service: ReturnType<typeof bulkService>;

export function startBulkService(): void {
	beforeEach(async () => {
		server = await startFaultServer();
		service = bulkService(server);
		await pointAtService(server.address);
		signInAs("editor");
		service.hold({ a: { note: "1", other: "kept" }, b: {}, c: { note: "3" } });
	});
	afterEach(async () => {
		await clearDashboardState();
		await server.close();
	});
}

export function formOf(fields: Record<string, string>, tokens: readonly string[] = []): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	for (const token of tokens) form.append("item", token);
	return form;
}

const of = { resource: "refresh token", user: "usr_1", key: "note" };
export const set = { ...of, operation: "set", value: "new" };
export const remove = { ...of, operation: "remove" };

/** Previews. @returns the identifier of the plan, from the action's redirect */
export async function preview(tokens: readonly string[], fields: Record<string, string> = set): Promise<string> {
	return previewOf(previewBulkEditAction({}, formOf(fields, tokens)));
}

/** Previews the undo of a bulk edit. */
export const undo = (edit: string) => previewOf(undoBulkEditAction({}, formOf({ edit })));

/** Previews again for those that are left. */
export const again = (edit: string) => previewOf(previewAgainAction({}, formOf({ edit })));

async function previewOf(action: Promise<object>): Promise<string> {
	const error = await action.then(
		(state) => new Error(JSON.stringify(state)),
		(thrown: Error & { digest?: string }) => thrown,
	);
	const id = /;\/(?:refresh-tokens|sessions)\/bulk\/([\w-]+);/.exec(("digest" in error && error.digest) || "")?.[1];
	if (!id) throw error;
	return id;
}

export const act = (edit: string, intent: string) => runBulkEditAction({}, formOf({ edit, intent }));

/** Runs it like the page: repeats the action until nothing is left to do, or a pause is needed. */
export async function run(edit: string, intent = "apply") {
	let state = await act(edit, intent);
	while (state.pause && state.pause.seconds === 0) state = await act(edit, "continue");
	return state;
}

export async function tokensOf(edit: string) {
	return Object.fromEntries(((await findBulkEdit("editor", edit))?.items ?? []).map((token) => [token.id, token]));
}
export async function statesOf(edit: string) {
	return Object.fromEntries(Object.entries(await tokensOf(edit)).map(([id, { state }]) => [id, state]));
}

/** A reset that many seconds from now, in the format of the service's headers. */
export const inSeconds = (seconds: number) => String(Math.ceil(Date.now() / 1000) + seconds);
