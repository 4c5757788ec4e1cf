import { createHash } from "node:crypto";

/** The look of the console, for pages that have to be one answer in themselves. Colours are those of its stylesheet. */
export const PAGE_STYLE = `:root{color-scheme:light;
--canvas:light-dark(#f6f7f9,#0f131b);--surface:light-dark(#ffffff,#171c27);--sunken:light-dark(#eef0f4,#10151e);
--ink:light-dark(#171b26,#e8ebf2);--muted:light-dark(#555e70,#a4aec0);--line:light-dark(#d9dde5,#2c3444);
--control:light-dark(#7b8496,#7c879c);--accent:light-dark(#1d4fc4,#8db2ff);--accent-strong:light-dark(#163d9a,#b3ccff);
--accent-soft:light-dark(#e7eefc,#1c2b4d);--on-accent:light-dark(#ffffff,#0b1530);
--danger:light-dark(#b3261e,#ff9d94);--danger-soft:light-dark(#fcebea,#3a1b1b);
--mono:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,"DejaVu Sans Mono",monospace}
[data-theme=dark]{color-scheme:dark}
[data-theme=system]{color-scheme:light dark}
*{box-sizing:border-box;min-width:0;margin:0}
body{background:var(--canvas);color:var(--ink);line-height:1.5;
font-family:ui-sans-serif,system-ui,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif}
main{display:grid;gap:1.5rem;align-content:center;min-height:100dvh;max-width:28rem;margin:0 auto;padding:2.5rem 1rem}
.brand{font-size:.875rem;font-weight:600;letter-spacing:.025em;color:var(--muted)}
.card{display:grid;gap:1.25rem;padding:1.5rem;border:1px solid var(--line);border-radius:.5rem;
background:var(--surface);font-size:.875rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.33;font-weight:600}
form,.field,.alert,.messages,.messages li{display:grid}
form{gap:1rem}
form[id="op.logoutForm"]{display:none}
.field{gap:.375rem}
label{font-weight:500}
.required{margin-left:.375rem;font-size:.75rem;color:var(--muted)}
.muted{color:var(--muted)}
.small{font-size:.75rem;white-space:nowrap}
input{width:100%;padding:.375rem .75rem;border:1px solid var(--control);border-radius:.375rem;
background:var(--surface);color:var(--ink);font:inherit;font-size:1rem}
input[aria-invalid]{border-color:var(--danger);box-shadow:0 0 0 1px var(--danger)}
button{min-height:2.25rem;padding:.375rem .875rem;border:1px solid var(--control);border-radius:.375rem;
background:var(--surface);color:var(--ink);font:inherit;font-weight:500;cursor:pointer}
button:hover{background:var(--sunken)}
button.primary{border-color:transparent;background:var(--accent);color:var(--on-accent)}
button.primary:hover{background:var(--accent-strong)}
button.quiet{border-color:transparent;background:none;color:var(--accent)}
button.quiet:hover{text-decoration:underline;text-underline-offset:2px}
a{color:var(--accent)}
.other{justify-self:center;padding:.25rem 0;text-align:center}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}
.alert{gap:.75rem;padding:.75rem 1rem;border-left:4px solid;border-radius:.375rem}
.error{border-color:var(--danger);background:var(--danger-soft)}
.info{border-color:var(--accent);background:var(--accent-soft)}
ul{display:grid;gap:.25rem;padding-left:1.25rem}
.messages{gap:1rem;padding:0;list-style:none}
.messages li{gap:.25rem;padding-top:.75rem;border-top:1px solid var(--line)}
strong,.recipient{font-weight:500}
code{font-family:var(--mono)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

/** The style's source expression for a content security policy. */
export const PAGE_STYLE_SOURCE = `'sha256-${createHash("sha256").update(PAGE_STYLE).digest("base64")}'`;
