import type { ReactNode } from "react";
import { Badge } from "../ui/badge";
import { AccountMenu } from "./account-menu";
import { HeadingFocus } from "./heading-focus";
import { MainNavigation, MenuButton, type NavigationEntry } from "./main-navigation";
import type { Theme } from "./theme";

type AppShellProps = {
	tenant: string;
	tenantKind: "embedded" | "live";
	person: string;
	role: string;
	theme: Theme;
	navigation: readonly NavigationEntry[];
	/** Stands in the top bar. */
	search: ReactNode;
	children: ReactNode;
};

/**
 * The frame of every signed-in page: which tenant, where to go, who is here. The navigation stands at the side where
 * there is room for it, and folds into a menu where there is not; on paper the page stands alone.
 */
export function AppShell({ tenant, tenantKind, person, role, theme, navigation, search, children }: AppShellProps) {
	return (
		<div className="min-h-dvh lg:pl-52 print:pl-0">
			<a
				href="#main"
				className="absolute left-2 top-2 z-40 -translate-y-20 rounded bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
			>
				Skip to content
			</a>
			<header className="sticky top-0 z-20 flex h-(--top-bar) flex-wrap content-center items-center gap-x-3 border-b border-line bg-canvas px-3 lg:px-6 print:hidden">
				<MenuButton />
				<p className="order-last flex basis-full items-center gap-2 px-1 sm:order-none sm:flex-1 sm:basis-0">
					<span className="max-w-3/5 shrink-0 truncate text-sm font-medium" title={tenant}>
						{tenant}
					</span>
					<Badge tone={tenantKind === "live" ? "warning" : "accent"}>{tenantKind}</Badge>
					<span className="ml-auto max-w-64 truncate text-sm text-muted" title={`${person} (${role})`}>
						{person} ({role})
					</span>
				</p>
				{search}
				<AccountMenu theme={theme} />
			</header>
			<MainNavigation entries={navigation} />
			<main id="main" className="mx-auto w-full max-w-[100rem] px-4 py-5 lg:px-6 print:p-0">
				{children}
			</main>
			<HeadingFocus />
		</div>
	);
}
