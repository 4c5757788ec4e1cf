"use client";

import { Button } from "./button";

/**
 * Closes a dialog, and has the focus when that opens, whatever fields stand before it, but for one with an error: by the
 * attribute, which React renders on the server alone.
 */
export function CancelButton({ dialog }: { dialog: string }) {
	return (
		<Button
			type="button"
			autoFocus
			ref={(button) => button?.setAttribute("autofocus", "")}
			{...{ command: "close", commandfor: dialog }}
		>
			Cancel
		</Button>
	);
}
