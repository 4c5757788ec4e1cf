import { preload } from "react-dom";

/** The one that `app/globals.css` names; the bundler gives both the same address. */
const FONT = new URL("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", import.meta.url).pathname;

/** Has the browser fetch the font beside the first styles, after whatever the first paint needs. */
export function preloadFont(): void {
	preload(FONT, { as: "font", type: "font/woff2", crossOrigin: "anonymous", fetchPriority: "low" });
}
