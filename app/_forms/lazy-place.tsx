"use client";

import { type ReactNode, useRef, useState } from "react";
import { useFocusFallback } from "@/app/_forms/use-focus-fallback";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { LazyPart } from "./lazy-part";

type LazyPlaceProps<Part> = {
	lazy: LazyPart<Part>;
	/** What is loaded, as the beginning of a sentence: "The JSON view". */
	what: string;
	children: (part: Part) => ReactNode;
};

/** The place of a lazily loaded part: the part, or that it is loading, or that it could not be loaded. */
export function LazyPlace<Part>({ lazy, what, children }: LazyPlaceProps<Part>) {
	return (
		<div className="empty:hidden">
			{lazy.part === null ? null : children(lazy.part)}
			{lazy.isMissing ? <LazyNotice what={what} onRetry={lazy.request} /> : null}
			{lazy.isLoading && !lazy.isMissing ? (
				<p role="status" className="text-sm text-muted">
					Loading…
				</p>
			) : null}
		</div>
	);
}

type LazyNoticeProps = {
	/** What is missing, as the beginning of a sentence: "The JSON view". */
	what: string;
	/** Requests it again; the notice shows "Loading…" until that is settled. */
	onRetry: () => unknown;
	/** Further text. */
	children?: ReactNode;
};

/**
 * Shown in place of a part of the page that could not be loaded. Once the part is loaded, the first control of the element
 * around both receives the focus.
 */
export function LazyNotice({ what, onRetry, children }: LazyNoticeProps) {
	const notice = useRef<HTMLDivElement>(null);
	const [attempt, setAttempt] = useState<"none" | "under way" | "failed">("none");

	useFocusFallback(notice);

	async function retry() {
		if (attempt === "under way") return;
		setAttempt("under way");
		await onRetry();
		setAttempt("failed");
	}

	return (
		<div ref={notice}>
			<Alert tone="error" title={`${what} could not be loaded.`}>
				{children}
				<p>The form works without it, and nothing you typed is lost.</p>
				<div className="flex flex-wrap items-center gap-3">
					<Button type="button" aria-disabled={attempt === "under way"} onClick={retry}>
						Try again
					</Button>
					<span role="status" className="text-muted">
						{attempt === "under way" ? "Loading…" : attempt === "failed" ? "It did not arrive this time either." : ""}
					</span>
				</div>
			</Alert>
		</div>
	);
}
