import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "./process-wide.ts";

/** What a page says of itself that is not in its markup: pages of Next have no hand in the status of their answer. */
export type ShownPage = { isMissing: boolean };

const shown = processWide("shown-page", () => new AsyncLocalStorage<ShownPage>());

/** Runs what renders a page; what the page says is on `page` before the first byte is sent. */
export function showPage<Result>(page: ShownPage, render: () => Result): Result {
	return shown.get().run(page, render);
}

/** The page that is rendered tells of something that is not there. */
export function markMissing(): void {
	const page = shown.get().getStore();
	if (page) page.isMissing = true;
}
