import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { browserSnippet } from "./browser-snippet";
import { serverSnippet } from "./server-snippet";

/** How the admin's own application asks for what is ticked now. */
export function WalletSnippets({ names, isRetained }: { names: readonly string[]; isRetained: boolean }) {
	return (
		<details className="text-sm">
			<summary className="py-1.5 font-medium">Ask from your own application</summary>
			<div className="grid min-w-0 gap-4 pb-3">
				{names.length === 0 ? (
					<p className="text-muted">Nothing is ticked. Tick an attribute, and the code that asks for it stands here.</p>
				) : (
					<>
						<Snippet
							title="On your server"
							copy="Copy the server’s code"
							text={serverSnippet({ names, isRetained })}
							note="Asks for what is ticked now, by both protocols. It keeps a nonce, a key and your origin for one answer, and makes of the answer what a verifier needs."
						/>
						<Snippet
							title="In the browser"
							copy="Copy the browser’s code"
							text={browserSnippet}
							note="The page must come over https, or from localhost. A production wallet may refuse a reader that is not registered with it."
						/>
					</>
				)}
			</div>
		</details>
	);
}

function Snippet({ title, note, copy, text }: { title: string; note: string; copy: string; text: string }) {
	return (
		<div className="grid min-w-0 gap-2">
			<h4 className="font-medium">{title}</h4>
			<p className="text-muted">{note}</p>
			<CodeBlock label={title} text={text} />
			<div>
				<CopyButton text={text} label={copy} />
			</div>
		</div>
	);
}
