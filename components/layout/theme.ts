/** The server reads the colour theme from a cookie, so that a page never flashes in the wrong one. */
export const THEME_COOKIE = "theme";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export function readTheme(value: string | undefined): Theme {
	return THEMES.find((theme) => theme === value) ?? "system";
}
