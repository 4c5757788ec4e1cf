"use client";

import { useSearchParams } from "next/navigation";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { SearchBox } from "@/app/_forms/search-box";
import { searchParameter } from "@/lib/dashboard/search-text";

const LIVE_FROM_CHARACTERS = 2;

const importClient = () => import("./client-results").then((file) => ({ default: file.ClientResults }));
// The query library is loaded when the input first gets the focus; the form works before that and without it.
const ClientResults = lazy(importClient);

/** A native search form; once hydrated, the results and the URL update as the user types. */
export function TokenSearch({ text, children }: { text: string; children: ReactNode }) {
	const [query, setQuery] = useState(text);
	const parameters = useSearchParams();
	const known = useRef(parameters);
	// A link to this page changes the address alone: Next renders nothing where only what was typed here goes.
	useEffect(() => {
		if (known.current !== parameters) setQuery(new URLSearchParams(window.location.search).get("q") ?? "");
		known.current = parameters;
	}, [parameters]);

	function onText(searched: string) {
		setQuery(searched);
		window.history.replaceState(null, "", searched ? `?q=${searchParameter(searched)}` : window.location.pathname);
	}

	// One letter at the start of a search sends no request: the present content stays.
	const isChanged = query !== text && (text !== "" || query.length >= LIVE_FROM_CHARACTERS);
	return (
		<div className="grid gap-6">
			<SearchBox
				action="/refresh-tokens"
				label="User or refresh token"
				help="The beginning of an e-mail address or name, or a whole user id or token id."
				text={query}
				onText={onText}
				onFocus={() => void importClient()}
			/>
			{!isChanged ? (
				children
			) : query.length < LIVE_FROM_CHARACTERS ? null : (
				<Suspense>
					<ClientResults text={query} />
				</Suspense>
			)}
		</div>
	);
}
