import type { ReactNode } from "react";
import { Icon } from "../ui/icon";
import { AccountMenu, type AccountMenuProps } from "./account-menu";
import { FoldMenus } from "./fold-menus";
import { HeadingFocus } from "./heading-focus";
import { MainNavigation, type NavigationGroup } from "./main-navigation";
import { Mark } from "./mark";

export type Frame = {
	/** Its block, server-rendered. */
	tenant: ReactNode;
	account: AccountMenuProps;
	navigation: readonly NavigationGroup[];
};

type AppShellProps = Frame & {
	/** In the top bar. */
	search: ReactNode;
	/** Beside the account menu. */
	help: ReactNode;
	children: ReactNode;
};

const NAVIGATION_ID = "main-navigation";

/**
 * The frame of every signed-in page: tenant, navigation, account. The navigation is at the side where there is room for it,
 * and folds into a menu where there is not; it is not printed.
 */
export function AppShell({ tenant, account, navigation, search, help, children }: AppShellProps) {
	return (
		<div className="app-shell">
			<a href="#main" className="skip-link">
				Skip to content
			</a>
			<header className="top-bar">
				{/* Opens the navigation where it is folded. */}
				<button type="button" popoverTarget={NAVIGATION_ID}>
					<Icon name="menu" />
					Menu
				</button>
				{tenant}
				{search}
				{help}
				<AccountMenu {...account} />
			</header>
			<MainNavigation id={NAVIGATION_ID} groups={navigation}>
				<p className="brand">
					<Mark />
					Identity Console
				</p>
			</MainNavigation>
			<main id="main">{children}</main>
			<FoldMenus />
			<HeadingFocus />
		</div>
	);
}
