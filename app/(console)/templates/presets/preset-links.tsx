import type { MouseEvent } from "react";
import { presets } from "./presets";

type PresetLinksProps = { isOpen: boolean; onChoose: (id: string) => void };

/** The id of a preset's link. */
export function presetLinkId(id: string): string {
	return `preset-link-${id}`;
}

/**
 * The presets as links to a new template that starts from them; with scripts they tick the boxes in place. On a
 * template's own page they stay closed, because its attributes come first.
 */
export function PresetLinks({ isOpen, onChoose }: PresetLinksProps) {
	function choose(event: MouseEvent, id: string) {
		if (event.metaKey || event.ctrlKey || event.shiftKey) return;
		event.preventDefault();
		onChoose(id);
	}

	return (
		<details open={isOpen}>
			<summary>
				<h2 className="inline font-semibold">Start from a preset</h2>
			</summary>
			<ul className="mt-3 grid gap-x-4 gap-y-1 sm:grid-cols-2">
				{presets.map(({ id, title, purpose }) => (
					<li key={id} className="text-sm">
						<a
							id={presetLinkId(id)}
							href={`/templates/new?preset=${id}`}
							onClick={(event) => choose(event, id)}
							data-in-place=""
							aria-describedby={`preset-${id}`}
							className="inline-block min-h-6 font-medium text-accent underline-offset-2 hover:underline"
						>
							{title}
						</a>
						<p id={`preset-${id}`} className="text-muted">
							{purpose}
						</p>
					</li>
				))}
			</ul>
			<details className="mt-3 text-sm">
				<summary>What the presets are based on</summary>
				<dl className="mt-2 grid gap-2">
					{presets.map(({ id, title, basis }) => (
						<div key={id}>
							<dt className="font-medium">{title}</dt>
							<dd className="text-muted">{basis}</dd>
						</div>
					))}
				</dl>
			</details>
		</details>
	);
}
