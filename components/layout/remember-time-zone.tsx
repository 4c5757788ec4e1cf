"use client";

import { useEffect } from "react";
import { rememberInCookie } from "../ui/remember-in-cookie";

/** Notes the browser's time zone where the server reads it, so that pages come with local times; the next one does. */
export function RememberTimeZone() {
	useEffect(() => {
		const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
		rememberInCookie("time-zone", timeZone);
	}, []);
	return null;
}
