import { isNotText, type MetadataEntry, textOf } from "./rows/metadata-rows";

/** Keys and values as text, for users who can't change them. @param none the sentence without any */
export function MetadataText({ none, entries }: { none: string; entries: readonly MetadataEntry[] }) {
	if (entries.length === 0) return <p className="text-sm text-muted">{none}</p>;
	return (
		<dl className="border-t border-line text-sm">
			{entries.map(([key, value]) => (
				<div
					key={key}
					className="grid gap-x-6 border-b border-line px-2.5 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] [&_bdi]:whitespace-pre-wrap"
				>
					<dt className="font-medium">
						<bdi>{key === "" ? '""' : key}</bdi>
					</dt>
					<dd>
						<bdi>{value === "" ? <span className="text-muted">""</span> : textOf(value)}</bdi>
						{isNotText(value) ? <span className="text-muted"> (not text)</span> : null}
					</dd>
				</div>
			))}
		</dl>
	);
}
