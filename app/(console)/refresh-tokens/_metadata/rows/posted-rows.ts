import type { MetadataEntry, MetadataRow } from "./metadata-rows";

/**
 * The rows as the form's own controls hold them: every row has one `key`, one `value` and one `original`, in order.
 * @throws TypeError, SyntaxError for a form that no page of ours posts
 */
export function postedRows(form: FormData): MetadataRow[] {
	const [keys, values, originals] = [texts(form, "key"), texts(form, "value"), texts(form, "original")];
	if (keys.length !== values.length || keys.length !== originals.length) throw new TypeError("rows are torn apart");
	return keys.map((key, index) => {
		const original = originals[index] ? (JSON.parse(originals[index]) as MetadataEntry) : null;
		return { key: restore(key, original?.[0]), value: restore(values[index] ?? "", original?.[1]), original };
	});
}

function texts(form: FormData, name: string): string[] {
	return form.getAll(name).map((value) => {
		if (typeof value !== "string") throw new TypeError("a file is no text");
		return value;
	});
}

/** Posting a form turns every line break into CRLF; one that the admin typed is "\n", one that was there stays as it was. */
function restore(posted: string, original: string | undefined): string {
	if (original !== undefined && asShown(posted) === asShown(original)) return original;
	return posted.replace(/\r\n?/g, "\n");
}

/** What is left of a text once a page has shown and posted it. */
function asShown(text: string): string {
	return text.toWellFormed().replaceAll("\0", "\uFFFD").replace(/\r\n?/g, "\n");
}
