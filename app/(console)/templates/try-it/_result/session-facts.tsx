import { CopyButton } from "@/components/ui/copy-button";
import type { PresentationReport } from "@/lib/dashboard/presentation/presentation-report";
import { Part } from "./part";

/** What the phone has signed over: with it the downloaded response can be checked again. */
export function SessionFacts({ session }: Pick<PresentationReport, "session">) {
	if (session.length === 0) return null;
	return (
		<Part title="The session, to check the response again">
			<dl className="grid gap-2">
				{session.map(({ name, text }) => (
					<div key={name} className="grid gap-0.5">
						<dt className="flex items-center gap-2 text-muted">
							{name} <CopyButton text={text} label={`Copy ${name}`} shown="Copy" />
						</dt>
						<dd>
							<code className="text-xs">{text}</code>
						</dd>
					</div>
				))}
			</dl>
		</Part>
	);
}
