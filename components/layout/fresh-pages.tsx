"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, use, useEffect, useRef } from "react";
import { useWindowEvent } from "../ui/use-window-event";
import { lastWrite } from "./last-write";

const RefreshContext = createContext(() => {});

/**
 * Reads pages again that were rendered before a write of this browser and are shown after it: from the router's cache by
 * Back or Forward, or by a link that was followed while the write was under way. A whole document that the browser
 * restores is always read again.
 */
export function FreshPages({ children }: { children: ReactNode }) {
	const router = useRouter();
	useWindowEvent("pageshow", ({ persisted }) => persisted && router.refresh());
	return <RefreshContext value={router.refresh}>{children}</RefreshContext>;
}

/** Reads the page again that is shown. */
export function useRefresh(): () => void {
	return use(RefreshContext);
}

/** @param renderedAfter the last write when the page was requested */
export function FreshPage({ renderedAfter }: { renderedAfter: string }) {
	const refresh = useRefresh();
	const refreshedFor = useRef<string | null>(null);
	useEffect(() => {
		const last = lastWrite();
		// Once for each write, whatever the response is.
		if (renderedAfter === last || refreshedFor.current === last) return;
		refreshedFor.current = last;
		refresh();
	}, [renderedAfter, refresh]);
	return null;
}
