"use client";

import { useEffect } from "react";

/** Where the page was shown what a parameter of its address asked for once: a reload does not ask for it again. */
export function DropParameter({ name }: { name: string }) {
	useEffect(() => {
		// After the effects of the router, which then knows the new address.
		const timer = setTimeout(() => {
			const address = new URL(window.location.href);
			if (!address.searchParams.has(name)) return;
			address.searchParams.delete(name);
			window.history.replaceState(null, "", address);
		});
		return () => clearTimeout(timer);
	}, [name]);
	return null;
}
