"use client";

import type { ReactNode } from "react";
import { CallReferences } from "@/app/_forms/call-reference";
import { EarlyGuard } from "@/app/_forms/early-guard";
import { HelpMenu } from "@/app/_help/help-menu";
import { KeyboardHelp } from "@/app/_help/keyboard-help";
import { Palette } from "@/app/_palette/palette";
import { AppShell, type Frame } from "@/components/layout/app-shell";
import type { Role } from "@/lib/dashboard/session/permissions";

type ConsoleFrameProps = {
	frame: Frame;
	role: Role;
	seesCalls: boolean;
	hasOutbox: boolean;
	/** The keys that open the search, as written on this platform. */
	shortcut: string;
	/** Of the page's policy for scripts. */
	nonce: string | undefined;
	children: ReactNode;
};

/**
 * What every page of the console has around it. One client component: a page's data holds what differs between tenants
 * and admins, and no element of the frame.
 */
export function ConsoleFrame({ frame, role, seesCalls, hasOutbox, shortcut, nonce, children }: ConsoleFrameProps) {
	return (
		<AppShell {...frame} help={<HelpMenu />} search={<Palette role={role} hasOutbox={hasOutbox} shortcut={shortcut} />}>
			<CallReferences seesCalls={seesCalls}>{children}</CallReferences>
			<KeyboardHelp />
			<EarlyGuard nonce={nonce} />
		</AppShell>
	);
}
