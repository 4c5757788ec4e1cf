"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useTransition } from "react";
import { SearchBox } from "@/app/_forms/search-box";
import { resources } from "@/lib/dashboard/resources/resources";
import { searchParameter } from "@/lib/dashboard/search-text";

const { path } = resources.user;

/** The search over the list of users; once hydrated, the page is rendered anew as the admin types. */
export function UserSearch({ text, children }: { text: string; children: ReactNode }) {
	const router = useRouter();
	const [isSearching, startSearch] = useTransition();

	function onText(typed: string) {
		startSearch(() => router.replace(typed ? `${path}?q=${searchParameter(typed)}` : path, { scroll: false }));
	}

	return (
		<div className="grid gap-5">
			<SearchBox
				action={path}
				label="Search users"
				help="The beginning of a name, an e-mail address or a user id."
				text={text}
				onText={onText}
			/>
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
