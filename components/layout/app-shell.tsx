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
		<div className="min-h-dvh lg:pl-52 print:pl-0">
			<a href="#main" className="absolute left-2 -top-18 z-40 rounded bg-accent px-3 py-2 text-on-accent focus:top-2">
				Skip to content
			</a>
			<header className="sticky top-0 z-20 flex h-(--top-bar) flex-wrap content-center items-center gap-x-3 border-b border-line bg-canvas px-3 lg:px-[max(1.5rem,calc(50%-48.5rem))] print:hidden">
				<MenuButton />
				<div className="order-last flex basis-full items-center px-1 sm:order-none sm:flex-1 sm:basis-0 lg:px-0">
					<TenantBlock name={tenant} kind={tenantKind} />
				</div>
				{search}
				{help}
				<AccountMenu {...account} />
			</header>
			<MainNavigation groups={navigation} />
			<main id="main" className="mx-auto w-full max-w-[100rem] px-4 py-5 lg:px-6 print:p-0">
				{children}
			</main>
			<FoldMenus />
			<HeadingFocus />
		</div>
	);
}
