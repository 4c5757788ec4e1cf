import { Icon, type IconName } from "../ui/icon";
import { NavigationLink } from "./links";

const ID = "main-navigation";

export type NavigationEntry = { href: string; text: string; icon: IconName };

/**
 * At the side from 1024 px on. Below, the same element is a popover, which the menu button opens without a script, and
 * which a press beside it or Escape closes.
 */
export function MainNavigation({ entries }: { entries: readonly NavigationEntry[] }) {
	return (
		<nav
			id={ID}
			popover="auto"
			aria-label="Main"
			className="fixed inset-y-0 left-0 z-30 m-0 h-dvh max-h-none w-52 overflow-y-auto border-0 border-r border-line bg-rail p-3 text-ink lg:block print:hidden"
		>
			<p className="px-2 pb-4 pt-1 text-sm font-semibold">Identity Console</p>
			<ul className="grid gap-0.5">
				{entries.map(({ href, text, icon }) => (
					<li key={href}>
						<NavigationLink href={href}>
							<Icon name={icon} />
							{text}
						</NavigationLink>
					</li>
				))}
			</ul>
		</nav>
	);
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
