"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState, useTransition } from "react";
import { searchParameter } from "@/lib/dashboard/search-text";
import { SearchBox } from "./search-box";

type LiveSearchProps = {
	/** Of the page. */
	path: string;
	label: string;
	help: string;
	text: string;
	/** What was found, in a sentence: announced once something was typed. */
	summary?: string | null;
	/** So many characters begin a search as they are typed; fewer only by its button, for the tenant's rate limit. */
	liveFrom?: number;
	children: ReactNode;
};

/** The search of a page; once hydrated, the page is rendered anew as the admin types. */
export function LiveSearch({ path, label, help, text, summary, liveFrom = 1, children }: LiveSearchProps) {
	const router = useRouter();
	const [isSearching, startSearch] = useTransition();
	const [first] = useState(text);

	function onText(typed: string) {
		if (text === "" && !isSearching && typed.length < liveFrom) return;
		startSearch(() => router.replace(typed ? `${path}?q=${searchParameter(typed)}` : path, { scroll: false }));
	}

	return (
		<div className="grid gap-5">
			<SearchBox action={path} {...{ label, help, text, onText }} />
			{summary === undefined ? null : (
				<p role="status" className="sr-only">
					{isSearching ? "Searching…" : text === first ? null : summary}
				</p>
			)}
			<div
				aria-busy={isSearching}
				data-pending={isSearching ? "search" : undefined}
				className="grid gap-4 aria-busy:opacity-60"
			>
				{children}
			</div>
		</div>
	);
}
