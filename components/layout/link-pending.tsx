"use client";

import { useLinkStatus } from "next/link";

/** Within a link: marks it while the page that it leads to is on its way; see `app/pending.css`. */
export function LinkPending() {
	return useLinkStatus().pending ? <span data-pending className="absolute" /> : null;
}
