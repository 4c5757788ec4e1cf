/** The guides' list of keys. */
export const KEYS_ADDRESS = "/guides/accessibility#keys";

/** Links to the guide's list of keys; once scripts run it opens them in a dialog, see app/_frame/keyboard-help. */
export function KeyboardHelpLink() {
	return (
		<a href={KEYS_ADDRESS} data-keyboard-help="" data-in-place="">
			Keyboard help
		</a>
	);
}
