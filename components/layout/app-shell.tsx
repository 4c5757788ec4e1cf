import type { ReactNode } from "react";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { HeadingFocus } from "./heading-focus";
import { NavigationLink } from "./links";
import { ThemeChoice } from "./theme-choice";

type AppShellProps = {
	tenant: string;
	tenantKind: "embedded" | "live";
	person: string;
	role: string;
	navigation: { href: string; text: string }[];
	children: ReactNode;
};

/** The frame of every signed-in page: which tenant, where to go, who is here. */
export function AppShell({ tenant, tenantKind, person, role, navigation, children }: AppShellProps) {
	return (
		<div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
			<a
				href="#main"
				className="absolute left-2 top-2 z-10 -translate-y-20 rounded bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
			>
				Skip to content
			</a>
			<header className="border-b border-line bg-surface">
				<div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 pt-3">
					<p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
						<span className="font-semibold">Identity Console</span>
						<span className="break-all text-sm text-muted">{tenant}</span>
						<Badge tone={tenantKind === "live" ? "warning" : "accent"}>{tenantKind}</Badge>
					</p>
					<form action="/sign-out" method="post" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
						<span className="break-words text-sm">
							{person} <span className="text-muted">({role})</span>
						</span>
						<Button>Sign out</Button>
					</form>
				</div>
				<nav aria-label="Main" className="mx-auto max-w-6xl px-2 pt-1">
					<ul className="flex flex-wrap">
						{navigation.map(({ href, text }) => (
							<li key={href}>
								<NavigationLink href={href}>{text}</NavigationLink>
							</li>
						))}
					</ul>
				</nav>
			</header>
			<main id="main" className="mx-auto w-full min-w-0 max-w-6xl px-4 py-6">
				{children}
			</main>
			<footer className="border-t border-line">
				<div className="mx-auto max-w-6xl px-4 py-3">
					<ThemeChoice />
				</div>
			</footer>
			<HeadingFocus />
		</div>
	);
}
