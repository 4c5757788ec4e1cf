import type { ReactNode } from "react";

/** Where the dialog with the keys is; see app/_help/keyboard-help. */
export const KEYBOARD_HELP_ID = "keyboard-help";

/** Opens the list of keys, by the platform's own command: it needs no script. */
export function KeyboardHelpButton({ className, children }: { className: string; children: ReactNode }) {
	return (
		<button type="button" className={className} {...{ command: "show-modal", commandfor: KEYBOARD_HELP_ID }}>
			{children}
		</button>
	);
}
