import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
// Imported here so that a page after an action's redirect needs no further file.
import "@/components/ui/shown-once";
import { CallReferences } from "@/app/_forms/call-reference";
import { EarlyGuard } from "@/app/_forms/early-guard";
import { HelpMenu } from "@/app/_help/help-menu";
import { KeyboardHelp } from "@/app/_help/keyboard-help";
import { Palette } from "@/app/_palette/palette";
import { AppShell } from "@/components/layout/app-shell";
import type { NavigationEntry, NavigationGroup } from "@/components/layout/main-navigation";
import { readTheme, THEME_COOKIE } from "@/components/layout/theme";
import { Icon } from "@/components/ui/icon";
import { isApple } from "@/components/ui/is-apple";
import { dashboardConfig } from "@/lib/dashboard/config";
import { resources } from "@/lib/dashboard/registry/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { getSession } from "@/lib/dashboard/session/session";
import { PreloadFormScript } from "./templates/_form/preload-form-script";

const { template, session, user, webhook, "feed token": _, ...others } = resources;

type Sees = Record<"seesCalls" | "hasOutbox" | "seesLogStream", boolean>;

function navigationOf({ seesCalls, hasOutbox, seesLogStream }: Sees): NavigationGroup[] {
	return [
		{ entries: [{ href: "/", text: "Overview", icon: "overview" }] },
		{ caption: "Verify", entries: [entryOf(template)] },
		{ caption: "Access", entries: [{ ...entryOf(user), other: session.path }, ...Object.values(others).map(entryOf)] },
		{
			caption: "Operate",
			entries: [
				{ href: "/activity", text: "Activity", icon: "activity" },
				...(seesLogStream ? [entryOf(webhook)] : []),
				...(seesCalls ? [apiCalls] : []),
				...(hasOutbox ? [outbox] : []),
				{ href: "/connection", text: "Connection", icon: "connection" },
			],
		},
	];
}

const apiCalls: NavigationEntry = { href: "/api-calls", text: "API calls", icon: "calls" };
/** The embedded tenant's own page of its outgoing e-mails and text messages. */
const outbox: NavigationEntry = { href: "/outbox", text: "Outbox", icon: "outbox", isOutside: true };

function entryOf({ path, title, icon }: (typeof resources)[keyof typeof resources]): NavigationEntry {
	return { href: path, text: title, icon };
}

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
	// Each page redirects a visitor without a session to the sign-in itself, because it knows its own URL.
	const session = await getSession();
	if (!session) return children;
	const { tenant } = dashboardConfig();
	const { role } = session;
	const hasOutbox = tenant.embedded && may(role, "openOutbox");
	const seesCalls = may(role, "seeApiCalls");
	const userAgent = (await headers()).get("user-agent") ?? "";
	return (
		<AppShell
			tenant={tenant.name}
			tenantKind={tenant.embedded ? "embedded" : "live"}
			account={{
				person: session.name,
				email: session.email,
				role,
				theme: readTheme((await cookies()).get(THEME_COOKIE)?.value),
			}}
			navigation={navigationOf({ seesCalls, hasOutbox, seesLogStream: may(role, "setLogStream") })}
			help={<HelpMenu />}
			search={
				<Palette
					role={role}
					hasOutbox={hasOutbox}
					shortcut={isApple(userAgent) ? "⌘ K" : "Ctrl K"}
					icon={<Icon name="search" />}
				/>
			}
		>
			<CallReferences seesCalls={seesCalls}>{children}</CallReferences>
			<KeyboardHelp />
			<PreloadFormScript />
			<EarlyGuard />
		</AppShell>
	);
}
