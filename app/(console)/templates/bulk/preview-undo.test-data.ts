import { renderToReadableStream } from "react-dom/server";
import { runWithin } from "@/lib/dashboard/testing/run-within";
import BulkTemplatesPage from "./page";

/** Opens the page that stores the preview of an undo, or of the rest, and redirects to it. @returns its ID */
export function previewUndo(edit: string, query: "undo" | "again" = "undo"): Promise<string> {
	return previewOf({ [query]: edit });
}

/** Opens the page that stores a preview, and redirects to it. @param searchParams what is to be done @returns its ID */
export async function previewOf(searchParams: Record<string, string | string[]>): Promise<string> {
	const page = { params: Promise.resolve({}), searchParams: Promise.resolve(searchParams) };
	const element = await BulkTemplatesPage(page);
	const rendered = runWithin(5_000, () => renderToReadableStream(element, { onError: () => {} }));
	const error: unknown = await rendered.then(
		() => new Error("no redirect"),
		(thrown) => thrown,
	);
	const digest = error instanceof Error && "digest" in error ? String(error.digest) : "";
	const [, id] = /;\/templates\/bulk\/([\w-]+);/.exec(digest) ?? [];
	if (!id) throw error;
	return id;
}
