import type { KoaContextWithOIDC } from "oidc-provider";
import { PAGE_STYLE } from "./page-style";

const THEMES = ["light", "dark"];

/**
 * Answers with a small page of its own: no script, no image, one style whose hash the content security policy names.
 * @param body markup whose dynamic parts went through `escapeHtml`
 */
export function answerPage(ctx: KoaContextWithOIDC, title: string, body: string): void {
	const chosen = ctx.cookies.get("theme", { signed: false }) ?? "";
	ctx.type = "html";
	ctx.body = `<!DOCTYPE html>
<html lang="en" data-theme="${THEMES.includes(chosen) ? chosen : "system"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<p>Identity Console</p>
<div>
<h1>${escapeHtml(title)}</h1>
${body}
</div>
</main>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
