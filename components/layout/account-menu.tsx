import { Icon } from "../ui/icon";
import { FoldMenus } from "./fold-menus";
import { MenuLink } from "./links";
import type { Theme } from "./theme";
import { ThemeChoice } from "./theme-choice";

type AccountMenuProps = { theme: Theme };

/** What belongs to the person and not to the tenant: a native disclosure, so that everybody can sign out without scripts. */
export function AccountMenu({ theme }: AccountMenuProps) {
	return (
		<details data-menu="" className="group relative">
			<summary className="flex min-h-8 list-none items-center gap-1.5 rounded-md px-2 text-sm font-medium hover:bg-sunken group-open:bg-sunken [&::-webkit-details-marker]:hidden">
				<Icon name="account" />
				Account
			</summary>
			<div className="absolute right-0 top-full z-30 mt-1 grid w-64 max-w-[calc(100vw-1.5rem)] gap-1 rounded-lg border border-line bg-surface p-1.5 text-sm shadow-lg">
				<ul className="grid border-b border-line pb-1">
					<li>
						<MenuLink href="/sessions">Your sessions</MenuLink>
					</li>
					<li>
						<MenuLink href="/api-calls">API calls</MenuLink>
					</li>
				</ul>
				<ThemeChoice current={theme} />
				<form action="/sign-out" method="post" className="border-t border-line pt-1">
					<button type="submit" className="min-h-8 w-full rounded-md px-2 text-left hover:bg-sunken">
						Sign out
					</button>
				</form>
			</div>
			<FoldMenus />
		</details>
	);
}
