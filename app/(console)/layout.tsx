import "./console.css";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
// Imported here so that a page after an action's redirect needs no further file.
import "@/components/ui/shown-once";
import { ConsoleFrame } from "@/app/_frame/console-frame";
import type { NavigationGroup } from "@/components/layout/main-navigation";
import { PaperDate } from "@/components/layout/paper-date";
import { TenantBlock } from "@/components/layout/tenant-block";
import { readTheme, THEME_COOKIE } from "@/components/layout/theme";
import { Avatar } from "@/components/ui/avatar";
import { isApple } from "@/components/ui/is-apple";
import { dashboardConfig } from "@/lib/dashboard/config";
import { mayPropose } from "@/lib/dashboard/proposals/rights";
import { proposalsWaiting } from "@/lib/dashboard/proposals/waiting-proposals";
import { nonceOf, pageClock } from "@/lib/dashboard/request/page";
import { pathsWithin, placesFor } from "@/lib/dashboard/resources/places";
import { resources } from "@/lib/dashboard/resources/resources";
import { may, type Role } from "@/lib/dashboard/session/permissions";
import { emergencyOfRequest, typedReason } from "@/lib/dashboard/session/reason";
import { getSession } from "@/lib/dashboard/session/session";

const GROUPS = [undefined, "Verify", "Access", "Operate"] as const;

function navigationOf(role: Role, hasOutbox: boolean): NavigationGroup[] {
	const listed = placesFor(role, hasOutbox);
	return GROUPS.map((caption) => ({
		...(caption && { caption }),
		entries: listed.flatMap(({ path, title, icon, group }) => {
			if (!icon || group !== caption) return [];
			const other = pathsWithin[path];
			const hasWaiting = path === resources.proposal.path;
			return { href: path, text: title, icon, ...(other && { other }), ...(hasWaiting && { hasWaiting }) };
		}),
	}));
}

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
	// Each page redirects a visitor without a session to the sign-in itself, because it knows its own URL.
	const session = await getSession();
	if (!session) return children;
	const { tenant, reasonRequired, secondEditor, allowsEmergencySave } = dashboardConfig();
	const { role } = session;
	const hasOutbox = tenant.embedded && may(role, "openOutbox");
	const requestHeaders = await headers();
	const [{ now, timeZone }, waiting] = await Promise.all([pageClock(), proposalsWaiting(session)]);
	return (
		<ConsoleFrame
			frame={{
				tenant: (
					<>
						<TenantBlock name={tenant.name} kind={tenant.embedded ? "embedded" : "live"} />
						<PaperDate at={now.toISOString()} timeZone={timeZone} />
					</>
				),
				account: {
					avatar: <Avatar name={session.name} />,
					person: session.name,
					email: session.email,
					role,
					theme: readTheme((await cookies()).get(THEME_COOKIE)?.value),
				},
				navigation: navigationOf(role, hasOutbox),
			}}
			subject={session.subject}
			rights={{ role, hasOutbox }}
			waiting={waiting}
			seesCalls={may(role, "seeApiCalls")}
			reasons={{ required: reasonRequired, typed: typedReason.get() }}
			secondEditor={{
				rule: secondEditor,
				allowsEmergency: allowsEmergencySave && may(role, "changeTemplates"),
				mayPropose: mayPropose(session),
				...(emergencyOfRequest.get() && { wasEmergency: true }),
			}}
			shortcut={isApple(requestHeaders.get("user-agent") ?? "") ? "⌘ K" : "Ctrl K"}
			nonce={nonceOf(requestHeaders)}
		>
			{children}
		</ConsoleFrame>
	);
}
