"use client";

import { type ReactNode, useEffect } from "react";
import { removeDraftsOfOthers } from "@/app/_editor/stored-drafts";
import { CallReferences } from "@/app/_forms/call-reference";
import { EarlyGuard } from "@/app/_forms/early-guard";
import { HelpMenu } from "@/app/_frame/help-menu";
import { KeyboardHelp } from "@/app/_frame/keyboard-help";
import { Palette } from "@/app/_frame/palette";
import { AppShell, type Frame } from "@/components/layout/app-shell";
import { FreshPages } from "@/components/layout/fresh-pages";
import type { Role } from "@/lib/dashboard/session/permissions";

type ConsoleFrameProps = {
	frame: Frame;
	/** The signed-in user. */
	subject: string;
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
export function ConsoleFrame(props: ConsoleFrameProps) {
	const { frame, subject, role, seesCalls, hasOutbox, shortcut, nonce, children } = props;
	useEffect(() => removeDraftsOfOthers(subject), [subject]);
	return (
		<AppShell {...frame} help={<HelpMenu />} search={<Palette role={role} hasOutbox={hasOutbox} shortcut={shortcut} />}>
			<CallReferences seesCalls={seesCalls}>
				<FreshPages>{children}</FreshPages>
			</CallReferences>
			<KeyboardHelp />
			<EarlyGuard nonce={nonce} />
		</AppShell>
	);
}
