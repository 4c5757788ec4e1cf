import { KeyboardHelpLink } from "@/components/layout/keyboard-help-link";
import { PageLink } from "@/components/layout/links";
import { Menu } from "@/components/layout/menu";
import { Icon } from "@/components/ui/icon";
import { PageHelp } from "./page-help";

/** Links to the guides for the current page, to all guides, and to the list of keys. */
export function HelpMenu() {
	return (
		<Menu
			label={
				<>
					<Icon name="help" />
					<span className="max-md:sr-only">Help</span>
				</>
			}
		>
			<PageHelp />
			<ul>
				<li>
					<PageLink href="/guides">All guides</PageLink>
				</li>
				<li>
					<KeyboardHelpLink />
				</li>
			</ul>
		</Menu>
	);
}
