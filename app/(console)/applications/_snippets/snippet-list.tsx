import { CopyButton } from "@/components/ui/copy-button";
import { nameInWords } from "@/components/ui/invisible-characters";
import type { Snippet } from "./shell";

/** Commands to try an application, each with a button that copies it. @param application its name, for the buttons */
export function SnippetList({ application, snippets }: { application: string; snippets: readonly Snippet[] }) {
	return snippets.map(({ title, note, text }) => (
		<div key={title} className="grid min-w-0 gap-2 text-sm">
			<h3 className="font-medium">{title}</h3>
			<p className="text-muted">{note}</p>
			<pre className="whitespace-pre-wrap rounded-md bg-sunken p-3 text-xs">{text}</pre>
			<div>
				<CopyButton text={text} label={`Copy ${title}, ${nameInWords(application)}`} />
			</div>
		</div>
	));
}
