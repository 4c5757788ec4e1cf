import type { Ref } from "react";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Alert } from "@/components/ui/alert";
import { CopyButton } from "@/components/ui/copy-button";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { entriesOfRows } from "./metadata-rows";
import type { EditedRow } from "./use-metadata-rows";

type MetadataProblemsProps = {
	rows: readonly EditedRow[];
	errors: Record<string, string>;
	problem?: Problem | undefined;
	/** Takes the focus when saving was refused. */
	ref: Ref<HTMLDivElement>;
};

/** What stops the form, each message a link to its field, and what the service said. What was typed can be copied. */
export function MetadataProblems({ rows, errors, problem, ref }: MetadataProblemsProps) {
	const places = Object.entries(errors);
	return (
		<div ref={ref} tabIndex={-1} className="grid gap-3 empty:hidden">
			{places.length > 0 ? (
				<Alert tone="error" title="This can't be saved yet">
					<ul className="list-disc pl-5 [overflow-wrap:anywhere]">
						{places.map(([place, message]) => (
							<li key={place}>
								<Message place={place} message={message} rows={rows} />
							</li>
						))}
					</ul>
				</Alert>
			) : null}
			{problem ? (
				<>
					<ProblemAlert problem={problem} />
					<p className="flex flex-wrap items-center gap-2 text-sm">
						What you typed is still here.
						<CopyButton text={metadataText(rows)} label="Copy it as JSON" shown="Copy it as JSON" />
					</p>
				</>
			) : null}
		</div>
	);
}

function Message({ place, message, rows }: { place: string; message: string; rows: readonly EditedRow[] }) {
	const [, index, field] = place.split(".");
	const row = field ? rows[Number(index)] : undefined;
	if (!row) return message;
	return (
		<a href={`#metadata-${field}-${row.id}`} className="inline-block py-0.5 align-top underline">
			Row {Number(index) + 1}: {message}
		</a>
	);
}

function metadataText(rows: readonly EditedRow[]): string {
	return JSON.stringify(Object.fromEntries(entriesOfRows(rows)), null, 2);
}
