import { THEMES, type Theme } from "./theme";
import { ThemeInPlace } from "./theme-in-place";

const names = { system: "System", light: "Light", dark: "Dark" };

/** Three native buttons, of which the current one is pressed; the server stores the choice in a cookie. */
export function ThemeChoice({ current }: { current: Theme }) {
	return (
		<form action="/theme" method="post" className="theme-choice">
			<span id="theme-choice">Theme</span>
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be inline with its buttons. */}
			<div role="group" aria-labelledby="theme-choice">
				{THEMES.map((theme) => (
					<button key={theme} type="submit" name="theme" value={theme} aria-pressed={theme === current}>
						{names[theme]}
					</button>
				))}
			</div>
			<ThemeInPlace />
		</form>
	);
}
