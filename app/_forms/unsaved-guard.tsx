"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ModalDialog } from "@/components/ui/modal-dialog";

const KEPT = "Your edits stay as a draft in this tab.";
const SIGN_OUT = "/sign-out";

/** What the user was about to do. `asked`: how often, since the question was last closed. */
type Leave = { go: () => void; isSignOut: boolean; asked: number };

type UnsavedGuardProps = {
	isDirty: boolean;
	/** What becomes of the edits; by default that they are stored as a draft. */
	lost?: string | undefined;
	/** Whether the edits stay where only the query of the address changes. */
	keepsBySearch?: boolean;
};

/**
 * Asks before the page is left with unsaved edits: by a link, by Back within the console or by signing out in a dialog of its
 * own; by reload or close in the browser's, as no page may ask then. It listens to `beforeunload` only while there are some: a page that
 * listens may be kept out of the back/forward cache.
 */
export function UnsavedGuard({ isDirty, lost = KEPT, keepsBySearch = false }: UnsavedGuardProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	/** Null: there is no question. */
	const [leave, setLeave] = useState<Leave | null>(null);
	/** From the answer until the user does something else: what it leads to is not asked about again. */
	const isLeaving = useRef(false);

	// In the same commit as what the page shows: else a user who reads "Saved." would still be asked.
	useLayoutEffect(() => {
		if (!isDirty) return;
		const stop = new AbortController();
		const { signal } = stop;
		const ask = (event: Event, go: () => void, isSignOut = false) => {
			if (!event.cancelable || isLeaving.current) return;
			event.preventDefault();
			event.stopPropagation();
			setLeave((before) => ({ go, isSignOut, asked: (before?.asked ?? 0) + 1 }));
		};
		// A download begins as if it left the page.
		let isDownload = false;
		window.addEventListener(
			"submit",
			({ submitter, defaultPrevented }) => {
				isDownload = !defaultPrevented && submitter?.dataset.file !== undefined;
			},
			{ signal },
		);
		window.addEventListener(
			"beforeunload",
			(event) => {
				if (!isDownload && !isLeaving.current) event.preventDefault();
				isDownload = false;
			},
			{ signal },
		);
		document.addEventListener(
			"click",
			(event) => {
				const link = leavingLink(event);
				if (link && !(keepsBySearch && isSamePath(link.href))) ask(event, () => link.click());
			},
			{ signal, capture: true },
		);
		// Other forms of the console's pages are sent by their scripts.
		document.addEventListener(
			"submit",
			(event) => {
				const { submitter, target: form } = event;
				if (form instanceof HTMLFormElement && form.getAttribute("action") === SIGN_OUT)
					ask(event, () => form.requestSubmit(submitter), true);
			},
			{ signal, capture: true },
		);
		const onNavigate = (event: NavigateEvent) => {
			// Moving to another section does not leave the page.
			const isKept = event.hashChange || (keepsBySearch && isSamePath(event.destination.url));
			if (event.navigationType === "traverse" && !isKept)
				ask(event, () => window.navigation?.traverseTo(event.destination.key));
		};
		// Not every browser has it.
		window.navigation?.addEventListener("navigate", onNavigate, { signal });
		const stay = () => {
			isLeaving.current = false;
			isDownload = false;
		};
		for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, stay, { signal, capture: true });
		return () => stop.abort();
	}, [isDirty, keepsBySearch]);

	if (!leave) return null;
	return (
		// Asked again before the browser reports that it was closed, it is another dialog.
		<ModalDialog
			key={leave.asked}
			ref={dialog}
			label="Leave?"
			onClose={() => setLeave((now) => (now?.asked === leave.asked ? null : now))}
			className="confirmation"
		>
			<div>
				<h2>Leave?</h2>
				<div>
					<p>{leave.isSignOut ? "Signing out deletes your unsaved edits." : lost}</p>
				</div>
				<div>
					<Button type="button" onClick={() => dialog.current?.close()}>
						Stay
					</Button>
					<Button
						type="button"
						variant="primary"
						onClick={() => {
							dialog.current?.close();
							isLeaving.current = true;
							leave.go();
						}}
					>
						Leave
					</Button>
				</div>
			</div>
		</ModalDialog>
	);
}

function isSamePath(address: string | null): boolean {
	return address !== null && new URL(address).pathname === window.location.pathname;
}

/** The link within the console that a click follows, for which the browser does not ask: it never unloads the page. */
function leavingLink({ target, metaKey, ctrlKey, shiftKey, button }: MouseEvent): HTMLAnchorElement | null {
	const link = target instanceof Element ? target.closest("a[href]") : null;
	if (!(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.origin !== window.location.origin)
		return null;
	if (metaKey || ctrlKey || shiftKey || button !== 0) return null;
	if (link.pathname === window.location.pathname && link.hash !== "") return null;
	// A download does not leave the page, nor does a link that a script handles on the page itself.
	return link.hasAttribute("download") || "inPlace" in link.dataset ? null : link;
}
