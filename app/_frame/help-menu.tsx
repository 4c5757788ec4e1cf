import { usePathname } from "next/navigation";
import { KeyboardHelpLink } from "@/components/layout/keyboard-help-link";
import { MenuLink, PageLink } from "@/components/layout/links";
import { Menu } from "@/components/layout/menu";
import { Icon } from "@/components/ui/icon";
import { helpFor } from "@/lib/dashboard/resources/places";

/** Links to the guides for the current page, to all guides, and to the list of keys. */
export function HelpMenu() {
	const links = helpFor(usePathname());
	return (
		<Menu
			label={
				<>
					<Icon name="help" />
					<span className="max-md:sr-only">Help</span>
				</>
			}
		>
			{links.length > 0 ? (
				<ul>
					{links.map(({ text, href }) => (
						<li key={href}>
							<PageLink href={href}>{text}</PageLink>
						</li>
					))}
				</ul>
			) : null}
			<ul>
				<MenuLink href="/guides">All guides</MenuLink>
				<li>
					<KeyboardHelpLink />
				</li>
			</ul>
		</Menu>
	);
}
