/** Drawn by the style sheet, so that a page holds a name and not a drawing; see `icon.css`. */
export const ICONS = [
	"activity",
	"applications",
	"browser",
	"calls",
	"connection",
	"globe",
	"help",
	"incident",
	"log",
	"machine",
	"menu",
	"outbox",
	"overview",
	"phone",
	"proposals",
	"providers",
	"search",
	"shield",
	"stream",
	"templates",
	"terminal",
	"tokens",
	"users",
] as const;

export type IconName = (typeof ICONS)[number];

/** Decorative: there is always a word beside. */
export function Icon({ name }: { name: IconName }) {
	return <span className={`icon icon-${name}`} />;
}

/** An icon and its word. */
export function IconWord({ name, children }: { name: IconName; children: string }) {
	return (
		<span className="inline-flex align-top items-center gap-1.5">
			<span className="text-muted">
				<Icon name={name} />
			</span>
			{children}
		</span>
	);
}
