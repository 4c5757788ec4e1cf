import { createHash } from "node:crypto";

const LIGHT = `color-scheme:light;--canvas:#f6f7f9;--surface:#fff;--ink:#171b26;--muted:#555e70;--line:#d9dde5;
--control:#7b8496;--accent:#1d4fc4;--on-accent:#fff`;
const DARK = `color-scheme:dark;--canvas:#0f131b;--surface:#171c27;--ink:#e8ebf2;--muted:#a4aec0;--line:#2c3444;
--control:#7c879c;--accent:#8db2ff;--on-accent:#0b1530`;

/** The look of the console, for pages that have to be one answer in themselves. */
export const PAGE_STYLE = `:root{${LIGHT}}[data-theme=dark]{${DARK}}
@media(prefers-color-scheme:dark){[data-theme=system]{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);line-height:1.5;
font-family:ui-sans-serif,system-ui,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif}
main{display:grid;gap:1.5rem;align-content:center;min-height:100dvh;max-width:28rem;margin:0 auto;padding:2.5rem 1rem}
main>p{margin:0;font-size:.875rem;font-weight:600;letter-spacing:.025em;color:var(--muted)}
main>div{display:grid;gap:1.25rem;padding:1.5rem;border:1px solid var(--line);border-radius:.5rem;
background:var(--surface);font-size:.875rem;overflow-wrap:anywhere}
h1{margin:0;font-size:1.5rem;line-height:1.33;font-weight:600}
div p{margin:0}
code{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
a{color:var(--accent)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}
button{min-height:2.25rem;padding:.375rem .875rem;border:1px solid var(--control);border-radius:.375rem;
background:var(--surface);color:var(--ink);font:500 .875rem/1.25rem inherit;font-family:inherit;cursor:pointer}
button.primary{border-color:transparent;background:var(--accent);color:var(--on-accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
form{display:none}`;

/** The style's source expression for a content security policy. */
export const PAGE_STYLE_SOURCE = `'sha256-${createHash("sha256").update(PAGE_STYLE).digest("base64")}'`;
