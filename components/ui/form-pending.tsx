"use client";

import { useFormStatus } from "react-dom";

/** Within a button of a form with an action: marks it while the action is pending; see `app/pending.css`. */
export function FormPending() {
	return useFormStatus().pending ? <span data-pending className="absolute" /> : null;
}
