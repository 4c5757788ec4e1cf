"use client";

import { useEffect } from "react";

const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/** Notes the browser's time zone where the server reads it, so that pages come with local times; the next one does. */
export function RememberTimeZone() {
	useEffect(() => {
		const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
		// biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that the console knows.
		document.cookie = `time-zone=${encodeURIComponent(timeZone)}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax`;
	}, []);
	return null;
}
