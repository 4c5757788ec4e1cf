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
		<nav id={ID} popover="auto" aria-label="Main" className="main-navigation">
			<p className="brand">
				<Mark />
				Identity Console
			</p>
			{groups.map(({ caption, entries }) => (
				<div key={caption ?? ""}>
					{caption ? <p id={captionId(caption)}>{caption}</p> : null}
					<ul aria-labelledby={caption && captionId(caption)}>
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
		<button type="button" popoverTarget={ID}>
			<Icon name="menu" />
			Menu
		</button>
	);
}
