import type { ReactNode } from "react";
import { AccountMenu, type AccountMenuProps } from "./account-menu";
import { FoldMenus } from "./fold-menus";
import { HeadingFocus } from "./heading-focus";
import { MainNavigation, MenuButton, type NavigationGroup } from "./main-navigation";
import { TenantBlock, type TenantKind } from "./tenant-block";

type AppShellProps = {
	tenant: string;
	tenantKind: TenantKind;
	account: AccountMenuProps;
	navigation: readonly NavigationGroup[];
	/** In the top bar. */
	search: ReactNode;
	/** Beside the account menu. */
	help: ReactNode;
	children: ReactNode;
};

/**
 * The frame of every signed-in page: tenant, navigation, account. The navigation is at the side where there is room for it,
 * and folds into a menu where there is not; it is not printed.
 */
export function AppShell({ tenant, tenantKind, account, navigation, search, help, children }: AppShellProps) {
	return (
		<div className="app-shell">
			<a href="#main" className="skip-link">
				Skip to content
			</a>
			<header className="top-bar">
				<MenuButton />
				<TenantBlock name={tenant} kind={tenantKind} />
				{search}
				{help}
				<AccountMenu {...account} />
			</header>
			<MainNavigation groups={navigation} />
			<main id="main">{children}</main>
			<FoldMenus />
			<HeadingFocus />
		</div>
	);
}
