"use client";

import { type ReactNode, useRef } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useFocusFallback } from "@/components/ui/use-focus-fallback";
import type { LazyPart } from "./lazy-part";

type LazyPlaceProps<Part extends object> = {
	lazy: LazyPart<Part>;
	/** What is loaded, as the beginning of a sentence: "The JSON view". */
	what: string;
	children: (part: Part) => ReactNode;
};

/** The place of a lazily loaded part: the part, or that it is loading, or that it could not be loaded. */
export function LazyPlace<Part extends object>({ lazy, what, children }: LazyPlaceProps<Part>) {
	return (
		<div className="empty:hidden">
			{lazy.part === null ? null : children(lazy.part)}
			{lazy.failures > 0 ? <LazyNotice lazy={lazy} what={what} /> : null}
			{lazy.isLoading && lazy.failures === 0 ? (
				<p role="status" className="text-sm text-muted">
					Loading…
				</p>
			) : null}
		</div>
	);
}

type LazyNoticeProps = {
	lazy: LazyPart<object>;
	what: string;
	/** Where there is more to do than to request it again. */
	onRetry?: () => unknown;
	children?: ReactNode;
};

/**
 * Shown in place of a part of the page that could not be loaded. Once the part is loaded, the first control of the element
 * around both receives the focus.
 */
export function LazyNotice({ lazy, what, onRetry = lazy.request, children }: LazyNoticeProps) {
	const { isLoading, failures } = lazy;
	const notice = useRef<HTMLDivElement>(null);
	useFocusFallback(notice);
	return (
		<div ref={notice}>
			<Alert tone="error" title={`${what} could not be loaded.`}>
				{children}
				<p>The form works without it, and nothing you typed is lost.</p>
				<div className="flex flex-wrap items-center gap-3">
					<Button type="button" aria-disabled={isLoading} onClick={() => isLoading || onRetry()}>
						Try again
					</Button>
					<span role="status" className="text-muted">
						{isLoading ? "Loading…" : failures > 1 ? "It did not arrive this time either." : ""}
					</span>
				</div>
			</Alert>
		</div>
	);
}
