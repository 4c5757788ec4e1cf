import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import type { Download, PresentationReport } from "@/lib/dashboard/presentation/presentation-report";
import { CodeView } from "../../_request/code-view";
import { ChainList } from "./chain-list";
import { CheckList } from "./check-list";
import { ElementTable } from "./element-table";
import { Part } from "./part";
import { ResultRegion } from "./result-region";
import { SessionFacts } from "./session-facts";
import { ValidityFacts } from "./validity-facts";
import { VERDICTS } from "./verdict-words";

type ReportViewProps = {
	report: PresentationReport;
	/** What stands between the verdict and the elements. */
	children?: ReactNode;
};

/**
 * A presentation from its verdict to the bytes behind it. Without hooks: the server draws it as well. It takes the focus
 * when it comes later.
 */
export function ReportView({ report, children }: ReportViewProps) {
	const { title, look, ink } = VERDICTS[report.verdict];
	return (
		<ResultRegion isReport>
			<div className={`grid gap-1 rounded-md border-l-4 px-3 py-2.5 ${look}`}>
				<h3 className={`text-lg font-semibold ${ink}`}>{title}</h3>
				<p>{report.reason}</p>
				<Downloads files={report.downloads} />
			</div>
			{children}
			<ElementTable elements={report.elements} />
			<CheckList checks={report.checks} />
			<ChainList chain={report.chain} />
			<ValidityFacts validity={report.validity} />
			<Part title="What your own code gets">
				{report.application === null ? (
					<p className="text-muted">Nothing: a rejected answer must not be used, whatever values it holds.</p>
				) : (
					<>
						<p className="text-muted">Namespaces, elements, values. Binary values are base64url, shortened here.</p>
						<CodeView label="What your own code gets" text={report.application} />
						<div>
							<CopyButton text={report.application} label="Copy what your own code gets" shown="Copy" />
						</div>
					</>
				)}
			</Part>
			<SessionFacts session={report.session} />
			{report.diagnostic === null ? null : (
				<Part title="The response, as CBOR">
					<p className="text-muted">
						Diagnostic notation, long values shortened. As received: also what the checks do not believe, but no value
						that was not asked for.
					</p>
					<CodeView label="The response, as CBOR" text={report.diagnostic} />
				</Part>
			)}
		</ResultRegion>
	);
}

function Downloads({ files }: { files: readonly Download[] }) {
	if (files.length === 0) return null;
	return (
		<p className="flex flex-wrap gap-x-4 gap-y-1">
			{files.map(({ label, fileName, mediaType, base64 }) => (
				<a
					key={fileName}
					href={`data:${mediaType};base64,${base64}`}
					download={fileName}
					className="inline-flex min-h-6 items-center text-accent underline underline-offset-2"
				>
					Download {label.toLowerCase()}
				</a>
			))}
		</p>
	);
}
