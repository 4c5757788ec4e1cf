"use client";

import { useEffect } from "react";
import { rememberInCookie } from "../ui/remember-in-cookie";

/** Stores the browser's time zone in a cookie, so that the server renders local times from the next page on. */
export function RememberTimeZone() {
	useEffect(() => {
		// In a task of its own, after the one that hydrates the page: a browser's first format takes some 10 ms.
		setTimeout(() => rememberInCookie("time-zone", new Intl.DateTimeFormat().resolvedOptions().timeZone));
	}, []);
	return null;
}
