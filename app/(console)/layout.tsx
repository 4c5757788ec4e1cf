import "./console.css";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
// Imported here so that a page after an action's redirect needs no further file.
import "@/components/ui/shown-once";
import type { NavigationEntry, NavigationGroup } from "@/components/layout/main-navigation";
import { TenantBlock } from "@/components/layout/tenant-block";
import { readTheme, THEME_COOKIE } from "@/components/layout/theme";
import { Avatar } from "@/components/ui/avatar";
import { isApple } from "@/components/ui/is-apple";
import { dashboardConfig } from "@/lib/dashboard/config";
import { nonceOf } from "@/lib/dashboard/request/nonce";
import { resources } from "@/lib/dashboard/resources/resources";
import { may } from "@/lib/dashboard/session/permissions";
import { getSession } from "@/lib/dashboard/session/session";
import { ConsoleFrame } from "./console-frame";

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
	const requestHeaders = await headers();
	return (
		<ConsoleFrame
			frame={{
				tenant: <TenantBlock name={tenant.name} kind={tenant.embedded ? "embedded" : "live"} />,
				account: {
					avatar: <Avatar name={session.name} />,
					person: session.name,
					email: session.email,
					role,
					theme: readTheme((await cookies()).get(THEME_COOKIE)?.value),
				},
				navigation: navigationOf({ seesCalls, hasOutbox, seesLogStream: may(role, "setLogStream") }),
			}}
			subject={session.subject}
			role={role}
			seesCalls={seesCalls}
			hasOutbox={hasOutbox}
			shortcut={isApple(requestHeaders.get("user-agent") ?? "") ? "⌘ K" : "Ctrl K"}
			nonce={nonceOf(requestHeaders)}
		>
			{children}
		</ConsoleFrame>
	);
}
