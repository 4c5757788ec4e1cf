import { TemplateFormLink } from "@/app/(console)/templates/_form/template-form-link";
import { PageLink } from "@/components/layout/links";
import type { JumpGroup } from "./jump-option";

type PaletteOptionsProps = {
	groups: JumpGroup[];
	/** The id of the active option's element. */
	active: string | null;
	optionsId: string;
	onPoint: (index: number) => void;
	/** The page that an option leads to is the one at hand. */
	onArrive: () => void;
};

/** The listbox. Its options are links, so that a guard of unsaved edits asks, and a new tab can be had, as anywhere. */
export function PaletteOptions({ groups, active, optionsId, onPoint, onArrive }: PaletteOptionsProps) {
	if (groups.length === 0) return null;
	let count = 0;
	return (
		<div role="listbox" id={optionsId} aria-label="Results" className="grid max-h-[60vh] gap-2 overflow-y-auto p-1.5">
			{groups.map(({ title, options }) => (
				// biome-ignore lint/a11y/useSemanticElements: a listbox has groups of its own, no fieldsets.
				<div key={title} role="group" aria-label={title}>
					<p role="presentation" className="px-2 py-1 text-xs font-medium text-muted">
						{title}
					</p>
					{options.map(({ text, detail, href }) => {
						const index = count;
						count += 1;
						const Link = href.startsWith("/templates/") ? TemplateFormLink : PageLink;
						return (
							<Link
								key={href}
								role="option"
								id={`${optionsId}-${index}`}
								aria-selected={active === `${optionsId}-${index}`}
								tabIndex={-1}
								href={href}
								onPointerMove={() => onPoint(index)}
								onNavigate={() => {
									if (href === `${window.location.pathname}${window.location.search}`) onArrive();
								}}
								className="flex min-h-9 flex-wrap content-center items-baseline gap-x-3 rounded-md px-2 py-1.5 text-sm aria-selected:bg-accent-soft"
							>
								<bdi>{text}</bdi>
								{detail ? <bdi className="text-xs text-muted">{detail}</bdi> : null}
							</Link>
						);
					})}
				</div>
			))}
		</div>
	);
}
