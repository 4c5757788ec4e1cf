"use client";

import { type ReactNode, useRef, useState } from "react";
import { useFocusHeir } from "@/app/_forms/use-focus-fallback";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { LatePart } from "./lazy-part";

type LatePlaceProps<Part> = {
	late: LatePart<Part>;
	/** What is loaded, as the beginning of a sentence: "The JSON view". */
	what: string;
	children: (part: Part) => ReactNode;
};

/** The place of a lazily loaded part: the part, or that it is loading, or that it could not be loaded. */
export function LatePlace<Part>({ late, what, children }: LatePlaceProps<Part>) {
	return (
		<div className="empty:hidden">
			{late.part === null ? null : children(late.part)}
			{late.isMissing ? <LateNotice what={what} onRetry={late.request} /> : null}
			{late.isLoading && !late.isMissing ? (
				<p role="status" className="text-sm text-muted">
					Loading…
				</p>
			) : null}
		</div>
	);
}

type LateNoticeProps = {
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
export function LateNotice({ what, onRetry, children }: LateNoticeProps) {
	const notice = useRef<HTMLDivElement>(null);
	const [attempt, setAttempt] = useState<"none" | "under way" | "failed">("none");

	useFocusHeir(notice);

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
