"use client";

import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";

const LIVE_FROM_CHARACTERS = 2;
const TYPING_PAUSE_MS = 250;

const importClient = () => import("./client-results").then((file) => ({ default: file.ClientResults }));
// The query library is loaded when the input first gets the focus; the form works before that and without it.
const ClientResults = lazy(importClient);

/** A native search form; once hydrated, the results and the URL update as the user types. */
export function TokenSearch({ text, canWrite, children }: { text: string; canWrite: boolean; children: ReactNode }) {
	const input = useRef<HTMLInputElement>(null);
	const [query, setQuery] = useState(text);

	// Text typed before hydration counts as well.
	const adoptEarlyInput = useEffectEvent(() => {
		if (input.current && input.current.value.trim() !== text) setQuery(input.current.value.trim());
	});
	useEffect(() => adoptEarlyInput(), []);

	const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
	function onInput(value: string) {
		clearTimeout(typing.current);
		typing.current = setTimeout(() => {
			const searched = value.trim();
			setQuery(searched);
			window.history.replaceState(null, "", searched ? `?q=${encodeURIComponent(searched)}` : window.location.pathname);
		}, TYPING_PAUSE_MS);
	}

	// One letter at the start of a search sends no request: the present content stays.
	const isChanged = query !== text && (text !== "" || query.length >= LIVE_FROM_CHARACTERS);
	return (
		<div className="grid gap-6">
			<search>
				<form action="/refresh-tokens" className="grid gap-1.5">
					<label htmlFor="token-search" className="text-sm font-medium">
						User or refresh token
					</label>
					<div className="flex max-w-2xl flex-wrap gap-3">
						<input
							ref={input}
							id="token-search"
							type="search"
							name="q"
							defaultValue={text}
							autoComplete="off"
							autoCapitalize="off"
							spellCheck={false}
							aria-describedby="token-search-help"
							className="control max-w-xl flex-1 basis-60"
							onFocus={() => void importClient()}
							onInput={(event) => onInput(event.currentTarget.value)}
						/>
						<Button variant="primary">Search</Button>
					</div>
					<p id="token-search-help" className="text-sm text-muted">
						The beginning of an e-mail address or name, or a whole user id or token id.
					</p>
				</form>
			</search>
			{!isChanged ? (
				children
			) : query.length < LIVE_FROM_CHARACTERS ? null : (
				<Suspense>
					<ClientResults text={query} canWrite={canWrite} />
				</Suspense>
			)}
		</div>
	);
}
