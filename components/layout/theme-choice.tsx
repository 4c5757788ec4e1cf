import { THEMES, type Theme } from "./theme";
import { ThemeInPlace } from "./theme-in-place";

const names = { system: "System", light: "Light", dark: "Dark" };

/** Three native buttons, of which the current one is pressed; the server stores the choice in a cookie. */
export function ThemeChoice({ current }: { current: Theme }) {
	return (
		<form action="/theme" method="post" className="flex items-center justify-between gap-2">
			<span className="pl-2 text-muted" id="theme-choice">
				Theme
			</span>
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be inline with its buttons. */}
			<div role="group" aria-labelledby="theme-choice" className="flex rounded-md bg-sunken p-0.5">
				{THEMES.map((theme) => (
					<button
						key={theme}
						type="submit"
						name="theme"
						value={theme}
						aria-pressed={theme === current}
						className="min-h-6 rounded px-2 text-xs text-muted hover:text-ink aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-sm aria-pressed:outline aria-pressed:outline-control"
					>
						{names[theme]}
					</button>
				))}
			</div>
			<ThemeInPlace />
		</form>
	);
}
