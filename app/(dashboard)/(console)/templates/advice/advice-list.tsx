import { Button } from "@/components/ui/button";
import { adviceFor } from "./advice";

/**
 * Advice on a request, each with a button that carries it out: the form listens for clicks on `data-fix`, so the same
 * markup works as the server made it and as the browser keeps it up to date.
 */
export function AdviceList({ elements, canWrite }: { elements: Record<string, unknown>; canWrite: boolean }) {
	const found = adviceFor(elements);
	if (found.length === 0) return <p className="text-sm text-muted">Nothing to advise against.</p>;
	return (
		<ul className="grid gap-4 text-sm">
			{found.map(({ id, title, reason, source, fix }) => (
				<li key={id} className="grid justify-items-start gap-1 border-l-2 border-control pl-3">
					<p className="font-medium">{title}</p>
					<p>{reason}</p>
					<p className="text-xs text-muted">
						Source:{" "}
						<a href={source.href} target="_blank" rel="noreferrer" className="underline">
							{source.text}
						</a>
					</p>
					{canWrite ? (
						<Button type="button" className="script-only mt-1" data-fix={JSON.stringify(fix)}>
							{fix.label}
						</Button>
					) : null}
				</li>
			))}
		</ul>
	);
}
