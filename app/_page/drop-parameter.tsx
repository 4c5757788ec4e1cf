"use client";

import { useEffect } from "react";

/**
 * Where the page was shown what a parameter of its address asked for once: a reload does not ask for it again.
 * @param callbackUrl what the parameter stood for besides, under its own name
 */
export function DropParameter({ name, callbackUrl }: { name: string; callbackUrl?: string }) {
	useEffect(() => {
		// After the effects of the router, which then knows the new address.
		const timer = setTimeout(() => {
			const address = new URL(window.location.href);
			if (!address.searchParams.has(name)) return;
			address.searchParams.delete(name);
			if (callbackUrl) address.searchParams.set("callbackUrl", callbackUrl);
			window.history.replaceState(null, "", address);
		});
		return () => clearTimeout(timer);
	}, [name, callbackUrl]);
	return null;
}
