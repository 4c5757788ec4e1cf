import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
// What an action leads to may need it: named here it has come with the page before, and is no file of its own.
import "@/components/ui/shown-once";
import { EarlyGuard } from "@/app/_forms/early-guard";
import { Palette } from "@/app/_palette/palette";
import { AppShell } from "@/components/layout/app-shell";
import { readTheme, THEME_COOKIE } from "@/components/layout/theme";
import { Icon } from "@/components/ui/icon";
import { dashboardConfig } from "@/lib/dashboard/config";
import { resources } from "@/lib/dashboard/registry/resources";
import { hasRole } from "@/lib/dashboard/session/role";
import { getSession } from "@/lib/dashboard/session/session";
// Not drawn here: the file itself says why it belongs to this layout.
import "./templates/_form/template-form-link";

const navigation = [
	{ href: "/", text: "Overview", icon: "overview" },
	...Object.values(resources).map(({ path, title, icon }) => ({ href: path, text: title, icon })),
	{ href: "/connection", text: "Connection", icon: "connection" },
	{ href: "/activity", text: "Activity", icon: "activity" },
] as const;

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
	// Each page sends a visitor without a session to the sign-in itself, because it knows its own address.
	const session = await getSession();
	if (!session) return children;
	const { tenant } = dashboardConfig();
	const isMac = /Mac|iPhone|iPad/.test((await headers()).get("user-agent") ?? "");
	return (
		<AppShell
			tenant={tenant.name}
			tenantKind={tenant.embedded ? "embedded" : "live"}
			person={session.name}
			role={session.role}
			theme={readTheme((await cookies()).get(THEME_COOKIE)?.value)}
			navigation={navigation}
			search={
				<Palette
					canWrite={hasRole(session.role, "editor")}
					shortcut={isMac ? "⌘ K" : "Ctrl K"}
					icon={<Icon name="search" />}
				/>
			}
		>
			{children}
			<EarlyGuard />
		</AppShell>
	);
}
