"use client";

import { type ComponentProps, type ReactNode, useEffect } from "react";
import { removeDraftsOfOthers } from "@/app/_editor/stored-drafts";
import { Queries } from "@/app/_forms/queries";
import { ReasonRules } from "@/app/_forms/reason-field";
import { SecondEditorRules } from "@/app/_forms/second-editor";
import { SeesCalls } from "@/app/_page/problem-alert";
import { AppShell, type Frame } from "@/components/layout/app-shell";
import { FreshPages } from "@/components/layout/fresh-pages";
import { type Waiting, WaitingCount } from "@/components/layout/waiting-count";
import { HelpMenu } from "./help-menu";
import type { JumpRights } from "./jump";
import { KeyboardHelp } from "./keyboard-help";
import { Palette } from "./palette";

type ConsoleFrameProps = {
	frame: Frame;
	/** The signed-in user. */
	subject: string;
	rights: JumpRights;
	/** How many proposals wait for the user. */
	waiting: Waiting;
	seesCalls: boolean;
	reasons: ComponentProps<typeof ReasonRules>["value"];
	secondEditor: ComponentProps<typeof SecondEditorRules>["value"];
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
	const { frame, subject, rights, waiting, seesCalls, reasons, secondEditor, shortcut, nonce, children } = props;
	const { mayPropose } = secondEditor;
	useEffect(() => removeDraftsOfOthers(subject), [subject]);
	return (
		// Nothing that was read for one user is shown to another.
		<Queries key={subject}>
			<WaitingCount of={waiting}>
				<AppShell
					{...frame}
					help={<HelpMenu />}
					search={<Palette rights={{ ...rights, mayPropose }} shortcut={shortcut} />}
				>
					<SeesCalls value={seesCalls}>
						<ReasonRules value={reasons}>
							<SecondEditorRules value={secondEditor}>
								<FreshPages>{children}</FreshPages>
							</SecondEditorRules>
						</ReasonRules>
					</SeesCalls>
					<KeyboardHelp />
					<EarlyGuard nonce={nonce} />
				</AppShell>
			</WaitingCount>
		</Queries>
	);
}

/**
 * Guards unsaved edits until the page is hydrated (then unsaved-guard does): the browser prompts before leaving, where
 * something was typed or ticked in a form marked `data-early-guard`, unless that form is being submitted. It listens to
 * `beforeunload` only while there are such edits: a page that listens may be kept out of the back/forward cache.
 */
function EarlyGuard({ nonce }: { nonce: string | undefined }) {
	// Hydration keeps what the server has rendered, so neither the page's data nor the browser's scripts hold it again.
	const script = typeof window === "undefined" ? `(${guard})()` : "";
	// biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file.
	return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** It runs in the browser, as the build has minified it: it uses nothing outside of itself. */
function guard(): void {
	let isSent = false;
	const ask = (event: Event) => event.preventDefault();
	const check = () => {
		const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
			"form[data-early-guard] :is(input:not([type=hidden]), textarea)[name]",
		);
		const isEdited = (field: HTMLInputElement | HTMLTextAreaElement) =>
			field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)
				? field.checked !== field.defaultChecked
				: field.value !== field.defaultValue;
		if (!isSent && [...fields].some(isEdited)) addEventListener("beforeunload", ask);
		else removeEventListener("beforeunload", ask);
	};
	addEventListener("submit", ({ target }) => {
		isSent = target instanceof Element && target.matches("form[data-early-guard]");
		check();
	});
	addEventListener("input", check);
	addEventListener("pageshow", check);
	new MutationObserver(check).observe(document, { subtree: true, attributeFilter: ["data-early-guard"] });
}
