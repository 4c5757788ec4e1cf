import { Icon, type IconName } from "../ui/icon";
import { Mark } from "./mark";
import { NavigationLink } from "./navigation-link";

const ID = "main-navigation";

export type NavigationEntry = {
	href: string;
	text: string;
	icon: IconName;
	/** The path above other pages of the same area. */
	other?: string;
	/** It links to a page of the tenant, outside of the console. */
	isOutside?: boolean;
};

export type NavigationGroup = { caption?: string; entries: readonly NavigationEntry[] };

/**
 * At the side from 1024 px on. Below, the same element is a popover, which the menu button opens without a script, and
 * which a press outside or Escape closes.
 */
export function MainNavigation({ groups }: { groups: readonly NavigationGroup[] }) {
	return (
		<nav
			id={ID}
			popover="auto"
			aria-label="Main"
			className="main-navigation fixed inset-y-0 left-0 z-30 m-0 h-dvh max-h-none w-52 overflow-y-auto border-0 border-r border-line bg-rail p-3 pt-0 text-ink lg:block print:hidden"
		>
			<p className="flex h-12 items-center gap-2.5 px-2 text-sm font-medium">
				<Mark />
				Identity Console
			</p>
			{groups.map(({ caption, entries }) => (
				<div key={caption ?? ""} className="pb-3">
					{caption ? (
						<p id={captionId(caption)} className="px-2 pb-1 pt-2 text-xs text-muted">
							{caption}
						</p>
					) : null}
					<ul aria-labelledby={caption && captionId(caption)} className="grid gap-0.5">
						{entries.map(({ icon, text, ...link }) => (
							<li key={link.href}>
								<NavigationLink {...link}>
									<Icon name={icon} />
									{text}
								</NavigationLink>
							</li>
						))}
					</ul>
				</div>
			))}
		</nav>
	);
}

function captionId(caption: string): string {
	return `${ID}-${caption.toLowerCase()}`;
}

/** Opens the navigation where it is folded. */
export function MenuButton() {
	return (
		<button
			type="button"
			popoverTarget={ID}
			className="inline-flex min-h-8 items-center gap-2 rounded-md px-1.5 text-sm font-medium hover:bg-sunken lg:hidden"
		>
			<Icon name="menu" />
			Menu
		</button>
	);
}
