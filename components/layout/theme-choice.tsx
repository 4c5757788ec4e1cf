import { type MouseEvent, useState } from "react";
import { THEMES, type Theme } from "./theme";

const names = { system: "System", light: "Light", dark: "Dark" };

/**
 * Three native buttons, of which the current one is pressed; the server stores the choice in a cookie. Once scripts run
 * the page is not loaded again, so nothing typed is lost; where the server can't store the theme, it shows the previous one.
 */
export function ThemeChoice({ current }: { current: Theme }) {
	const [shown, setShown] = useState(current);

	function show(theme: Theme) {
		document.documentElement.dataset.theme = theme;
		setShown(theme);
	}

	async function choose(event: MouseEvent, theme: Theme) {
		event.preventDefault();
		show(theme);
		const body = new URLSearchParams({ theme });
		// A redirect means success: it leads to the current page, so it is not followed.
		const response = await fetch("/theme", { method: "POST", body, redirect: "manual" }).catch(() => null);
		if (response?.type !== "opaqueredirect") show(shown);
	}

	return (
		<form action="/theme" method="post" className="theme-choice">
			<span id="theme-choice">Theme</span>
			{/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be inline with its buttons. */}
			<div role="group" aria-labelledby="theme-choice">
				{THEMES.map((theme) => (
					<button
						key={theme}
						type="submit"
						name="theme"
						value={theme}
						aria-pressed={theme === shown}
						onClick={(event) => void choose(event, theme)}
					>
						{names[theme]}
					</button>
				))}
			</div>
		</form>
	);
}
