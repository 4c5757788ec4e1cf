"use client";

import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { useFocusFallback } from "@/components/ui/use-focus-fallback";

/** Loads a part of a page. The function itself is the key, so it must be the same at every call. */
type LoadPart<Part> = () => Promise<Part>;

const loaded = new Map<LoadPart<unknown>, unknown>();

/** The part if it is loaded already, else null. */
export function loadedPart<Part>(load: LoadPart<Part>): Part | null {
	return (loaded.get(load) as Part | undefined) ?? null;
}

/**
 * Loads a part unless it is loaded. A failure is not remembered: the next call tries again.
 * @returns null where loading failed
 */
export async function loadPart<Part>(load: LoadPart<Part>): Promise<Part | null> {
	try {
		if (!loaded.has(load)) loaded.set(load, await load());
	} catch {
		// The browser's console logs the script that is missing.
	}
	return loadedPart(load);
}

/**
 * A part of a page that is loaded on request. A failure is a state that is shown: nothing is thrown, so neither the page nor
 * what was typed is lost.
 * @param load one function for all renders, declared beside the component: `const loadPreview = () => import("…")`
 */
export function useLazyPart<Part extends object>(load: LoadPart<Part>) {
	const [state, setState] = useState({ part: loadedPart(load), isLoading: false, failures: 0 });

	/** Loads it unless it is loaded; null where that failed. Another call tries again. */
	async function request(): Promise<Part | null> {
		setState((before) => ({ ...before, isLoading: before.part === null }));
		const part = await loadPart(load);
		setState(({ failures }) => ({ part, isLoading: false, failures: part ? 0 : failures + 1 }));
		return part;
	}

	return { ...state, request };
}

/** `part`: null until it is loaded; then at once wherever it is used next. `failures`: how often it could not be loaded. */
export type LazyPart<Part extends object> = ReturnType<typeof useLazyPart<Part>>;

type LazyPlaceProps<Part extends object> = Pick<LazyNoticeProps, "what"> & {
	load: LoadPart<Part>;
	children: (part: Part) => ReactNode;
};

/** The place of a part that is loaded as soon as this is rendered in the browser. */
export function LazyPlace<Part extends object>({ load, what, children }: LazyPlaceProps<Part>) {
	const lazy = useLazyPart(load);
	const request = useEffectEvent(() => void lazy.request());
	useEffect(() => request(), []);
	return (
		<div className="empty:hidden">
			{lazy.part ? children(lazy.part) : null}
			<LazyNotice lazy={lazy} what={what} />
		</div>
	);
}

type LazyNoticeProps = {
	lazy: LazyPart<object>;
	/** What is loaded, as the beginning of a sentence: "The JSON view". */
	what: string;
	/** Where there is more to do than to request it again. */
	onRetry?: () => unknown;
};

/** In place of a part: that it is loading, or could not be loaded. */
export function LazyNotice(props: LazyNoticeProps) {
	if (props.lazy.failures > 0) return <Failure {...props} />;
	return props.lazy.isLoading ? (
		<p role="status" className="text-sm text-muted">
			Loading…
		</p>
	) : null;
}

/** Once the part is loaded, the first control of the element around both receives the focus. */
function Failure({ lazy: { isLoading, failures, request }, what, onRetry = request }: LazyNoticeProps) {
	const notice = useRef<HTMLDivElement>(null);
	useFocusFallback(notice);
	return (
		<div ref={notice}>
			<Alert tone="error" title={`${what} could not be loaded.`}>
				<p>The form works without it. Nothing you typed is lost.</p>
				<div className="flex flex-wrap items-center gap-3">
					<Button type="button" aria-disabled={isLoading} onClick={() => isLoading || onRetry()}>
						Try again
					</Button>
					<span role="status" className="text-muted">
						{isLoading ? "Loading…" : failures > 1 ? "It failed again." : ""}
					</span>
				</div>
			</Alert>
		</div>
	);
}

type LazyNoteProps = Pick<LazyNoticeProps, "lazy" | "what"> & { focusOn: RefObject<HTMLElement | null> };

/** The same within a dialog. @param focusOn receives the focus, since the next attempt removes the button */
export function LazyNote({ lazy: { isLoading, failures, request }, what, focusOn }: LazyNoteProps) {
	function retry() {
		focusOn.current?.focus();
		void request();
	}
	return (
		<div className="grid justify-items-start text-sm">
			<p role="status" className="text-muted">
				{isLoading ? "Loading…" : `${what} could not be loaded.`}
			</p>
			{failures > 0 && !isLoading ? (
				<button type="button" onClick={retry} className="min-h-8 text-accent underline">
					Try again
				</button>
			) : null}
		</div>
	);
}
