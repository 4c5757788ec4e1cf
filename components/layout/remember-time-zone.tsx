"use client";

import { useEffect } from "react";
import { rememberInCookie } from "../ui/remember-in-cookie";

/** Stores the browser's time zone in a cookie, so that the server renders local times from the next page on. */
export function RememberTimeZone() {
	useEffect(() => {
		const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
		rememberInCookie("time-zone", timeZone);
	}, []);
	return null;
}
