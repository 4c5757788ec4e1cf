"use client";

import { useState } from "react";
import { buttonClass } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import type { MetadataEntry } from "@/lib/contract/metadata";
import { metadataJson } from "./rows/metadata-json";
import { envText } from "./rows/pasted-text";
import { ShownText } from "./rows/shown-text";

const formats = ["JSON", ".env"] as const;

/** The present rows, saved or not, to copy or download. Nothing leaves the browser. */
export function ExportMetadata({ id, entries }: { id: string; entries: MetadataEntry[] }) {
	const [format, setFormat] = useState<(typeof formats)[number]>("JSON");
	const env = envText(entries);
	const text = format === "JSON" ? metadataJson(entries) : env.text;
	const file = format === "JSON" ? `${id}.json` : `${id}.env`;
	return (
		<div className="grid gap-3 text-sm">
			<fieldset className="flex flex-wrap gap-4">
				<legend className="sr-only">Format</legend>
				{formats.map((one) => (
					<label key={one} className="inline-flex min-h-6 items-center gap-2">
						<input type="radio" checked={format === one} onChange={() => setFormat(one)} />
						{one}
					</label>
				))}
			</fieldset>
			<CodeBlock label={`Metadata as ${format === "JSON" ? "JSON text" : format}`} text={text} />
			{format === ".env" && env.leftOut.length > 0 ? (
				<p className="text-warning">
					This format can't say these keys:{" "}
					{env.leftOut.map((key) => (
						<span key={key}>
							<ShownText text={key} />{" "}
						</span>
					))}
				</p>
			) : null}
			<p className="flex flex-wrap items-center gap-3">
				<CopyButton text={text} label={`Copy ${format}`} />
				<a
					href={`data:text/plain;charset=utf-8,${encodeURIComponent(text.toWellFormed())}`}
					download={file}
					className={buttonClass()}
				>
					Download {file}
				</a>
			</p>
		</div>
	);
}
