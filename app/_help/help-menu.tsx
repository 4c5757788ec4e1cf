import { KeyboardHelpButton } from "@/components/layout/keyboard-help-button";
import { MenuLink } from "@/components/layout/links";
import { Icon } from "@/components/ui/icon";
import { PageHelp } from "./page-help";

/** Leads to what the guides say of the page at hand, to all of them, and to the list of keys: a native disclosure. */
export function HelpMenu() {
	return (
		<details data-menu="" className="group md:relative">
			<summary className="flex min-h-8 min-w-8 list-none items-center justify-center gap-1.5 rounded-md px-1.5 text-sm font-medium hover:bg-sunken group-open:bg-sunken [&::-webkit-details-marker]:hidden">
				<Icon name="help" />
				<span className="max-md:sr-only">Help</span>
			</summary>
			<div className="absolute right-3 top-full z-30 mt-1 grid w-64 max-w-[calc(100vw-1.5rem)] md:right-0 gap-1 rounded-lg border border-line bg-surface p-1.5 text-sm shadow-lg">
				<PageHelp />
				<ul className="grid">
					<li>
						<MenuLink href="/guides">All guides</MenuLink>
					</li>
					<li>
						<KeyboardHelpButton className="min-h-8 w-full rounded-md px-2 text-left hover:bg-sunken">
							Keyboard help
						</KeyboardHelpButton>
					</li>
				</ul>
			</div>
		</details>
	);
}
