import { THEMES } from "./theme";

const names = { system: "System", light: "Light", dark: "Dark" };

/** Three native buttons; the server remembers the choice in a cookie. */
export function ThemeChoice() {
	return (
		<form action="/theme" method="post" className="flex flex-wrap items-center gap-2 text-xs text-muted">
			<span>Theme</span>
			{THEMES.map((theme) => (
				<button
					key={theme}
					type="submit"
					name="theme"
					value={theme}
					className="min-h-6 rounded border border-line px-2 py-0.5 hover:bg-sunken hover:text-ink"
				>
					{names[theme]}
				</button>
			))}
		</form>
	);
}
