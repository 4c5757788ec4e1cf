import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { serverSnippet } from "./server-snippet";

/** The code with which the admin's own application requests what is ticked now. */
export function WalletSnippets({ names, isRetained }: { names: readonly string[]; isRetained: boolean }) {
	return (
		<details className="text-sm">
			<summary className="py-1.5 font-medium">Ask from your own application</summary>
			<div className="grid min-w-0 gap-4 pb-3">
				{names.length === 0 ? (
					<p className="text-muted">
						Nothing is ticked. Tick an attribute, and the code that asks for it appears here.
					</p>
				) : (
					<>
						<Snippet
							title="On your server"
							copy="Copy the server’s code"
							text={serverSnippet(names, isRetained)}
							note="Requests what is ticked now, by both protocols. It keeps a nonce, a key and your origin for one response, and turns the response into what a verifier needs."
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
			<CopyButton text={text} label={copy} />
		</div>
	);
}

/** The browser part of the admin's own application. The two paths are that application's own. */
const browserSnippet = `<button id="ask-licence">Show your driving licence</button>
<script type="module">
  const button = document.querySelector("#ask-licence");
  const post = async (path, body) => {
    const answer = await fetch(path, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}),
    });
    if (!answer.ok) throw new Error(path + " answered " + answer.status);
    return answer.json();
  };
  // A browser without this API can't ask: offer another way.
  button.hidden = !("DigitalCredential" in window);
  button.addEventListener("click", async () => {
    try {
      // Your server calls beginRequest() and keeps its \`kept\`. It has to be quick: the browser asks
      // a wallet only within some seconds after the press.
      const { requests } = await post("/licence/begin");
      const { protocol, data } = await navigator.credentials.get({ mediation: "required", digital: { requests } });
      // An error of the wallet comes as an answer, too.
      if (data.error) throw new Error("The wallet answered " + data.error);
      // Your server takes \`kept\`, awaits readAnswer() and has the result verified.
      console.log(await post("/licence/end", { protocol, data }));
    } catch (error) {
      // NotAllowedError: declined, or another request is open.
      console.error(error);
    }
  });
</script>
`;
